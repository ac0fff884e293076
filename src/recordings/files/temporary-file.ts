// Temporary files without a name, which vanish when they are closed or the process ends.
import { randomUUID } from 'node:crypto';
import { openSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Opens an empty file in the folder for temporary files; throws errors of the file system. */
export function openScratchFile(): number {
  const file = join(tmpdir(), `weir-${randomUUID()}`);
  const descriptor = openSync(file, 'wx+');
  unlinkSync(file);
  return descriptor;
}

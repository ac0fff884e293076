// Files for a while: without a name, gone when they are closed or the process ends.
import { randomUUID } from 'node:crypto';
import { openSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Opens an empty one in the folder for temporary files; throws where that is not possible. */
export function openScratchFile(): number {
  const file = join(tmpdir(), `weir-${randomUUID()}`);
  const descriptor = openSync(file, 'wx+');
  unlinkSync(file);
  return descriptor;
}

// Files that get their name when they are whole: until then they are parts beside it.
import { randomUUID } from 'node:crypto';
import { openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A part that nobody wrote to for so long is of a process that was killed. */
const STALE_MS = 600_000;

export interface Part {
  readonly descriptor: number;
  /** Path to rename once it is whole, or to remove. */
  readonly part: string;
}

/** Opens a part of a file, and removes those of it that were never finished; throws. */
export function openPart(file: string, mode: number): Part {
  const part = `${file}.${randomUUID()}.part`;
  const descriptor = openSync(part, 'wx+', mode);
  removeStale(file, part);
  return { descriptor, part };
}

function removeStale(whole: string, part: string): void {
  const folder = dirname(whole);
  const { mtimeMs } = statSync(part);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(whole)}.`) || !name.endsWith('.part')) continue;
    const file = join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found !== undefined && mtimeMs - found.mtimeMs > STALE_MS) rmSync(file, { force: true });
  }
}

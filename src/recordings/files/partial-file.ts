// Files that get their name when complete: until then each is a `.part` file beside it.
import { randomUUID } from 'node:crypto';
import { lstatSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isSameFile } from './same-file.js';

/** Age after which a part belongs to a killed process. */
const STALE_MS = 600_000;
/** Suffix of a part after the name of its file. */
const PART_END = /^\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.part$/;

export interface Part {
  readonly descriptor: number;
  /** Path to rename when complete, or to delete. */
  readonly part: string;
}

/**
 * Opens a part of a file, and deletes its stale parts except `inputs`. Throws errors of the file
 * system.
 */
export function openPart(file: string, mode: number, inputs: readonly string[]): Part {
  const part = `${file}.${randomUUID()}.part`;
  const descriptor = openSync(part, 'wx+', mode);
  removeStale(file, part, inputs);
  return { descriptor, part };
}

function removeStale(whole: string, part: string, inputs: readonly string[]): void {
  const [folder, name] = [dirname(whole), basename(whole)];
  const { mtimeMs } = statSync(part);
  for (const other of readdirSync(folder)) {
    if (!other.startsWith(name) || !PART_END.test(other.slice(name.length))) continue;
    const file = join(folder, other);
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found?.isFile() !== true || mtimeMs - found.mtimeMs <= STALE_MS) continue;
    if (!inputs.some((input) => isSameFile(input, found))) rmSync(file, { force: true });
  }
}

// Files that get their name when they are whole: until then they are parts beside it.
import { randomUUID } from 'node:crypto';
import { lstatSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isSameFile } from './same-file.js';

/** A part that nobody wrote to for so long is of a process that was killed. */
const STALE_MS = 600_000;
/** How a part is named behind the name of its file. */
const PART_END = /^\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.part$/;

export interface Part {
  readonly descriptor: number;
  /** Path to rename once it is whole, or to remove. */
  readonly part: string;
}

/**
 * Opens a part of a file, and removes those of it that were never finished, unless one is among
 * the files that are read; throws.
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

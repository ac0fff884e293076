// Where a file may be written: over nothing, or what the caller gave up; never over what is read.
import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fail, ok, type Result } from '../../domain/index.js';
import { isSameFile } from './same-file.js';

export interface PlaceRules {
  /** Whether a file that is there may be replaced. */
  readonly force: boolean;
  /** Files that are read meanwhile. */
  readonly inputs: readonly string[];
}

/**
 * The path to write to; of a symbolic link the file that it leads to. Fault codes `data.exists`,
 * `data.same-file`, `data.unwritable`.
 */
export function findPlace(file: string, { force, inputs }: PlaceRules): Result<string> {
  const unwritable = (found: string) =>
    fail('data.unwritable', `expected a file to write, found ${found}`, file);
  let place: string;
  let there: Stats | undefined;
  try {
    const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    place = isLink ? realpathSync(file) : file;
    statSync(dirname(place));
    there = statSync(place, { throwIfNoEntry: false });
  } catch (error) {
    return unwritable(`no such folder or a link to nowhere: ${String(error)}`);
  }
  if (there === undefined) return ok(place);
  if (there.isDirectory()) return unwritable('a directory');
  if (!there.isFile()) return unwritable('something other than a file');
  const found = there;
  const same = inputs.find((input) => isSameFile(input, found));
  if (same !== undefined) {
    return fail('data.same-file', `expected another file than ${same}, which is read`, file);
  }
  if (force) return ok(place);
  return fail('data.exists', 'expected no such file, or --force to replace it; found one', file);
}

/** What a failed write means. Fault codes `data.no-room`, `data.unwritable`. */
export function toWriteFault(error: unknown, file: string) {
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
  if (isFull) return fail('data.no-room', `expected room to write it: ${String(error)}`, file);
  return fail('data.unwritable', `expected a file to write: ${String(error)}`, file);
}

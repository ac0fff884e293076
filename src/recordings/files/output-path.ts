// Checks where a file may be written: never over an input, over other files only with `force`.
import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fail, ok, type Result } from '../../domain/index.js';
import { isSameFile } from './same-file.js';

export interface PlaceRules {
  /** Whether an existing file may be replaced. */
  readonly force: boolean;
  /** Files that are read at the same time. */
  readonly inputs: readonly string[];
}

/**
 * Path to write to; the target of a symbolic link. Fault codes `data.exists`, `data.same-file`,
 * `data.unwritable`.
 */
export function findPlace(file: string, { force, inputs }: PlaceRules): Result<string> {
  const unwritable = (found: string) =>
    fail('data.unwritable', `cannot write a file here: ${found}`, file);
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
    return fail(
      'data.same-file',
      `cannot write to ${same}, which is read at the same time: name another file`,
      file,
    );
  }
  if (force) return ok(place);
  return fail(
    'data.exists',
    'the file already exists: name another, or pass --force to replace it',
    file,
  );
}

/** Fault of a failed write. Fault codes `data.no-room`, `data.unwritable`. */
export function toWriteFault(error: unknown, file: string) {
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
  if (isFull) return fail('data.no-room', `the disk is full: ${String(error)}`, file);
  return fail('data.unwritable', `cannot write the file: ${String(error)}`, file);
}

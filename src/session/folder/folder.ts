// The session folder: creates it and writes copies of configuration and strategies into it.
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fail, ok, type Result } from '../../domain/index.js';
import { isSystemError, type JournalDisk, replaceFile } from '../../journal/index.js';
import type { SessionHeader } from '../../records/index.js';
import { CONFIG_COPY, PROFILE_COPY, STRATEGIES_COPY, toCopyName } from './replay-faults.js';

/** Most numbers tried for a folder's name. */
const MAX_FOLDERS = 100_000;

/**
 * Creates the folder of a session. A given one must be new or empty; without one, the first free
 * `sessions/NAME-N` is used. Fault codes `session.out-not-empty`, `session.out`.
 */
export function createFolder(out: string | undefined, name: string): Result<string> {
  try {
    return out === undefined ? createNumbered(name) : createGiven(out);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const hint = 'name another folder with --out DIR';
    return fail('session.out', `cannot create the session folder: ${message}; ${hint}`);
  }
}

function createGiven(out: string): Result<string> {
  makeFolder(out);
  if (readdirSync(out).length === 0) return ok(out);
  return fail('session.out-not-empty', 'expected a new or empty folder, found files in it', out);
}

/**
 * Creates a folder and its missing parents. Node's recursive mkdir never returns when a file system
 * answers ENOENT below an existing folder; this function throws that error.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(resolve(folder)));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // another process may have created it meanwhile
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Creates the folder of a recording where it is missing; returns its real path. Fault code
 * `record.write`.
 */
export function takeRecordingFolder(folder: string): Result<string> {
  try {
    makeFolder(folder);
    // The path may be a file, or a folder that another user owns.
    readdirSync(folder);
    return ok(realpathSync(folder));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return fail('record.write', `cannot record into this folder: ${error.message}`, folder);
  }
}

/** mkdir fails when the folder exists, so two sessions never share one. */
function createNumbered(name: string): Result<string> {
  mkdirSync('sessions', { recursive: true });
  for (let number = 1; number <= MAX_FOLDERS; number++) {
    const folder = join('sessions', `${name}-${String(number)}`);
    try {
      mkdirSync(folder, { mode: 0o700 });
      return ok(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return fail(
    'session.out',
    'all numbered folder names are in use: name another folder with --out DIR',
    join('sessions', name),
  );
}

/** Removes the empty folder of a session that could not start. */
export function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // not empty: it has files that an operator should see
  }
}

/** Moves files of a session's folder into another, one by one. Fault code `session.out`. */
export function moveFiles(folder: string, names: readonly string[], target: string): Result<void> {
  try {
    mkdirSync(target, { recursive: true, mode: 0o700 });
    for (const name of names) renameSync(join(folder, name), join(target, name));
    return ok(undefined);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return fail('session.out', `cannot move the previous files: ${error.message}`, target);
  }
}

/** Writes copies of configuration, profile and strategies for people who read the folder. */
export function writeCopies(
  disk: JournalDisk,
  folder: string,
  { config, profile, strategies }: SessionHeader,
): Result<void> {
  const copies = join(folder, STRATEGIES_COPY);
  try {
    replaceFile(disk, folder, CONFIG_COPY, config.text);
    if (profile !== undefined) replaceFile(disk, folder, PROFILE_COPY, profile.text);
    disk.createDirectory(copies);
    for (const { name, file, text } of strategies) {
      replaceFile(disk, copies, toCopyName(name, file), text);
    }
    return ok(undefined);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const { message } = error;
    return fail('session.out', `cannot write the session folder: ${message}`, folder);
  }
}

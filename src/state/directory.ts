// The state directory: journal, control files and lock of one login at one venue, readable by its
// owner alone.
import { basename, dirname, join, resolve } from 'node:path';
import { fail, ok, type Result, COMMON_TAG } from '../domain/index.js';
import { type FileFacts, isSystemError, type JournalDisk } from '../journal/index.js';
import type { StateIdentity } from './identity.js';
import {
  checkIdentity,
  findUnprovenTag,
  findLostTag,
  IDENTITY_FILE,
  readIdentity,
  writeIdentity,
} from './identity-file.js';
import type { StateDirectory, StatePorts } from './state-directory.js';

const UNKNOWN_TAG = { tag: COMMON_TAG, mayHaveOtherTag: true } as const;
const JOURNAL = 'journal';
const CONTROL = 'control';
const STICKY = 0o1000;
const WORLD_WRITABLE = 0o002;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const ROOT = 0;

/**
 * Opens the directory; creates it when missing. Fault codes `state.unsafe` (others could change it,
 * or a link is in place of a directory), `state.other` (it belongs to another environment, base URL
 * or login), `state.failed` (the disk).
 */
export function openStateDirectory(
  ports: StatePorts,
  given: string,
  identity: StateIdentity,
): Result<StateDirectory> {
  try {
    return open(ports, resolve(given), identity);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return failDisk(error, given);
  }
}

function failDisk({ message }: Error, dir: string): Result<never> {
  return fail('state.failed', `cannot open the state directory: ${message}`, dir);
}

/** Paths of a state directory that may not exist. */
export function toStateDirectory(given: string, identity: StateIdentity): StateDirectory {
  return { ...toPaths(resolve(given)), identity, hasBegun: false, ...UNKNOWN_TAG };
}

function toPaths(dir: string) {
  return { dir, journal: join(dir, JOURNAL), control: join(dir, CONTROL) };
}

/**
 * Finds the directory of a bot that has run; without a recorded identity it counts as `presumed`'s.
 * Fault codes `state.missing`, and `state.other` without identity and `presumed`.
 */
export function findStateDirectory(
  disk: Pick<JournalDisk, 'describe' | 'read'>,
  given: string,
  presumed?: StateIdentity,
): Result<StateDirectory> {
  const dir = resolve(given);
  const paths = toPaths(dir);
  try {
    const { recorded, text } = readIdentity(disk, dir);
    if (recorded !== undefined) {
      return ok({ ...paths, ...recorded, ...findUnprovenTag(disk, dir, recorded) });
    }
    if (disk.describe(paths.control)?.kind !== 'directory') {
      return fail('state.missing', 'expected the state directory of a bot, found none', dir);
    }
    if (presumed !== undefined) {
      const tag = findLostTag(disk, dir);
      const own = tag === undefined ? UNKNOWN_TAG : { tag };
      return ok({ ...paths, identity: presumed, hasBegun: true, ...own });
    }
    const found = text === undefined ? 'no such file' : 'none';
    const message = `expected the login that this state belongs to, found ${found}`;
    return fail('state.other', message, join(dir, IDENTITY_FILE));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return error.code === 'ENOENT' || error.code === 'ENOTDIR'
      ? fail('state.missing', 'expected the state directory of a bot, found none', dir)
      : failDisk(error, dir);
  }
}

/**
 * Records that the journal has durable records: if it is missing from now on, it was lost. Also
 * records how the account is reached now. Fault code `state.failed` (the disk).
 */
export function markBegun(disk: JournalDisk, state: StateDirectory): Result<void> {
  const { before, dir, hasBegun, identity, tag } = state;
  try {
    if (!hasBegun || before !== undefined) {
      writeIdentity(disk, dir, identity, { hasBegun: true, tag });
    }
    return ok(undefined);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return failDisk(error, dir);
  }
}

/** Gives the state another identity. Throws the errors of the disk. */
export function moveStateDirectory(
  disk: JournalDisk,
  { dir, hasBegun, tag }: StateDirectory,
  identity: StateIdentity,
): void {
  writeIdentity(disk, dir, identity, { hasBegun, tag });
}

function open(
  { disk, drawTag, userId }: StatePorts,
  path: string,
  identity: StateIdentity,
): Result<StateDirectory> {
  if (disk.describe(dirname(path)) === undefined) disk.createDirectory(dirname(path));
  const dir = join(disk.resolve(dirname(path)), basename(path));
  const ancestors = checkAncestors(disk, dir, userId);
  if (!ancestors.ok) return ancestors;
  const paths = toPaths(dir);
  for (const one of Object.values(paths)) {
    if (disk.describe(one) === undefined) disk.createDirectory(one);
    const checked = checkOwn(disk, one, userId);
    if (!checked.ok) return checked;
  }
  for (const one of Object.values(paths)) {
    const checked = checkFiles(disk, one, userId);
    if (!checked.ok) return checked;
  }
  const begun = checkIdentity({ disk, drawTag }, paths, identity);
  return begun.ok ? ok({ ...paths, identity, ...begun.value }) : begun;
}

/** A user who may write to a parent directory could replace ours. */
function checkAncestors(
  disk: JournalDisk,
  dir: string,
  userId: number | undefined,
): Result<unknown> {
  for (let at = dirname(dir), isParent = true; ; at = dirname(at), isParent = false) {
    const facts = disk.describe(at);
    if (facts === undefined) return ok(undefined);
    const isGuarded = (facts.mode & STICKY) !== 0 && !isParent;
    if ((facts.mode & WORLD_WRITABLE) !== 0 && !isGuarded) {
      const message = 'expected a directory that only its owner may change, found a world-writable';
      return fail('state.unsafe', `${message} parent`, at);
    }
    if (userId !== undefined && facts.owner !== userId && facts.owner !== ROOT) {
      const message = `expected a directory of user ${String(userId)}, found one of user`;
      return fail('state.unsafe', `${message} ${String(facts.owner)}`, at);
    }
    if (at === dirname(at)) return ok(undefined);
  }
}

function checkOwn(disk: JournalDisk, dir: string, userId: number | undefined): Result<unknown> {
  const facts = disk.describe(dir);
  if (facts?.kind !== 'directory') {
    const found = facts?.kind ?? 'nothing';
    return fail('state.unsafe', `expected a directory, found a ${found}`, dir);
  }
  if (userId !== undefined && facts.owner !== userId) {
    const message = `expected it to belong to user ${String(userId)}, found user`;
    return fail('state.unsafe', `${message} ${String(facts.owner)}`, dir);
  }
  if ((facts.mode & OTHERS) === 0) return ok(undefined);
  const found = (facts.mode & 0o777).toString(8).padStart(4, '0');
  const message = `expected a directory of its owner only, found mode ${found}: chmod 700 ${dir}`;
  return fail('state.unsafe', message, dir);
}

/**
 * Names that may be of any kind: a kill file counts whatever it is, and the socket is created anew.
 */
const ANY_KIND: readonly string[] = ['KILL', 'socket'];

/** Refuses anything in place of a file that could block a reader or that somebody else made. */
function checkFiles(disk: JournalDisk, dir: string, userId: number | undefined): Result<unknown> {
  for (const name of disk.list(dir)) {
    const path = join(dir, name);
    const facts = ANY_KIND.includes(name) ? undefined : disk.describe(path);
    const isFolder = facts?.kind === 'directory' && basename(dir) !== CONTROL;
    if (facts === undefined || isFolder) continue;
    const found = findUnsafe(facts, path, userId);
    if (found !== '') return fail('state.unsafe', `expected a file, found ${found}`, path);
    // For instance a file restored from a copy.
    if ((facts.mode & OTHERS) !== 0) disk.protect(path);
  }
  return ok(undefined);
}

function findUnsafe(facts: FileFacts, path: string, userId: number | undefined): string {
  const hint = 'see who made it, and move it away';
  if (facts.kind !== 'file') return `${NAMES[facts.kind]}: ${hint}`;
  if (userId !== undefined && facts.owner !== userId) {
    return `one of user ${String(facts.owner)}: ${hint}`;
  }
  if ((facts.mode & OTHERS_WRITE) === 0) return '';
  const mode = (facts.mode & 0o777).toString(8).padStart(4, '0');
  return `one that others may have written, mode ${mode}: check it, then chmod 600 ${path}`;
}

const NAMES = {
  directory: 'a directory',
  link: 'a symbolic link',
  other: 'a pipe, a socket or a device',
} as const;

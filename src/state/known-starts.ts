// Index of the state directories with which each configuration was last started. A kill finds a bot
// by it even if the configuration is broken or missing.
import { createHash } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { isSystemError, type JournalDisk, readWhole, replaceFile } from '../journal/index.js';
import { type StateIdentity, toStateName, type VenueAccount } from './identity.js';

/** Last start of a configuration file as one login. */
export interface KnownStart {
  /** Path of the configuration, with links of its folder resolved. */
  readonly config: string;
  /** Path with all links resolved. */
  readonly target: string;
  /** SHA-256 of its text, lower-case hex. */
  readonly sha256: string;
  /** State directory. */
  readonly state: string;
  readonly identity: StateIdentity;
}

/** Location of this user's states, and the writing process. */
export interface StartPorts {
  readonly disk: JournalDisk;
  readonly host: { readonly stateHome: string; readonly processId: number };
}

type Reading = Pick<JournalDisk, 'describe' | 'list' | 'read' | 'resolve'>;

/** Folder in the state home; one small file per configuration and login. */
const FOLDER = 'starts';
const FILE = /^[0-9a-f]{32}\.json$/;

/** Records a start and removes entries whose state is gone. Returns the failure, or undefined. */
export function noteStart(
  { disk, host }: StartPorts,
  file: string,
  start: Pick<KnownStart, 'state' | 'identity'> & { readonly text: string },
): string | undefined {
  const dir = join(host.stateHome, FOLDER);
  const { identity, state, text: content } = start;
  const sha256 = hash(content);
  const { environment, baseUrl, login, venue } = identity;
  const { config, target } = spellConfig(disk, file);
  const entry = { v: 1, config, target, sha256, state: resolve(state), environment, baseUrl };
  try {
    if (disk.describe(dir) === undefined) disk.createDirectory(dir);
    for (const name of disk.list(dir)) {
      const known = FILE.test(name) ? readStart(disk, dir, name) : undefined;
      if (known !== undefined && !isThere(disk, known)) disk.remove(dir, name);
    }
    const account = venue === undefined ? [baseUrl, login] : [toStateName(identity)];
    const key = hash([config, environment, ...account].join('\n'));
    const name = `${key.slice(0, 32)}.json`;
    const text = `${JSON.stringify({ ...entry, login, venue })}\n`;
    replaceFile(disk, dir, name, text, { writer: host.processId });
    return undefined;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return `cannot note this start for weir kill: ${dir}: ${error.message}`;
  }
}

/** Starts whose state still exists. Unreadable entries are left out. */
export function listStarts(disk: Reading, stateHome: string): readonly KnownStart[] {
  const dir = join(stateHome, FOLDER);
  let names: readonly string[];
  try {
    names = disk.list(dir);
  } catch {
    return [];
  }
  const found = names.filter((name) => FILE.test(name)).map((name) => readStart(disk, dir, name));
  return found.filter((one) => one !== undefined).filter((one) => isThere(disk, one));
}

/** Starts of a configuration, whether its file still exists or not. */
export function findStarts(disk: Reading, stateHome: string, file: string): readonly KnownStart[] {
  const named = Object.values(spellConfig(disk, file));
  return listStarts(disk, stateHome).filter(({ config, target }) => {
    return named.includes(config) || named.includes(target);
  });
}

/** The one unambiguous start: the only one, or the only one with this text. */
export function pickStart(
  starts: readonly KnownStart[],
  readText: () => string | undefined,
): KnownStart | undefined {
  const [first, second] = starts;
  if (second === undefined) return first;
  const sha256 = hash(readText() ?? '');
  const [only, another] = starts.filter((one) => one.sha256 === sha256);
  return another === undefined ? only : undefined;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function spellConfig(disk: Reading, file: string): { config: string; target: string } {
  const path = resolve(file);
  const config = join(follow(disk, dirname(path)), basename(path));
  return { config, target: follow(disk, config) };
}

/** The path itself where it cannot be resolved. */
function follow(disk: Reading, path: string): string {
  try {
    return disk.resolve(path);
  } catch {
    return path;
  }
}

function isThere(disk: Reading, { state }: KnownStart): boolean {
  try {
    return disk.describe(join(state, 'control')) !== undefined;
  } catch {
    return true;
  }
}

/** Undefined for a file of another form, or an unreadable one. */
function readStart(disk: Reading, dir: string, name: string): KnownStart | undefined {
  let content: unknown;
  try {
    content = JSON.parse(readWhole(disk, dir, name) ?? '');
  } catch {
    return undefined;
  }
  if (typeof content !== 'object' || content === null) return undefined;
  const entry = content as Readonly<Record<string, unknown>>;
  const read = (key: string) => (typeof entry[key] === 'string' ? entry[key] : '');
  const [config, target, state] = [read('config'), read('target'), read('state')];
  if (entry['v'] !== 1 || config === '' || state === '') return undefined;
  const [environment, baseUrl, login] = [read('environment'), read('baseUrl'), read('login')];
  const venue = readVenue(entry['venue']);
  const identity = { environment, baseUrl, login, ...(venue === undefined ? {} : { venue }) };
  return { config, target, sha256: read('sha256'), state, identity };
}

function readVenue(value: unknown): VenueAccount | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, account } = value as Readonly<Record<string, unknown>>;
  return typeof id === 'string' && typeof account === 'string' ? { id, account } : undefined;
}

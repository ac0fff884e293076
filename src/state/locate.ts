// Finds the default place of an account's state, the same from every working directory.
import { basename, join, resolve } from 'node:path';
import { fail, ok, type Result } from '../domain/index.js';
import type { JournalDisk } from '../journal/index.js';
import { findStateDirectory } from './directory.js';
import type { StateDirectory } from './state-directory.js';
import {
  describeIdentity,
  describeVenue,
  isSameLogin,
  isSameVenue,
  listFormerNames,
  type StateIdentity,
  toFirstName,
  toStateName,
} from './identity.js';
import { listStarts } from './known-starts.js';

/** The disk, and the folder in which this user's states are. */
export interface PlacePorts {
  readonly disk: Pick<JournalDisk, 'describe' | 'list' | 'read' | 'resolve'>;
  readonly host: { readonly stateHome: string };
}

/** Folder in the working directory, where an earlier version kept states. */
const FORMER_HOME = 'state';

/**
 * State directory of a start: `given`, or the account's own in the state home. Fault codes
 * `state.former`: the state has a former place or name, and its halts stay in force; `state.other`:
 * the account has a state under another spelling.
 */
export function placeState(
  ports: PlacePorts,
  given: string | undefined,
  identity: StateIdentity,
): Result<string> {
  const { former, path } = listPlaces(ports, identity);
  const own = given ?? path;
  const isStated = identity.venue !== undefined || given === undefined;
  const other = listOthers(ports, identity, own).find(
    (one) => isStated || one.identity.venue !== undefined,
  );
  if (other !== undefined) return refuseOther(identity, own, other);
  if (given !== undefined) return ok(given);
  if (former === path || !exists(ports.disk, former)) return ok(path);
  const expected = `expected the state of ${identity.login} at ${path}, found it here`;
  const message = `${expected}, of an old version; move it there, or name it with --state DIR`;
  return fail('state.former', message, former);
}

function refuseOther(
  wanted: StateIdentity,
  own: string,
  { dir, identity: found }: StateDirectory,
): Result<never> {
  if (found.venue === undefined) {
    const message = `expected the state of ${describeIdentity(wanted)} at ${own}, found it here`;
    const hint = 'under its former name: run `weir state move CONFIG`';
    return fail('state.former', `${message}, ${hint}`, dir);
  }
  const whose = `${describeVenue(found.venue)} (${found.environment})`;
  if (!isSameVenue(wanted, found)) {
    const stated = wanted.venue === undefined ? 'none' : describeVenue(wanted.venue);
    const message = `expected venue.id and venue.account as in the state of ${wanted.login}`;
    return fail('state.other', `${message}, ${whose}, found ${stated}`, dir);
  }
  const message = `expected one state of ${whose}, at ${own}, found this one`;
  const hint = '`weir state move CONFIG` moves it there, or name it with --state DIR';
  return fail('state.other', `${message}: ${hint}; keep copies elsewhere`, dir);
}

/**
 * Current place of a state, for commands that stop or query a bot: no fault keeps a kill from a
 * bot.
 */
export function locateState(
  ports: PlacePorts,
  given: string | undefined,
  identity: StateIdentity,
): string {
  if (given !== undefined) return given;
  const { former, path } = listPlaces(ports, identity);
  if (exists(ports.disk, path)) return path;
  const [other] = listOthers(ports, identity, path);
  if (other !== undefined) return other.dir;
  return exists(ports.disk, former) ? former : path;
}

/**
 * Other state directories of the same account under any spelling: those in the state home with a
 * name of Weir's, and those of known starts where an account is stated.
 */
export function listOthers(
  ports: PlacePorts,
  identity: StateIdentity,
  own: string,
): readonly StateDirectory[] {
  const { disk, host } = ports;
  const isOther = ({ dir }: StateDirectory) => follow(disk, dir) !== follow(disk, own);
  const named = listNames(disk, host.stateHome)
    .map((name) => read(disk, join(host.stateHome, name)))
    .filter((one) => one !== undefined)
    .filter((one) => toNames(one.identity).includes(basename(one.dir)));
  const started = listStarts(disk, host.stateHome)
    .map(({ state }) => read(disk, state))
    .filter((one) => one !== undefined)
    .filter((one) => one.identity.venue !== undefined || identity.venue !== undefined);
  const byDir = new Map([...started, ...named].map((one) => [follow(disk, one.dir), one]));
  return [...byDir.values()].filter((one) => isOther(one) && isSame(one.identity, identity));
}

/** The same account in any environment, or the same login in one environment. */
function isSame(one: StateIdentity, other: StateIdentity): boolean {
  if (isSameVenue(one, other)) return true;
  return one.environment === other.environment && isSameLogin(one, other);
}

const toNames = (identity: StateIdentity): readonly string[] => [
  toStateName(identity),
  ...listFormerNames(identity),
];

function read(disk: PlacePorts['disk'], dir: string): StateDirectory | undefined {
  const found = findStateDirectory(disk, dir);
  return found.ok ? found.value : undefined;
}

function listNames(disk: PlacePorts['disk'], dir: string): readonly string[] {
  try {
    return disk.list(dir);
  } catch {
    return [];
  }
}

/** The path itself where it cannot be resolved. */
function follow(disk: PlacePorts['disk'], path: string): string {
  try {
    return disk.resolve(path);
  } catch {
    return resolve(path);
  }
}

/** The account's own place in the state home. */
export function toStatePath({ host }: Pick<PlacePorts, 'host'>, identity: StateIdentity): string {
  return join(host.stateHome, toStateName(identity));
}

function listPlaces({ host }: Pick<PlacePorts, 'host'>, identity: StateIdentity) {
  return {
    path: toStatePath({ host }, identity),
    former: resolve(FORMER_HOME, toFirstName(identity)),
  };
}

/** A path that cannot be read may exist. */
function exists(disk: PlacePorts['disk'], path: string): boolean {
  try {
    return disk.describe(path) !== undefined;
  } catch {
    return true;
  }
}

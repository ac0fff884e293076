// Where the state of an account is when nobody says so: one place, from whatever working directory.
import { basename, join, resolve } from 'node:path';
import { fail, ok, type Result } from '../domain/index.js';
import type { JournalDisk } from '../journal/index.js';
import { findStateDirectory, type StateDirectory } from './directory.js';
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

/** What tells of state directories: the disk, and where this user keeps them. */
export interface PlacePorts {
  readonly disk: Pick<JournalDisk, 'describe' | 'list' | 'read' | 'resolve'>;
  readonly host: { readonly stateHome: string };
}

/** Under the working directory: there an earlier version kept them. */
const FORMER_HOME = 'state';

/**
 * Where a start takes up the state of an account: the directory that is given, or the account's own
 * under the user's. Fault codes `state.former`: it has a place or a name of before, and what was
 * halted there stays halted; `state.other`: the account has a state by another spelling.
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
  const expected = `expected the state of ${identity.login} at ${path}, found one here`;
  const message = `${expected}, of an earlier version; move it there, or name it with --state DIR`;
  return fail('state.former', message, former);
}

function refuseOther(
  wanted: StateIdentity,
  own: string,
  { dir, identity: found }: StateDirectory,
): Result<never> {
  if (found.venue === undefined) {
    const message = `expected the state of ${describeIdentity(wanted)} at ${own}, found it here`;
    const hint = 'under its former name: `weir state move CONFIG` takes it over';
    return fail('state.former', `${message}, ${hint}`, dir);
  }
  const whose = `${describeVenue(found.venue)} (${found.environment})`;
  if (!isSameVenue(wanted, found)) {
    const stated = wanted.venue === undefined ? 'none' : describeVenue(wanted.venue);
    const message = `expected venue.id and venue.account of the state that ${wanted.login} has`;
    return fail('state.other', `${message}, ${whose}, found ${stated}`, dir);
  }
  const message = `expected one state of ${whose}, at ${own}, found this one`;
  const hint = '`weir state move CONFIG` moves it there, or name it with --state DIR';
  return fail('state.other', `${message}: ${hint}; a copy has to lie elsewhere`, dir);
}

/** Where it is now, for who stops a bot or asks about it: nothing keeps a kill from a bot. */
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
 * State directories besides its own that hold the same account, by whatever spelling: those under
 * the user's place by a name that Weir gives, and those of known starts where an account is stated.
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

/** The account in whatever environment, or a login in one. */
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

/** The path itself where it leads nowhere. */
function follow(disk: PlacePorts['disk'], path: string): string {
  try {
    return disk.resolve(path);
  } catch {
    return resolve(path);
  }
}

/** Its own place. */
export function toStatePath({ host }: Pick<PlacePorts, 'host'>, identity: StateIdentity): string {
  return join(host.stateHome, toStateName(identity));
}

function listPlaces({ host }: Pick<PlacePorts, 'host'>, identity: StateIdentity) {
  return {
    path: toStatePath({ host }, identity),
    former: resolve(FORMER_HOME, toFirstName(identity)),
  };
}

/** What cannot be looked at may be there. */
function exists(disk: PlacePorts['disk'], path: string): boolean {
  try {
    return disk.describe(path) !== undefined;
  } catch {
    return true;
  }
}

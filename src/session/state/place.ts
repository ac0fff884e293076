// Where the state of a login is when nobody says so: one place, from whatever working directory.
import { join, resolve } from 'node:path';
import { spellBaseUrl } from '../../client/index.js';
import { fail, ok, type Result } from '../../domain/index.js';
import type { JournalDisk } from '../../journal/index.js';
import type { StateIdentity } from './directory.js';

/** What tells of state directories: the disk, and where this user keeps them. */
export interface PlacePorts {
  readonly disk: Pick<JournalDisk, 'describe'>;
  readonly host: { readonly stateHome: string };
}

/** Under the working directory: there an earlier version kept them. */
const FORMER_HOME = 'state';

/** The one spelling that stands for all of a base URL, for who compares places. */
export function spellPlace(baseUrl: string): string {
  return spellBaseUrl(baseUrl).replace(/\/\/localhost(?![^:/])/, '//127.0.0.1');
}

/**
 * Where a start takes up the state of a login: the directory that is given, or the login's own
 * under the user's. Fault code `state.former`: it is where an earlier version kept it, and what was
 * halted there stays halted.
 */
export function placeState(
  ports: PlacePorts,
  given: string | undefined,
  identity: StateIdentity,
): Result<string> {
  if (given !== undefined) return ok(given);
  const { former, path } = listPlaces(ports, identity);
  if (former === path || !exists(ports.disk, former)) return ok(path);
  const expected = `expected the state of ${identity.login} at ${path}, found one here`;
  const message = `${expected}, of an earlier version; move it there, or name it with --state DIR`;
  return fail('state.former', message, former);
}

/** Where it is now, for who stops a bot or asks about it: nothing keeps a kill from a bot. */
export function locateState(
  ports: PlacePorts,
  given: string | undefined,
  identity: StateIdentity,
): string {
  if (given !== undefined) return given;
  const { former, path } = listPlaces(ports, identity);
  return !exists(ports.disk, path) && exists(ports.disk, former) ? former : path;
}

function listPlaces({ host }: PlacePorts, identity: StateIdentity) {
  const { baseUrl } = identity;
  return {
    path: join(host.stateHome, toStateName(identity, spellPlace(baseUrl))),
    // It took a base URL as it was spelled.
    former: resolve(FORMER_HOME, toStateName(identity, baseUrl)),
  };
}

/** `<environment>-<host>-<login>`, in letters that every file system takes. */
function toStateName({ environment, login }: StateIdentity, baseUrl: string): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  return [environment, host, login].map((part) => part.replace(/[^\w.@-]/g, '_')).join('-');
}

/** What cannot be looked at may be there. */
function exists(disk: PlacePorts['disk'], path: string): boolean {
  try {
    return disk.describe(path) !== undefined;
  } catch {
    return true;
  }
}

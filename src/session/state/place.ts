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

/** A base URL as every spelling of it, for those who compare places. */
export function spellPlace(baseUrl: string): string {
  return spellBaseUrl(baseUrl).replace('//localhost', '//127.0.0.1');
}

/** `<environment>-<host>-<login>`, in letters that every file system takes. */
export function toStateName({ environment, baseUrl, login }: StateIdentity): string {
  const host = URL.canParse(baseUrl) ? new URL(spellPlace(baseUrl)).host : baseUrl;
  return [environment, host, login].map((part) => part.replace(/[^\w.@-]/g, '_')).join('-');
}

/**
 * The state directory that is given, or the one of this login under the user's own. Fault code
 * `state.former`: it is where an earlier version kept it, and what was halted there stays halted.
 */
export function locateState(
  { disk, host }: PlacePorts,
  given: string | undefined,
  identity: StateIdentity,
): Result<string> {
  if (given !== undefined) return ok(given);
  const name = toStateName(identity);
  const path = join(host.stateHome, name);
  const former = resolve(FORMER_HOME, name);
  if (former === path || !exists(disk, former)) return ok(path);
  const expected = `expected the state of ${identity.login} at ${path}, found one here`;
  const message = `${expected}, of an earlier version; move it there, or name it with --state DIR`;
  return fail('state.former', message, former);
}

/** What cannot be looked at may be there. */
function exists(disk: PlacePorts['disk'], path: string): boolean {
  try {
    return disk.describe(path) !== undefined;
  } catch {
    return true;
  }
}

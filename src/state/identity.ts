// Identity of a state: an account under the venue's own name, or a login at a base URL.
import { createHash } from 'node:crypto';
import { isLoopbackUrl, spellBaseUrl } from '../client/index.js';

/** An account as `venue.id` and `venue.account` of a configuration name it. */
export interface VenueAccount {
  readonly id: string;
  readonly account: string;
}

/** Identity of a state; each identity has a directory of its own. */
export interface StateIdentity {
  readonly environment: string;
  readonly baseUrl: string;
  /** `user@org`, or the id of an HMAC key. */
  readonly login: string;
  /** Where it is stated it alone is the identity; base URL and login are only recorded. */
  readonly venue?: VenueAccount;
}

/** Canonical spelling of a base URL, for comparisons. */
export function spellPlace(baseUrl: string): string {
  const spelled = spellBaseUrl(baseUrl);
  if (!isLoopbackUrl(spelled)) return spelled;
  const url = new URL(spelled);
  url.hostname = '127.0.0.1';
  return spellBaseUrl(url.href);
}

/** Case and surrounding blanks do not make another account. */
function spellAccount({ id, account }: VenueAccount): string {
  return `${id}\n${account.normalize('NFC').trim().toLowerCase()}`;
}

/** The account as text, where the venue's own name of it is known. */
export function describeVenue({ id, account }: VenueAccount): string {
  return `account ${account} of venue ${id}`;
}

/** Describes the account, with login and base URL. */
export function describeIdentity({ baseUrl, login, venue }: StateIdentity): string {
  const reached = `${login} at ${baseUrl}`;
  return venue === undefined ? reached : `${describeVenue(venue)} (${reached})`;
}

/** Whether both state an account, and the same one. */
export function isSameVenue(one: StateIdentity, other: StateIdentity): boolean {
  const [first, second] = [one.venue, other.venue];
  if (first === undefined || second === undefined) return false;
  return spellAccount(first) === spellAccount(second);
}

/** Whether login and base URL are the same. */
export function isSameLogin(one: StateIdentity, other: StateIdentity): boolean {
  return one.login === other.login && spellPlace(one.baseUrl) === spellPlace(other.baseUrl);
}

/**
 * Lock names of an identity: of the account where it is stated, and of the login. Only the process
 * that binds all of them may trade.
 */
export function toLockNames(identity: StateIdentity): readonly [string, ...string[]] {
  const { baseUrl, login, venue } = identity;
  const ofLogin = toName(`${login}\n${spellPlace(baseUrl)}`);
  return venue === undefined ? [ofLogin] : [toName(`venue\n${spellAccount(venue)}`), ofLogin];
}

function toName(text: string): string {
  return `weir-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

/** Name of the folder: `<environment>-<venue>-<account>` or `<environment>-<host>-<login>`. */
export function toStateName(identity: StateIdentity): string {
  const { baseUrl, environment, login, venue } = identity;
  if (venue === undefined) return toLoginName(environment, spellPlace(baseUrl), login);
  return joinName([environment, ...spellAccount(venue).split('\n')]);
}

/** Former names of the folder: those of its login, by spellings of its base URL. */
export function listFormerNames(identity: StateIdentity): readonly string[] {
  const { baseUrl, environment, login } = identity;
  return [toLoginName(environment, spellPlace(baseUrl), login), toFirstName(identity)];
}

/** Folder name of the first version, which used the base URL as it was spelled. */
export function toFirstName({ baseUrl, environment, login }: StateIdentity): string {
  return toLoginName(environment, baseUrl, login);
}

function toLoginName(environment: string, baseUrl: string, login: string): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  return joinName([environment, host, login]);
}

/** Keeps only characters that every file system accepts. */
function joinName(parts: readonly string[]): string {
  return parts.map((part) => part.replace(/[^\w.@-]/g, '_')).join('-');
}

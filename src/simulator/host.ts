// What the handlers of requests work with.
import { assert, type Instant, type Instrument } from '../domain/index.js';
import type { RouteId, VenueProfile } from '../protocol/index.js';
import type { Log } from '../telemetry/index.js';
import type { Account, Login, Venue } from '../venue/index.js';
import type { Answer } from './answer.js';
import { createPasswordTest } from './secrets.js';
import type { SimulatorSettings } from './settings.js';

export interface Host {
  readonly venue: Venue;
  readonly profile: VenueProfile;
  readonly log: Log | undefined;
  readonly isPassword: (user: string, org: string, password: string) => boolean;
  /** By symbol without its slash, for paths: `EURUSD`. */
  readonly byCompactSymbol: ReadonlyMap<string, Instrument>;
}

/** A request whose route, token and query have been checked. */
export interface Call {
  readonly at: Instant;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined where the route has no body. */
  readonly body: unknown;
  /** Who asks; undefined on routes without token. */
  readonly login: Login | undefined;
}

export type Handler = (host: Host, call: Call) => Answer;
export type Handlers = Readonly<Record<RouteId, Handler>>;

export function createHost(
  venue: Venue,
  { users, log }: SimulatorSettings,
  profile: VenueProfile,
): Host {
  const byCompactSymbol = new Map(venue.instruments.map((one) => [one.base + one.term, one]));
  return { venue, profile, log, isPassword: createPasswordTest(users), byCompactSymbol };
}

export function findLogin(call: Call): Login {
  assert(call.login !== undefined, 'a route without token asked who its user is');
  return call.login;
}

export function findAccount(call: Call): Account {
  return findLogin(call).account;
}

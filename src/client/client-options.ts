// What a client of the venue is made from.
import type { Instant } from '../domain/index.js';
import type { FindInstrument, Lane, VenueProfile } from '../protocol/index.js';
import type { Authenticator, Credentials, LoginListener } from './login/authenticator.js';
import type { LaneDispatcher } from './transport/connections.js';
import type { FailedLoginStore, LoginAttemptLimits } from './login/login-limiter.js';
import type { CallListener, Sender } from './sender.js';
import type { CallClock } from './transport/transport.js';

/** Where the venue is and who the client is there: by password and token, or by HMAC. */
export type VenueClientOptions = ClientOptions & Credentials;

interface ClientOptions {
  /** https, or http on this machine. */
  readonly baseUrl: string;
  /** The only signers of certificates that are trusted, PEM; those of the machine when absent. */
  readonly ca?: string | undefined;
  readonly profile?: VenueProfile;
  /** Instruments in which orders and fills are read. */
  readonly findInstrument: FindInstrument;
  /** Session time; rules the token's life and dates signed requests. */
  readonly now: () => Instant;
  /** Machine time; rules the deadlines. This machine's by default. */
  readonly machine?: CallClock;
  /** Told of logins, renewals and refused signatures, also of those that a call set off. */
  readonly onLogin?: LoginListener;
  readonly onCall?: CallListener;
  /** How often a refused login is tried within ten minutes; 3 times without waits by default. */
  readonly loginTries?: LoginAttemptLimits;
  /** Refused logins of other clients, which count too. */
  readonly refusals?: FailedLoginStore | undefined;
  readonly createLane?: CreateLane;
  /** Carries calls that move trades or money too: for `src/desk` alone. */
  readonly carriesDesk?: true;
}

export type CreateLane = (lane: Lane, origin: string, ca?: string) => LaneDispatcher;

/** What it holds. */
export interface ClientParts {
  readonly sender: Sender;
  readonly auth: Authenticator;
  readonly profile: VenueProfile;
  readonly find: FindInstrument;
  readonly carriesDesk: boolean;
}

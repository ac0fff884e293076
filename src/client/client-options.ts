// Options of a client of the venue.
import type { Instant } from '../domain/index.js';
import type { FindInstrument } from '../protocol/codecs/index.js';
import type { VenueProfile } from '../protocol/profile/index.js';
import type { Authenticator, Credentials, LoginListener } from './login/authenticator.js';
import type { CreateLane } from './transport/connections.js';
import type { FailedLoginStore, LoginAttemptLimits } from './login/login-limiter.js';
import type { CallListener, Sender } from './sender.js';
import type { CallClock } from './transport/call-clock.js';

/** Base URL of the venue and credentials: password and token, or HMAC. */
export type VenueClientOptions = ClientOptions & Credentials;

interface ClientOptions {
  /** https, or http on this host. */
  readonly baseUrl: string;
  /** Only trusted signers of certificates, PEM; those of the host when absent. */
  readonly ca?: string | undefined;
  readonly profile?: VenueProfile;
  /** Instruments of orders and fills. */
  readonly findInstrument: FindInstrument;
  /** Session time; used for the token's life and the date of signed requests. */
  readonly now: () => Instant;
  /** Monotonic clock of the deadlines; this host's by default. */
  readonly machine?: CallClock;
  /** Called with logins, renewals and refused signatures, including those that a call caused. */
  readonly onLogin?: LoginListener;
  readonly onCall?: CallListener;
  /** Attempts of a refused login within ten minutes; 3 without waits by default. */
  readonly loginTries?: LoginAttemptLimits;
  /** Refused logins of other clients, which count too. */
  readonly refusals?: FailedLoginStore | undefined;
  readonly createLane?: CreateLane;
  /** Allows calls that move trades or money: only for `createBackOfficeClient`. */
  readonly carriesDesk?: true;
}

/** Parts of a client. */
export interface ClientParts {
  readonly sender: Sender;
  readonly auth: Authenticator;
  readonly profile: VenueProfile;
  readonly find: FindInstrument;
  readonly carriesDesk: boolean;
}

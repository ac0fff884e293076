// Authentication of a client: how a request proves its sender, and what follows a refusal.
import type { Instant, Micros, Result } from '../../domain/index.js';
import type { TransportOutcome } from '../../domain/venue/index.js';
import type { CallKind } from '../../protocol/index.js';
import type { Exchange } from '../transport/transport.js';

/** Name and password for a login that returns a token. */
export interface PasswordCredentials {
  readonly user: string;
  readonly password: string;
  readonly org: string;
  /** Where the password is kept, for the message of a refused login. */
  readonly passwordPlace?: string;
}

/** Id and secret that sign every request; there is no login. */
export interface HmacCredentials {
  readonly hmac: { readonly id: string; readonly secret: string };
}

export type Credentials = PasswordCredentials | HmacCredentials;

export interface LoginInfo {
  /** Session time at which the call was sent. */
  readonly at: Instant;
  /** The venue's time then, as the venue states it. */
  readonly venueAt: Instant;
  readonly life: Micros;
  /** Session times at half and at the end of the life. */
  readonly renewDueAt: Instant;
  readonly expiresAt: Instant;
}

/**
 * Called with every login and renewal, and with every refused signature; `status` is 0 without a
 * response, and `transport` says why none was usable.
 */
export type LoginListener = (
  result: Result<LoginInfo>,
  status: number,
  transport?: TransportOutcome,
) => void;

/** A request as it will go on the wire, without the headers that prove its sender. */
export interface UnprovenRequest {
  readonly method: string;
  /** Path and query below the base URL, and the path of the base URL before it. */
  readonly path: string;
  readonly basePath: string;
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes to be sent; empty without a body. */
  readonly body: Uint8Array;
}

/** Returns the authentication headers of a request, in the tick in which it is sent. */
export type Authenticate = (request: UnprovenRequest) => Readonly<Record<string, string>>;

/** Authentication of one attempt. */
export interface AuthHeaders {
  readonly prove: Authenticate;
  /** Takes the result of the attempt. */
  see(exchange: Exchange): void;
  /**
   * After a 401: gets new credentials for another attempt; false when another attempt is useless.
   */
  replace(): Promise<boolean>;
}

export interface Authenticator {
  /** Gets the token, where there is one. */
  login(): Promise<Result<LoginInfo>>;
  renew(): Promise<Result<LoginInfo>>;
  /** Time of the next renewal; NEVER when there is nothing to renew. */
  readonly renewDueAt: Instant;
  /** Why a request of this kind may not leave before a login; undefined when it may. */
  obstacle(kind: CallKind): string | undefined;
  proof(): AuthHeaders;
  /** Removes the client's secrets from a text. */
  redact(text: string): string;
}

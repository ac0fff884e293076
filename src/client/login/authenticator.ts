// Who a client is to the venue: how a request proves it, and what follows when it is refused.
import type { Instant, Micros, Result, TransportOutcome } from '../../domain/index.js';
import type { CallKind } from '../../protocol/index.js';
import type { Exchange } from '../transport/transport.js';

/** Name and password, for a login that gives a token. */
export interface PasswordCredentials {
  readonly user: string;
  readonly password: string;
  readonly org: string;
  /** Where the password is kept, for the message of a login that the venue refuses. */
  readonly passwordPlace?: string;
}

/** Id and secret by which every request is signed; there is no login. */
export interface HmacCredentials {
  readonly hmac: { readonly id: string; readonly secret: string };
}

export type Credentials = PasswordCredentials | HmacCredentials;

export interface LoginInfo {
  /** Session time at which the call was sent. */
  readonly at: Instant;
  /** The venue's clock then, by its own word. */
  readonly venueAt: Instant;
  readonly life: Micros;
  /** Session times: half of the life gone, and all of it. */
  readonly renewDueAt: Instant;
  readonly expiresAt: Instant;
}

/**
 * Told of every login and renewal, and of every signature that was refused; `status` is 0 when no
 * answer came, and `transport` why none of use did.
 */
export type LoginListener = (
  result: Result<LoginInfo>,
  status: number,
  transport?: TransportOutcome,
) => void;

/** A request as it will go on the wire, apart from the headers that prove its sender. */
export interface UnprovenRequest {
  readonly method: string;
  /** Path and query below the base URL, and the path of the base URL in front of it. */
  readonly path: string;
  readonly basePath: string;
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes that are sent; empty without a body. */
  readonly body: Uint8Array;
}

/** Headers to be added to a request; asked for in the tick in which it is sent. */
export type Authenticate = (request: UnprovenRequest) => Readonly<Record<string, string>>;

/** What proves the sender of one attempt. */
export interface AuthHeaders {
  readonly prove: Authenticate;
  /** Takes note of how the attempt ended. */
  see(exchange: Exchange): void;
  /** After a 401: gets what another attempt needs; false when there is no use in one. */
  replace(): Promise<boolean>;
}

export interface Authenticator {
  /** Gets what requests are proven by. */
  login(): Promise<Result<LoginInfo>>;
  renew(): Promise<Result<LoginInfo>>;
  /** When the owner should renew; NEVER when there is nothing to renew. */
  readonly renewDueAt: Instant;
  /** Why no such request may leave before a login, in words; undefined when one may. */
  obstacle(kind: CallKind): string | undefined;
  proof(): AuthHeaders;
  /** A text without the secrets of this client. */
  redact(text: string): string;
}

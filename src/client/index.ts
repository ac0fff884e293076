// REST client of the venue, usable without the rest of Weir. Its calls bypass the gate.
export {
  type AnyOutcome,
  type CallInput,
  type CallOptions,
  type ApiResult,
  type BackOfficeApi,
  isBackOfficeRoute,
  prepareCall,
  type PreparedCall,
  type VenueApi,
} from './api.js';
export type {
  Credentials,
  HmacCredentials,
  LoginInfo,
  LoginListener,
  PasswordCredentials,
} from './login/authenticator.js';
export { findWait } from './transport/response-headers.js';
export {
  type BaseUrl,
  isLoopbackHost,
  isLoopbackUrl,
  parseBaseUrl,
  spellBaseUrl,
} from './base-url.js';
export { isDemoLogin } from './check-base-url.js';
export type { CallText } from './call-text.js';
export { createConnection, type LaneDispatcher, lookUp } from './transport/connections.js';
export type { FailedLoginStore, LoginAttemptLimits } from './login/login-limiter.js';
export type { FinishedCall, CallListener } from './sender.js';
export type { ListOutcome, ReadOutcome } from './read.js';
export type { WriteOutcome } from './write.js';
export { createCancelOnlyClient, type CancelOnlyClient } from './cancel-only-client.js';
export { REFUSED_BY_EGRESS } from './transport/transport.js';
export { createVenueClient, type VenueClient } from './venue-client.js';
export type { VenueClientOptions } from './client-options.js';
// Also for callers: creating instruments, and an order's canonical body.
export { createInstrument, type Fault, type Result } from '../domain/index.js';
export { fromScaled, toScaled } from '../domain/numbers/index.js';
export { encodeOrderRequest } from '../protocol/index.js';

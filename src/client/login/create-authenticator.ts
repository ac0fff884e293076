// Selects token or HMAC authentication by the credentials.
import { type Instant, ok, type Result } from '../../domain/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import type { Authenticator, Credentials, LoginListener } from './authenticator.js';
import { createHmacSigner } from './hmac-signer.js';
import type { FailedLoginStore, LoginAttemptLimits } from './login-limiter.js';
import { TokenManager } from './token-manager.js';
import type { Sender } from '../sender.js';

interface AuthenticatorParts {
  readonly profile: VenueProfile;
  readonly now: () => Instant;
  readonly onLogin: LoginListener;
  readonly sender: Sender;
  readonly tries?: LoginAttemptLimits | undefined;
  readonly refusals?: FailedLoginStore | undefined;
}

/** Fault code `client.hmac`. */
export function createAuthenticator(
  credentials: Credentials,
  parts: AuthenticatorParts,
): Result<Authenticator> {
  if ('hmac' in credentials) return createHmacSigner({ hmac: credentials.hmac, ...parts });
  return ok(new TokenManager({ ...credentials, ...parts }));
}

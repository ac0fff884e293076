// Codec of login and renewal (wire facts 2.1 and 2.2).
import { isRecord } from '../validation/index.js';
import { fail, type Instant, MILLISECOND, ok, type Result } from '../domain/index.js';
import { DEFAULT_PROFILE, type VenueProfile } from './profile/profile.js';
import { loginSchema, renewSchema } from './schemas/auth.js';
import { cleanText, showValue, toEpochMs } from './wire-text.js';

/** Version of the interface that the simulator implements. */
const API_VERSION = '1.0.1';

export interface LoginGrant {
  /** The venue's time at the login. */
  readonly startedAt: Instant;
  /** Expiry of the token in the venue's time. */
  readonly expiresAt: Instant;
}

export interface RenewGrant {
  /** Whether the token is still valid; if not, the client logs in again. */
  readonly valid: boolean;
  /** Whether the renewed token had expired. */
  readonly expired: boolean;
  readonly expiresAt: Instant;
}

export function encodeLogin(
  startedAt: Instant,
  expiresAt: Instant,
  profile: VenueProfile = DEFAULT_PROFILE,
): string {
  return (
    `{"status":${JSON.stringify(profile.loginOk)},"errorCode":null,"responseTuples":null` +
    `,"expiryTime":${String(toEpochMs(expiresAt))},"serverUTCTime":${String(toEpochMs(startedAt))}}`
  );
}

export function encodeRenew(grant: RenewGrant, profile: VenueProfile = DEFAULT_PROFILE): string {
  return (
    `{"status":${JSON.stringify(profile.loginOk)},"errorCode":null,"responseTuples":null` +
    `,"valid":${String(grant.valid)},"expiryTime":${String(toEpochMs(grant.expiresAt))}` +
    `,"apiVersion":"${API_VERSION}","expired":${String(grant.expired)}}`
  );
}

/** Fault code of a login that was sent without a response: the client may retry it. */
export const LOGIN_LOST = 'client.login-lost';

/** Grant of a login response. Fault codes `protocol.shape` and `protocol.login`. */
export function decodeLogin(
  body: unknown,
  profile: VenueProfile = DEFAULT_PROFILE,
): Result<LoginGrant> {
  const parsed = loginSchema.safeParse(body);
  if (!parsed.success) return failGrant('login', 'status, expiryTime and serverUTCTime', body);
  const { status, errorCode, expiryTime, serverUTCTime } = parsed.data;
  const refusal = findRefusal('login', status, errorCode, profile);
  if (refusal !== undefined) return refusal;
  if (expiryTime <= serverUTCTime) {
    return fail(
      'protocol.login',
      'login: expected expiryTime after serverUTCTime, found it before',
    );
  }
  return ok({ startedAt: serverUTCTime * MILLISECOND, expiresAt: expiryTime * MILLISECOND });
}

/** Grant of a renewal response. Fault codes `protocol.shape` and `protocol.login`. */
export function decodeRenew(
  body: unknown,
  profile: VenueProfile = DEFAULT_PROFILE,
): Result<RenewGrant> {
  const parsed = renewSchema.safeParse(body);
  if (!parsed.success) return failGrant('renewal', 'status, valid and expiryTime', body);
  const { status, errorCode, valid, expired, expiryTime } = parsed.data;
  const refusal = findRefusal('renewal', status, errorCode, profile);
  if (refusal !== undefined) return refusal;
  return ok({ valid, expired: expired ?? false, expiresAt: expiryTime * MILLISECOND });
}

/** Names the fields received but no values: one of them may be a token. */
function failGrant(subject: string, expected: string, body: unknown) {
  const found = isRecord(body) ? `the fields ${Object.keys(body).join(', ')}` : 'no JSON object';
  return fail('protocol.shape', cleanText(`${subject}: expected ${expected}, found ${found}`));
}

function findRefusal(
  subject: string,
  status: string,
  errorCode: string | null | undefined,
  profile: VenueProfile,
) {
  if (status === profile.loginOk && (errorCode ?? '') === '') return undefined;
  const found = `${showValue(status)} with errorCode ${showValue(errorCode ?? undefined)}`;
  return fail('protocol.login', `${subject}: expected status ${profile.loginOk}, found ${found}`);
}

// Handlers of login and token renewal (wire facts 2.1 and 2.2).
import { encodeLogin, encodeRenew } from '../../protocol/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import { type SimulatorResponse, answer, ERROR_CODES, refuse } from '../response.js';
import {
  type AreaHandlers,
  type Call,
  findAccount,
  findLogin,
  type HandlerContext,
} from '../handler.js';

function login(
  { venue, profile, clock, log }: HandlerContext,
  call: Call<'login'>,
): SimulatorResponse {
  const account = findAccount(call);
  const { token, expiresAt } = venue.logins.open(call.at, account);
  log?.info('login', { user: account.user.user, org: account.user.org });
  const body = encodeLogin(clock.show(call.at), clock.show(expiresAt), profile);
  return answer(200, body, carryToken(token, profile));
}

function renewToken(
  { venue, profile, clock }: HandlerContext,
  call: Call<'renewToken'>,
): SimulatorResponse {
  const old = findLogin(call);
  // An expired token is always replaced by a new one, even where `renewal` is `life` (spec).
  const expired = call.at >= old.expiresAt;
  const isNew = expired || profile.renewal === 'token';
  const { logins } = venue;
  const renewed = isNew ? logins.renew(call.at, old.token) : logins.extend(call.at, old.token);
  // Authentication found the token, but a delayed request may find it revoked.
  if (renewed === undefined) {
    const message = `${profile.tokenHeader} is unknown.`;
    return refuse(401, message, ERROR_CODES.wrongToken, profile);
  }
  const { token } = renewed;
  const expiresAt = clock.show(renewed.expiresAt);
  const body = encodeRenew({ valid: true, expired, expiresAt }, profile);
  return answer(200, body, isNew ? carryToken(token, profile) : []);
}

/** Response headers with the token: the token header and the cookie. */
function carryToken(token: string, profile: VenueProfile): readonly string[] {
  const cookie = `${profile.tokenCookie}=${token}; Path=/`;
  return [profile.tokenHeader, token, 'Set-Cookie', cookie];
}

export const AUTH_HANDLERS: AreaHandlers<'auth'> = { login, renewToken };

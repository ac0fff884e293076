// Login and token renewal (wire facts 2.1 and 2.2).
import { assert } from '../../domain/index.js';
import { encodeLogin, encodeRenew, ROUTES, type VenueProfile } from '../../protocol/index.js';
import { type Answer, answer, ERROR_CODES, refuse } from '../answer.js';
import { type AreaHandlers, type Call, findLogin, type Host } from '../host.js';
import { describeIssue } from '../read-request.js';

function login({ venue, profile, isPassword, log }: Host, call: Call<'login'>): Answer {
  const parsed = ROUTES.login.body.safeParse(call.body);
  if (!parsed.success) {
    return refuse(400, describeIssue('login', parsed.error), ERROR_CODES.badLogin, profile);
  }
  const { user, pass, org } = parsed.data;
  const account = isPassword(user, org, pass) ? venue.findAccount(user, org) : undefined;
  if (account === undefined) {
    log?.warn('login refused', { user, org });
    const message = 'User, password or organization is wrong.';
    return refuse(401, message, ERROR_CODES.wrongPassword, profile);
  }
  const { token, expiresAt } = venue.logins.open(call.at, account);
  log?.info('login', { user, org });
  return answer(200, encodeLogin(call.at, expiresAt, profile), carryToken(token, profile));
}

function renewToken({ venue, profile }: Host, call: Call<'renewToken'>): Answer {
  const renewed = venue.logins.renew(call.at, findLogin(call).token);
  assert(renewed !== undefined, 'a living token was not renewed');
  const { token, expiresAt } = renewed;
  const body = encodeRenew({ valid: true, expired: false, expiresAt }, profile);
  return answer(200, body, carryToken(token, profile));
}

/** Both places where a client may look for the token. */
function carryToken(token: string, profile: VenueProfile): readonly string[] {
  const cookie = `${profile.tokenCookie}=${token}; Path=/`;
  return [profile.tokenHeader, token, 'Set-Cookie', cookie];
}

export const AUTH_HANDLERS: AreaHandlers<'auth'> = { login, renewToken };

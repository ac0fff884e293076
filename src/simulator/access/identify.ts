// Authenticates a request: by its token, its HMAC signature, or the password of a login.
import type { Instant } from '../../domain/index.js';
import { type Route, ROUTES } from '../../protocol/index.js';
import { type SimulatorResponse, ERROR_CODES, refuse } from '../response.js';
import type { HandlerContext, Identity } from '../handler.js';
import { describeProblem, type HttpRequest, readJson } from '../http/read-request.js';
import { isSigned } from './signature-check.js';

/** Identity of the sender, or a 401 response. */
export function identify(
  host: HandlerContext,
  at: Instant,
  route: Route,
  request: HttpRequest,
): Identity | { readonly refusal: SimulatorResponse } {
  if (route.id === 'login') return identifyPassword(host, request);
  // A renewal needs a token, so a signature does not authenticate it.
  if (route.kind !== 'login' && isSigned(request)) return identifySigner(host, at, request);
  const { logins } = host.venue;
  const { token } = request;
  const isRenewal = route.id === 'renewToken';
  const login = isRenewal ? logins.findRenewable(token) : logins.find(at, token);
  if (login !== undefined) return { account: login.account, login };
  const words = token === '' ? 'is missing' : 'is unknown or has expired';
  const message = `${host.profile.tokenHeader} ${words}.`;
  return { refusal: refuse(401, message, ERROR_CODES.wrongToken, host.profile) };
}

function identifyPassword(
  { venue, profile, isPassword, log }: HandlerContext,
  request: HttpRequest,
): Identity | { readonly refusal: SimulatorResponse } {
  const read = readJson(request.body);
  if ('problem' in read) {
    return { refusal: refuse(400, read.problem, ERROR_CODES.badLogin, profile) };
  }
  const parsed = ROUTES.login.body.safeParse(read.value);
  if (!parsed.success) {
    const problem = describeProblem('login', ROUTES.login.body, read.value);
    return { refusal: refuse(400, problem, ERROR_CODES.badLogin, profile) };
  }
  const { user, pass, org } = parsed.data;
  const account = isPassword(user, org, pass) ? venue.findAccount(user, org) : undefined;
  if (account !== undefined) return { account, login: undefined };
  log?.warn('login refused', { user, org });
  const message = 'User, password or organization is wrong.';
  return {
    refusal: refuse(profile.loginRefusedStatus, message, ERROR_CODES.wrongPassword, profile),
  };
}

function identifySigner(
  { checkSignature, profile, clock, log }: HandlerContext,
  at: Instant,
  request: HttpRequest,
): Identity | { readonly refusal: SimulatorResponse } {
  const checked = checkSignature(clock.show(at), request);
  if ('value' in checked) return { account: checked.value, login: undefined };
  log?.warn('signature refused', { problem: checked.problem });
  return { refusal: refuse(401, checked.problem, ERROR_CODES.wrongSignature, profile) };
}

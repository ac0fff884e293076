// Login of a client by token: keeps the token private, renews it in time, and shares concurrent
// logins.
import {
  fail,
  formatDuration,
  type Instant,
  type Micros,
  MINUTE,
  NEVER,
  ok,
  type Result,
  SECOND,
} from '../../domain/index.js';
import type { TransportOutcome } from '../../domain/venue/index.js';
import {
  cleanText,
  decodeLogin,
  decodeRenew,
  parseJson,
  ROUTES,
  LOGIN_LOST,
} from '../../protocol/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import { describeAnswer, findDate, findToken, findWait } from '../transport/response-headers.js';
import type {
  Authenticator,
  LoginInfo,
  LoginListener,
  PasswordCredentials,
  AuthHeaders,
} from './authenticator.js';
import {
  type FailedLoginStore,
  type LoginCap,
  LoginLimiter,
  type LoginAttemptLimits,
} from './login-limiter.js';
import { redact } from '../redact.js';
import type { Sender } from '../sender.js';
import type { HttpResponse, TransportFailure, Exchange } from '../transport/transport.js';

export interface LoginKeeperOptions extends PasswordCredentials {
  readonly profile: VenueProfile;
  readonly now: () => Instant;
  readonly sender: Sender;
  readonly onLogin: LoginListener;
  readonly tries?: LoginAttemptLimits | undefined;
  readonly refusals?: FailedLoginStore | undefined;
}

/** Default: the caller decides when to retry. */
const DEFAULT_TRIES: LoginAttemptLimits = { max: 3, first: 0, later: 0 };
/** Session time until a failed renewal is retried, the first time and later. */
const RENEW_RETRY: Micros = SECOND;
const RENEW_LATER: Micros = 5 * SECOND;
/** Statuses of a renewal after which a new login is tried. */
const RENEW_TO_LOGIN: readonly number[] = [400, 401, 404];
/** A login is authenticated by its body. */
const NO_PROOF = () => ({});
/** Most former tokens that are removed from texts: each was used by a call of its own. */
const MAX_OLD_TOKENS = 8;
/** The Date header has whole seconds. */
const DATE_GRAIN: Micros = SECOND;

/** Statuses of a proxy that did not reach the venue. */
const UNREACHED: readonly number[] = [502, 503, 504];

/** Manages one login. Fault codes `client.login`, also `-lost` and `-cap`, and `client.renew`. */
export class TokenManager implements Authenticator {
  readonly #options: LoginKeeperOptions;
  #token = '';
  #oldTokens: readonly string[] = [];
  #info: LoginInfo | undefined;
  #retryAt: Instant = 0;
  /**
   * Failed calls since the last successful one, and the wait that the newest response asked for.
   */
  #failures = 0;
  #wait: Micros = 0;
  readonly #guard: LoginLimiter;
  #renewPath = 0;
  #flight: Promise<Result<LoginInfo>> | undefined;

  constructor(options: LoginKeeperOptions) {
    this.#options = options;
    this.#guard = new LoginLimiter(options.tries ?? DEFAULT_TRIES, options.refusals);
  }

  /** Requires a token that has not expired. */
  obstacle(): string | undefined {
    const isCurrent = this.#info !== undefined && this.#options.now() < this.#info.expiresAt;
    return isCurrent
      ? undefined
      : 'there is no valid login (none yet, or it has expired): logging in';
  }

  /** Half of the token's life, later after a failed renewal; NEVER before the first login. */
  get renewDueAt(): Instant {
    return this.#info === undefined ? NEVER : Math.max(this.#info.renewDueAt, this.#retryAt);
  }

  login(): Promise<Result<LoginInfo>> {
    return this.#share(() => this.#logIn());
  }

  renew(): Promise<Result<LoginInfo>> {
    return this.#share(() => this.#renewToken());
  }

  proof(): AuthHeaders {
    const token = this.#token;
    const headers = { [this.#options.profile.tokenHeader]: token };
    return {
      prove: () => headers,
      see: () => undefined,
      replace: async () => (await this.#replace(token)).ok,
    };
  }

  /** Removes the password and the newest tokens from a text. */
  redact(text: string): string {
    return redact(text, [this.#options.password, this.#token, ...this.#oldTokens]);
  }

  /** After a 401 for `refused`: renews, unless another token has replaced it already. */
  #replace(refused: string): Promise<Result<LoginInfo>> {
    const info = this.#info;
    return info === undefined || refused === this.#token ? this.renew() : Promise.resolve(ok(info));
  }

  /** Concurrent callers share one call. */
  #share(start: () => Promise<Result<LoginInfo>>): Promise<Result<LoginInfo>> {
    this.#flight ??= start().then((result) => {
      this.#flight = undefined;
      this.#failures = result.ok ? 0 : this.#failures + 1;
      if (!result.ok) this.#retryAt = Math.max(this.#retryAt, this.#findRetry());
      this.#wait = 0;
      return result;
    });
    return this.#flight;
  }

  /** A retry due after the token's end is moved to just before it, unless that is too soon. */
  #findRetry(): Instant {
    const now = this.#options.now();
    const least = now + (this.#failures > 1 ? RENEW_LATER : RENEW_RETRY);
    const asked = Math.max(least, now + this.#wait);
    const last = (this.#info?.expiresAt ?? NEVER) - RENEW_LATER;
    return least < last ? Math.min(asked, last) : asked;
  }

  async #logIn(): Promise<Result<LoginInfo>> {
    const { user, password, passwordPlace, org, profile, sender, now } = this.#options;
    const at = now();
    const bar = this.#guard.find(at);
    if (bar?.kind === 'cap') {
      return this.#fail('client.login-cap', describeCap(bar, at), 0);
    }
    if (bar !== undefined) {
      // Not reported: no login was tried.
      this.#retryAt = bar.until;
      const wait = formatWait(bar.until - at);
      return fail('client.login', `the last login was rejected: the next one is tried in ${wait}`);
    }
    this.#guard.sent(at);
    const body = JSON.stringify({ user, pass: password, org });
    const requestId = sender.nextRequestId();
    const route = ROUTES.login;
    const answer = await sender.send({ route, path: route.path, requestId, body }, NO_PROOF);
    if (!answer.ok) {
      const code = answer.sent ? LOGIN_LOST : 'client.login';
      return this.#failUnanswered(code, 'login', answer);
    }
    if (answer.status !== 200) {
      const isLost = UNREACHED.includes(answer.status);
      const isRefused = answer.status >= 400 && answer.status < 500;
      if (isRefused) this.#guard.refused(now());
      const place = `; password: ${passwordPlace ?? ''}`;
      // A redacted gap in our own text would reveal the password.
      const isTold = isRefused && passwordPlace !== undefined && this.redact(place) === place;
      const hint = isTold ? place : '';
      const code = isLost ? LOGIN_LOST : 'client.login';
      return this.#fail(code, `login: ${this.#describe(answer)}${hint}`, answer.status);
    }
    const grant = decodeLogin(parseJson(answer.body), profile);
    if (!grant.ok) {
      if (grant.fault.code === 'protocol.login') this.#guard.refused(now());
      return this.#fail('client.login', grant.fault.message, answer.status);
    }
    const token = findToken(answer, profile);
    if (token === undefined) {
      return this.#fail('client.login', 'login: expected a token in the headers, found none', 200);
    }
    return this.#accept(token, toInfo(at, grant.value.startedAt, grant.value.expiresAt));
  }

  async #renewToken(): Promise<Result<LoginInfo>> {
    const { profile, now } = this.#options;
    const info = this.#info;
    if (info === undefined) return this.#logIn();
    const at = now();
    let answer = await this.#sendRenewal();
    if (answer.ok && answer.status === 404) {
      this.#renewPath = (this.#renewPath + 1) % profile.renewPaths.length;
      answer = await this.#sendRenewal();
    }
    if (!answer.ok) return this.#failUnanswered('client.renew', 'renewal', answer);
    if (RENEW_TO_LOGIN.includes(answer.status)) {
      return this.#logInAnew(this.#describe(answer), answer.status);
    }
    if (answer.status !== 200) {
      this.#wait = findWait(answer);
      return this.#fail('client.renew', `renewal: ${this.#describe(answer)}`, answer.status);
    }
    const grant = decodeRenew(parseJson(answer.body), profile);
    if (!grant.ok && grant.fault.code !== 'protocol.login') {
      return this.#fail('client.renew', grant.fault.message, answer.status);
    }
    if (!grant.ok) return this.#logInAnew(grant.fault.message, answer.status);
    if (!grant.value.valid) return this.#logInAnew('the token is not valid', answer.status);
    const venueAt = estimateVenueTime(answer, at + info.venueAt - info.at);
    const next = toInfo(at, venueAt, grant.value.expiresAt);
    if (next.life <= 0) return this.#logInAnew('the token has expired', answer.status);
    return this.#accept(findToken(answer, profile) ?? this.#token, next);
  }

  /** A refused renewal counts as failed (RC54), whatever the login after it returns. */
  #logInAnew(found: string, status: number): Promise<Result<LoginInfo>> {
    this.#fail('client.renew', `renewal: ${found}`, status);
    return this.#logIn();
  }

  #sendRenewal(): Promise<Exchange> {
    const { profile, sender } = this.#options;
    const path = profile.renewPaths[this.#renewPath] ?? ROUTES.renewToken.path;
    const requestId = sender.nextRequestId();
    return sender.send({ route: ROUTES.renewToken, path, requestId }, this.proof().prove);
  }

  #accept(token: string, info: LoginInfo): Result<LoginInfo> {
    if (token !== this.#token) {
      this.#oldTokens = [...this.#oldTokens, this.#token].slice(-MAX_OLD_TOKENS);
    }
    this.#token = token;
    this.#info = info;
    this.#guard.worked(info.life);
    this.#options.onLogin(ok(info), 200);
    return ok(info);
  }

  #describe(answer: HttpResponse): string {
    const { profile } = this.#options;
    // A known sentence with a redacted gap would reveal the password, if that is a common word.
    const words = this.redact(answer.body) === answer.body ? answer.body : '';
    const found = describeAnswer({ ...answer, body: words }, profile, (text) => text);
    return cleanText(`expected status 200, found ${found}`);
  }

  #failUnanswered(code: string, what: string, answer: TransportFailure): Result<LoginInfo> {
    return this.#fail(code, `${what}: ${answer.message}`, answer.status, answer.transport);
  }

  #fail(
    code: string,
    message: string,
    status: number,
    transport?: TransportOutcome,
  ): Result<LoginInfo> {
    const fault = fail(code, this.redact(message));
    this.#options.onLogin(fault, status, transport);
    return fault;
  }
}

function describeCap({ found, kept }: LoginCap, at: Instant): string {
  const message = `the login is blocked after ${found}: none is tried`;
  if (kept === undefined) return message;
  const way = `correct the secret, or remove ${kept.place} to retry at once`;
  return `${message} for ${formatWait(kept.until - at)}; ${way}`;
}

/**
 * The life is the difference of two times of the venue's clock, so a wrong local clock does no
 * harm.
 */
function toInfo(at: Instant, venueAt: Instant, venueExpiresAt: Instant): LoginInfo {
  const life = venueExpiresAt - venueAt;
  return { at, venueAt, life, renewDueAt: at + Math.floor(life / 2), expiresAt: at + life };
}

/** A renewal has no start time: the Date header gives its second, the login's offset the rest. */
function estimateVenueTime(answer: HttpResponse, expectedAt: Instant): Instant {
  const date = findDate(answer);
  return date === undefined ? expectedAt : Math.min(Math.max(expectedAt, date), date + DATE_GRAIN);
}

/** Rounded up to whole seconds, or minutes from two minutes on. */
function formatWait(span: Micros): string {
  const unit = span >= 2 * MINUTE ? MINUTE : SECOND;
  return formatDuration(Math.ceil(span / unit) * unit);
}

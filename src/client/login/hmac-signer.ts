// HMAC authentication of requests: no login and no token; a refused signature is retried once.
import { createHash, createHmac } from 'node:crypto';
import {
  fail,
  formatDuration,
  type Instant,
  type Micros,
  MILLISECOND,
  NEVER,
  ok,
  type Result,
  SECOND,
  unwrap,
} from '../../domain/index.js';
import {
  type CallKind,
  formatAuthorization,
  formatDigest,
  formatRequestLine,
  formatSigningString,
  HMAC_TEXT,
  isHmacText,
  REQUEST_LINE,
  signText,
  TYPE_HEADER,
} from '../../protocol/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import { describeAnswer, findDate } from '../transport/response-headers.js';
import type {
  Authenticator,
  HmacCredentials,
  LoginInfo,
  LoginListener,
  AuthHeaders,
  UnprovenRequest,
} from './authenticator.js';
import { redact } from '../redact.js';
import type { Exchange } from '../transport/transport.js';

export interface HmacSignerOptions extends HmacCredentials {
  readonly profile: VenueProfile;
  readonly now: () => Instant;
  readonly onLogin: LoginListener;
}

const HASHING = { createHash, createHmac };
/** Headers that every request has and that may be signed. */
const SIGNABLE: readonly string[] = [
  ...[REQUEST_LINE, 'date', 'digest', TYPE_HEADER.name],
  ...['host', 'accept', 'accept-encoding', 'x-request-id'],
];
/** Refused signatures in a row after which only cancels leave: more would look like an attack. */
const MAX_REFUSALS = 2;
const GIVEN_UP =
  'the venue rejected ' +
  `${String(MAX_REFUSALS)} signatures in a row: only cancels are sent; check the HMAC secret`;
/** The Date header has whole seconds: on average half of one has passed. */
const DATE_GRAIN: Micros = SECOND;
/** Most signatures that are removed from texts; more than the requests in flight. */
const MAX_SIGNATURES = 64;

/** Creates a signer; fault `client.hmac` for invalid texts or header lists. */
export function createHmacSigner(options: HmacSignerOptions): Result<HmacSigner> {
  const { id, secret } = options.hmac;
  for (const [name, text] of Object.entries({ id, secret })) {
    if (!isHmacText(text)) {
      return fail('client.hmac', `HMAC ${name}: expected ${HMAC_TEXT}, found other text`);
    }
  }
  const stray = options.profile.hmac.signedHeaders.find((name) => !SIGNABLE.includes(name));
  if (stray === undefined) return ok(new HmacSigner(options));
  const expected = `expected signed headers among ${SIGNABLE.join(', ')}`;
  return fail('client.hmac', `${expected}, found ${stray}`);
}

/** Signs each request with its own Date. Fault codes `client.hmac` and `client.hmac-cap`. */
export class HmacSigner implements Authenticator {
  readonly #options: HmacSignerOptions;
  /** The venue's clock less ours, measured at each refusal. */
  #offset: Micros = 0;
  #refusals = 0;
  /**
   * Counts the measurements: the result of an older signature does not count against the newest
   * offset.
   */
  #round = 0;
  #signatures: readonly string[] = [];

  constructor(options: HmacSignerOptions) {
    this.#options = options;
  }

  /**
   * Cancels may still leave, each once: when the venue accepts one, other requests may leave again.
   */
  obstacle(kind: CallKind): string | undefined {
    return this.#hasGivenUp && kind !== 'cancel' ? GIVEN_UP : undefined;
  }

  get renewDueAt(): Instant {
    return NEVER;
  }

  /** Sends nothing: unless signatures are refused, the login is valid without end. */
  login(): Promise<Result<LoginInfo>> {
    const { now, onLogin } = this.#options;
    if (this.#hasGivenUp) {
      const fault = fail('client.hmac-cap', GIVEN_UP);
      onLogin(fault, 0);
      return Promise.resolve(fault);
    }
    const at = now();
    const venueAt = at + this.#offset;
    return Promise.resolve(
      ok({ at, venueAt, life: NEVER, renewDueAt: NEVER, expiresAt: NEVER } as const),
    );
  }

  renew(): Promise<Result<LoginInfo>> {
    return this.login();
  }

  proof(): AuthHeaders {
    const round = this.#round;
    return {
      prove: (request) => this.#sign(request),
      see: (exchange) => {
        if (round === this.#round) this.#see(exchange);
      },
      replace: () => Promise.resolve(!this.#hasGivenUp),
    };
  }

  redact(text: string): string {
    return redact(text, [this.#options.hmac.secret, ...this.#signatures]);
  }

  get #hasGivenUp(): boolean {
    return this.#refusals >= MAX_REFUSALS;
  }

  #sign({ method, path, basePath, host, headers, body }: UnprovenRequest) {
    const { hmac, profile, now } = this.#options;
    const { idKey, algorithm, signedHeaders, signsBasePath } = profile.hmac;
    const date = new Date((now() + this.#offset) / MILLISECOND).toUTCString();
    const digest = formatDigest(body, HASHING);
    const sent = new Map(
      Object.entries({ ...headers, host, date, digest, [TYPE_HEADER.name]: TYPE_HEADER.value }).map(
        ([name, value]) => [name.toLowerCase(), value],
      ),
    );
    const target = signsBasePath ? basePath + path : path;
    const line = formatRequestLine(method, target, profile.hmac);
    // The list of headers was checked at the start.
    const text = unwrap(formatSigningString(signedHeaders, line, (name) => sent.get(name)));
    const signature = signText(text, hmac.secret, algorithm, HASHING);
    this.#signatures = [...this.#signatures, signature].slice(-MAX_SIGNATURES);
    const parts = { idKey, id: hmac.id, algorithm, headers: signedHeaders, signature };
    return {
      Authorization: formatAuthorization(parts),
      Date: date,
      Digest: digest,
      [TYPE_HEADER.name]: TYPE_HEADER.value,
    };
  }

  #see(exchange: Exchange): void {
    if (!exchange.ok) return;
    if (exchange.status !== 401) {
      this.#refusals = 0;
      return;
    }
    const { hmac, profile, now, onLogin } = this.#options;
    this.#refusals += 1;
    this.#round += 1;
    const venueAt = findDate(exchange);
    if (venueAt !== undefined) this.#offset = venueAt + DATE_GRAIN / 2 - now();
    const found = describeAnswer(exchange, profile, (text) => this.redact(text));
    const message = `the venue rejected the signature of ${hmac.id}: ${found}`;
    const code = this.#hasGivenUp ? 'client.hmac-cap' : 'client.hmac';
    onLogin(fail(code, `${message}${describeOffset(this.#offset)}`), exchange.status);
  }
}

function describeOffset(offset: Micros): string {
  const distance = Math.floor(Math.abs(offset) / SECOND) * SECOND;
  if (distance <= DATE_GRAIN) return '';
  const side = offset > 0 ? 'ahead of' : 'behind';
  return `; its clock is ${formatDuration(distance)} ${side} ours`;
}

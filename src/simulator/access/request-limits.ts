// Limits of each user's requests: per second, in flight, body size, logins and sessions.
import { z } from 'zod';
import { type Instant, type Micros, MILLISECOND, MINUTE, SECOND } from '../../domain/index.js';
import { RollingCount } from '../../determinism/index.js';
import type { TableRoute } from '../../protocol/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import type { UserOrders, Logins } from '../../venue/index.js';
import { type SimulatorResponse, refuse } from '../response.js';

/** Largest limit that a configuration may state. */
const MAX_COUNT = 1_000_000;

const limit = (what: string) =>
  z.int().min(1).max(MAX_COUNT).exactOptional().describe(`${what}; absent: any`);

export const requestLimitsSchema = z.strictObject({
  requestsPerSecond: limit('requests in any second of session time'),
  inFlight: limit('requests whose answers have not been sent'),
  bodyBytes: limit('bytes of a body'),
  loginsPerMinute: limit('logins in any minute of session time'),
  sessions: limit('logins at once, each with its renewals'),
});

export type RequestLimitSettings = z.output<typeof requestLimitsSchema>;

/** Counters of one user. */
interface Usage {
  /** Undefined: no limit. */
  readonly requests: RollingCount | undefined;
  readonly logins: RollingCount | undefined;
  inFlight: number;
}

export class RequestLimits {
  readonly #settings: RequestLimitSettings;
  readonly #profile: VenueProfile;
  readonly #logins: Logins;
  readonly #usages = new Map<UserOrders, Usage>();

  constructor(settings: RequestLimitSettings, profile: VenueProfile, logins: Logins) {
    this.#settings = settings;
    this.#profile = profile;
    this.#logins = logins;
  }

  /** Rejects a request beyond a limit, or counts it as in flight until `leave`. */
  enter(
    at: Instant,
    account: UserOrders,
    route: TableRoute,
    bytes: number,
  ): SimulatorResponse | undefined {
    const { inFlight, bodyBytes = Infinity } = this.#settings;
    const usage = this.#usageOf(account);
    if (usage.requests?.isFull(at) === true) {
      return this.#refuse(at, usage.requests.freeAt, 'requests');
    }
    if (inFlight !== undefined && usage.inFlight >= inFlight) {
      return this.#refuse(at, at + SECOND, 'requests at once');
    }
    if (bytes > bodyBytes) {
      return refuse(413, `body: expected at most ${String(bodyBytes)} bytes.`);
    }
    const refused = route.id === 'login' ? this.#enterLogin(at, account, usage) : undefined;
    if (refused !== undefined) return refused;
    usage.requests?.add(at);
    usage.inFlight++;
    return undefined;
  }

  /** Called when the response of a counted request was sent. */
  leave(account: UserOrders): void {
    this.#usageOf(account).inFlight--;
  }

  #enterLogin(at: Instant, account: UserOrders, { logins }: Usage): SimulatorResponse | undefined {
    const { sessions = Infinity } = this.#settings;
    if (logins?.isFull(at) === true) return this.#refuse(at, logins.freeAt, 'logins');
    const ends = this.#logins.listSessionEnds(at, account);
    const freeAt = ends[ends.length - sessions];
    if (freeAt !== undefined) return this.#refuse(at, freeAt, 'sessions');
    logins?.add(at);
    return undefined;
  }

  #refuse(at: Instant, freeAt: Instant, what: string): SimulatorResponse {
    const { status, retryAfter } = this.#profile.overLimit;
    const seconds = Math.ceil((freeAt - at) / SECOND);
    const date = new Date(Math.ceil(freeAt / SECOND) * (SECOND / MILLISECOND)).toUTCString();
    const text = retryAfter === 'seconds' ? String(seconds) : date;
    const headers = retryAfter === 'none' ? [] : ['Retry-After', text];
    return { ...refuse(status, `Too many ${what}.`), headers };
  }

  #usageOf(account: UserOrders): Usage {
    const known = this.#usages.get(account);
    if (known !== undefined) return known;
    const { requestsPerSecond, loginsPerMinute } = this.#settings;
    const count = (span: Micros, most: number | undefined) =>
      most === undefined ? undefined : new RollingCount(span, most);
    const [requests, logins] = [count(SECOND, requestsPerSecond), count(MINUTE, loginsPerMinute)];
    const usage = { requests, logins, inFlight: 0 };
    this.#usages.set(account, usage);
    return usage;
  }
}

// The request budget: one token bucket shared by three lanes, safety first (RC34).
import { type Instant, type Micros, SECOND } from '../domain/index.js';
import { RetryLimiter } from './retry-limiter.js';

/** Lanes by priority: an unused share flows to the next lane. */
export const LANES = ['safety', 'trading', 'data'] as const;
export type Lane = (typeof LANES)[number];

/**
 * Shares that are counted separately: the lanes, and the part of data for queries other than rates.
 */
export type BudgetShare = Lane | 'queries';
const SHARES: readonly BudgetShare[] = [...LANES, 'queries'];
/**
 * Shares that a request may use, its own first: never those of higher lanes, and rates never that
 * of queries.
 */
const SOURCES: Readonly<Record<BudgetShare, readonly BudgetShare[]>> = {
  safety: SHARES,
  trading: SHARES.slice(1),
  data: ['data'],
  queries: ['queries', 'data'],
};

/**
 * Requests per second of session time, by lane. `queries` is in addition to `data`; 0 when absent.
 */
export type LaneShares = Readonly<Record<Lane, number>> & { readonly queries?: number };

/** Default of RC34: 10 requests a second, of which rates get 3. */
export const DEFAULT_SHARES: LaneShares = { safety: 2, trading: 4, data: 3, queries: 1 };

/**
 * Minimum capacity of a throttled bucket. With capacity 1 an order poll, which leaves one request
 * for a place, would never run; a query in a smaller bucket would only use the share of rates.
 */
const LEAST_HELD = 2;
/** A throttle never slows the shares below this factor, so that the bot still gets reports. */
const LEAST_PACE = 1 / 16;
/** Throttles within this time count as one, since several requests may meet the same limit. */
const THROTTLE_GAP: Micros = SECOND;
/** Part of the full pace that each minute without a throttle restores. */
const RECOVERY = 0.05;
const MINUTE: Micros = 60 * SECOND;

/** A throttle of less than a minute: its pace applies until its end. */
interface Dip {
  readonly pace: number;
  readonly at: Instant;
  readonly until: Instant;
}

/**
 * Each share has a bucket for one second; the overflow of a full bucket goes to the next. A
 * throttle slows trading and data; safety keeps its share.
 */
export class RequestBudget {
  /** Limits the part of retries among the requests. */
  readonly retries = new RetryLimiter();
  readonly #shares: Readonly<Record<BudgetShare, number>>;
  readonly #tokens: Record<BudgetShare, number>;
  #filledAt: Instant;
  /** Pace of trading and data as a factor, in force since `#pacedAt`. */
  #pace = 1;
  #pacedAt: Instant = 0;
  #throttledAt: Instant = -Infinity;
  #dip: Dip = { pace: 1, at: -Infinity, until: -Infinity };
  /** Before this time only safety requests leave, as the venue asked. */
  #heldUntil: Instant = -Infinity;

  constructor(shares: LaneShares, startAt: Instant) {
    this.#shares = { queries: 0, ...shares };
    this.#tokens = { ...this.#shares };
    this.#filledAt = startAt;
  }

  /**
   * Takes one request from the share or one that it may use; false when none is left. `spare`
   * requests stay in the own share.
   */
  take(share: BudgetShare, at: Instant, spare = 0): boolean {
    this.#fill(at);
    const source = this.#find(share, at, spare);
    if (source === undefined) return false;
    this.#tokens[source] -= 1;
    this.retries.note(at);
    return true;
  }

  /** Whether `take` would find a request. */
  has(share: BudgetShare, at: Instant): boolean {
    this.#fill(at);
    return this.#find(share, at, 0) !== undefined;
  }

  /** Takes one request even when none is left: a cancel never waits, later requests wait longer. */
  overdraw(share: BudgetShare, at: Instant): void {
    if (this.take(share, at)) return;
    this.#tokens[share] -= 1;
    this.retries.note(at);
  }

  /**
   * Slows trading and data to `share` of their pace until `until`. A throttle of a minute or more
   * means a limit of the venue, so the pace recovers slowly; a shorter one ends at once.
   */
  throttle(share: number, until: Instant, at: Instant): void {
    this.#fill(at);
    if (until - at < MINUTE) {
      this.#throttleShortly(share, until, at);
      return;
    }
    const pace = this.#winBack(at);
    const isRepeated = at - this.#throttledAt < THROTTLE_GAP;
    this.#pace = isRepeated ? this.#pace : Math.max(LEAST_PACE, pace * share);
    if (!isRepeated) this.#throttledAt = at;
    this.#pacedAt = Math.max(this.#pacedAt, until, at);
  }

  #throttleShortly(share: number, until: Instant, at: Instant): void {
    const { at: before, pace, until: end } = this.#dip;
    const isRepeated = at - before < THROTTLE_GAP;
    this.#dip = {
      pace: isRepeated ? pace : Math.max(LEAST_PACE, (at < end ? pace : 1) * share),
      at: isRepeated ? before : at,
      until: Math.max(end, until),
    };
  }

  /** Only safety requests leave before `until`. */
  blockUntil(until: Instant): void {
    this.#heldUntil = Math.max(this.#heldUntil, until);
  }

  /** End of the time in which only safety requests leave. */
  get heldUntil(): Instant {
    return this.#heldUntil;
  }

  /** Pace of trading and data at a time, as a factor of their shares. */
  paceAt(at: Instant): number {
    const { pace, until } = this.#dip;
    return Math.max(LEAST_PACE, this.#winBack(at) * (at < until ? pace : 1));
  }

  /** Pace without short throttles. */
  #winBack(at: Instant): number {
    const minutes = Math.floor(Math.max(0, at - this.#pacedAt) / MINUTE);
    return Math.min(1, this.#pace + RECOVERY * minutes);
  }

  #find(share: BudgetShare, at: Instant, spare: number): BudgetShare | undefined {
    if (share !== 'safety' && at < this.#heldUntil) return undefined;
    return SOURCES[share].find(
      (source) => this.#tokens[source] >= (source === share ? 1 + spare : 1),
    );
  }

  #fill(at: Instant): void {
    if (at <= this.#filledAt) return;
    const seconds = (at - this.#filledAt) / SECOND;
    const pace = this.paceAt(at);
    this.#filledAt = at;
    let spill = 0;
    for (const share of SHARES) {
      const part = share === 'safety' ? 1 : pace;
      const own = this.#shares[share];
      const most = Math.max(share === 'queries' ? 0 : 1, own * part, Math.min(own, LEAST_HELD));
      const full = this.#tokens[share] + this.#shares[share] * part * seconds + spill;
      this.#tokens[share] = Math.min(full, most);
      // Under a throttle safety does not lend its unused share, since the venue asked for fewer
      // requests.
      spill = pace < 1 ? 0 : Math.max(0, full - this.#tokens[share]);
    }
  }
}

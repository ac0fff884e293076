// The request budget: one token bucket shared by three lanes, safety first (RC34).
import { type Instant, type Micros, SECOND } from '../domain/index.js';
import { RetryLimiter } from './retry-limiter.js';

/** Lanes in order of priority: an unused share flows down in this order. */
export const LANES = ['safety', 'trading', 'data'] as const;
export type Lane = (typeof LANES)[number];

/** What is counted apart: the lanes, and the part of data that rates leave to other queries. */
export type BudgetShare = Lane | 'queries';
const SHARES: readonly BudgetShare[] = [...LANES, 'queries'];
/** Shares that a request may draw on, its own first: never on those above, nor rates on queries. */
const SOURCES: Readonly<Record<BudgetShare, readonly BudgetShare[]>> = {
  safety: SHARES,
  trading: SHARES.slice(1),
  data: ['data'],
  queries: ['queries', 'data'],
};

/** Requests per second of session time, by lane. `queries` counts beside `data`; 0 when absent. */
export type LaneShares = Readonly<Record<Lane, number>> & { readonly queries?: number };

/** Defaults of RC34: 10 requests a second, of which rates get 3. */
export const DEFAULT_SHARES: LaneShares = { safety: 2, trading: 4, data: 3, queries: 1 };

/**
 * What a bucket of at least that share can hold while it is throttled, and all of a smaller share:
 * a poll of orders leaves one request for a place, and would never find a second one in a bucket of
 * one; a query would never find any in one of less, and lived on what rates have.
 */
const LEAST_HELD = 2;
/** Below this part of the shares a throttle goes no further: the bot still has to see. */
const LEAST_PACE = 1 / 16;
/** Halvings that come together are one: several requests meet the same limit at once. */
const THROTTLE_GAP: Micros = SECOND;
/** What a quiet minute gives back of the full pace. */
const RECOVERY = 0.05;
const MINUTE: Micros = 60 * SECOND;

/** A throttle of less than a minute: its pace holds until its end. */
interface Dip {
  readonly pace: number;
  readonly at: Instant;
  readonly until: Instant;
}

/**
 * Each share has a bucket that holds one second of it. What does not fit into a full bucket flows
 * down to the next. A throttle slows trading and data; safety keeps its share.
 */
export class RequestBudget {
  /** How many of the requests are repeats. */
  readonly retries = new RetryLimiter();
  readonly #shares: Readonly<Record<BudgetShare, number>>;
  readonly #tokens: Record<BudgetShare, number>;
  #filledAt: Instant;
  /** Part of the shares of trading and data that is given since `#pacedAt`. */
  #pace = 1;
  #pacedAt: Instant = 0;
  #throttledAt: Instant = -Infinity;
  #dip: Dip = { pace: 1, at: -Infinity, until: -Infinity };
  /** Before this nothing but safety goes: the venue said how long to wait. */
  #heldUntil: Instant = -Infinity;

  constructor(shares: LaneShares, startAt: Instant) {
    this.#shares = { queries: 0, ...shares };
    this.#tokens = { ...this.#shares };
    this.#filledAt = startAt;
  }

  /**
   * Takes one request from the share or one it may draw on; false when none is left. The own share
   * keeps `spare` requests for others that use it.
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

  /**
   * Takes one request even when none is left: a cancel is never held back, later ones wait longer.
   */
  overdraw(share: BudgetShare, at: Instant): void {
    if (this.take(share, at)) return;
    this.#tokens[share] -= 1;
    this.retries.note(at);
  }

  /**
   * Trading and data run at `share` of their pace until `until`. Then they win it back slowly, for
   * the venue has a limit; after less than a minute at once, for it was only out of order.
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

  /** Only safety goes before `until`. */
  blockUntil(until: Instant): void {
    this.#heldUntil = Math.max(this.#heldUntil, until);
  }

  /** Until when only safety goes. */
  get heldUntil(): Instant {
    return this.#heldUntil;
  }

  /** Part of their shares that trading and data get. */
  paceAt(at: Instant): number {
    const { pace, until } = this.#dip;
    return Math.max(LEAST_PACE, this.#winBack(at) * (at < until ? pace : 1));
  }

  /** The pace without short throttles. */
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
      // Under a throttle an unused share of safety is not lent: the venue wants less.
      spill = pace < 1 ? 0 : Math.max(0, full - this.#tokens[share]);
    }
  }
}

// The request budget: one token bucket shared by three lanes, safety first.
import { type Instant, SECOND } from '../domain/index.js';

/** Lanes in order of priority: an unused share flows down in this order. */
export const LANES = ['safety', 'trading', 'data'] as const;
export type Lane = (typeof LANES)[number];

/** Requests per second of session time, by lane. */
export type LaneShares = Readonly<Record<Lane, number>>;

/** Defaults of RC34: 10 requests a second. */
export const DEFAULT_SHARES: LaneShares = { safety: 2, trading: 4, data: 4 };

/**
 * Each lane has a bucket that holds one second of its share. What does not fit into a full bucket
 * flows down to the next lane; a lane may also draw from the lanes below it, never from those
 * above.
 */
export class RequestBudget {
  readonly #shares: LaneShares;
  readonly #tokens: Record<Lane, number>;
  #filledAt: Instant;

  constructor(shares: LaneShares, startAt: Instant) {
    this.#shares = shares;
    this.#tokens = { ...shares };
    this.#filledAt = startAt;
  }

  /** Takes one request from the lane or a lower one; false when none is left. */
  take(lane: Lane, at: Instant): boolean {
    this.#fill(at);
    for (const candidate of LANES.slice(LANES.indexOf(lane))) {
      if (this.#tokens[candidate] >= 1) {
        this.#tokens[candidate] -= 1;
        return true;
      }
    }
    return false;
  }

  /**
   * Takes one request even when none is left: a cancel is never held back, later ones wait longer.
   */
  force(lane: Lane, at: Instant): void {
    if (!this.take(lane, at)) this.#tokens[lane] -= 1;
  }

  #fill(at: Instant): void {
    if (at <= this.#filledAt) return;
    const seconds = (at - this.#filledAt) / SECOND;
    this.#filledAt = at;
    let spill = 0;
    for (const lane of LANES) {
      const full = this.#tokens[lane] + this.#shares[lane] * seconds + spill;
      this.#tokens[lane] = Math.min(full, Math.max(1, this.#shares[lane]));
      spill = Math.max(0, full - this.#tokens[lane]);
    }
  }
}

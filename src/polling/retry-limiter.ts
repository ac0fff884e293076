// Limits retries to a part of all requests, so that a venue in trouble does not get more of them.
import { type Instant, SECOND } from '../domain/index.js';

/** Largest part of retries among the requests of the last minute (3.6). */
const SHARE = 0.1;
/** Retries that are always allowed: a new bot has few requests to compare with. */
const FREE = 10;
const SECONDS = 60;

/** Counts per second for a minute; allocates nothing per request. */
export class RetryLimiter {
  readonly #requests = new Int32Array(SECONDS);
  readonly #retries = new Int32Array(SECONDS);
  #second = 0;
  #sums = { requests: 0, retries: 0 };

  /** Counts a request that leaves. */
  note(at: Instant): void {
    add(this.#requests, this.#moveTo(at));
    this.#sums.requests += 1;
  }

  /** Counts a retry that leaves in any case, such as a cancel's. */
  noteRetry(at: Instant): void {
    add(this.#retries, this.#moveTo(at));
    this.#sums.retries += 1;
  }

  /** Whether another retry may leave; if so, it counts. */
  take(at: Instant): boolean {
    this.#moveTo(at);
    const { requests, retries } = this.#sums;
    if (retries >= Math.max(FREE, Math.floor(requests * SHARE))) return false;
    this.noteRetry(at);
    return true;
  }

  #moveTo(at: Instant): number {
    const second = Math.floor(at / SECOND);
    const gone = Math.min(SECONDS, second - this.#second);
    for (let i = 1; i <= gone; i += 1) {
      const slot = (second - gone + i) % SECONDS;
      this.#sums.requests -= this.#requests[slot] ?? 0;
      this.#sums.retries -= this.#retries[slot] ?? 0;
      this.#requests[slot] = 0;
      this.#retries[slot] = 0;
    }
    if (gone > 0) this.#second = second;
    return this.#second % SECONDS;
  }
}

function add(counts: Int32Array, slot: number): void {
  counts[slot] = (counts[slot] ?? 0) + 1;
}

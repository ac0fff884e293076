// How much of all requests are repeats: a venue in trouble must not get more of them, but fewer.
import { type Instant, SECOND } from '../domain/index.js';

/** Repeats are at most this part of the requests of the last minute (3.6). */
const SHARE = 0.1;
/** So many are free in any case: a bot that has just begun has no requests to measure by. */
const FREE = 10;
const SECONDS = 60;

/** Counts by whole seconds, for a minute; no object per request. */
export class RetryLimiter {
  readonly #requests = new Int32Array(SECONDS);
  readonly #retries = new Int32Array(SECONDS);
  #second = 0;
  #sums = { requests: 0, retries: 0 };

  /** A request leaves. */
  note(at: Instant): void {
    add(this.#requests, this.#moveTo(at));
    this.#sums.requests += 1;
  }

  /** Counts a repeat that leaves in any case, as those of cancels do. */
  noteRetry(at: Instant): void {
    add(this.#retries, this.#moveTo(at));
    this.#sums.retries += 1;
  }

  /** Whether one more repeat may leave; it counts if it may. */
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

// Rolling windows: how many events happened within the last span.
import type { Instant, Micros } from '../domain/index.js';

/**
 * Counts events of the last `span`, up to `limit` of them: enough to tell whether a limit is met.
 */
export class RollingCount {
  readonly #span: Micros;
  readonly #times: Float64Array;
  #next = 0;

  constructor(span: Micros, limit: number) {
    this.#span = span;
    this.#times = new Float64Array(limit).fill(-Infinity);
  }

  /** Whether another event at `at` would be above the limit. */
  isFull(at: Instant): boolean {
    return at - (this.#times[this.#next] ?? -Infinity) < this.#span;
  }

  /** When the next event no longer is above the limit; long ago when it is not. */
  get freeAt(): Instant {
    return (this.#times[this.#next] ?? -Infinity) + this.#span;
  }

  /** Times of the events that still count, oldest first. */
  list(at: Instant): readonly Instant[] {
    const times = [...this.#times.subarray(this.#next), ...this.#times.subarray(0, this.#next)];
    return times.filter((time) => at - time < this.#span);
  }

  add(at: Instant): void {
    this.#times[this.#next] = at;
    this.#next = (this.#next + 1) % this.#times.length;
  }
}

/** Events of the last span, however many. */
export class RollingTimes {
  readonly #span: Micros;
  readonly #times: Instant[] = [];
  #from = 0;

  constructor(span: Micros) {
    this.#span = span;
  }

  /** Forgets the old ones as well: who only adds is never asked for a count. */
  add(at: Instant): void {
    this.#forget(at);
    this.#times.push(at);
  }

  countAt(at: Instant): number {
    this.#forget(at);
    return this.#times.length - this.#from;
  }

  #forget(at: Instant): void {
    while ((this.#times[this.#from] ?? Infinity) <= at - this.#span) this.#from++;
    if (this.#from <= 4_096) return;
    this.#times.splice(0, this.#from);
    this.#from = 0;
  }
}

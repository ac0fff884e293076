// Rolling windows: counts the events within the latest time span.
import type { Instant, Micros } from '../domain/index.js';

/** Counts events within `span` up to `limit`: enough to know whether the limit is reached. */
export class RollingCount {
  readonly #span: Micros;
  readonly #times: Float64Array;
  #next = 0;

  constructor(span: Micros, limit: number) {
    this.#span = span;
    this.#times = new Float64Array(limit).fill(-Infinity);
  }

  /** True when another event at `at` would exceed the limit. */
  isFull(at: Instant): boolean {
    return at - (this.#times[this.#next] ?? -Infinity) < this.#span;
  }

  /** When another event is within the limit again; a past time when it already is. */
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

/** Counts all events within a span, without a limit. */
export class RollingTimes {
  readonly #span: Micros;
  readonly #times: Instant[] = [];
  #from = 0;

  constructor(span: Micros) {
    this.#span = span;
  }

  /** Removes old events as well: a caller that only adds never calls `countAt`. */
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

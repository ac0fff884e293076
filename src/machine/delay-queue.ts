// Things on their way with a constant delay: first in, first out, each due at its own time.
import { assert, type Instant, NEVER } from '../domain/index.js';
import { Horizon } from './horizon.js';

/** Taken items are cut off the front in pieces of this many. */
const COMPACT_AFTER = 1_024;

/** Due times never go down, as the delay is the same for all. */
export class DelayQueue<T> {
  readonly #dueAts: Instant[] = [];
  readonly #items: T[] = [];
  readonly #horizon: Horizon;
  #head = 0;

  constructor(horizon = new Horizon()) {
    this.#horizon = horizon;
  }

  /** When the next item is due; NEVER while nothing is on its way. */
  get nextDueAt(): Instant {
    return this.#head < this.#dueAts.length ? (this.#dueAts[this.#head] ?? NEVER) : NEVER;
  }

  add(dueAt: Instant, item: T): void {
    assert(dueAt >= (this.#dueAts.at(-1) ?? dueAt), 'a delay queue only takes rising due times');
    this.#dueAts.push(dueAt);
    this.#items.push(item);
    this.#horizon.lower(dueAt);
  }

  /** The next item that is due at or before `to`, or undefined. */
  takeNext(to: Instant): T | undefined {
    if (this.nextDueAt > to) return undefined;
    const item = this.#items[this.#head++];
    if (this.#head === this.#items.length) {
      this.#dueAts.length = 0;
      this.#items.length = 0;
      this.#head = 0;
    } else if (this.#head >= COMPACT_AFTER) {
      this.#dueAts.splice(0, this.#head);
      this.#items.splice(0, this.#head);
      this.#head = 0;
    }
    return item;
  }
}

// Things on their way with a constant delay: first in, first out, each due at its own time.
import { assert, type Instant, NEVER } from '../domain/index.js';
import { NextDue } from './next-due.js';

/** Taken places are cut off the front in pieces of this many. */
const COMPACT_AFTER = 1_024;

/**
 * Due times never go down, as the delay is the same for all. Places are used again once the queue
 * is empty, so that a queue that is filled and emptied all the time makes no garbage.
 */
export class DelayQueue<T> {
  readonly #dueAts: Instant[] = [];
  readonly #items: (T | undefined)[] = [];
  readonly #horizon: NextDue;
  #head = 0;
  #tail = 0;

  constructor(horizon = new NextDue()) {
    this.#horizon = horizon;
  }

  /** When the next item is due; NEVER while nothing is on its way. */
  get nextDueAt(): Instant {
    return this.#head < this.#tail ? (this.#dueAts[this.#head] ?? NEVER) : NEVER;
  }

  add(dueAt: Instant, item: T): void {
    const last = this.#head < this.#tail ? this.#dueAts[this.#tail - 1] : undefined;
    assert(last === undefined || dueAt >= last, 'a delay queue only takes rising due times');
    this.#dueAts[this.#tail] = dueAt;
    this.#items[this.#tail] = item;
    this.#tail++;
    this.#horizon.lower(dueAt);
  }

  /** The next item that is due at or before `to`, or undefined. */
  takeNext(to: Instant): T | undefined {
    if (this.nextDueAt > to) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head] = undefined;
    this.#head++;
    if (this.#head === this.#tail) {
      this.#head = 0;
      this.#tail = 0;
    } else if (this.#head >= COMPACT_AFTER) {
      this.#dueAts.splice(0, this.#head);
      this.#items.splice(0, this.#head);
      this.#tail -= this.#head;
      this.#head = 0;
    }
    return item;
  }
}

// First-in, first-out queue for items with a constant delay, each with its own due time.
import { assert, type Instant, NEVER } from '../domain/index.js';
import { NextDue } from './next-due.js';

/** Used slots are removed from the front in pieces of this size. */
const COMPACT_AFTER = 1_024;

/**
 * Due times never decrease, because the delay is the same for all items. Slots are reused once the
 * queue is empty, so that a busy queue makes no garbage.
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

  /** Due time of the next item; NEVER when the queue is empty. */
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

  /** Removes and returns the next item that is due at or before `to`; undefined without one. */
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

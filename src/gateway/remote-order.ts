// What has been observed of one own order, and in which order of time.
import type { Instant, OrderEvent } from '../domain/index.js';
import { hasSameTerms, isSameOrder } from '../streams/index.js';

/** `stale`: not applied, for something newer was seen before; `late`: so, but of other terms. */
export type Observation = 'changed' | 'same' | 'stale' | 'late';

export class ObservedOrder {
  readonly coId: string;
  /** The venue's id, empty while it is not known. */
  orderId: string;
  #last: OrderEvent | undefined;
  #observedAt: Instant = 0;
  /** Newest instant that the venue has dated it by. */
  #transactAt: Instant = 0;

  constructor(coId: string, orderId: string) {
    this.coId = coId;
    this.orderId = orderId;
  }

  /**
   * Applies what a query showed that was sent at `startedAt` and answered at `finishedAt`. Queries
   * of different kinds overtake each other: one counts only if it was sent after the last one that
   * counted was answered, or if the venue itself dates it later.
   */
  observe(event: OrderEvent, startedAt: Instant, finishedAt: Instant): Observation {
    const last = this.#last;
    if (
      last !== undefined &&
      startedAt < this.#observedAt &&
      event.transactAt <= this.#transactAt
    ) {
      // Terms have no time: whether they are those that were sent is to be judged all the same.
      return hasSameTerms(last, event) ? 'stale' : 'late';
    }
    this.#transactAt = Math.max(this.#transactAt, event.transactAt);
    this.#observedAt = Math.max(this.#observedAt, finishedAt);
    this.#last = event;
    if (event.orderId !== '') this.orderId = event.orderId;
    return last !== undefined && isSameOrder(last, event) ? 'same' : 'changed';
  }
}

// An own order that is followed: what was observed of it, in which order of time, and how it is
// looked after.
import type { Instant, OrderEvent } from '../../../domain/index.js';
import type { TradeTracker } from './trade-tracker.js';
import { hasSameTerms, isSameOrder } from '../../../polling/index.js';

/** `stale`: not applied, for something newer was seen before; `late`: so, but of other terms. */
export type Observation = 'changed' | 'same' | 'stale' | 'late';

export class ObservedOrder {
  readonly coId: string;
  /** The venue's id, empty while it is not known. */
  orderId: string;
  /** The venue has said in this run that it has it: that it is not shown puts it in no doubt. */
  isTaken = false;
  #last: OrderEvent | undefined;
  #observedAt: Instant = 0;
  /** Newest instant that the venue has dated it by. */
  #transactAt: Instant = 0;

  constructor(coId: string, orderId: string) {
    this.coId = coId;
    this.orderId = orderId;
  }

  /** Whether the venue's id is known and not this one. */
  isOther(orderId: string): boolean {
    return orderId !== '' && this.orderId !== '' && this.orderId !== orderId;
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
    this.isTaken = true;
    if (event.orderId !== '') this.orderId = event.orderId;
    return last !== undefined && isSameOrder(last, event) ? 'same' : 'changed';
  }
}

/**
 * `probed`: not known to be at the venue; `live`: polled; `ended`: only its trades are waited for.
 */
export type TrackingPhase = 'probed' | 'live' | 'ended';

/** An own order, and how it is followed. */
export interface TrackedOrder {
  /** Its coId, and the venue's id where the venue made it besides the one that was asked for. */
  readonly key: string;
  readonly order: ObservedOrder;
  readonly fills: TradeTracker;
  /** When an answer last showed it; when it was taken up before the first. */
  seenAt: Instant;
  phase: TrackingPhase;
  /** It is looked for without an end. */
  isKept: boolean;
  /** Ends the order's own polls, if it has any; what is under way is still told. */
  stopPolls: (() => void) | undefined;
  /** Whether the last list showed it, so that it needs few polls of its own. */
  isListed: boolean;
  isSlow: boolean;
}

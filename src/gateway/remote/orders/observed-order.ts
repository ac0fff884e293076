// An own order that is followed: its reports in time order, and the state of its polls.
import type { OrderEvent } from '../../../domain/events/index.js';
import type { Instant } from '../../../domain/index.js';
import type { TradeTracker } from './trade-tracker.js';
import { hasSameTerms, isSameOrder } from '../../../polling/index.js';

/**
 * `stale`: not applied, since a newer report was applied before; `late`: stale, but with other
 * terms.
 */
export type Observation = 'changed' | 'same' | 'stale' | 'late';

export class ObservedOrder {
  readonly coId: string;
  /** The venue's id; empty while unknown. */
  orderId: string;
  /**
   * The venue has confirmed the order in this run: one query that misses it starts no probe yet.
   */
  isTaken = false;
  #last: OrderEvent | undefined;
  #observedAt: Instant = 0;
  /** Newest venue time of its reports. */
  #transactAt: Instant = 0;

  constructor(coId: string, orderId: string) {
    this.coId = coId;
    this.orderId = orderId;
  }

  /** Whether the known order id differs from this one. */
  isOther(orderId: string): boolean {
    return orderId !== '' && this.orderId !== '' && this.orderId !== orderId;
  }

  /**
   * Applies the report of a query that was sent at `startedAt` and answered at `finishedAt`.
   * Queries of different kinds overtake each other: a report counts only if its query was sent
   * after the response of the last one that counted, or if its venue time is later.
   */
  observe(event: OrderEvent, startedAt: Instant, finishedAt: Instant): Observation {
    const last = this.#last;
    if (
      last !== undefined &&
      startedAt < this.#observedAt &&
      event.transactAt <= this.#transactAt
    ) {
      // A stale report may still show that the order's terms differ from those sent: report it as
      // `late` so that the kernel checks them.
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

/** `probed`: not known to be at the venue; `live`: polled; `ended`: only trades are missing. */
export type TrackingPhase = 'probed' | 'live' | 'ended';

/** An own order and the state of its polls. */
export interface TrackedOrder {
  /** Its coId, with the order id for a duplicate. */
  readonly key: string;
  readonly order: ObservedOrder;
  readonly fills: TradeTracker;
  /** Time of the last response with the order; at first, when it was taken up. */
  seenAt: Instant;
  phase: TrackingPhase;
  /** It is probed without limit. */
  isKept: boolean;
  /** Stops the order's own polls, if any; running queries are still reported. */
  stopPolls: (() => void) | undefined;
  /** The last list has it, so few polls of its own are needed. */
  isListed: boolean;
  isSlow: boolean;
}

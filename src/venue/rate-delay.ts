// Delays rates until queries and streams show them, by the rate latency.
import type { Instant, Instrument } from '../domain/index.js';
import { DelayQueue, type NextDue } from '../determinism/index.js';
import type { VenueBook } from './book.js';
import type { Transit } from './models/latency.js';

/** A rate as queries show it; ticks and minor units. */
export interface VisibleRate {
  readonly instrument: Instrument;
  readonly at: Instant;
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly bidUnits: number;
  readonly offerUnits: number;
  /** Number of the rate within its symbol, from 1. */
  readonly rateCount: number;
}

export class RateDelay {
  readonly #transit: Transit;
  readonly #queue: DelayQueue<VisibleRate>;
  readonly #newest = new Map<number, VisibleRate>();

  constructor(transit: Transit, horizon: NextDue) {
    this.#queue = new DelayQueue(horizon);
    this.#transit = transit;
  }

  get nextDueAt(): Instant {
    return this.#queue.nextDueAt;
  }

  add(book: VenueBook): void {
    const { instrument, at, bidTicks, offerTicks, bidUnits, offerUnits, rateCount } = book;
    const rate = { instrument, at, bidTicks, offerTicks, bidUnits, offerUnits, rateCount };
    this.#queue.add(this.#transit.arriveAt(at), rate);
  }

  /** Takes the next rate that is visible at `to`, if any. */
  takeNext(to: Instant): VisibleRate | undefined {
    const next = this.#queue.takeNext(to);
    if (next !== undefined) this.#newest.set(next.instrument.id, next);
    return next;
  }

  newest(instrument: number): VisibleRate | undefined {
    return this.#newest.get(instrument);
  }
}

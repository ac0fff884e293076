// Rates on their way to where queries and streams show them.
import { type Instant, type Instrument, type Micros } from '../domain/index.js';
import { DelayQueue, type Horizon } from '../machine/index.js';
import type { VenueBook } from './book.js';

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
  readonly #delay: Micros;
  readonly #queue: DelayQueue<VisibleRate>;
  readonly #newest = new Map<number, VisibleRate>();

  constructor(delay: Micros, horizon: Horizon) {
    this.#queue = new DelayQueue(horizon);
    this.#delay = delay;
  }

  get nextDueAt(): Instant {
    return this.#queue.nextDueAt;
  }

  add(book: VenueBook): void {
    const { instrument, at, bidTicks, offerTicks, bidUnits, offerUnits, rateCount } = book;
    const rate = { instrument, at, bidTicks, offerTicks, bidUnits, offerUnits, rateCount };
    this.#queue.add(at + this.#delay, rate);
  }

  /** The next rate that is visible at `to`, or undefined. */
  takeNext(to: Instant): VisibleRate | undefined {
    const next = this.#queue.takeNext(to);
    if (next !== undefined) this.#newest.set(next.instrument.id, next);
    return next;
  }

  newest(instrument: number): VisibleRate | undefined {
    return this.#newest.get(instrument);
  }
}

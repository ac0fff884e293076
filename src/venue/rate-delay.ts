// Rates on their way to where queries and streams show them: a queue with constant delay.
import { type Instant, type Instrument, type Micros, NEVER } from '../domain/index.js';
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

/** Taken entries are cut off the front of the queue in pieces of this many. */
const COMPACT_AFTER = 1_024;

export class RateDelay {
  readonly #delay: Micros;
  #queue: VisibleRate[] = [];
  #head = 0;
  readonly #newest = new Map<number, VisibleRate>();

  constructor(delay: Micros) {
    this.#delay = delay;
  }

  get nextDueAt(): Instant {
    const next = this.#queue[this.#head];
    return next === undefined ? NEVER : next.at + this.#delay;
  }

  add(book: VenueBook): void {
    const { instrument, at, bidTicks, offerTicks, bidUnits, offerUnits, rateCount } = book;
    this.#queue.push({ instrument, at, bidTicks, offerTicks, bidUnits, offerUnits, rateCount });
  }

  /** The next rate that is visible at `to`, or undefined. */
  takeNext(to: Instant): VisibleRate | undefined {
    if (this.nextDueAt > to) return undefined;
    const next = this.#queue[this.#head++];
    if (this.#head >= COMPACT_AFTER) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    if (next !== undefined) this.#newest.set(next.instrument.id, next);
    return next;
  }

  newest(instrument: number): VisibleRate | undefined {
    return this.#newest.get(instrument);
  }
}

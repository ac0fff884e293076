// Recent rates of the books, which previously quoted orders may name by rateId.
import { formatDate, type Instant, type Instrument, type Micros } from '../../domain/index.js';
import type { VenueBook } from '../book.js';
import { parseRateId } from './rate-id.js';
import type { QuotedRate, RateLookup, RateSource } from './rate-registry.js';

/** Rates kept of a symbol; older ones count as expired even within their life. */
const KEPT = 4_096;

interface RecentRate extends QuotedRate {
  readonly at: Instant;
}

export class RecentRates implements RateSource {
  readonly #life: Micros;
  readonly #byPair = new Map<string, Instrument>();
  /** By instrument id; a rate is stored at its number modulo KEPT. */
  readonly #rings: RecentRate[][] = [];
  readonly #counts: number[] = [];

  /** `life`: how long after its creation a rate may be named. */
  constructor(instruments: readonly Instrument[], life: Micros) {
    this.#life = life;
    for (const one of instruments) {
      this.#byPair.set(one.base + one.term, one);
      this.#rings[one.id] = [];
      this.#counts[one.id] = 0;
    }
  }

  /** Stores the remaining sizes of a rate before the next rate replaces it in the book. */
  close({ instrument, rateCount, bidLeft, offerLeft, levels }: VenueBook): void {
    // With providers the levels store their own sizes.
    if (levels !== undefined) return;
    const rate = this.#rings[instrument.id]?.[rateCount % KEPT];
    if (rate?.rateCount !== rateCount) return;
    rate.bidLeft = Math.min(rate.bidLeft, bidLeft);
    rate.offerLeft = Math.min(rate.offerLeft, offerLeft);
  }

  add({ instrument, at, rateCount, bidTicks, offerTicks, bidUnits, offerUnits }: VenueBook): void {
    const ring = this.#rings[instrument.id];
    if (ring === undefined) return;
    const left = { bidLeft: bidUnits, offerLeft: offerUnits };
    ring[rateCount % KEPT] = { instrument, at, rateCount, bidTicks, offerTicks, ...left };
    this.#counts[instrument.id] = rateCount;
  }

  find(rateId: string, at: Instant): RateLookup {
    const name = parseRateId(rateId);
    const instrument = name === undefined ? undefined : this.#byPair.get(name.pair);
    if (name === undefined || instrument === undefined) return 'unknown';
    const { rateCount, date } = name;
    if (rateCount < 1 || rateCount > (this.#counts[instrument.id] ?? 0)) return 'unknown';
    const rate = this.#rings[instrument.id]?.[rateCount % KEPT];
    if (rate?.rateCount !== rateCount) return 'expired';
    if (formatDate(rate.at) !== date) return 'unknown';
    return at < rate.at + this.#life ? rate : 'expired';
  }
}

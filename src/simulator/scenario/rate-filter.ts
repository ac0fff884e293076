// Filters the rates between feed and venue: passes each on, distorted or not at all.
import type { Instant } from '../../domain/index.js';
import type { Venue } from '../../venue/index.js';
import type { RateSink } from '../rates/rate-stream.js';

/** A rate on its way to the venue; ticks and minor units. */
export interface PassingRate {
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly bidUnits: number;
  readonly offerUnits: number;
}

/** Returns a distorted rate, or undefined to drop it; `last` is the venue's last rate. */
export type Distortion = (
  rate: PassingRate,
  last: PassingRate | undefined,
) => PassingRate | undefined;

export class RateFilter implements RateSink {
  readonly #venue: Venue;
  /** By instrument id, newest first; only the newest applies. */
  readonly #distortions = new Map<number, readonly Distortion[]>();

  constructor(venue: Venue) {
    this.#venue = venue;
  }

  /** Distorts the rates of an instrument until the returned function is called. */
  add(instrument: number, distortion: Distortion): () => void {
    const others = this.#distortions.get(instrument) ?? [];
    this.#distortions.set(instrument, [distortion, ...others]);
    return () => {
      const rest = (this.#distortions.get(instrument) ?? []).filter((one) => one !== distortion);
      if (rest.length > 0) this.#distortions.set(instrument, rest);
      else this.#distortions.delete(instrument);
    };
  }

  rate(
    at: Instant,
    id: number,
    bidTicks: number,
    offerTicks: number,
    bidUnits: number,
    offerUnits: number,
  ): void {
    const distort = this.#distortions.size === 0 ? undefined : this.#distortions.get(id)?.[0];
    if (distort === undefined) {
      this.#venue.rate(at, id, bidTicks, offerTicks, bidUnits, offerUnits);
      return;
    }
    const rate = distort({ bidTicks, offerTicks, bidUnits, offerUnits }, this.#findLast(id));
    if (rate === undefined) return;
    this.#venue.rate(at, id, rate.bidTicks, rate.offerTicks, rate.bidUnits, rate.offerUnits);
  }

  #findLast(id: number): PassingRate | undefined {
    const instrument = this.#venue.instruments[id];
    const book = instrument === undefined ? undefined : this.#venue.findBook(instrument);
    return book === undefined || book.rateCount === 0 ? undefined : book;
  }
}

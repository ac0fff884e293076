// Which rates a previously quoted order may name: asked by rateId, answered by what issued the id.
import type { Instant, Instrument } from '../../domain/index.js';

/** What is left of a displayed size: units of the base, or UNLIMITED. */
export interface OpenSize {
  left: number;
}

/** A rate that is still good for an order. Ticks; a side without ticks was not quoted. */
export interface QuotedRate {
  readonly instrument: Instrument;
  readonly bidTicks: number;
  readonly offerTicks: number;
  /** Units of the base that orders naming this rate may still take from each side. */
  bidLeft: number;
  offerLeft: number;
  /** Number of the rate within its symbol; 0 when it never stood in the book of its symbol. */
  readonly rateCount: number;
  /** Organization that trades on it; absent: whoever trades on the symbol's book. */
  readonly provider?: string;
  /** Organization that trades at the offer, where it is another one. */
  readonly offerProvider?: string;
  /** Value date of a trade on it, `YYYY-MM-DD`; absent: spot. */
  readonly valueDate?: string;
  /** Spot rates that the points of that date were added to; absent: the rates themselves. */
  readonly spotBidTicks?: number;
  readonly spotOfferTicks?: number;
  /** Levels of providers whose sizes stand in place of those above. */
  readonly open?: { readonly bids: readonly OpenSize[]; readonly offers: readonly OpenSize[] };
  /** The market's rate that it was made of, whose sizes stand in place of those above. */
  readonly source?: QuotedRate;
}

/** The rate; `unknown`: no such id was given out; `expired`: it was, and is too old by now. */
export type RateLookup = QuotedRate | 'unknown' | 'expired';

/** Something that gives out rateIds. */
export interface RateSource {
  find(rateId: string, at: Instant): RateLookup;
}

/** All of a venue's rateIds: the first source that knows an id answers for it. */
export class RateRegistry implements RateSource {
  readonly #sources: RateSource[] = [];

  add(source: RateSource): void {
    this.#sources.push(source);
  }

  find(rateId: string, at: Instant): RateLookup {
    for (const source of this.#sources) {
      const found = source.find(rateId, at);
      if (found !== 'unknown') return found;
    }
    return 'unknown';
  }
}

// Finds the rate that a previously quoted order names by rateId, among all sources of rateIds.
import type { Instant, Instrument } from '../../domain/index.js';

/** Remaining part of a displayed size: units of the base, or UNLIMITED. */
export interface OpenSize {
  left: number;
}

/** A rate that orders may still name. Ticks; a side of 0 ticks was not quoted. */
export interface QuotedRate {
  readonly instrument: Instrument;
  readonly bidTicks: number;
  readonly offerTicks: number;
  /** Units of the base that orders naming this rate may still trade on each side. */
  bidLeft: number;
  offerLeft: number;
  /** Number of the rate within its symbol; 0 if it was never the book's rate. */
  readonly rateCount: number;
  /** Counterparty of trades at this rate; absent: the counterparty of the symbol's book. */
  readonly provider?: string;
  /** Counterparty at the offer, if it differs. */
  readonly offerProvider?: string;
  /** Value date of a trade on it, `YYYY-MM-DD`; absent: spot. */
  readonly valueDate?: string;
  /** Spot rates to which the points of the value date were added; absent: the rates themselves. */
  readonly spotBidTicks?: number;
  readonly spotOfferTicks?: number;
  /** Levels of providers whose sizes replace `bidLeft` and `offerLeft`. */
  readonly open?: { readonly bids: readonly OpenSize[]; readonly offers: readonly OpenSize[] };
  /** Market rate behind this rate, whose sizes replace `bidLeft` and `offerLeft`. */
  readonly source?: QuotedRate;
}

/** The rate; `unknown`: no such id was issued; `expired`: it was issued and is too old. */
export type RateLookup = QuotedRate | 'unknown' | 'expired';

/** An issuer of rateIds. */
export interface RateSource {
  find(rateId: string, at: Instant): RateLookup;
}

/** All issuers of rateIds: the first that knows an id determines the result. */
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

// Quote requests at the simulated venue: what it receives and shows, between its quoting and the
// wire.
import type { Instrument } from '../instrument.js';
import type { RfsEvent, RfsSide } from '../quotes/rfs.js';
import type { Instant } from '../time.js';
import type { TradeType, VenueTrade } from './venue-trade.js';

/** A quote request as received: amounts in units, dates as `YYYY-MM-DD` or tenor code. */
export interface VenueQuoteRequest {
  readonly clOrderId: string;
  readonly symbol: string;
  /** In the dealt currency; near leg. */
  readonly amount: number;
  readonly dealtCurrency: string;
  /** Seconds. */
  readonly expiry: number;
  readonly rfq?: boolean | undefined;
  readonly side: RfsSide;
  readonly nearValueDate: string;
  readonly priceType: TradeType;
  readonly customerAccount: string;
  readonly customerOrg: string;
  readonly providers?: readonly string[] | undefined;
  readonly farDealtAmount?: number | undefined;
  readonly farValueDate?: string | undefined;
  readonly fixingDate?: string | undefined;
  readonly farFixingDate?: string | undefined;
  readonly priceViewType?: number | undefined;
  readonly depth?: number | undefined;
  readonly channel?: string | undefined;
}

/** An acceptance as received. */
export interface QuoteAcceptance {
  readonly clOrderId?: string | undefined;
  readonly quoteId?: string | undefined;
  readonly side?: 'BUY' | 'SELL' | undefined;
  readonly transactionId?: string | undefined;
}

/** Price of one direction; fine ticks: 10^-(ratePrecision + 2). */
export interface QuoteSide {
  readonly spotRate: number;
  readonly forwardPoints: number;
  /** All-in rate of the near leg: spot rate and points. */
  readonly rate: number;
  /** Far leg, which the requester deals in the opposite direction. */
  readonly farForwardPoints?: number;
  readonly farRate?: number;
}

/** One firm quote. */
export interface VenueQuoteView {
  readonly quoteId: string;
  readonly provider: string;
  /** Rate at which the requester sells the base on the near leg. */
  readonly bid?: QuoteSide;
  /** Rate at which the requester buys the base on the near leg. */
  readonly offer?: QuoteSide;
  readonly quotedAt: Instant;
  readonly activeAt: Instant;
  readonly expiresAt: Instant;
}

/** A leg of a quote. */
export interface RfsLegView {
  /** Minor units of the dealt currency. */
  readonly dealtUnits: number;
  /** `YYYY-MM-DD`. */
  readonly valueDate: string;
  /** As requested; absent when a date was. */
  readonly tenor?: string;
  /** For a non-deliverable leg. */
  readonly fixingDate?: string;
}

/** A quote request as queries show it. */
export interface VenueRfsView {
  readonly clOrderId: string;
  readonly requestId: string;
  /** Empty until there are quotes. */
  readonly transactionId: string;
  readonly event: RfsEvent;
  readonly instrument: Instrument;
  readonly priceType: TradeType;
  readonly dealtCurrency: string;
  /** Lifetime of the request, seconds. */
  readonly ttl: number;
  /** Absent until the dates are known. */
  readonly near?: RfsLegView;
  readonly far?: RfsLegView;
  /** The live quotes. */
  readonly quotes: readonly VenueQuoteView[];
  /** Why it was rejected, as a code and a text; else empty. */
  readonly reason: string;
  readonly message: string;
  /** As it was made; the back office has its later changes. */
  readonly trade?: VenueTrade;
}

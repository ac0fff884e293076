// What the venue machine takes and shows of requests for quotes, between its desk and the wire.
import type { Instrument } from '../instrument.js';
import type { RfsEvent, RfsSide } from '../quotes/rfs.js';
import type { Instant } from '../time.js';
import type { TradeType, VenueTrade } from './venue-trade.js';

/** A request as it came: amounts in units, dates as `YYYY-MM-DD` or tenor code. */
export interface VenueQuoteRequest {
  readonly clOrderId: string;
  readonly symbol: string;
  /** Of the dealt currency; near leg. */
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

/** An acceptance as it came. */
export interface QuoteAcceptance {
  readonly clOrderId?: string | undefined;
  readonly quoteId?: string | undefined;
  readonly side?: 'BUY' | 'SELL' | undefined;
  readonly transactionId?: string | undefined;
}

/** What dealing one way costs; fine ticks: 10^-(ratePrecision + 2). */
export interface QuoteSide {
  readonly spotRate: number;
  readonly forwardPoints: number;
  /** All-in rate of the near leg: spot rate and points. */
  readonly rate: number;
  /** Of the far leg, where the requester deals the other way round. */
  readonly farForwardPoints?: number;
  readonly farRate?: number;
}

/** One firm quote. */
export interface VenueQuoteView {
  readonly quoteId: string;
  readonly provider: string;
  /** What the requester sells the base at on the near leg. */
  readonly bid?: QuoteSide;
  /** What the requester buys the base at on the near leg. */
  readonly offer?: QuoteSide;
  readonly quotedAt: Instant;
  readonly activeAt: Instant;
  readonly expiresAt: Instant;
}

/** A leg of what is quoted. */
export interface RfsLegView {
  /** Minor units of the dealt currency. */
  readonly dealtUnits: number;
  /** `YYYY-MM-DD`. */
  readonly valueDate: string;
  /** As it was asked for; absent when a date was. */
  readonly tenor?: string;
  /** Of a non-deliverable leg. */
  readonly fixingDate?: string;
}

/** A request as queries show it. */
export interface VenueRfsView {
  readonly clOrderId: string;
  readonly requestId: string;
  /** Empty until there are quotes. */
  readonly transactionId: string;
  readonly event: RfsEvent;
  readonly instrument: Instrument;
  readonly priceType: TradeType;
  readonly dealtCurrency: string;
  /** Life of the request, seconds. */
  readonly ttl: number;
  /** Absent until the dates are known. */
  readonly near?: RfsLegView;
  readonly far?: RfsLegView;
  /** The quotes that live. */
  readonly quotes: readonly VenueQuoteView[];
  /** Why it was turned down, a code and words; empty otherwise. */
  readonly reason: string;
  readonly message: string;
  /** As it was made; the back office knows what became of it. */
  readonly trade?: VenueTrade;
}

// Own quote requests and their firm quotes, for strategies and reports and as an input.
import type { Instrument } from '../instrument.js';
import type { Side } from '../orders/order-enums.js';
import type { RfsState } from './rfs.js';
import type { Instant } from '../time.js';

export const QUOTE_REQUEST_SIDES = ['Buy', 'Sell', 'Both'] as const;
/** Sides of the base currency that a quote request asks for. */
export type QuoteRequestSide = (typeof QUOTE_REQUEST_SIDES)[number];

/** A firm quote of an own quote request. */
export interface Quote {
  /** The quote request that it belongs to, by the id in `QuoteRequestView`. */
  readonly requestId: number;
  readonly quoteId: string;
  readonly provider: string;
  /** Price at which you sell the base, and at which you buy it; an absent side is not quoted. */
  readonly bid?: number;
  readonly offer?: number;
  /** Period in which it can be accepted. */
  readonly activeAt: Instant;
  readonly validUntil: Instant;
}

/**
 * `SENDING`: under way. `OPEN`: no quote yet. `QUOTED`: quotes can be accepted. `ACCEPTED`: one was
 * accepted. `TRADED`: the provider confirmed. `ENDED`: ended without a trade. `UNKNOWN`: it is
 * unproven whether the venue has it; it is withdrawn once found, and no quote of it is accepted.
 */
export type QuoteRequestState =
  'SENDING' | 'OPEN' | 'QUOTED' | 'ACCEPTED' | 'TRADED' | 'ENDED' | 'UNKNOWN';

/** An own quote request; a new object per change. */
export interface QuoteRequestView {
  readonly at: Instant;
  readonly strategy: string;
  /** Id of the intent that requested it; also of the order that accepts a quote of it. */
  readonly requestId: number;
  readonly clOrderId: string;
  readonly instrument: Instrument;
  readonly side: QuoteRequestSide;
  /** Minor units of the base. */
  readonly units: number;
  readonly state: QuoteRequestState;
  /** No quote of it can be accepted any more. */
  readonly isOver: boolean;
  /** The venue's newest event, and why the request ended; empty without one. */
  readonly event: string;
  readonly reason: string;
  /** Live quotes, as far as the venue reported them. */
  readonly quotes: readonly Quote[];
  /** Id of the accepted quote, or empty. */
  readonly acceptedId: string;
}

/** A firm quote as the venue reported it; rates in fine ticks: 10^-(ratePrecision + 2). */
export interface FirmQuote {
  readonly quoteId: string;
  readonly provider: string;
  /** Rate for buying the base, and for selling it; absent when not quoted. */
  readonly buyRate?: number;
  readonly sellRate?: number;
  readonly activeAt: Instant;
  readonly validUntil: Instant;
}

/** The trade of an accepted quote. */
export interface QuoteTrade {
  readonly tradeId: string;
  /** Side in the base. */
  readonly side: Side;
  /** Minor units of the base. */
  readonly units: number;
  /** Fine ticks. */
  readonly rate: number;
  readonly executedAt: Instant;
  /** As in a trade. */
  readonly valueDate?: string;
  /** Organization of the counterparty; absent when the venue does not give it. */
  readonly counterparty?: string;
}

/** The venue's report of an own quote request, from a query. */
export interface QuoteReportEvent {
  readonly type: 'quotes';
  readonly clOrderId: string;
  /** The venue's id. */
  readonly requestId: string;
  /** Empty until the venue reports it. */
  readonly transactionId: string;
  readonly state: RfsState;
  /** One of `RFS_EVENTS`, or the venue's own text for an unknown event. */
  readonly event: string;
  /** True when the event is known; the state of an unknown one is a guess. */
  readonly isKnown: boolean;
  readonly reason: string;
  readonly quotes: readonly FirmQuote[];
  readonly trades: readonly QuoteTrade[];
  /** Trades that the venue busted. */
  readonly busts: readonly QuoteTrade[];
}

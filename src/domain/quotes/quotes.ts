// Own requests for quotes and the firm quotes that they get: for strategies, reports, and as input.
import type { Instrument } from '../instrument.js';
import type { Side } from '../order-enums.js';
import type { RfsState } from './rfs.js';
import type { Instant } from '../time.js';

export const QUOTE_REQUEST_SIDES = ['Buy', 'Sell', 'Both'] as const;
/** Which ways of the base currency a request asks for. */
export type QuoteRequestSide = (typeof QUOTE_REQUEST_SIDES)[number];

/** A firm quote of an own request. */
export interface Quote {
  /** The request that it belongs to, as `RequestView` names it. */
  readonly requestId: number;
  readonly quoteId: string;
  readonly provider: string;
  /** What you sell the base at and what you buy it at; absent: that way is not quoted. */
  readonly bid?: number;
  readonly offer?: number;
  /** From when to when it can be accepted. */
  readonly activeAt: Instant;
  readonly validUntil: Instant;
}

/**
 * `SENDING`: on its way. `OPEN`: no quote yet. `QUOTED`: quotes can be accepted. `ACCEPTED`: one
 * is. `TRADED`: the provider confirmed. `ENDED`: over without a trade. `UNKNOWN`: nobody knows
 * whether the venue has it; it is withdrawn once it is found, and nothing of it is accepted.
 */
export type QuoteRequestState =
  'SENDING' | 'OPEN' | 'QUOTED' | 'ACCEPTED' | 'TRADED' | 'ENDED' | 'UNKNOWN';

/** An own request for quotes; a fresh object per change. */
export interface QuoteRequestView {
  readonly at: Instant;
  readonly strategy: string;
  /** The intent that asked; of the order that an acceptance is, too. */
  readonly requestId: number;
  readonly clOrderId: string;
  readonly instrument: Instrument;
  readonly side: QuoteRequestSide;
  /** Minor units of the base. */
  readonly units: number;
  readonly state: QuoteRequestState;
  /** No quote of it can be accepted any more. */
  readonly isOver: boolean;
  /** The venue's newest word, and why it ended; empty without one. */
  readonly event: string;
  readonly reason: string;
  /** Those that live, as far as the venue has told. */
  readonly quotes: readonly Quote[];
  /** The quote that was accepted, or empty. */
  readonly acceptedId: string;
}

/** A firm quote as the venue told it; rates in fine ticks: 10^-(ratePrecision + 2). */
export interface FirmQuote {
  readonly quoteId: string;
  readonly provider: string;
  /** What it costs to buy the base, and what selling it brings; absent: not quoted. */
  readonly buyRate?: number;
  readonly sellRate?: number;
  readonly activeAt: Instant;
  readonly validUntil: Instant;
}

/** The trade that an accepted quote became. */
export interface QuoteTrade {
  readonly tradeId: string;
  /** Of the base. */
  readonly side: Side;
  /** Minor units of the base. */
  readonly units: number;
  /** Fine ticks. */
  readonly rate: number;
  readonly executedAt: Instant;
  /** As of a trade. */
  readonly valueDate?: string;
  /** Organization of the other side; absent: the venue does not tell it. */
  readonly counterparty?: string;
}

/** What a query of an own request showed. */
export interface QuoteReportEvent {
  readonly type: 'quotes';
  readonly clOrderId: string;
  /** The venue's id. */
  readonly requestId: string;
  /** Empty until the venue tells. */
  readonly transactionId: string;
  readonly state: RfsState;
  /** One of `RFS_EVENTS`; the venue's own word where it is none of them. */
  readonly event: string;
  /** Whether the word is known; by an unknown one the state is a guess. */
  readonly isKnown: boolean;
  readonly reason: string;
  readonly quotes: readonly FirmQuote[];
  readonly trades: readonly QuoteTrade[];
  /** Trades that the venue took back. */
  readonly busts: readonly QuoteTrade[];
}

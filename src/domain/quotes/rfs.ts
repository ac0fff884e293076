// Requests for quotes as a caller sees them: their state, the firm quotes, and the trades made.
import type { Fault } from '../fault.js';
import type { Side } from '../order-enums.js';
import type { Instant, Micros } from '../time.js';
import type { TradeType } from '../venue/venue-trade.js';

export function hasTwoLegs(type: TradeType): boolean {
  return type === 'Swap' || type === 'FwdFwd' || type === 'NDFSwap';
}

/** Whether legs are settled in one currency, at a rate that is fixed before. */
export function isNonDeliverable(type: TradeType): boolean {
  return type === 'NDF' || type === 'NDFSwap';
}

export const RFS_EVENTS = [
  'REQUEST_RECEIVED',
  'QUOTE',
  'QUOTE_ACCEPTED',
  'TRADE_VERIFIED',
  'TRADE_REJECTED',
  'REQUEST_WITHDRAWN',
  'REQUEST_EXPIRED',
  'REQUEST_REJECTED',
] as const;
/** What a request has come to (wire facts 6.2). */
export type RfsEvent = (typeof RFS_EVENTS)[number];

/** Side of a request at the venue: of the base currency of its near leg. */
export const RFS_SIDES = ['BUY', 'SELL', 'TWO_WAY'] as const;
export type RfsSide = (typeof RFS_SIDES)[number];

/**
 * `open`: no quote yet. `quoted`: quotes can be accepted. `accepted`: the provider has not answered
 * yet. `done`: traded. `ended`: over without a trade.
 */
export type RfsState = 'open' | 'quoted' | 'accepted' | 'done' | 'ended';

/** Rates and points in fine ticks: 10^-(ratePrecision + 2). */
export interface RfsPrice {
  /** All-in rate of the near leg. */
  readonly rate: number;
  readonly spotRate?: number;
  readonly forwardPoints?: number;
  /** All-in rate of the far leg, which is dealt the other way round. */
  readonly farRate?: number;
  readonly farForwardPoints?: number;
}

/** A firm quote; what it costs to buy and to sell the dealt currency of the near leg. */
export interface RfsQuote {
  readonly quoteId: string;
  readonly provider: string;
  readonly priceType: string;
  /** Absent: that way is not quoted. */
  readonly buy?: RfsPrice;
  readonly sell?: RfsPrice;
  /** `YYYY-MM-DD`, as far as the venue told. */
  readonly valueDate?: string;
  readonly farValueDate?: string;
  /** When it was made; absent: the venue did not tell. */
  readonly quotedAt?: Instant;
  /** From `quotedAt` to its end, and to when it can be accepted. */
  readonly life: Micros;
  readonly activeAfter: Micros;
}

/** `bust`: the venue took it back. `none`: no fill yet, or never one. */
export type TradeMeaning = 'fill' | 'bust' | 'none';

export interface RfsTrade {
  readonly tradeId: string;
  readonly meaning: TradeMeaning;
  /** Of the dealt currency, near leg. */
  readonly side: Side;
  readonly status: string;
  /** Fine ticks. */
  readonly rate: number;
  readonly farRate?: number;
  /** Minor units of the dealt currency. */
  readonly dealtUnits: number;
  readonly valueDate: string;
  readonly farValueDate?: string;
  /** Absent: the venue did not tell. */
  readonly executedAt?: Instant;
  /** Organization of the other side; absent: the venue did not tell. */
  readonly counterparty?: string;
}

/** What a query of a request showed. */
export interface RfsView {
  readonly clOrderId: string;
  readonly requestId: string;
  readonly state: RfsState;
  /** The venue's own word. */
  readonly event: string;
  /** What the word means; absent of an unknown one. */
  readonly name?: RfsEvent;
  /** Whether the word is known; by an unknown one the state is a guess. */
  readonly isKnown: boolean;
  /** Empty until the venue tells. */
  readonly transactionId: string;
  readonly reason: string;
  readonly quotes: readonly RfsQuote[];
  readonly trades: readonly RfsTrade[];
  /** Quotes and trades that could not be read; they are left out above. */
  readonly faults: readonly Fault[];
}

/**
 * A side seen from the dealt currency, of a side of the base currency, and the other way round: of
 * a dealt term currency they are opposite.
 */
export function swapSide(side: Side, isBaseDealt: boolean): Side {
  if (isBaseDealt) return side;
  return side === 'Buy' ? 'Sell' : 'Buy';
}

// Quote requests as a caller of the venue sees them: their state, firm quotes and trades.
import type { Fault } from '../fault.js';
import type { Side } from '../orders/order-enums.js';
import type { Instant, Micros } from '../time.js';
import type { TradeType } from '../venue/venue-trade.js';

export function hasTwoLegs(type: TradeType): boolean {
  return type === 'Swap' || type === 'FwdFwd' || type === 'NDFSwap';
}

/** True when the legs settle in one currency, at a rate that is fixed before. */
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
/** Events of a quote request (wire facts 6.2). */
export type RfsEvent = (typeof RFS_EVENTS)[number];

/** Side of a quote request at the venue: that of the base currency in its near leg. */
export const RFS_SIDES = ['BUY', 'SELL', 'TWO_WAY'] as const;
export type RfsSide = (typeof RFS_SIDES)[number];

/**
 * `open`: no quote yet. `quoted`: quotes can be accepted. `accepted`: the provider has not
 * responded yet. `done`: traded. `ended`: ended without a trade.
 */
export type RfsState = 'open' | 'quoted' | 'accepted' | 'done' | 'ended';

/** Rates and points in fine ticks: 10^-(ratePrecision + 2). */
export interface RfsPrice {
  /** All-in rate of the near leg. */
  readonly rate: number;
  readonly spotRate?: number;
  readonly forwardPoints?: number;
  /** All-in rate of the far leg, which is dealt in the opposite direction. */
  readonly farRate?: number;
  readonly farForwardPoints?: number;
}

/** A firm quote: the price to buy and to sell the dealt currency of the near leg. */
export interface RfsQuote {
  readonly quoteId: string;
  readonly provider: string;
  readonly priceType: string;
  /** An absent side is not quoted. */
  readonly buy?: RfsPrice;
  readonly sell?: RfsPrice;
  /** `YYYY-MM-DD`, as far as the venue reported it. */
  readonly valueDate?: string;
  readonly farValueDate?: string;
  /** When the quote was made; absent when the venue did not report it. */
  readonly quotedAt?: Instant;
  /** Time from `quotedAt` to its end, and to the start of its acceptance period. */
  readonly life: Micros;
  readonly activeAfter: Micros;
}

/** `bust`: the venue busted it. `none`: no fill yet, or never one. */
export type TradeMeaning = 'fill' | 'bust' | 'none';

export interface RfsTrade {
  readonly tradeId: string;
  readonly meaning: TradeMeaning;
  /** Side in the dealt currency, near leg. */
  readonly side: Side;
  readonly status: string;
  /** Fine ticks. */
  readonly rate: number;
  readonly farRate?: number;
  /** Minor units of the dealt currency. */
  readonly dealtUnits: number;
  readonly valueDate: string;
  readonly farValueDate?: string;
  /** Absent when the venue did not report it. */
  readonly executedAt?: Instant;
  /** Organization of the counterparty; absent when the venue did not report it. */
  readonly counterparty?: string;
}

/** The result of a query for a quote request. */
export interface RfsView {
  readonly clOrderId: string;
  readonly requestId: string;
  readonly state: RfsState;
  /** The venue's own text for the event. */
  readonly event: string;
  /** The event that the text means; absent for an unknown one. */
  readonly name?: RfsEvent;
  /** True when the event is known; the state of an unknown one is a guess. */
  readonly isKnown: boolean;
  /** Empty until the venue reports it. */
  readonly transactionId: string;
  readonly reason: string;
  readonly quotes: readonly RfsQuote[];
  readonly trades: readonly RfsTrade[];
  /** Faults of quotes and trades that could not be read; those are left out above. */
  readonly faults: readonly Fault[];
}

/** Converts a side between base and dealt currency: opposite when the term is dealt. */
export function swapSide(side: Side, isBaseDealt: boolean): Side {
  if (isBaseDealt) return side;
  return side === 'Buy' ? 'Sell' : 'Buy';
}

// Intents of strategies: plain data with plain numbers, part of the public interface; the gate
// converts them into exact units.
import type { IntentDetails } from './order-details.js';
import type { OrderType, Side, TimeInForce } from './order-enums.js';
import type { QuoteRequestSide } from '../quotes/quotes.js';

/** Places one order. */
export interface PlaceIntent {
  readonly kind: 'place';
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** In units of the dealt currency, e.g. 1000000 for a million EUR. */
  readonly size: number;
  /** Limit price, or the protection price (worst acceptable rate) of a Market order. */
  readonly price: number;
  /** Dealt currency; the base of the symbol when absent. */
  readonly currency?: string;
  /** `YYYY-MM-DD`; spot when absent. */
  readonly valueDate?: string;
  /** Lifetime of a GTT order in whole seconds, 1 to 86399. */
  readonly expirySeconds?: number;
  /** Fields beyond a plain order, by the venue's names. */
  readonly details?: IntentDetails;
}

/** Cancels an own working order by the id that `place` returned. */
export interface CancelIntent {
  readonly kind: 'cancel';
  readonly intentId: number;
}

/** Works a parent order by an execution algorithm. */
export interface ExecuteIntent {
  readonly kind: 'execute';
  /** Id of a registered execution algorithm, e.g. `twap`. */
  readonly algorithm: string;
  /**
   * Key of the parent within its strategy, over all runs: a known key never starts a second parent,
   * the known one is emitted again. Absent: a hash of the other fields.
   */
  readonly key?: string;
  readonly symbol: string;
  readonly side: Side;
  /** Total, in units of the base currency. */
  readonly size: number;
  /** Worst acceptable price of every child; when absent only the gate's collar applies. */
  readonly limitPrice?: number;
  /** Parameters of the algorithm, checked against its schema. */
  readonly params: unknown;
}

/** Requests firm quotes for an amount, at spot: a stream of quotes while the request lives. */
export interface RfsIntent {
  readonly kind: 'rfs';
  readonly symbol: string;
  readonly side: QuoteRequestSide;
  /** In units of the base currency. */
  readonly size: number;
  /** Lifetime of the quote request in whole seconds; a venue may shorten it. */
  readonly lifeSeconds: number;
}

/** Accepts a quote; at most one per quote request. */
export interface AcceptIntent {
  readonly kind: 'accept';
  readonly requestId: number;
  readonly quoteId: string;
  /** Side in the base currency. */
  readonly side: Side;
}

/** Withdraws a quote request without an accepted quote. */
export interface WithdrawIntent {
  readonly kind: 'withdraw';
  readonly requestId: number;
}

export type Intent =
  PlaceIntent | CancelIntent | ExecuteIntent | RfsIntent | AcceptIntent | WithdrawIntent;

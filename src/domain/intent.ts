// What a strategy wants: plain data on the public face, with plain numbers; the gate makes them
// exact.
import type { IntentDetails } from './order-details.js';
import type { OrderType, Side, TimeInForce } from './order-enums.js';
import type { QuoteRequestSide } from './quotes/quotes.js';

/** A wish for one venue order. */
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
  /** Life of a GTT order in whole seconds, 1 to 86399. */
  readonly expirySeconds?: number;
  /** What it carries beyond a plain order, in the words of the venue. */
  readonly details?: IntentDetails;
}

/** A wish to cancel an own working order, named by the id that `place` returned. */
export interface CancelIntent {
  readonly kind: 'cancel';
  readonly intentId: number;
}

/** A wish to work a parent order through an execution algorithm. */
export interface ExecuteIntent {
  readonly kind: 'execute';
  /** Id of a registered execution algorithm, e.g. `twap`. */
  readonly algorithm: string;
  /**
   * Names the parent within its strategy, in every run of it: a known key never makes a second
   * parent, the known one is shown again. Absent: a hash of what the other fields ask for.
   */
  readonly key?: string;
  readonly symbol: string;
  readonly side: Side;
  /** Total, in units of the base currency. */
  readonly size: number;
  /** Worst acceptable price of every child; absent: none but the collar. */
  readonly limitPrice?: number;
  /** Parameters of the algorithm, checked against its schema. */
  readonly params: unknown;
}

/** A wish for firm quotes of an amount, at spot: a stream of them while the request lives. */
export interface RfsIntent {
  readonly kind: 'rfs';
  readonly symbol: string;
  readonly side: QuoteRequestSide;
  /** In units of the base currency. */
  readonly size: number;
  /** Life of the request in whole seconds; a venue may cut it. */
  readonly lifeSeconds: number;
}

/** A wish to deal on a quote; at most one of a request is accepted. */
export interface AcceptIntent {
  readonly kind: 'accept';
  readonly requestId: number;
  readonly quoteId: string;
  /** Of the base currency. */
  readonly side: Side;
}

/** A wish to end a request that has no quote accepted. */
export interface WithdrawIntent {
  readonly kind: 'withdraw';
  readonly requestId: number;
}

export type Intent =
  PlaceIntent | CancelIntent | ExecuteIntent | RfsIntent | AcceptIntent | WithdrawIntent;

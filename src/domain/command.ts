// An approved intent on its way to the venue, in exact integers.
import type { Instrument } from './instrument.js';
import type { OrderRequestDetails } from './order-details.js';
import type { OrderType, Side, TimeInForce } from './order-enums.js';
import type { QuoteRequestSide } from './quotes/quotes.js';
import type { Instant } from './time.js';

/** The quote that an order of type PQ accepts, in the venue's words. */
export interface QuoteName {
  readonly requestId: string;
  readonly quoteId: string;
  /** Empty where the venue told none. */
  readonly transactionId: string;
  /** Which ways were asked for. */
  readonly asked: QuoteRequestSide;
}

export interface PlaceCommand {
  readonly kind: 'place';
  readonly coId: string;
  readonly intentId: number;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** Size in minor units of the dealt currency, which is the base. */
  readonly units: number;
  /** Limit or protection price in ticks. */
  readonly priceTicks: number;
  /** Whole seconds of a GTT order's life; 0 for the others. */
  readonly expirySeconds: number;
  /** How often its bytes leave with this one. */
  readonly attempt: number;
  /** Of an AtBest order, `YYYY-MM-DD`; absent or empty for all others: spot. */
  readonly valueDate?: string;
  /** What it carries beyond a plain order. */
  readonly details?: OrderRequestDetails | undefined;
  /** The quote that it accepts; `coId` is that of the quote's request. */
  readonly quote?: QuoteName;
  /** Version of the limits by which it was approved. */
  readonly limitsVersion?: string;
}

export interface CancelCommand {
  readonly kind: 'cancel';
  readonly coId: string;
  /** The venue's id of the order; empty while none is known. */
  readonly orderId: string;
  readonly intentId: number;
}

/** Whom requests for quotes are for: an organization and its legal entity. */
export interface Customer {
  readonly org: string;
  readonly account: string;
}

/** Asks for quotes. */
export interface RfsCommand {
  readonly kind: 'rfs';
  /** Our id of the request, and of the order that an acceptance of it becomes. */
  readonly coId: string;
  readonly intentId: number;
  readonly instrument: Instrument;
  readonly side: QuoteRequestSide;
  /** Minor units of the base. */
  readonly units: number;
  readonly lifeSeconds: number;
  readonly customer: Customer;
  /** Version of the limits by which it was approved. */
  readonly limitsVersion?: string;
}

/** Ends a request for quotes. */
export interface WithdrawCommand {
  readonly kind: 'withdraw';
  readonly coId: string;
  /** The venue's id of the request; empty while none is known: it is looked for then. */
  readonly requestId: string;
  readonly intentId: number;
  readonly instrument: Instrument;
  /** When the venue has ended it at the latest. */
  readonly endsAt: Instant;
}

export type Command = PlaceCommand | CancelCommand | RfsCommand | WithdrawCommand;

/**
 * An order request in the words and numbers of the venue (spec, PlaceOrderRequest), before the
 * venue has checked any of it: what the simulator decodes and what the local gateway hands over.
 */
export interface OrderRequest {
  readonly coId?: string | undefined;
  readonly type?: string | undefined;
  readonly side?: string | undefined;
  readonly symbol?: string | undefined;
  readonly currency?: string | undefined;
  readonly size?: number | undefined;
  readonly price?: number | undefined;
  readonly timeInForce?: string | undefined;
  /** Seconds, 1 to 86399; GTT only. */
  readonly expiryTime?: number | undefined;
  /** All other fields; absent when the request has none of them. */
  readonly details?: OrderRequestDetails | undefined;
}

// Commands: approved intents on their way to the venue, in exact integers.
import type { Instrument } from '../instrument.js';
import type { OrderRequestDetails } from './order-details.js';
import type { OrderType, Side, TimeInForce } from './order-enums.js';
import type { QuoteRequestSide } from '../quotes/quotes.js';
import type { Instant } from '../time.js';

/** The quote that an order of type PQ accepts, by the venue's ids. */
export interface QuoteName {
  readonly requestId: string;
  readonly quoteId: string;
  /** Empty when the venue gave none. */
  readonly transactionId: string;
  /** Sides that the quote request asked for. */
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
  /** Lifetime of a GTT order in whole seconds; 0 for other orders. */
  readonly expirySeconds: number;
  /** Number of times that its bytes are sent, this time included. */
  readonly attempt: number;
  /** Value date of an AtBest order, `YYYY-MM-DD`; absent or empty for all others: spot. */
  readonly valueDate?: string;
  /** Fields of the request beyond a plain order. */
  readonly details?: OrderRequestDetails | undefined;
  /** The quote that it accepts; `coId` is the one of the quote request. */
  readonly quote?: QuoteName;
  /** Version of the limits that it was approved by. */
  readonly limitsVersion?: string;
}

export interface CancelCommand {
  readonly kind: 'cancel';
  readonly coId: string;
  /** The venue's id of the order; empty while unknown. */
  readonly orderId: string;
  readonly intentId: number;
}

/** Customer that quote requests are made for: an organization and its legal entity. */
export interface Customer {
  readonly org: string;
  readonly account: string;
}

/** Sends a quote request. */
export interface RfsCommand {
  readonly kind: 'rfs';
  /** Our id of the quote request, and of the order that accepts a quote of it. */
  readonly coId: string;
  readonly intentId: number;
  readonly instrument: Instrument;
  readonly side: QuoteRequestSide;
  /** Minor units of the base. */
  readonly units: number;
  readonly lifeSeconds: number;
  readonly customer: Customer;
  /** Version of the limits that it was approved by. */
  readonly limitsVersion?: string;
}

/** Withdraws a quote request. */
export interface WithdrawCommand {
  readonly kind: 'withdraw';
  readonly coId: string;
  /** The venue's id of the request; while it is empty, the gateway queries it first. */
  readonly requestId: string;
  readonly intentId: number;
  readonly instrument: Instrument;
  /** Latest time at which the venue has ended the request. */
  readonly endsAt: Instant;
}

export type Command = PlaceCommand | CancelCommand | RfsCommand | WithdrawCommand;

/**
 * An order request with the venue's names and plain numbers (spec, PlaceOrderRequest), before the
 * venue has checked it: the simulator decodes it and the local gateway hands it over.
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

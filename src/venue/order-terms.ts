// Terms of an order that passed the venue's validation.
import type { Instrument } from '../domain/index.js';
import {
  type OrderDetails,
  type OrderType,
  type Side,
  type TimeInForce,
  toSign,
} from '../domain/orders/index.js';
import type { QuotedRate } from './market/rate-registry.js';

export interface OrderTerms {
  readonly coId: string;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** Minor units of the dealt currency. */
  readonly units: number;
  /** Limit price in ticks; 0: none. */
  readonly priceTicks: number;
  readonly expirySeconds: number;
  /** Undefined for a plain Limit or Market order in the base. */
  readonly details: OrderDetails | undefined;
  /** Rate that a previously quoted order names. */
  readonly quote: QuotedRate | undefined;
}

/** +1 for a purchase of the base, -1 for a sale. */
export function findSign({ side, details }: Pick<OrderTerms, 'side' | 'details'>): 1 | -1 {
  const sign = toSign(side);
  return details?.inTerm === true ? (-sign as 1 | -1) : sign;
}

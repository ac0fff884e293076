// Latency model: a constant time one way for rates, orders and replies.
import type { Micros } from '../../domain/index.js';

export interface Latency {
  /** From the venue's rate to where a query or stream shows it. */
  readonly rates: Micros;
  /** From the acceptance of a request to its arrival at the matching engine. */
  readonly orders: Micros;
  /** From a change of an order to where a query or stream shows it. */
  readonly replies: Micros;
}

export const NO_LATENCY: Latency = { rates: 0, orders: 0, replies: 0 };

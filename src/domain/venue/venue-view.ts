// Orders and trades as the simulated venue shows them, for the simulator's wire mapping and the
// local gateway.
import type { Instrument } from '../instrument.js';
import type { OrderDetails } from '../orders/order-details.js';
import type { OrderStatus, OrderType, Side, TimeInForce } from '../orders/order-enums.js';
import type { Instant } from '../time.js';

/** An order as the venue publishes it, after the latency of its replies. */
export interface VenueOrderView {
  /** The venue's id, a digit string. */
  readonly orderId: string;
  readonly coId: string;
  /** Full name `user@Org`. */
  readonly user: string;
  /** Organization that it is traded for. */
  readonly org: string;
  readonly instrument: Instrument;
  /** Side in the dealt currency. */
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** Minor units of the dealt currency: the base unless the details say otherwise. */
  readonly units: number;
  /** 0 without a price. */
  readonly priceTicks: number;
  /** Seconds; 0 unless GTT. */
  readonly expirySeconds: number;
  readonly status: OrderStatus;
  readonly cumUnits: number;
  /** Filled amount in minor units of the base: cumUnits unless the term is dealt. */
  readonly cumBaseUnits: number;
  /** Sum of base units x ticks over the fills, exact; over cumBaseUnits: the average price. */
  readonly cumCash: number | bigint;
  readonly lastTrade: VenueTradeView | undefined;
  readonly reason: string;
  readonly createdAt: Instant;
  readonly transactAt: Instant;
  /** Set for an order that is more than a plain Limit or Market order in the base. */
  readonly details: OrderDetails | undefined;
}

/** A trade as the venue publishes it. */
export interface VenueTradeView {
  /** `FXI` and digits. */
  readonly tradeId: string;
  readonly orderId: string;
  readonly coId: string;
  readonly user: string;
  readonly org: string;
  readonly account: string;
  readonly counterparty: string;
  /** Legal entity of the counterparty. */
  readonly counterpartyAccount: string;
  readonly instrument: Instrument;
  /** Side in the dealt currency. */
  readonly side: Side;
  /** Minor units of the base. */
  readonly units: number;
  /** Minor units of the term if that was dealt, else undefined. */
  readonly termUnits: number | undefined;
  /** All-in rate. */
  readonly priceTicks: number;
  /** Rate without forward points. */
  readonly spotTicks: number;
  /** True when the order rested and was hit. */
  readonly maker: boolean;
  readonly executedAt: Instant;
  /** `YYYY-MM-DD`. */
  readonly tradeDate: string;
  readonly valueDate: string;
  readonly tradeType: 'Spot' | 'Outright' | 'NDF';
  /** Set for an order that accepted a quote. */
  readonly rateId: string | undefined;
  /** Details of the order, as in its view. */
  readonly details: OrderDetails | undefined;
}

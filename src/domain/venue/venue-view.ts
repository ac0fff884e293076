// What the venue machine shows of its orders and trades: read by the simulator's wire mapping and
// the local gateway.
import type { Instrument } from '../instrument.js';
import type { OrderDetails } from '../order-details.js';
import type { OrderStatus, OrderType, Side, TimeInForce } from '../order-enums.js';
import type { Instant } from '../time.js';

/** An order as the venue publishes it, after the replies' latency. */
export interface VenueOrderView {
  /** The venue's id, a digit string. */
  readonly orderId: string;
  readonly coId: string;
  /** Full name `user@Org`. */
  readonly user: string;
  /** For whom it is traded. */
  readonly org: string;
  readonly instrument: Instrument;
  /** Of the dealt currency. */
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** Minor units of the dealt currency: the base unless the details say otherwise. */
  readonly units: number;
  /** 0: none. */
  readonly priceTicks: number;
  /** Seconds; 0 unless GTT. */
  readonly expirySeconds: number;
  readonly status: OrderStatus;
  readonly cumUnits: number;
  /** Filled amount in minor units of the base: cumUnits unless the term is dealt. */
  readonly cumBaseUnits: number;
  /** Sum of base units x ticks over the fills, exact; the average price is this over them. */
  readonly cumCash: number | bigint;
  /** Latest fill. */
  readonly lastTrade: VenueTradeView | undefined;
  readonly reason: string;
  readonly createdAt: Instant;
  readonly transactAt: Instant;
  /** Of an order that is more than a plain Limit or Market order in the base. */
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
  /** Of the dealt currency. */
  readonly side: Side;
  /** Minor units of the base. */
  readonly units: number;
  /** Minor units of the term where that was dealt, else undefined. */
  readonly termUnits: number | undefined;
  /** All-in rate. */
  readonly priceTicks: number;
  /** Rate without forward points. */
  readonly spotTicks: number;
  /** Whether the order rested and was hit. */
  readonly maker: boolean;
  readonly executedAt: Instant;
  /** `YYYY-MM-DD`. */
  readonly tradeDate: string;
  readonly valueDate: string;
  readonly tradeType: 'Spot' | 'Outright' | 'NDF';
  /** Of an order that was previously quoted. */
  readonly rateId: string | undefined;
  /** Of the order, as in its view. */
  readonly details: OrderDetails | undefined;
}

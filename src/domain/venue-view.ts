// What the venue machine shows of its orders and trades: read by the simulator's wire mapping and
// the local gateway.
import type { Instrument } from './instrument.js';
import type { OrderStatus, OrderType, Side, TimeInForce } from './order-words.js';
import type { Instant } from './time.js';

/** An order as the venue publishes it, after the replies' latency. */
export interface VenueOrderView {
  /** The venue's id, a digit string. */
  readonly orderId: string;
  readonly coId: string;
  /** Full name `user@Org`. */
  readonly user: string;
  readonly org: string;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** Minor units of the base. */
  readonly units: number;
  readonly priceTicks: number;
  /** Seconds; 0 unless GTT. */
  readonly expirySeconds: number;
  readonly status: OrderStatus;
  readonly cumUnits: number;
  /** Sum of units x ticks over the fills, exact; the average price is this over cumUnits. */
  readonly cumCash: number | bigint;
  /** Latest fill; 0 and empty before the first. */
  readonly lastUnits: number;
  readonly lastTicks: number;
  readonly lastTradeId: string;
  readonly reason: string;
  readonly createdAt: Instant;
  readonly transactAt: Instant;
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
  readonly instrument: Instrument;
  readonly side: Side;
  readonly units: number;
  readonly priceTicks: number;
  /** Whether the order rested and was hit. */
  readonly maker: boolean;
  readonly executedAt: Instant;
  /** `YYYY-MM-DD`. */
  readonly tradeDate: string;
  readonly valueDate: string;
}

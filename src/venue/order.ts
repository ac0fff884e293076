// An order inside the venue machine.
import {
  type Instant,
  type Instrument,
  type OrderStatus,
  type OrderType,
  type Side,
  type TimeInForce,
  toSign,
  type VenueOrderView,
  type VenueTradeView,
} from '../domain/index.js';
import type { Timer } from '../machine/index.js';
import type { Account } from './account.js';

/** The exact terms of an order that passed the venue's validation. */
export interface OrderTerms {
  readonly coId: string;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly units: number;
  readonly priceTicks: number;
  readonly expirySeconds: number;
}

export class VenueOrder {
  /** Rises from order to order; the venue's id is its text. */
  readonly number: number;
  readonly orderId: string;
  readonly account: Account;
  readonly terms: OrderTerms;
  readonly sign: 1 | -1;
  readonly createdAt: Instant;
  status: OrderStatus = 'RECEIVED';
  cumUnits = 0;
  /** Sum of units x ticks: a number while that is exact. */
  cumCash: number | bigint = 0;
  lastUnits = 0;
  lastTicks = 0;
  lastTradeId = '';
  reason = '';
  transactAt: Instant;
  /** Arrived at the matching engine and not yet ended. */
  isLive = false;
  hasEnded = false;
  /** What queries show: the newest view whose reply has come out. */
  view: VenueOrderView;
  /** Trades whose replies have come out, oldest first. */
  readonly trades: VenueTradeView[] = [];
  /** Ends the order at its time; undefined when nothing does. */
  expiry: Timer | undefined;

  constructor(number: number, account: Account, terms: OrderTerms, at: Instant) {
    this.number = number;
    this.orderId = String(number);
    this.account = account;
    this.terms = terms;
    this.sign = toSign(terms.side);
    this.createdAt = at;
    this.transactAt = at;
    this.view = this.toView();
  }

  get leavesUnits(): number {
    return this.terms.units - this.cumUnits;
  }

  addFill(units: number, ticks: number, tradeId: string): void {
    this.cumUnits += units;
    const cash = typeof this.cumCash === 'number' ? this.cumCash + units * ticks : Infinity;
    this.cumCash = Number.isSafeInteger(cash)
      ? cash
      : BigInt(this.cumCash) + BigInt(units) * BigInt(ticks);
    this.lastUnits = units;
    this.lastTicks = ticks;
    this.lastTradeId = tradeId;
  }

  /** What the venue shows of the order now; a copy that later changes leave alone. */
  toView(): VenueOrderView {
    const { terms, account } = this;
    return {
      orderId: this.orderId,
      coId: terms.coId,
      user: account.fullName,
      org: account.user.org,
      instrument: terms.instrument,
      side: terms.side,
      type: terms.type,
      timeInForce: terms.timeInForce,
      units: terms.units,
      priceTicks: terms.priceTicks,
      expirySeconds: terms.expirySeconds,
      status: this.status,
      cumUnits: this.cumUnits,
      cumCash: this.cumCash,
      lastUnits: this.lastUnits,
      lastTicks: this.lastTicks,
      lastTradeId: this.lastTradeId,
      reason: this.reason,
      createdAt: this.createdAt,
      transactAt: this.transactAt,
    };
  }
}

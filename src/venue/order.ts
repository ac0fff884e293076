// An order inside the venue machine.
import {
  findNextClose,
  type Instant,
  type Instrument,
  NEVER,
  type OrderDetails,
  type OrderStatus,
  type OrderType,
  SECOND,
  type Side,
  type TimeInForce,
  toSign,
  type VenueOrderView,
  type VenueTradeView,
} from '../domain/index.js';
import type { Timer } from '../determinism/index.js';
import type { UserOrders } from './orders/user-orders.js';
import type { Counterparty } from './counterparties.js';
import type { QuotedRate } from './market/rate-registry.js';
import { createSpecial, type Special } from './orders/special/special.js';

/** The exact terms of an order that passed the venue's validation. */
export interface OrderTerms {
  readonly coId: string;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** Minor units of the dealt currency. */
  readonly units: number;
  /** 0: none. */
  readonly priceTicks: number;
  readonly expirySeconds: number;
  /** Of an order that is more than a plain Limit or Market order in the base. */
  readonly details: OrderDetails | undefined;
  /** Rate that a previously quoted order takes. */
  readonly quote: QuotedRate | undefined;
}

/** +1 where the order buys the base, -1 where it sells it. */
export function findSign({ side, details }: Pick<OrderTerms, 'side' | 'details'>): 1 | -1 {
  const sign = toSign(side);
  return details?.inTerm === true ? (-sign as 1 | -1) : sign;
}

export class VenueOrder {
  /** Rises from order to order; the venue's id is its text. */
  readonly number: number;
  readonly orderId: string;
  readonly account: UserOrders;
  readonly terms: OrderTerms;
  /** +1 where it buys the base, -1 where it sells it. */
  readonly sign: 1 | -1;
  /** Who trades with it; undefined when nobody may. */
  readonly counterparty: Counterparty | undefined;
  /** Worst rate it trades at now: moves with the rate it follows, if it does. */
  limitTicks: number;
  /** What it does beyond meeting the book and resting. */
  readonly special: Special | undefined;
  readonly createdAt: Instant;
  status: OrderStatus = 'RECEIVED';
  cumUnits = 0;
  /** Sum of base units x ticks: a number while that is exact. */
  cumCash: number | bigint = 0;
  cumBaseUnits = 0;
  lastTrade: VenueTradeView | undefined;
  reason = '';
  transactAt: Instant;
  /** Arrived at the matching engine and not yet ended. */
  isLive = false;
  hasEnded = false;
  /** A cancel of it is on its way. */
  isCancelAsked = false;
  /** The newest view whose reply has come out; before that, made when somebody asks. */
  #shown: VenueOrderView | undefined;
  /** Trades whose replies have come out, oldest first. */
  trades: VenueTradeView[] = [];
  /** Ends the order at its time; undefined when nothing does. */
  expiry: Timer | undefined;

  constructor(
    number: number,
    orderId: string,
    account: UserOrders,
    terms: OrderTerms,
    at: Instant,
    counterparty: Counterparty | undefined,
  ) {
    this.number = number;
    this.orderId = orderId;
    this.account = account;
    this.terms = terms;
    this.sign = findSign(terms);
    this.counterparty = counterparty;
    this.special = terms.details === undefined ? undefined : createSpecial(terms, terms.details);
    const hasLimit = terms.priceTicks > 0 && terms.type !== 'AtBest';
    this.limitTicks = hasLimit ? terms.priceTicks : findNoLimit(this.sign);
    this.createdAt = at;
    this.transactAt = at;
  }

  /** What queries show: the order as it was received until a change has come out. */
  get view(): VenueOrderView {
    return (this.#shown ??= {
      ...this.toView(),
      status: 'RECEIVED',
      cumUnits: 0,
      cumBaseUnits: 0,
      cumCash: 0,
      lastTrade: undefined,
      reason: '',
      transactAt: this.createdAt,
    });
  }

  set view(view: VenueOrderView) {
    this.#shown = view;
  }

  /** Organization that it trades for. */
  get org(): string {
    return this.terms.details?.owner?.org ?? this.account.user.org;
  }

  get leavesUnits(): number {
    return this.terms.units - this.cumUnits;
  }

  addFill(units: number, trade: VenueTradeView): void {
    const { units: baseUnits, priceTicks } = trade;
    this.cumUnits += units;
    this.cumBaseUnits += baseUnits;
    const cash =
      typeof this.cumCash === 'number' ? this.cumCash + baseUnits * priceTicks : Infinity;
    this.cumCash = Number.isSafeInteger(cash)
      ? cash
      : BigInt(this.cumCash) + BigInt(baseUnits) * BigInt(priceTicks);
    this.lastTrade = trade;
  }

  /** What the venue shows of the order now; a copy that later changes leave alone. */
  toView(): VenueOrderView {
    const { terms, account } = this;
    return {
      orderId: this.orderId,
      coId: terms.coId,
      user: account.fullName,
      org: this.org,
      instrument: terms.instrument,
      side: terms.side,
      type: terms.type,
      timeInForce: terms.timeInForce,
      units: terms.units,
      priceTicks: terms.priceTicks,
      expirySeconds: terms.expirySeconds,
      status: this.status,
      cumUnits: this.cumUnits,
      cumBaseUnits: this.cumBaseUnits,
      cumCash: this.cumCash,
      lastTrade: this.lastTrade,
      reason: this.reason,
      createdAt: this.createdAt,
      transactAt: this.transactAt,
      details: terms.details,
    };
  }
}

/** A limit that every rate is within. */
function findNoLimit(sign: 1 | -1): number {
  return sign > 0 ? Number.MAX_SAFE_INTEGER : 0;
}

/** When the time in force is over; NEVER for orders without such a time. */
export function findExpiry({ terms, createdAt }: VenueOrder): Instant {
  const { timeInForce, expirySeconds } = terms;
  if (timeInForce === 'GTT') return createdAt + expirySeconds * SECOND;
  return timeInForce === 'DAY' ? findNextClose(createdAt) : NEVER;
}

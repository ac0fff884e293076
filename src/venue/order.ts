// An order inside the simulated venue: terms, state and fills.
import { findNextClose } from '../domain/dates/index.js';
import { type Instant, NEVER, SECOND } from '../domain/index.js';
import type { OrderStatus } from '../domain/orders/index.js';
import type { VenueOrderView, VenueTradeView } from '../domain/venue/index.js';
import type { Timer } from '../determinism/index.js';
import type { Counterparty } from './counterparties.js';
import { findSign, type OrderTerms } from './order-terms.js';
import { createSpecial, type Special } from './orders/special/special.js';
import type { VenueUser } from './users.js';

/** What an order needs of the account that placed it. */
export interface OrderAccount {
  readonly user: VenueUser;
  /** `user@Org`. */
  readonly fullName: string;
  /** Counts an order whose end is visible. */
  end(order: VenueOrder): void;
}

export class VenueOrder {
  /** Serial number; the venue's order id is its text. */
  readonly number: number;
  readonly orderId: string;
  readonly account: OrderAccount;
  readonly terms: OrderTerms;
  /** +1 for a purchase of the base, -1 for a sale. */
  readonly sign: 1 | -1;
  /** Provider that trades with the order; undefined when there is none. */
  readonly counterparty: Counterparty | undefined;
  /** Worst rate at which the order trades now; that of a pegged order moves. */
  limitTicks: number;
  /** State of special behaviour: stop, peg, iceberg, algo; undefined for plain orders. */
  readonly special: Special | undefined;
  readonly createdAt: Instant;
  status: OrderStatus = 'RECEIVED';
  cumUnits = 0;
  /** Sum of base units x ticks; a bigint once a number is no longer exact. */
  cumCash: number | bigint = 0;
  cumBaseUnits = 0;
  lastTrade: VenueTradeView | undefined;
  reason = '';
  transactAt: Instant;
  /** True from arrival at the matching engine; read together with `hasEnded`. */
  isLive = false;
  hasEnded = false;
  /** True once a cancel was announced. */
  isCancelAsked = false;
  /** Newest view whose response is visible; undefined until a change or a query. */
  #shown: VenueOrderView | undefined;
  /** Trades whose responses are visible, oldest first. */
  trades: VenueTradeView[] = [];
  /** Timer of the end of the time in force; undefined without one. */
  expiry: Timer | undefined;

  constructor(
    number: number,
    orderId: string,
    account: OrderAccount,
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

  /** View that queries show: RECEIVED until the response of a change is visible. */
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

  /** Organization for which the order trades. */
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

  /** Immutable view of the order's current state. */
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

/** Limit for an order without one: no rate is worse. */
function findNoLimit(sign: 1 | -1): number {
  return sign > 0 ? Number.MAX_SAFE_INTEGER : 0;
}

/** End of the time in force; NEVER for orders without one. */
export function findExpiry({ terms, createdAt }: VenueOrder): Instant {
  const { timeInForce, expirySeconds } = terms;
  if (timeInForce === 'GTT') return createdAt + expirySeconds * SECOND;
  return timeInForce === 'DAY' ? findNextClose(createdAt) : NEVER;
}

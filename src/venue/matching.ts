// The matching engine: orders meet the displayed touch, rest, and end.
import {
  type Calendars,
  type Instant,
  type OrderStatus,
  type VenueTradeView,
} from '../domain/index.js';
import type { VenueBook } from './book.js';
import { findAvailable, type FillTiming, isMarketable, takeFromBook } from './models/fill.js';
import type { VenueOrder } from './order.js';
import { TradeDates } from './trade-dates.js';

/** Where the engine reports what happened to an order. */
export interface MatchingSink {
  changed(at: Instant, order: VenueOrder): void;
  traded(at: Instant, order: VenueOrder, trade: VenueTradeView): void;
}

/** Organization that takes the other side of every fill. */
const COUNTERPARTY = 'LP1';
const FIRST_TRADE_NUMBER = 50_000_001;

export class MatchingEngine {
  readonly #books: readonly VenueBook[];
  readonly #timing: FillTiming;
  readonly #sink: MatchingSink;
  readonly #dates: TradeDates;
  #tradeNumber = FIRST_TRADE_NUMBER;

  constructor(
    books: readonly VenueBook[],
    timing: FillTiming,
    calendars: Calendars,
    sink: MatchingSink,
  ) {
    this.#dates = new TradeDates(calendars);
    this.#books = books;
    this.#timing = timing;
    this.#sink = sink;
  }

  /** An order reaches the market. */
  arrive(at: Instant, order: VenueOrder): void {
    if (order.hasEnded) return;
    const book = this.#bookOf(order);
    order.isLive = true;
    this.#change(at, order, 'NEW');
    if (this.#timing === 'next-rate') book.waiting.push(order);
    else this.#meet(at, order, book);
  }

  /**
   * A new rate stands in the book: resting orders are hit first, then orders that waited for it.
   */
  matchRate(at: Instant, book: VenueBook): void {
    if (book.restingBuys.length > 0) book.restingBuys = this.#hit(at, book, book.restingBuys);
    if (book.restingSells.length > 0) book.restingSells = this.#hit(at, book, book.restingSells);
    if (book.waiting.length === 0) return;
    // Nothing joins while they meet the book: an arrival waits for the rate after this one.
    for (const order of book.waiting) if (!order.hasEnded) this.#meet(at, order, book);
    book.waiting.length = 0;
  }

  /** A cancel is on its way to the market. */
  announceCancel(at: Instant, order: VenueOrder): void {
    this.#change(at, order, 'PENDING_CANCEL');
  }

  /** Ends a live or arriving order without filling its rest. */
  end(at: Instant, order: VenueOrder, status: OrderStatus, reason = ''): void {
    if (order.hasEnded) return;
    order.hasEnded = true;
    order.reason = reason;
    const book = this.#bookOf(order);
    if (order.isLive) leave(book, order);
    this.#change(at, order, status);
  }

  #bookOf(order: VenueOrder): VenueBook {
    const book = this.#books[order.terms.instrument.id];
    if (book === undefined) throw new RangeError('an order of an unknown instrument');
    return book;
  }

  #meet(at: Instant, order: VenueOrder, book: VenueBook): void {
    const { timeInForce, priceTicks } = order.terms;
    const marketable = book.rateCount > 0 && isMarketable(book, order.sign, priceTicks);
    const available = marketable ? findAvailable(book, order.sign) : 0;
    const units = Math.min(order.leavesUnits, available);
    const touch = order.sign > 0 ? book.offerTicks : book.bidTicks;
    if (timeInForce === 'FOK' && units < order.leavesUnits) {
      this.end(at, order, 'EXPIRED');
      return;
    }
    if (units > 0) this.#fill(at, order, book, units, touch, false);
    if (order.hasEnded) return;
    if (timeInForce === 'IOC') this.end(at, order, 'EXPIRED');
    else rest(book, order);
  }

  /** Fills the touched orders of one side at their own prices; returns those that still rest. */
  #hit(at: Instant, book: VenueBook, resting: VenueOrder[]): VenueOrder[] {
    for (const order of resting) {
      const { priceTicks } = order.terms;
      // Best price first: behind an untouched order all are untouched.
      if (!isMarketable(book, order.sign, priceTicks)) break;
      const units = Math.min(order.leavesUnits, findAvailable(book, order.sign));
      if (units > 0) this.#fill(at, order, book, units, priceTicks, true);
    }
    return resting.some((order) => order.hasEnded)
      ? resting.filter((order) => !order.hasEnded)
      : resting;
  }

  #fill(
    at: Instant,
    order: VenueOrder,
    book: VenueBook,
    units: number,
    ticks: number,
    maker: boolean,
  ): void {
    const { terms } = order;
    takeFromBook(book, order.sign, units);
    order.addFill(units, ticks, `FXI${this.#tradeNumber++}`);
    const { user, fullName } = order.account;
    this.#sink.traded(at, order, {
      tradeId: order.lastTradeId,
      orderId: order.orderId,
      coId: terms.coId,
      user: fullName,
      org: user.org,
      account: user.account,
      counterparty: COUNTERPARTY,
      instrument: terms.instrument,
      side: terms.side,
      units,
      priceTicks: ticks,
      maker,
      executedAt: at,
      tradeDate: this.#dates.tradeDate(at, terms.instrument),
      valueDate: this.#dates.spotDate(at, terms.instrument),
    });
    if (order.leavesUnits === 0) {
      order.hasEnded = true;
      this.#change(at, order, 'FILLED');
    } else if (terms.timeInForce !== 'IOC') {
      this.#change(at, order, 'PARTIALLY_FILLED');
    }
  }

  #change(at: Instant, order: VenueOrder, status: OrderStatus): void {
    order.status = status;
    order.transactAt = at;
    this.#sink.changed(at, order);
  }
}

/** Best price first, then first come. */
function rest(book: VenueBook, order: VenueOrder): void {
  const resting = order.sign > 0 ? book.restingBuys : book.restingSells;
  const { priceTicks } = order.terms;
  let at = resting.length;
  for (; at > 0; at--) {
    const other = resting[at - 1];
    if (other === undefined || (other.terms.priceTicks - priceTicks) * order.sign >= 0) break;
  }
  resting.splice(at, 0, order);
}

function leave(book: VenueBook, order: VenueOrder): void {
  if (order.sign > 0) book.restingBuys = book.restingBuys.filter((other) => other !== order);
  else book.restingSells = book.restingSells.filter((other) => other !== order);
}

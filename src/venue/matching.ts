// The simulated venue's matching engine: fills orders from the book, lets them rest, ends them.
import { TradeDates } from '../domain/dates/index.js';
import type { Instant } from '../domain/index.js';
import type { OrderStatus } from '../domain/orders/index.js';
import type { VenueOrderView, VenueTradeView } from '../domain/venue/index.js';
import { type Scheduler, SerialTexts } from '../determinism/index.js';
import type { VenueBook } from './book.js';
import type { BookLevels } from './market/book-levels.js';
import type { ForwardCurves } from './market/forward-curves.js';
import type { MatchingRules, MatchingSink } from './matching-rules.js';
import { type FillTiming, isMarketable } from './models/fill.js';
import { createResting, type Resting } from './models/resting.js';
import type { ForwardPoints } from './models/curve.js';
import type { VenueOrder } from './order.js';
import type { OrderTerms } from './order-terms.js';
import { toBaseUnits } from './orders/reading/dealt-term.js';
import { hidePiece, showPiece, takeFromPiece } from './orders/special/icebergs.js';
import { findRejection, type OrderLimits } from './orders/limits.js';
import { hitTouch } from './orders/hit-touch.js';
import { TouchTaker } from './orders/touch-taker.js';
import type { Matching } from './orders/matching.js';
import { repricePegs } from './orders/special/pegs.js';
import { startSpecial } from './orders/special/start-special.js';
import { canFill, hitLevels, sweepLevels } from './orders/sweep.js';
import { triggerStops } from './orders/special/triggers.js';
import { findValueDate, isNdf } from './orders/reading/value-date.js';

const FIRST_TRADE_NUMBER = 50_000_001;

export class MatchingEngine implements Matching {
  readonly scheduler: Scheduler;
  readonly seed: number;
  readonly #books: readonly VenueBook[];
  readonly #timing: FillTiming;
  readonly #limits: OrderLimits | undefined;
  readonly #sink: MatchingSink;
  readonly #dates: TradeDates;
  readonly #forwards: ForwardCurves;
  readonly #resting: Resting | undefined;
  readonly #taker: TouchTaker;
  readonly #tradeIds = new SerialTexts('FXI');
  #tradeNumber = FIRST_TRADE_NUMBER;

  constructor(books: readonly VenueBook[], rules: MatchingRules, sink: MatchingSink) {
    this.#dates = new TradeDates(rules.calendars);
    this.#forwards = rules.forwards;
    this.scheduler = rules.scheduler;
    this.seed = rules.seed;
    this.#books = books;
    this.#timing = rules.timing;
    this.#limits = rules.limits;
    this.#sink = sink;
    const { resting = 'touch' } = rules.models;
    this.#resting = createResting(resting, rules.seed);
    const instruments = books.map(({ instrument }) => instrument);
    this.#taker = new TouchTaker(this, rules.models, instruments);
  }

  /** Handles an order that arrives after its latency: rejects it or matches it. */
  arrive(at: Instant, order: VenueOrder): void {
    if (order.hasEnded) return;
    const book = this.#bookOf(order);
    const reason = findRejection(this.#limits, at, order, book);
    if (reason !== undefined) {
      this.end(at, order, 'REJECTED', reason);
      return;
    }
    order.isLive = true;
    this.#change(at, order, 'NEW');
    this.#enter(at, order, book);
  }

  /**
   * Matches all orders of a book against its new rate, in this order: pegged orders are repriced,
   * resting orders are filled, stops are triggered, waiting orders are matched.
   */
  matchRate(book: VenueBook): void {
    const { at } = book;
    const isWatched = book.watchers.length > 0;
    if (isWatched) repricePegs(book);
    if (this.#resting !== undefined) this.#follow(book, this.#resting);
    if (isReached(book, book.restingBuys)) {
      book.restingBuys = this.#hit(at, book, book.restingBuys);
    }
    if (isReached(book, book.restingSells)) {
      book.restingSells = this.#hit(at, book, book.restingSells);
    }
    if (isWatched) triggerStops(this, at, book);
    // No order joins the queue during the loop: an arrival waits for the next rate.
    for (const order of book.waiting) if (!order.hasEnded) this.#start(at, order, book);
    book.removeWaiting();
  }

  /** Marks an order as pending cancel; returns its new view. */
  announceCancel(at: Instant, order: VenueOrder): VenueOrderView {
    order.isCancelAsked = true;
    return this.#change(at, order, 'PENDING_CANCEL');
  }

  /** Ends an order whose time in force is over. */
  expire(at: Instant, order: VenueOrder): void {
    if (!order.hasEnded) order.special?.algo?.expire();
    this.end(at, order, 'EXPIRED');
  }

  /**
   * Suspends matching of a live order; false if it is not live, already suspended or being
   * cancelled.
   */
  suspend(at: Instant, order: VenueOrder): boolean {
    const { isLive, hasEnded, isCancelAsked, status } = order;
    if (!isLive || hasEnded || isCancelAsked || status === 'SUSPENDED') return false;
    const book = this.#bookOf(order);
    book.forget(order);
    this.#taker.drop(order);
    book.waiting = book.waiting.filter((other) => other !== order);
    if (order.special !== undefined) order.special.isSuspended = true;
    hidePiece(order);
    this.#change(at, order, 'SUSPENDED');
    return true;
  }

  /** Matches a suspended order again, behind all others; false if it is not suspended. */
  resume(at: Instant, order: VenueOrder): boolean {
    if (order.hasEnded || order.status !== 'SUSPENDED') return false;
    if (order.special !== undefined) order.special.isSuspended = false;
    this.#change(at, order, order.cumUnits > 0 ? 'PARTIALLY_FILLED' : 'NEW');
    this.#enter(at, order, this.#bookOf(order));
    return true;
  }

  /** Ends a live or arriving order without filling its remaining units. */
  end(at: Instant, order: VenueOrder, status: OrderStatus, reason = ''): void {
    if (order.hasEnded) return;
    order.hasEnded = true;
    order.reason = reason;
    if (order.isLive) this.#bookOf(order).forget(order);
    this.#change(at, order, status);
  }

  meet(at: Instant, order: VenueOrder, book: VenueBook): void {
    const { timeInForce } = order.terms;
    if (book.levels !== undefined) {
      this.#meetLevels(at, order, book, book.levels);
      return;
    }
    const units = this.#taker.findUnits(at, order, book);
    if (timeInForce === 'FOK' && units < order.leavesUnits) {
      this.end(at, order, 'EXPIRED');
      return;
    }
    if (units > 0) this.#taker.take(at, order, book, units);
    else this.leaveOrRest(at, order, book);
  }

  #follow(book: VenueBook, resting: Resting): void {
    for (const order of book.restingBuys) resting.follow(order, book);
    for (const order of book.restingSells) resting.follow(order, book);
  }

  #meetLevels(at: Instant, order: VenueOrder, book: VenueBook, levels: BookLevels): void {
    if (order.terms.timeInForce === 'FOK' && !canFill(order, levels)) {
      this.end(at, order, 'EXPIRED');
      return;
    }
    sweepLevels(this, at, order, levels);
    this.leaveOrRest(at, order, book);
  }

  /** Ends or rests an order after it has met the book, by its time in force. */
  leaveOrRest(at: Instant, order: VenueOrder, book: VenueBook): void {
    if (order.hasEnded) return;
    if (order.terms.timeInForce === 'IOC') this.end(at, order, 'EXPIRED');
    else {
      if (order.special !== undefined) showPiece(order);
      book.rest(order);
      this.#resting?.join(order, book);
    }
  }

  take(at: Instant, order: VenueOrder, book: VenueBook): void {
    if (book.levels !== undefined) {
      sweepLevels(this, at, order, book.levels);
      return;
    }
    const units = this.#taker.findUnits(at, order, book);
    if (units > 0) this.#taker.takeNow(at, order, book, units);
  }

  #bookOf(order: VenueOrder): VenueBook {
    const book = this.#books[order.terms.instrument.id];
    if (book === undefined) throw new RangeError('an order of an unknown instrument');
    return book;
  }

  #enter(at: Instant, order: VenueOrder, book: VenueBook): void {
    if (this.#timing === 'next-rate') book.wait(order);
    else this.#start(at, order, book);
  }

  #start(at: Instant, order: VenueOrder, book: VenueBook): void {
    if (order.special === undefined) this.meet(at, order, book);
    else startSpecial(this, at, order, order.special, book);
  }

  /** Fills the touched orders of one side, best price first; returns those that still rest. */
  #hit(at: Instant, book: VenueBook, resting: VenueOrder[]): VenueOrder[] {
    if (book.levels !== undefined) hitLevels(this, at, resting, book.levels);
    else hitTouch(this, at, resting, book, this.#resting);
    return resting.some((order) => order.hasEnded)
      ? resting.filter((order) => !order.hasEnded)
      : resting;
  }

  fill(
    at: Instant,
    order: VenueOrder,
    units: number,
    ticks: number,
    maker: boolean,
    counterparty = order.counterparty,
    spotTicks = ticks,
  ): void {
    const { terms, special } = order;
    const { user, fullName } = order.account;
    const owner = terms.details?.owner ?? user;
    const spotDate = this.#dates.spotDate(at, terms.instrument);
    const valueDate = findValueDate(terms) ?? spotDate;
    const trade: VenueTradeView = {
      tradeId: this.#tradeIds.format(this.#tradeNumber++),
      orderId: order.orderId,
      coId: terms.coId,
      user: fullName,
      org: owner.org,
      account: owner.account,
      counterparty: counterparty?.org ?? '',
      counterpartyAccount: counterparty?.account ?? '',
      instrument: terms.instrument,
      side: terms.side,
      units: toBaseUnits(order, units, ticks),
      termUnits: special?.inTerm === true ? units : undefined,
      priceTicks: ticks,
      spotTicks,
      maker,
      executedAt: at,
      tradeDate: this.#dates.tradeDate(at, terms.instrument),
      valueDate,
      tradeType: isNdf(terms) ? 'NDF' : valueDate === spotDate ? 'Spot' : 'Outright',
      rateId: terms.quote === undefined ? undefined : terms.details?.rateId,
      details: terms.details,
    };
    order.addFill(units, trade);
    if (special !== undefined) takeFromPiece(order, units);
    this.#limits?.filled(order, trade);
    this.#sink.traded(at, order, trade);
    if (order.leavesUnits === 0) {
      order.hasEnded = true;
      if (special !== undefined) this.#bookOf(order).forget(order);
      this.#change(at, order, 'FILLED');
    } else if (terms.timeInForce !== 'IOC' && terms.timeInForce !== 'FOK') {
      this.#change(at, order, 'PARTIALLY_FILLED');
    }
  }

  findPoints(at: Instant, { instrument, details }: OrderTerms): ForwardPoints | undefined {
    return this.#forwards.points(at, instrument, details?.valueDate ?? '');
  }

  #change(at: Instant, order: VenueOrder, status: OrderStatus): VenueOrderView {
    // An announced cancel keeps the status PENDING_CANCEL through partial fills (wire facts 4.4).
    order.status = order.isCancelAsked && !order.hasEnded ? 'PENDING_CANCEL' : status;
    order.transactAt = at;
    const view = order.toView();
    this.#sink.changed(at, order, view);
    return view;
  }
}

/** Whether a rate may fill any resting order of a side; the first has the best price. */
function isReached(book: VenueBook, resting: readonly VenueOrder[]): boolean {
  const best = resting[0];
  if (best === undefined) return false;
  return book.levels !== undefined || isMarketable(book, best.sign, best.limitTicks);
}

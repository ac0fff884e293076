// TWAP algo of the venue: periodic slices that rest passively for a time, then take the touch.
import { type Instant, type Micros, MILLISECOND, NEVER, UNLIMITED } from '../../../domain/index.js';
import { powerOfTen } from '../../../domain/numbers/index.js';
import {
  type AlgoDetails,
  DETAIL_DECIMALS,
  type ExpiryAction,
} from '../../../domain/orders/index.js';
import { createRandom, type Random } from '../../../determinism/index.js';
import type { VenueBook } from '../../book.js';
import type { VenueOrder } from '../../order.js';
import { toDealtTerm } from '../reading/dealt-term.js';
import type { Matching } from '../matching.js';
import { MIN_INTERVAL_MS } from '../reading/read-algo.js';
import type { AlgoRun, Special } from './special.js';

/** Interval between slices if the request has none. */
const DEFAULT_INTERVAL_MS = 10_000;
/** 100 percent. */
const WHOLE = 100 * powerOfTen(DETAIL_DECIMALS);

export function startAlgo(
  engine: Matching,
  order: VenueOrder,
  special: Special,
  book: VenueBook,
): void {
  if (special.algo === undefined && order.terms.details?.algo !== undefined) {
    const run = new TwapRun(engine, order, special, book, order.terms.details.algo);
    special.algo = run;
    run.start();
  }
}

/** Schedules the algo's execution end, even if the order reaches the engine later. */
export function finishInTime(engine: Matching, order: VenueOrder): void {
  const { endAt = NEVER, actionOnExpiry } = order.terms.details?.algo ?? {};
  if (endAt === NEVER || actionOnExpiry === 'Twap') return;
  engine.scheduler.at(endAt, () => {
    finish(engine, order, actionOnExpiry);
  });
}

function finish(engine: Matching, order: VenueOrder, action: ExpiryAction | undefined): void {
  const { special } = order;
  if (order.hasEnded) return;
  special?.algo?.stop();
  if (action === 'NoAction') return;
  if (action === 'FillAtMarket') special?.algo?.expire();
  engine.end(engine.scheduler.now, order, 'EXPIRED');
}

class TwapRun implements AlgoRun {
  readonly #engine: Matching;
  readonly #order: VenueOrder;
  readonly #special: Special;
  readonly #book: VenueBook;
  readonly #algo: AlgoDetails;
  readonly #random: Random;
  /** Limit that applies to all slices. */
  readonly #limitTicks: number;
  #isOver = false;

  constructor(
    engine: Matching,
    order: VenueOrder,
    special: Special,
    book: VenueBook,
    algo: AlgoDetails,
  ) {
    this.#engine = engine;
    this.#order = order;
    this.#special = special;
    this.#book = book;
    this.#algo = algo;
    this.#random = createRandom(engine.seed, `venue/algo/${order.orderId}`);
    this.#limitTicks = order.limitTicks;
  }

  start(): void {
    const { startAfter, endAt } = this.#algo;
    const startAt = this.#order.createdAt + startAfter;
    this.#special.shownUnits = 0;
    if (endAt <= this.#now && this.#algo.actionOnExpiry !== 'Twap') this.stop();
    else if (startAt > this.#now) this.#at(startAt, () => this.#slice());
    else this.#slice();
  }

  stop(): void {
    this.#isOver = true;
    this.#withdraw();
  }

  expire(): void {
    if (this.#algo.actionOnExpiry === 'FillAtMarket') this.#take(this.#order.leavesUnits);
  }

  get #now(): Instant {
    return this.#engine.scheduler.now;
  }

  #at(at: Instant, action: () => void): void {
    this.#engine.scheduler.at(at, () => {
      if (!this.#isOver && !this.#order.hasEnded) action();
    });
  }

  /** Withdraws what is left of the previous slice and starts the next. */
  #slice(): void {
    this.#withdraw();
    const units = this.#drawSize();
    const interval = this.#drawInterval();
    const passive = this.#findPassive(interval);
    // Scheduled first, so that it fires before the next slice if both are due at the same instant.
    if (passive > 0) this.#at(this.#now + passive, () => this.#take(this.#special.shownUnits));
    this.#at(this.#now + interval, () => this.#slice());
    if (units === 0 || this.#special.isSuspended) return;
    if (passive === 0) this.#take(units);
    else this.#rest(units);
  }

  /** Rests the slice at the near touch, within the order's limit. */
  #rest(units: number): void {
    const [order, book] = [this.#order, this.#book];
    this.#special.shownUnits = units;
    this.#special.takesTouch = false;
    order.limitTicks =
      order.sign > 0
        ? Math.min(book.bidTicks, this.#limitTicks)
        : Math.max(book.offerTicks, this.#limitTicks);
    book.rest(order);
  }

  #take(units: number): void {
    const [order, special] = [this.#order, this.#special];
    this.#withdraw();
    if (special.isSuspended) return;
    special.shownUnits = units;
    order.limitTicks = this.#limitTicks;
    this.#engine.take(this.#now, order, this.#book);
    special.shownUnits = 0;
  }

  #withdraw(): void {
    this.#book.leave(this.#order);
    this.#special.shownUnits = 0;
  }

  #drawSize(): number {
    const { leavesUnits, terms } = this.#order;
    const { sliceUnits, tobRange = WHOLE, randomSize = 0 } = this.#algo;
    const size = sliceUnits ?? scale(this.#findShown(), tobRange);
    const drawn =
      randomSize === 0
        ? size
        : scale(size, WHOLE - randomSize + Math.floor(2 * randomSize * this.#random()));
    if (this.#book.rateCount === 0) return 0;
    const step = this.#special.inTerm ? 1 : terms.instrument.sizeIncrement;
    return Math.min(leavesUnits, Math.max(step, drawn - (drawn % step)));
  }

  /** Displayed size at the touch, in the dealt currency. */
  #findShown(): number {
    const [book, order] = [this.#book, this.#order];
    const units = order.sign > 0 ? book.offerUnits : book.bidUnits;
    const touch = order.sign > 0 ? book.offerTicks : book.bidTicks;
    return this.#special.inTerm ? toDealtTerm(book.instrument, units, touch) : units;
  }

  #drawInterval(): Micros {
    const { sliceInterval = DEFAULT_INTERVAL_MS, randomInterval = 0 } = this.#algo;
    const whole = sliceInterval * MILLISECOND;
    if (randomInterval === 0) return whole;
    const drawn = scale(whole, WHOLE - Math.floor(randomInterval * this.#random()));
    return Math.max(MIN_INTERVAL_MS * MILLISECOND, drawn);
  }

  /** Passive time of a slice, at most its interval. */
  #findPassive(interval: Micros): Micros {
    const { passiveTime, passiveFactor = 0 } = this.#algo;
    const asked =
      passiveTime === undefined ? scale(interval, passiveFactor) : passiveTime * MILLISECOND;
    return Math.min(interval, asked);
  }
}

/** A percentage of an amount, rounded down; UNLIMITED stays UNLIMITED. */
function scale(amount: number, percent: number): number {
  if (amount === UNLIMITED) return UNLIMITED;
  return Number((BigInt(amount) * BigInt(percent)) / BigInt(WHOLE));
}

// Fills orders from the displayed touch, with market impact and the provider's last look.
import type { Instant, Instrument } from '../../domain/index.js';
import type { VenueBook } from '../book.js';
import { isMarketable, takeFromBook } from '../models/fill.js';
import { Impact } from '../models/impact.js';
import type { VenueOrder } from '../order.js';
import type { VenueSettings } from '../settings.js';
import { toBaseUnits } from './reading/dealt-term.js';
import type { Matching } from './matching.js';
import { LastLookHolds } from './last-look-holds.js';
import { isEnough } from './special/special.js';
import { findUnits } from './special/start-special.js';

export type TakingModels = Pick<VenueSettings, 'impact' | 'lastLook' | 'seed'>;

export class TouchTaker {
  readonly #engine: Matching;
  readonly #impact: Impact | undefined;
  readonly #looks: LastLookHolds | undefined;

  constructor(engine: Matching, models: TakingModels, instruments: readonly Instrument[]) {
    const { impact, lastLook, seed } = models;
    this.#engine = engine;
    this.#impact = impact && new Impact(impact, instruments);
    this.#looks = lastLook && new LastLookHolds(engine, lastLook, seed);
  }

  /** Units of the dealt currency that an order may take from the touch within its limit. */
  findUnits(at: Instant, order: VenueOrder, book: VenueBook): number {
    const { sign, limitTicks, special } = order;
    if (book.rateCount === 0 || !isMarketable(book, sign, limitTicks)) return 0;
    const touch = findTouch(order, book);
    const units = findUnits(order, book, touch);
    if (this.#impact === undefined || units === 0) return units;
    const base = toBaseUnits(order, units, touch);
    const most = this.#impact.limit(at, sign, book, limitTicks, base);
    if (most === base) return units;
    return special?.inTerm === true || !isEnough(order, most) ? 0 : most;
  }

  /** Trades units at once, or after the last look's hold; the remaining units then end or rest. */
  take(at: Instant, order: VenueOrder, book: VenueBook, units: number): void {
    if (this.#looks === undefined) {
      this.takeNow(at, order, book, units);
      this.#engine.leaveOrRest(at, order, book);
      return;
    }
    const ticks = this.#findTicks(at, order, book, units);
    // Held units are not available to other orders.
    takeFromBook(book, order.sign, toBaseUnits(order, units, ticks));
    this.#looks.hold(at, order, book, (now) => {
      this.#trade(now, order, book, units, ticks);
      this.#engine.leaveOrRest(now, order, book);
    });
  }

  /** Trades units without last look, for slices of algos. */
  takeNow(at: Instant, order: VenueOrder, book: VenueBook, units: number): void {
    const ticks = this.#findTicks(at, order, book, units);
    takeFromBook(book, order.sign, toBaseUnits(order, units, ticks));
    this.#trade(at, order, book, units, ticks);
  }

  /** Ends the hold of an order that left the market. */
  drop(order: VenueOrder): void {
    this.#looks?.drop(order);
  }

  #findTicks(at: Instant, order: VenueOrder, book: VenueBook, units: number): number {
    const touch = findTouch(order, book);
    if (this.#impact === undefined) return touch;
    return this.#impact.findTicks(at, order.sign, book, toBaseUnits(order, units, touch));
  }

  #trade(at: Instant, order: VenueOrder, book: VenueBook, units: number, ticks: number): void {
    this.#impact?.note(at, order.sign, book, toBaseUnits(order, units, ticks));
    this.#engine.fill(at, order, units, ticks, false);
  }
}

function findTouch({ sign }: VenueOrder, book: VenueBook): number {
  return sign > 0 ? book.offerTicks : book.bidTicks;
}

// What several providers show of a symbol, level by level, and what orders have left of it.
import { UNLIMITED } from '../../domain/index.js';
import type { VenueBook } from '../book.js';
import type { Counterparty } from '../counterparties.js';
import type { VenueOrder } from '../order.js';
import { quoteRate, type Quoter, type TopOfBook } from './provider-rates.js';

/** Rates whose levels are kept: as many as can be named by orders. */
const KEPT = 4_096;

/** One provider's side of a symbol. */
export interface OpenLevel {
  readonly ticks: number;
  /** Units of the base that orders have left of one rate, or UNLIMITED. */
  left: number;
  readonly counterparty: Counterparty;
}

/** A rate of the market by its number within the symbol. */
export interface LevelRate extends TopOfBook {
  readonly rateCount: number;
}

/** By provider; a level is made when it is first asked for. */
interface Sides {
  readonly bids: Map<string, OpenLevel>;
  readonly offers: Map<string, OpenLevel>;
}

/** Kept beside a book that is not the market of one provider for all. */
export class BookLevels {
  readonly #book: VenueBook;
  /** Who makes rates for an organization; the first wins among equal rates. */
  readonly #quotersOf: (org: string) => readonly Quoter[];
  readonly #quoters: readonly Quoter[];
  /** By number of the rate, oldest first: a size is there once, whoever takes it and when. */
  readonly #ofRates = new Map<number, Sides>();

  /** `quoters`: all that there are. */
  constructor(
    book: VenueBook,
    quoters: readonly Quoter[],
    quotersOf: (org: string) => readonly Quoter[],
  ) {
    this.#book = book;
    this.#quoters = quoters;
    this.#quotersOf = quotersOf;
  }

  /** The levels within an order's limit that have something left for it, best price first. */
  list(order: VenueOrder): readonly OpenLevel[] {
    const book = this.#book;
    if (book.rateCount === 0) return [];
    const { sign, limitTicks } = order;
    return this.#quotersOf(order.org)
      .map((quoter) => this.find(book, quoter, sign))
      .filter((level) => level.left > 0 && (limitTicks - level.ticks) * sign >= 0)
      .sort((a, b) => (a.ticks - b.ticks) * sign);
  }

  /** The level of a provider by its id; undefined: it streams no rates of the symbol. */
  findOf(rate: LevelRate, provider: string, sign: number): OpenLevel | undefined {
    const quoter = this.#quoters.find((one) => one.provider === provider);
    return quoter && this.find(rate, quoter, sign);
  }

  /** A provider's level of a rate, for orders of a sign: its offer for purchases of the base. */
  find(rate: LevelRate, quoter: Quoter, sign: number): OpenLevel {
    const { bids, offers } = this.#sidesOf(rate.rateCount);
    const side = sign > 0 ? offers : bids;
    const known = side.get(quoter.provider);
    if (known !== undefined) return known;
    const { bidTicks, bidUnits, offerTicks, offerUnits } = quoteRate(rate, quoter);
    const [ticks, left] = sign > 0 ? [offerTicks, offerUnits] : [bidTicks, bidUnits];
    const counterparty = { org: quoter.provider, account: quoter.account };
    const level = { ticks, left, counterparty };
    side.set(quoter.provider, level);
    return level;
  }

  #sidesOf(rateCount: number): Sides {
    const known = this.#ofRates.get(rateCount);
    if (known !== undefined) return known;
    const sides: Sides = { bids: new Map(), offers: new Map() };
    this.#ofRates.set(rateCount, sides);
    const [oldest] = this.#ofRates.keys();
    if (this.#ofRates.size > KEPT && oldest !== undefined) this.#ofRates.delete(oldest);
    return sides;
  }
}

/** Takes units off a level; what is taken is gone until the symbol's next rate. */
export function takeFromLevel(level: Pick<OpenLevel, 'left'>, units: number): void {
  if (level.left !== UNLIMITED) level.left -= units;
}

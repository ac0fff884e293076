// What several providers show of a symbol, level by level, and what orders have left of it.
import { UNLIMITED } from '../../domain/index.js';
import type { VenueBook } from '../book.js';
import type { Counterparty } from '../counterparties.js';
import type { VenueOrder } from '../order.js';
import { quoteRate, type Quoter } from './provider-rates.js';

/** One provider's side of a symbol. */
export interface OpenLevel {
  readonly ticks: number;
  /** Units of the base that orders have left since the symbol's last rate, or UNLIMITED. */
  left: number;
  readonly counterparty: Counterparty;
}

/** Kept beside a book that is not the market of one provider for all. */
export class BookLevels {
  readonly #book: VenueBook;
  /** Who makes rates for an organization; the first wins among equal rates. */
  readonly #quotersOf: (org: string) => readonly Quoter[];
  /** By provider; made anew with each rate, when the first order asks. */
  #bids = new Map<string, OpenLevel>();
  #offers = new Map<string, OpenLevel>();
  #rateCount = 0;

  constructor(book: VenueBook, quotersOf: (org: string) => readonly Quoter[]) {
    this.#book = book;
    this.#quotersOf = quotersOf;
  }

  /** The levels within an order's limit that have something left for it, best price first. */
  list(order: VenueOrder): readonly OpenLevel[] {
    const book = this.#book;
    if (book.rateCount === 0) return [];
    if (book.rateCount !== this.#rateCount) {
      this.#rateCount = book.rateCount;
      this.#bids = new Map();
      this.#offers = new Map();
    }
    const { sign, limitTicks } = order;
    return this.#quotersOf(order.org)
      .map((quoter) => this.#find(quoter, sign))
      .filter((level) => level.left > 0 && (limitTicks - level.ticks) * sign >= 0)
      .sort((a, b) => (a.ticks - b.ticks) * sign);
  }

  #find(quoter: Quoter, sign: number): OpenLevel {
    const side = sign > 0 ? this.#offers : this.#bids;
    const known = side.get(quoter.provider);
    if (known !== undefined) return known;
    const { bidTicks, bidUnits, offerTicks, offerUnits } = quoteRate(this.#book, quoter);
    const [ticks, left] = sign > 0 ? [offerTicks, offerUnits] : [bidTicks, bidUnits];
    const counterparty = { org: quoter.provider, account: quoter.account };
    const level = { ticks, left, counterparty };
    side.set(quoter.provider, level);
    return level;
  }
}

/** Takes units off a level; what is taken is gone until the symbol's next rate. */
export function takeFromLevel(level: OpenLevel, units: number): void {
  if (level.left !== UNLIMITED) level.left -= units;
}

// Levels of several providers in a symbol's book, and how much of their sizes is not yet traded.
import { UNLIMITED } from '../../domain/index.js';
import type { Counterparty } from '../counterparties.js';
import type { VenueOrder } from '../order.js';
import { quoteRate, type Quoter, type TopOfBook } from './provider-rates.js';

/** Rates whose levels are kept; the same number that orders can name by rateId. */
const KEPT = 4_096;

/** One provider's side of a symbol. */
export interface OpenLevel {
  readonly ticks: number;
  /** Units of the base not yet traded at this rate, or UNLIMITED. */
  left: number;
  readonly counterparty: Counterparty;
}

/** A rate of the market by its number within the symbol. */
export interface LevelRate extends TopOfBook {
  readonly rateCount: number;
}

/** Levels by provider id, created on first use. */
interface Sides {
  readonly bids: Map<string, OpenLevel>;
  readonly offers: Map<string, OpenLevel>;
}

/** Levels beside a book whose orders do not all meet one provider's touch. */
export class BookLevels {
  readonly #book: LevelRate;
  /** Providers that stream rates to an organization; the first wins among equal rates. */
  readonly #quotersOf: (org: string) => readonly Quoter[];
  readonly #quoters: readonly Quoter[];
  /** By rate number, oldest first; all orders share the size of one level, whenever they trade. */
  readonly #ofRates = new Map<number, Sides>();

  /** `quoters`: all providers of the symbol. */
  constructor(
    book: LevelRate,
    quoters: readonly Quoter[],
    quotersOf: (org: string) => readonly Quoter[],
  ) {
    this.#book = book;
    this.#quoters = quoters;
    this.#quotersOf = quotersOf;
  }

  /** Levels within an order's limit that have size left, best price first. */
  list(order: VenueOrder): readonly OpenLevel[] {
    const book = this.#book;
    if (book.rateCount === 0) return [];
    const { sign, limitTicks } = order;
    return this.#quotersOf(order.org)
      .map((quoter) => this.find(book, quoter, sign))
      .filter((level) => level.left > 0 && (limitTicks - level.ticks) * sign >= 0)
      .sort((a, b) => (a.ticks - b.ticks) * sign);
  }

  /** The level of a provider id; undefined if that provider streams no rates of the symbol. */
  findOf(rate: LevelRate, provider: string, sign: number): OpenLevel | undefined {
    const quoter = this.#quoters.find((one) => one.provider === provider);
    return quoter && this.find(rate, quoter, sign);
  }

  /** A provider's level of a rate: its offer for `sign` +1 (buy), its bid for -1 (sell). */
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

/** Reduces a level's size by traded units; the next rate displays a full size again. */
export function takeFromLevel(level: Pick<OpenLevel, 'left'>, units: number): void {
  if (level.left !== UNLIMITED) level.left -= units;
}

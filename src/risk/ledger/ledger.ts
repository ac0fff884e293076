// The ledger in the account currency: turnover, profit and loss by strategy and in all. A trading
// day ends at 17:00 New York.
import {
  createBuiltInCalendars,
  findNextClose,
  Settlement,
  TradeDates,
} from '../../domain/dates/index.js';
import type { Instant } from '../../domain/index.js';
import { powerOfTen } from '../../domain/numbers/index.js';
import type { SymbolState } from '../gate/symbol-state.js';
import type { AccountValues } from './account-values.js';
import type { BookSnapshot, LedgerSnapshot } from './snapshot.js';
import { PnlTotals } from './pnl-totals.js';

/** Positions are marked to hundredths of the account currency's unit. */
const CENTS = 100;
const MILLION = 1_000_000;

/** Position and cash of one strategy in one symbol. */
interface Book {
  readonly strategy: string;
  readonly symbol: SymbolState;
  readonly totals: PnlTotals;
  units: number;
  /** Exact; `cash` is the nearest double, for marking. */
  exactCash: bigint;
  cash: number;
  value: number;
  /** Its value comes from a rate that a rule distrusts. */
  isDistrusted: boolean;
  /** It had no rate for a value at its last change; the next rate gives one. */
  isUnvalued: boolean;
}

export class Ledger {
  readonly all = new PnlTotals();
  readonly settlement: Settlement;
  readonly #symbols: readonly SymbolState[];
  readonly #money: AccountValues;
  readonly #feePerMillion: number;
  readonly #strategies = new Map<string, PnlTotals>();
  /** The index is Instrument.id. */
  readonly #books: readonly Book[][];
  #keepsBooks = false;
  #keepsTurnover = false;
  #turnover = 0;
  #dayEndsAt: Instant = 0;
  /** After a restart the day does not end until the clock is known to agree with the venue's. */
  #isDayHeld = false;
  #isOverdue = false;

  constructor(
    symbols: readonly SymbolState[],
    money: AccountValues,
    feePerMillion = 0,
    calendars = createBuiltInCalendars(),
  ) {
    this.#symbols = symbols;
    const instruments = symbols.map(({ instrument }) => instrument);
    this.settlement = new Settlement(instruments, new TradeDates(calendars));
    this.#money = money;
    this.#feePerMillion = feePerMillion;
    this.#books = symbols.map(() => []);
  }

  /** Called by a rule that needs profit and loss. */
  keepBooks(): void {
    this.#keepsBooks = true;
  }

  /** Called by a rule that needs turnover. */
  keepTurnover(): void {
    this.#keepsTurnover = true;
  }

  /** Whole units of the account currency dealt in this FX day. */
  turnoverAt(at: Instant): number {
    return this.#hasTurned(at) ? 0 : this.#turnover;
  }

  /** Totals by strategy, for those with a fill. */
  strategies(): ReadonlyMap<string, PnlTotals> {
    return this.#strategies;
  }

  /** Books a trade. A correction of a booked price comes as two calls: reversal and new price. */
  fill(
    strategy: string,
    symbol: SymbolState,
    sign: 1 | -1,
    units: number,
    priceTicks: number,
    at: Instant,
    isCorrection = false,
  ): void {
    if (!this.#keepsBooks && !this.#keepsTurnover) return;
    this.turnTo(at);
    const notional = this.#money.ofTrade(units, symbol, priceTicks);
    // A busted trade still counts as dealt, maybe on another day.
    this.#turnover += isCorrection ? notional : Math.max(0, notional);
    if (!this.#keepsBooks) return;
    const book = this.#bookOf(strategy, symbol);
    book.units += sign * units;
    book.exactCash -= BigInt(sign * units) * BigInt(priceTicks);
    book.cash = Number(book.exactCash);
    const fee = Math.ceil((notional * this.#feePerMillion * CENTS) / MILLION);
    book.totals.fees += fee;
    this.all.fees += fee;
    this.#markBook(book);
    this.#notePeaks(book);
    // The rules must see every rate of the symbol from now on.
    symbol.quietBand.until = at;
  }

  /** Marks the positions of a symbol by its newest rate, at the side that loses. */
  mark(symbol: SymbolState, at: Instant): void {
    const books = this.#books[symbol.instrument.id];
    if (books === undefined || books.length === 0) return;
    this.turnTo(at);
    for (const book of books) {
      if (book.units === 0 && !book.isUnvalued) continue;
      this.#markBook(book);
      symbol.quietBand.endBy(at);
    }
  }

  /** Updates the peaks after the rules have decided whether they distrust the rate. */
  notePeaks(symbol: SymbolState): void {
    // unreached: in range
    for (const book of this.#books[symbol.instrument.id] ?? []) this.#notePeaks(book);
  }

  /** Starts a new FX day with the first entry after the end of the old one. */
  turnTo(at: Instant): void {
    if (!this.#hasTurned(at)) return;
    this.#dayEndsAt = findNextClose(at);
    this.#turnover = 0;
    this.all.turnDay();
    for (const totals of this.#strategies.values()) totals.turnDay();
  }

  /** Our clock agrees with the venue's, so it may end the day. */
  trustClock(): void {
    this.#isDayHeld = false;
    this.#isOverdue = false;
  }

  /** True when the day has ended by our clock but no response of the venue confirms it. */
  isOverdue(at: Instant): boolean {
    this.#isOverdue = this.#isDayHeld && at >= this.#dayEndsAt;
    return this.#isOverdue;
  }

  #hasTurned(at: Instant): boolean {
    return at >= this.#dayEndsAt && !this.#isDayHeld;
  }

  snapshot(): LedgerSnapshot {
    const strategies = [...this.#strategies].map(([strategy, totals]) => {
      return { strategy, ...totals.snapshot() };
    });
    const books = this.#books.flat().map((book): BookSnapshot => {
      const { strategy, symbol, units, exactCash, value, isUnvalued } = book;
      const facts = { strategy, symbol: symbol.instrument.symbol, units, cash: String(exactCash) };
      return { ...facts, value, ...(isUnvalued ? { isUnvalued } : {}) };
    });
    const nameOf = ({ strategy, symbol }: BookSnapshot) => `${strategy} ${symbol}`;
    const settlement = this.settlement.snapshot();
    return {
      dayEndsAt: this.#dayEndsAt,
      ...(this.#isOverdue ? { isOverdue: true as const } : {}),
      turnover: this.#turnover,
      all: this.all.snapshot(),
      strategies: strategies.sort((a, b) => (a.strategy < b.strategy ? -1 : 1)),
      books: books.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
      ...(settlement === undefined ? {} : { settlement }),
    };
  }

  restore(snapshot: LedgerSnapshot): void {
    this.#dayEndsAt = snapshot.dayEndsAt;
    this.#isDayHeld = snapshot.dayEndsAt !== 0;
    this.#turnover = snapshot.turnover;
    this.all.restore(snapshot.all);
    if (snapshot.settlement !== undefined) this.settlement.restore(snapshot.settlement);
    for (const one of snapshot.strategies) this.#totalsOf(one.strategy).restore(one);
    for (const { strategy, symbol: name, units, cash, value, isUnvalued } of snapshot.books) {
      const symbol = this.#symbols.find(({ instrument }) => instrument.symbol === name);
      if (symbol === undefined) continue;
      const book = this.#bookOf(strategy, symbol);
      book.units = units;
      book.exactCash = BigInt(cash);
      book.cash = Number(book.exactCash);
      book.value = value;
      book.isUnvalued = isUnvalued ?? false;
      symbol.quietBand.until = 0;
    }
  }

  #markBook(book: Book): void {
    const { symbol, units, totals } = book;
    const { instrument, bidTicks, offerTicks } = symbol;
    const factor = this.#money.termFactor(symbol);
    // Without a rate the book keeps its value; orders are refused then.
    book.isUnvalued = Number.isNaN(factor) || (units !== 0 && !symbol.hasRate);
    if (book.isUnvalued) return;
    const inTerm = book.cash + units * (units > 0 ? bidTicks : offerTicks);
    const scale = instrument.ticksPerUnit * powerOfTen(instrument.baseDecimals);
    const value = Math.floor((inTerm / scale) * factor * CENTS);
    const change = value - book.value;
    if (change === 0) return;
    book.value = value;
    totals.value += change;
    this.all.value += change;
  }

  /** A gain by a distrusted rate makes no peak, or its loss would count as drawdown later. */
  #notePeaks(book: Book): void {
    const { symbol, totals } = book;
    const rates = this.#money.listRates(symbol) ?? [];
    book.isDistrusted = symbol.isDistrusted || rates.some(({ isDistrusted }) => isDistrusted);
    if (!totals.isAbovePeak && !this.all.isAbovePeak) return;
    if (this.#books.some((books) => books.some(isInDoubt))) return;
    totals.notePeak();
    this.all.notePeak();
  }

  #bookOf(strategy: string, symbol: SymbolState): Book {
    const books = this.#books[symbol.instrument.id];
    if (books === undefined) throw new RangeError(`no instrument ${symbol.instrument.symbol}`);
    const known = books.find((book) => book.strategy === strategy);
    if (known !== undefined) return known;
    const totals = this.#totalsOf(strategy);
    const empty = {
      units: 0,
      exactCash: 0n,
      cash: 0,
      value: 0,
      isDistrusted: false,
      isUnvalued: false,
    };
    const book = { strategy, symbol, totals, ...empty };
    books.push(book);
    return book;
  }

  #totalsOf(strategy: string): PnlTotals {
    let totals = this.#strategies.get(strategy);
    if (totals === undefined) {
      totals = new PnlTotals();
      this.#strategies.set(strategy, totals);
    }
    return totals;
  }
}

function isInDoubt({ units, isDistrusted, isUnvalued }: Book): boolean {
  return isUnvalued || (units !== 0 && isDistrusted);
}

// Own trades by value date, and the cash of each currency after they have settled. A position is
// open until the end of its value date: then the venue drops it from its positions, and so does
// this.
import type { PositionEvent } from '../events/bot-event.js';
import type { Instrument } from '../instrument.js';
import { bigPowerOfTen, formatShortest, MAX_DECIMALS } from '../numbers/scaled.js';
import type { Instant } from '../time.js';
import { FINE_TICKS, toTermAmount } from '../venue/venue-trade.js';
import { type DatedUnits, subtractUnits } from './dated-units.js';
import type { TradeDates } from './trade-dates.js';

/** Own trades of a symbol for one value date. */
export interface DatedPosition extends DatedUnits {
  readonly symbol: string;
  /** Their cost in minor units of the term, with the opposite sign; decimal text. */
  readonly term: string;
}

/** Cash of a currency as decimal text; negative when more was paid than received. */
export interface Cash {
  readonly currency: string;
  readonly amount: string;
}

export interface SettlementSnapshot {
  /** By symbol and value date; includes what has settled since the last trade. */
  readonly dated: readonly DatedPosition[];
  /** Settled quantity of each symbol, and the cash that resulted. */
  readonly settled: readonly { readonly symbol: string; readonly units: number }[];
  /** Amounts in 10^-12 of the currency. */
  readonly cash: readonly Cash[];
}

/** A trade of an own order. */
interface Dealt {
  readonly priceTicks: number;
  /** Time of the booking. */
  readonly at: Instant;
  /** Absent until the venue's trade report has shown it. */
  readonly valueDate?: string | undefined;
}

/** Position of a symbol from own trades, in minor units of the base. */
interface Held {
  readonly instrument: Instrument;
  readonly position: number;
}

/** The external position that an event states: what the account holds besides own trades. */
export function findBaseline({ baseline, datedBaseline }: PositionEvent) {
  if (baseline === undefined) return undefined;
  return datedBaseline ?? [{ valueDate: '', units: baseline }];
}

/** Trades of a symbol and value date. */
class Row {
  units = 0;
  /** The cost is the sum of both: safe integers in `#term`, larger amounts in `#more`. */
  #term = 0;
  #more = 0n;

  get term(): bigint {
    return this.#more + BigInt(this.#term);
  }

  pay(amount: number | bigint): void {
    const sum = typeof amount === 'number' ? this.#term + amount : Infinity;
    if (Number.isSafeInteger(sum)) this.#term = sum;
    else this.#more += BigInt(amount);
  }
}

export class Settlement {
  readonly #instruments: readonly Instrument[];
  readonly #dates: TradeDates;
  /** By instrument id, then by value date. */
  readonly #rows: readonly Map<string, Row>[];
  readonly #settled: number[];
  readonly #cash = new Map<string, bigint>();

  constructor(instruments: readonly Instrument[], dates: TradeDates) {
    this.#instruments = instruments;
    this.#dates = dates;
    this.#rows = instruments.map(() => new Map<string, Row>());
    this.#settled = instruments.map(() => 0);
  }

  /**
   * Books signed `units`; a bust comes with the opposite sign. A trade without a value date is a
   * provisional fill and is not booked.
   */
  book(instrument: Instrument, units: number, { at, priceTicks, valueDate }: Dealt): void {
    const rows = this.#rows[instrument.id];
    if (rows === undefined || valueDate === undefined) return;
    this.#settle(instrument, rows, at);
    const paid = toTermAmount(instrument, Math.abs(units), priceTicks * FINE_TICKS);
    const row = this.#rowOf(rows, valueDate);
    row.units += units;
    row.pay(units > 0 ? -paid : paid);
  }

  /** Signed units of a symbol that have settled by then. */
  settledOf(instrument: Instrument, at: Instant): number {
    let sum = this.#settled[instrument.id] ?? 0;
    for (const [valueDate, { units }] of this.#rows[instrument.id] ?? []) {
      if (this.#dates.hasSettled(valueDate, at, instrument)) sum += units;
    }
    return sum;
  }

  /** Sum of the quantities that are still open then. */
  sumOpen(dated: readonly DatedUnits[], instrument: Instrument, at: Instant): number {
    let sum = 0;
    for (const { units, valueDate } of dated) {
      const isOpen = valueDate === '' || !this.#dates.hasSettled(valueDate, at, instrument);
      if (isOpen) sum += units;
    }
    return sum;
  }

  /** Expected open position of a symbol then: own trades and the external position. */
  expectOpen({ instrument, position }: Held, external: readonly DatedUnits[], at: Instant): number {
    const own = position - this.settledOf(instrument, at);
    return own + this.sumOpen(external, instrument, at);
  }

  /** The external position by the first position report of the venue. */
  findExternal({ instrument, position }: Held, event: PositionEvent) {
    const { dated = [{ valueDate: '', units: event.units }] } = event;
    return subtractUnits(dated, this.listOwn(instrument, position), ({ valueDate }) => valueDate);
  }

  /** The own position by value date; units without a trade report have an empty one. */
  listOwn(instrument: Instrument, position: number): readonly DatedUnits[] {
    const rows = [...(this.#rows[instrument.id] ?? [])];
    const dated = rows.map(([valueDate, { units }]) => ({ valueDate, units }));
    const known = dated.reduce((sum, { units }) => sum + units, this.#settled[instrument.id] ?? 0);
    return [...dated, { valueDate: '', units: position - known }];
  }

  /** Open trades by symbol and value date; zero sums are left out. */
  list(at: Instant): readonly DatedPosition[] {
    return this.#listRows().filter(({ instrument, units, valueDate }) => {
      return units !== 0 && !this.#dates.hasSettled(valueDate, at, instrument);
    });
  }

  /** Cash of the trades that have settled by then. */
  listCash(at: Instant): readonly Cash[] {
    const cash = new Map(this.#cash);
    for (const { instrument, term, units, valueDate } of this.#listRows()) {
      if (this.#dates.hasSettled(valueDate, at, instrument)) pay(cash, instrument, units, term);
    }
    return toCash(cash, (amount) => formatShortest(amount, MAX_DECIMALS));
  }

  /** Undefined before the first trade. */
  snapshot(): SettlementSnapshot | undefined {
    const dated = this.#listRows().map(({ symbol, term, units, valueDate }) => {
      return { symbol, valueDate, units, term };
    });
    const settled = this.#instruments
      .map(({ id, symbol }) => ({ symbol, units: this.#settled[id] ?? 0 }))
      .filter(({ units }) => units !== 0);
    if (dated.length + settled.length + this.#cash.size === 0) return undefined;
    return { dated, settled, cash: toCash(this.#cash, String) };
  }

  restore({ cash, dated, settled }: SettlementSnapshot): void {
    for (const { symbol, term, units, valueDate } of dated) {
      const rows = this.#rows[this.#findId(symbol)];
      if (rows === undefined) continue;
      const row = this.#rowOf(rows, valueDate);
      row.units = units;
      row.pay(BigInt(term));
    }
    for (const { symbol, units } of settled) this.#settled[this.#findId(symbol)] = units;
    for (const { amount, currency } of cash) this.#cash.set(currency, BigInt(amount));
  }

  /** -1 for a symbol that the session no longer has; its entries are dropped. */
  #findId(name: string): number {
    return this.#instruments.find(({ symbol }) => symbol === name)?.id ?? -1;
  }

  #rowOf(rows: Map<string, Row>, valueDate: string): Row {
    const known = rows.get(valueDate);
    if (known !== undefined) return known;
    const row = new Row();
    rows.set(valueDate, row);
    return row;
  }

  #settle(instrument: Instrument, rows: Map<string, Row>, at: Instant): void {
    for (const [valueDate, { units, term }] of rows) {
      if (!this.#dates.hasSettled(valueDate, at, instrument)) continue;
      this.#settled[instrument.id] = (this.#settled[instrument.id] ?? 0) + units;
      pay(this.#cash, instrument, units, String(term));
      rows.delete(valueDate);
    }
  }

  #listRows(): readonly (DatedPosition & { readonly instrument: Instrument })[] {
    return this.#instruments.flatMap((instrument) =>
      [...(this.#rows[instrument.id] ?? [])]
        .map(([valueDate, { units, term }]) => {
          return { instrument, symbol: instrument.symbol, valueDate, units, term: String(term) };
        })
        .sort((a, b) => (a.valueDate < b.valueDate ? -1 : 1)),
    );
  }
}

function pay(cash: Map<string, bigint>, instrument: Instrument, units: number, term: string): void {
  const { base, baseDecimals, termDecimals } = instrument;
  const add = (currency: string, amount: bigint, decimals: number) => {
    const sum = (cash.get(currency) ?? 0n) + amount * bigPowerOfTen(MAX_DECIMALS - decimals);
    if (sum === 0n) cash.delete(currency);
    else cash.set(currency, sum);
  };
  add(base, BigInt(units), baseDecimals);
  add(instrument.term, BigInt(term), termDecimals);
}

function toCash(
  cash: ReadonlyMap<string, bigint>,
  format: (amount: bigint) => string,
): readonly Cash[] {
  return [...cash]
    .map(([currency, amount]) => ({ currency, amount: format(amount) }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

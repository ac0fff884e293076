// Reads a recording from a table in batches, so that memory holds only one batch.
import { assert, formatInstant, type Instrument, ok, type Result } from '../../domain/index.js';
import { toScaled } from '../../domain/numbers/index.js';
import { type RateColumns, UNKNOWN_UNITS } from '../columns/columns.js';
import type { RowError } from '../text/rate-row.js';
import type { Recording, SkippedRow } from '../recording.js';
import { RowSink, type RowSinkOptions } from '../text/row-sink.js';
import type { Listing, SymbolTable } from '../text/symbol-table.js';
import type { Cell, Table, TableBatch } from './table.js';
import type { TableRows } from './table-rows.js';

/** Beyond 15 decimals, which sizes in millions may need, exact conversion takes the slow path. */
const MOST_DECIMALS = 15;
const NO_BATCH: TableBatch = { rows: 0, columns: [] };

export class TableRecording implements Recording {
  readonly file: string;
  readonly format: string;
  readonly rowName = 'row';
  private readonly table: Table;
  private readonly rows: TableRows;
  private readonly symbols: SymbolTable;
  private readonly taker: RowSink;
  private readonly listings = new Map<Cell, Listing>();
  private batch = NO_BATCH;
  private row = 0;
  /** Number of the batch's first row, from 1. */
  private firstRow = 1;
  private closed = false;

  constructor(
    file: string,
    table: Table,
    rows: TableRows,
    symbols: SymbolTable,
    rules: RowSinkOptions,
  ) {
    this.file = file;
    this.format = table.format;
    this.table = table;
    this.rows = rows;
    this.symbols = symbols;
    const where = (row: number) => `${file} row ${String(row)}`;
    const show = () => this.show();
    this.taker = new RowSink({ where, formatTime: formatInstant, show }, symbols, rules);
  }

  get instruments(): readonly Instrument[] {
    return this.symbols.instruments;
  }

  get skipped(): readonly SkippedRow[] {
    return this.taker.skipped;
  }

  get skippedCount(): number {
    return this.taker.skippedCount;
  }

  get skippedByFlaw(): Readonly<Record<RowError, number>> {
    return this.taker.skippedByFlaw;
  }

  read(into: RateColumns): Result<number> {
    assert(!this.closed, 'a closed recording was read');
    into.count = 0;
    const filled = this.fillColumns(into);
    return filled.ok || into.count > 0 ? ok(into.count) : filled;
  }

  rewind(): void {
    this.table.rewind();
    this.taker.rewind();
    this.batch = NO_BATCH;
    this.row = 0;
    this.firstRow = 1;
  }

  close(): void {
    if (!this.closed) this.table.close();
    this.closed = true;
  }

  private fillColumns(into: RateColumns): Result<null> {
    const { rows, taker } = this;
    const capacity = into.at.length;
    while (!taker.ended && into.count < capacity) {
      if (this.row === this.batch.rows) {
        const next = this.table.next(rows.wanted);
        if (!next.ok) return next;
        if (next.value === undefined) return taker.end();
        this.firstRow += this.batch.rows;
        this.batch = next.value;
        this.row = 0;
        continue;
      }
      if (!this.takePlain(into)) {
        const taken = this.takeOdd(this.firstRow + this.row, into);
        if (!taken.ok) return taken;
      }
      if (!this.taker.ended) this.row++;
    }
    return ok(null);
  }

  /** Fast path for a valid row of numbers; returns false if the row needs the slow path. */
  private takePlain(into: RateColumns): boolean {
    const { batch, row, rows, taker } = this;
    const at = rows.toInstant(batch, row);
    const listing = this.listings.get(rows.symbol(batch, row));
    if (at === undefined || at < taker.lastAt || listing === undefined) return false;
    const { baseDecimals, ratePrecision } = listing.instrument;
    const priceDecimals = ratePrecision - rows.priceExponent;
    const bidTicks = toInteger(rows.bid(batch, row), priceDecimals);
    const offerTicks = toInteger(rows.offer(batch, row), priceDecimals);
    const decimals = baseDecimals + rows.sizeExponent;
    const bidUnits = toInteger(rows.bidSize(batch, row), decimals, listing.absentUnits);
    const offerUnits = toInteger(rows.offerSize(batch, row), decimals, listing.absentUnits);
    if (!(bidTicks > 0 && bidTicks <= offerTicks)) return false;
    if (!isSize(bidUnits) || !isSize(offerUnits)) return false;
    taker.add({ at, listing, bidTicks, offerTicks, bidUnits, offerUnits }, into);
    return true;
  }

  /** The current row as JSON, with the columns of a rate. */
  private show(): string {
    const { batch, row, rows, table } = this;
    const cells = rows.wanted.map((number, i) => [
      table.columns[number]?.name ?? '',
      batch.columns[i]?.[row] ?? null,
    ]);
    return JSON.stringify(Object.fromEntries(cells));
  }

  private takeOdd(number: number, into: RateColumns): Result<null> {
    const { batch, row, rows, symbols, taker } = this;
    const raw = rows.toRaw(batch, row);
    if (!raw.ok) return taker.checkFault(number, raw.fault);
    const taken = taker.take(number, raw.value, into);
    const { symbol } = raw.value;
    if (!this.listings.has(symbol)) {
      const listing = symbols.resolve(symbol);
      if (listing.ok && symbols.listings.includes(listing.value)) {
        this.listings.set(symbol, listing.value);
      }
    }
    return taken;
  }
}

/** Whether units are a stated or unknown size. */
function isSize(units: number): boolean {
  return units >= 0 || units === UNKNOWN_UNITS;
}

/** Integer of 10^-decimals; NaN if the slow path must decide; `absent` for an empty cell. */
function toInteger(cell: Cell, decimals: number, absent = Number.NaN): number {
  if (typeof cell === 'number') {
    const fits = decimals >= 0 && decimals <= MOST_DECIMALS;
    return fits ? (toScaled(cell, decimals) ?? Number.NaN) : Number.NaN;
  }
  return cell === undefined ? absent : Number.NaN;
}

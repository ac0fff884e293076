// Parses one CSV row with care: says what a row means that is not plain, or what is wrong with it.
import { fail, ok, parseScaled, type Result } from '../domain/index.js';
import { LONGEST_LINE } from './line-buffer.js';
import { type Listing, quoteCell, type SymbolTable } from './symbol-table.js';

/** Latest time whose microseconds are a safe integer (year 2255), epoch milliseconds. */
export const LATEST_MS = 9_007_199_254_740;

export const COLUMNS = ['time', 'symbol', 'bid', 'offer', 'bidSize', 'offerSize'] as const;

/** What rows are held against. */
export interface CsvRules {
  readonly columns: 4 | 6;
  /** Rows before this are checked and left out; epoch milliseconds. */
  readonly startMs: number;
  /** Reading stops at the first row from here on. */
  readonly endMs: number;
}

/** One row: epoch milliseconds, ticks and minor units. */
export interface CsvRow {
  readonly ms: number;
  readonly listing: Listing;
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly bidUnits: number;
  readonly offerUnits: number;
}

/**
 * The row in a line's text; `lastMs` is the time of the row before. Fault code `data.bad-row` when
 * the row alone is wrong, others (see `Recording.read`) when the configuration has to say more.
 */
export function parseLine(
  text: string,
  table: SymbolTable,
  columns: 4 | 6,
  lastMs: number,
): Result<CsvRow> {
  if (text.length > LONGEST_LINE) {
    return bad(`expected a line of at most ${String(LONGEST_LINE)} bytes, found a longer one`);
  }
  const cells = text.split(',');
  if (cells.length !== columns) {
    const names = COLUMNS.slice(0, columns).join(',');
    return bad(`expected ${String(columns)} columns (${names}), found ${String(cells.length)}`);
  }
  const [time = '', symbol = '', bid = '', offer = '', bidSize = '', offerSize = ''] = cells;
  const ms = parseTime(time, lastMs);
  if (!ms.ok) return ms;
  const listing = table.resolve(symbol);
  if (!listing.ok) return listing;
  const bidTicks = parsePrice('bid', bid, listing.value);
  if (!bidTicks.ok) return bidTicks;
  const offerTicks = parsePrice('offer', offer, listing.value);
  if (!offerTicks.ok) return offerTicks;
  if (bidTicks.value > offerTicks.value) {
    return bad(`expected the bid at or below the offer, found bid ${bid} above offer ${offer}`);
  }
  const bidUnits = parseSize('bid', bidSize, listing.value);
  if (!bidUnits.ok) return bidUnits;
  const offerUnits = parseSize('offer', offerSize, listing.value);
  if (!offerUnits.ok) return offerUnits;
  return ok({
    ms: ms.value,
    listing: listing.value,
    bidTicks: bidTicks.value,
    offerTicks: offerTicks.value,
    bidUnits: bidUnits.value,
    offerUnits: offerUnits.value,
  });
}

function parseTime(cell: string, lastMs: number): Result<number> {
  const ms = /^\d{1,16}$/.test(cell) ? Number(cell) : Infinity;
  if (ms > LATEST_MS) {
    return bad(
      `expected a time in epoch milliseconds such as 1783944000093, found ${quoteCell(cell)}`,
    );
  }
  if (ms >= lastMs) return ok(ms);
  return bad(`expected a time not before the last row's ${String(lastMs)}, found ${cell}`);
}

function parsePrice(side: 'bid' | 'offer', cell: string, { instrument }: Listing): Result<number> {
  const ticks = parseNumber(`${side} price`, cell, instrument.ratePrecision);
  if (!ticks.ok || ticks.value > 0) return ticks;
  return bad(`expected the ${side} price above 0, found ${quoteCell(cell)}`);
}

function parseSize(side: 'bid' | 'offer', cell: string, listing: Listing): Result<number> {
  if (cell !== '') {
    const units = parseNumber(`${side} size`, cell, listing.instrument.baseDecimals);
    if (!units.ok || units.value >= 0) return units;
    return bad(`expected the ${side} size of at least 0, found ${quoteCell(cell)}`);
  }
  if (listing.absentUnits !== undefined) return ok(listing.absentUnits);
  return fail('data.size-missing', sizeMissing(`found no ${side} size`));
}

/** Says which key states the size that a recording lacks. */
export function sizeMissing(found: string): string {
  return (
    `${found}, and an unknown size is not taken for zero: ` +
    'set recording.size: N | unlimited (N in units of the base)'
  );
}

/** A decimal text as an integer of 10^-decimals; excess decimals must be zeros. */
function parseNumber(what: string, cell: string, decimals: number): Result<number> {
  const match = /^-?\d+(?:\.(\d*?)0*)?$/.exec(cell);
  if (match === null)
    return bad(`expected the ${what} in plain decimals, found ${quoteCell(cell)}`);
  const fraction = match[1] ?? '';
  const shown = cell.slice(0, 40);
  if (fraction.length > decimals) {
    return bad(`${what} ${shown} is finer than ${String(decimals)} decimals`);
  }
  const dot = cell.indexOf('.');
  const scaled = parseScaled(dot === -1 ? cell : cell.slice(0, dot + 1) + fraction, decimals);
  if (scaled !== undefined) return ok(scaled);
  return bad(
    `expected the ${what} of at most 15 digits with ${String(decimals)} decimals, found ${shown}`,
  );
}

function bad(message: string): Result<never> {
  return fail('data.bad-row', message);
}

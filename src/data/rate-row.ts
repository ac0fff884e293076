// Judges one row of a recording: says what is wrong with it, or what its texts mean.
import { fail, type Instant, ok, parseScaled, type Result } from '../domain/index.js';
import { type Listing, quoteCell, type SymbolTable } from './symbol-table.js';

/** Latest time whose microseconds are a safe integer (year 2255), epoch milliseconds. */
export const LATEST_MS = 9_007_199_254_740;

/** What rows are held against. */
export interface RowRules {
  /** Rows before this are checked and left out. */
  readonly startAt: Instant;
  /** Reading stops at the first row from here on. */
  readonly endAt: Instant;
}

/** The parts of a row as its file has them; a text is empty where the file says nothing. */
export interface RawRow {
  readonly at: Instant;
  readonly symbol: string;
  readonly bid: string;
  readonly offer: string;
  readonly bidSize: string;
  readonly offerSize: string;
  /** Sizes count in powers of ten of the base: 6 for millions. */
  readonly sizeExponent: number;
}

/** One row: epoch microseconds, ticks and minor units. */
export interface RateRow {
  readonly at: Instant;
  readonly listing: Listing;
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly bidUnits: number;
  readonly offerUnits: number;
}

/** What can be wrong with a row: its text, its place in time, or its prices. */
export const FLAWS = ['shape', 'order', 'zero', 'crossed'] as const;
export type Flaw = (typeof FLAWS)[number];

/**
 * What a row's texts mean. Fault code `data.bad-row` when the row alone is wrong, others (see
 * `Recording.read`) when the configuration has to say more.
 */
export function readRow(raw: RawRow, table: SymbolTable): Result<RateRow> {
  const { at, symbol, bid, offer } = raw;
  const listing = table.resolve(symbol);
  if (!listing.ok) return listing;
  const bidTicks = parsePrice('bid', bid, listing.value);
  if (!bidTicks.ok) return bidTicks;
  const offerTicks = parsePrice('offer', offer, listing.value);
  if (!offerTicks.ok) return offerTicks;
  const bidUnits = parseSize('bid', raw, listing.value);
  if (!bidUnits.ok) return bidUnits;
  const offerUnits = parseSize('offer', raw, listing.value);
  if (!offerUnits.ok) return offerUnits;
  return ok({
    at,
    listing: listing.value,
    bidTicks: bidTicks.value,
    offerTicks: offerTicks.value,
    bidUnits: bidUnits.value,
    offerUnits: offerUnits.value,
  });
}

/** What is wrong with the prices of a row that reads well. */
export function findPriceFlaw(
  { bid, offer }: RawRow,
  { bidTicks, offerTicks }: RateRow,
): { readonly flaw: Flaw; readonly reason: string } | undefined {
  for (const [side, cell, ticks] of [
    ['bid', bid, bidTicks],
    ['offer', offer, offerTicks],
  ] as const) {
    if (ticks > 0) continue;
    const reason = `expected the ${side} price above 0, found ${quoteCell(cell)}`;
    return { flaw: 'zero', reason };
  }
  if (bidTicks <= offerTicks) return undefined;
  const reason = `expected the bid at or below the offer, found bid ${bid} above offer ${offer}`;
  return { flaw: 'crossed', reason };
}

function parsePrice(side: 'bid' | 'offer', cell: string, { instrument }: Listing): Result<number> {
  return parseNumber(`${side} price`, cell, instrument.ratePrecision);
}

function parseSize(side: 'bid' | 'offer', raw: RawRow, listing: Listing): Result<number> {
  const cell = side === 'bid' ? raw.bidSize : raw.offerSize;
  if (cell !== '') {
    const decimals = listing.instrument.baseDecimals + raw.sizeExponent;
    const units = parseNumber(`${side} size`, cell, decimals);
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

/** A row that is wrong by itself. */
export function bad(message: string): Result<never> {
  return fail('data.bad-row', message);
}

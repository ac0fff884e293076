// Judges one row of a recording: says what is wrong with it, or what its texts mean.
import { fail, type Instant, ok, type Result } from '../domain/index.js';
import { parsePrice, parseSize } from './number-text.js';
import { type Listing, quoteCell, type SymbolTable } from './symbol-table.js';

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
  /** What the offer is above the bid, in a file with one price only. */
  readonly spread?: string | undefined;
  readonly bidSize: string;
  readonly offerSize: string;
  /** Prices are this power of ten times as large: 5 for 114273 that means 1.14273. */
  readonly priceExponent: number;
  /** Sizes count in powers of ten of the base: 6 for millions. */
  readonly sizeExponent: number;
}

/** The side of the rate before that a row without it leaves as it was. */
export type KeptSides = Pick<RateRow, 'bidTicks' | 'offerTicks'>;

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
export function readRow(
  raw: RawRow,
  table: SymbolTable,
  findKept?: (listing: Listing) => KeptSides | undefined,
): Result<RateRow> {
  const { at, symbol, spread } = raw;
  const listing = table.resolve(symbol);
  if (!listing.ok) return listing;
  const kept = findKept?.(listing.value);
  const bidTicks = readPrice('bid', raw, listing.value, kept?.bidTicks);
  if (!bidTicks.ok) return bidTicks;
  const offerTicks =
    spread === undefined
      ? readPrice('offer', raw, listing.value, kept?.offerTicks)
      : addSpread(bidTicks.value, spread, listing.value);
  if (!offerTicks.ok) return offerTicks;
  const bidUnits = readSize('bid', raw, listing.value);
  if (!bidUnits.ok) return bidUnits;
  const offerUnits = readSize('offer', raw, listing.value);
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

function readPrice(
  side: 'bid' | 'offer',
  raw: RawRow,
  { instrument }: Listing,
  kept: number | undefined,
): Result<number> {
  const cell = raw[side];
  if (cell === '' && kept !== undefined) return ok(kept);
  return parsePrice(`${side} price`, cell, instrument.ratePrecision - raw.priceExponent);
}

/** The exact sum; one that is too large ends as a price that is. */
function addSpread(bidTicks: number, spread: string, { instrument }: Listing): Result<number> {
  const ticks = parsePrice('spread', spread, instrument.ratePrecision);
  return ticks.ok ? ok(bidTicks + ticks.value) : ticks;
}

function readSize(side: 'bid' | 'offer', raw: RawRow, listing: Listing): Result<number> {
  const cell = side === 'bid' ? raw.bidSize : raw.offerSize;
  if (cell !== '') {
    const decimals = listing.instrument.baseDecimals + raw.sizeExponent;
    const units = parseSize(`${side} size`, cell, decimals);
    if (!units.ok) return raw.sizeExponent === 0 ? units : hintUnit(units.fault.message);
    if (units.value >= 0) return units;
    return bad(`expected the ${side} size of at least 0, found ${quoteCell(cell)}`);
  }
  if (listing.absentUnits !== undefined) return ok(listing.absentUnits);
  return fail('data.size-missing', sizeMissing(`found no ${side} size`));
}

function hintUnit(message: string): Result<never> {
  const isLarge = message.includes('at most 15 digits');
  return bad(isLarge ? `${message}: does recording.sizeUnit: 1 fit the file?` : message);
}

/** Says which key states the size that a recording lacks. */
export function sizeMissing(found: string): string {
  return (
    `${found}, and an unknown size is not taken for zero: ` +
    'set recording.size: N | unlimited (N in units of the base)'
  );
}

/** A row that is wrong by itself. */
export function bad(message: string): Result<never> {
  return fail('data.bad-row', message);
}

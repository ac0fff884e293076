// Parses and validates one row of a recording.
import { fail, type Instant, ok, type Result } from '../../domain/index.js';
import { formatScaled } from '../../domain/numbers/index.js';
import { parsePrice, parseSize } from './number-text.js';
import { type Listing, quoteCell, type SymbolTable } from './symbol-table.js';

/** Time range of the rows to read. */
export interface RowRules {
  /** Earlier rows are validated and left out. */
  readonly startAt: Instant;
  /** Reading stops at the first row at or after this instant. */
  readonly endAt: Instant;
}

/** Texts of a row; a text is empty if the file has no value. */
export interface RawRow {
  readonly at: Instant;
  readonly symbol: string;
  readonly bid: string;
  readonly offer: string;
  /** Spread added to the only price of a file with one price. */
  readonly spread?: string | undefined;
  readonly bidSize: string;
  readonly offerSize: string;
  /** Power of ten by which prices are too large: 5 if 114273 means 1.14273. */
  readonly priceExponent: number;
  /** Power of ten of the units of sizes: 6 for millions. */
  readonly sizeExponent: number;
}

/** Last price and size of each side, used for rows without that side. */
export type KeptSides = {
  -readonly [Name in 'bidTicks' | 'offerTicks' | 'bidUnits' | 'offerUnits']?:
    RateRow[Name] | undefined;
};

/** A valid row: epoch microseconds, ticks and minor units. */
export interface RateRow {
  readonly at: Instant;
  readonly listing: Listing;
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly bidUnits: number;
  readonly offerUnits: number;
}

/** Kinds of row errors: its text, its order in time, a price of zero, crossed prices. */
export const FLAWS = ['shape', 'order', 'zero', 'crossed'] as const;
export type RowError = (typeof FLAWS)[number];

/**
 * Parses a row. Fault code `data.bad-row` if only this row is wrong; other codes (see
 * `Recording.read`) if the configuration lacks a setting.
 */
export function readRow(raw: RawRow, table: SymbolTable, kept?: KeptSides): Result<RateRow> {
  const { at, symbol, spread } = raw;
  const listing = table.resolve(symbol);
  if (!listing.ok) return listing;
  const prices =
    spread === undefined
      ? readPrices(raw, listing.value, kept)
      : addSpread(raw, spread, listing.value);
  if (!prices.ok) return prices;
  const bidUnits = readSize('bid', raw, listing.value, kept?.bidUnits);
  if (!bidUnits.ok) return bidUnits;
  const offerUnits = readSize('offer', raw, listing.value, kept?.offerUnits);
  if (!offerUnits.ok) return offerUnits;
  return ok({
    at,
    listing: listing.value,
    ...prices.value,
    bidUnits: bidUnits.value,
    offerUnits: offerUnits.value,
  });
}

/** Error of the prices of a parsed row. */
export function findPriceFlaw(
  { bid, offer }: RawRow,
  { bidTicks, listing, offerTicks }: RateRow,
): { readonly flaw: RowError; readonly reason: string } | undefined {
  for (const [side, cell, ticks] of [
    ['bid', bid, bidTicks],
    ['offer', offer, offerTicks],
  ] as const) {
    if (ticks > 0) continue;
    const reason = `expected the ${side} price above 0, found ${quoteCell(cell)}`;
    return { flaw: 'zero', reason };
  }
  if (bidTicks <= offerTicks) return undefined;
  const { ratePrecision } = listing.instrument;
  const [bidText, offerText] = [
    bid === '' ? `${formatScaled(bidTicks, ratePrecision)} (kept)` : bid,
    offer === '' ? `${formatScaled(offerTicks, ratePrecision)} (kept)` : offer,
  ];
  const found = `found bid ${bidText} above offer ${offerText}`;
  return { flaw: 'crossed', reason: `expected the bid at or below the offer, ${found}` };
}

/**
 * Stores the sides that a row states, even if the row is bad: they complete later rows. Returns
 * whether the stated prices are valid.
 */
export function learnSides(raw: RawRow, listing: Listing, kept: KeptSides): boolean {
  let isRead = true;
  for (const side of ['bid', 'offer'] as const) {
    if (raw[side] === '') continue;
    const ticks = readPrice(side, raw, listing, undefined);
    isRead &&= ticks.ok && ticks.value > 0;
    if (!ticks.ok || ticks.value <= 0) continue;
    kept[`${side}Ticks`] = ticks.value;
    const units = readSize(side, raw, listing, undefined);
    kept[`${side}Units`] = units.ok ? units.value : undefined;
  }
  return isRead;
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

type Prices = Pick<RateRow, 'bidTicks' | 'offerTicks'>;

function readPrices(raw: RawRow, listing: Listing, kept: KeptSides | undefined): Result<Prices> {
  const bidTicks = readPrice('bid', raw, listing, kept?.bidTicks);
  if (!bidTicks.ok) return bidTicks;
  const offerTicks = readPrice('offer', raw, listing, kept?.offerTicks);
  if (!offerTicks.ok) return offerTicks;
  return ok({ bidTicks: bidTicks.value, offerTicks: offerTicks.value });
}

/** Adds or subtracts the exact spread; does not check the range of the result. */
function addSpread(raw: RawRow, spread: string, listing: Listing): Result<Prices> {
  const side = raw.bid === '' && raw.offer !== '' ? 'offer' : 'bid';
  const price = readPrice(side, raw, listing, undefined);
  if (!price.ok) return price;
  const ticks = parsePrice('spread', spread, listing.instrument.ratePrecision);
  if (!ticks.ok) return ticks;
  const [own, other] = [price.value, ticks.value];
  return ok(
    side === 'bid'
      ? { bidTicks: own, offerTicks: own + other }
      : { bidTicks: own - other, offerTicks: own },
  );
}

function readSize(
  side: 'bid' | 'offer',
  raw: RawRow,
  listing: Listing,
  kept: number | undefined,
): Result<number> {
  const cell = side === 'bid' ? raw.bidSize : raw.offerSize;
  // A kept size belongs to the kept price: a new price does not use the old size.
  if (cell === '' && raw[side] === '' && kept !== undefined) return ok(kept);
  if (cell !== '') {
    const decimals = listing.instrument.baseDecimals + raw.sizeExponent;
    const units = parseSize(`${side} size`, cell, decimals);
    if (!units.ok) return hint(units.fault.message, raw, listing);
    if (units.value >= 0) return units;
    return bad(`expected the ${side} size of at least 0, found ${quoteCell(cell)}`);
  }
  if (listing.absentUnits !== undefined) return ok(listing.absentUnits);
  return fail('data.size-missing', sizeMissing(`found no ${side} size`));
}

/** Hint for a size that is too large because of its unit or of missing decimals. */
function hint(message: string, { sizeExponent }: RawRow, { instrument }: Listing): Result<never> {
  if (!message.includes('at most 15 digits')) return bad(message);
  const key = `instruments: { ${instrument.symbol}: { baseDecimals: 0 } }`;
  const fits = sizeExponent === 0 ? key : 'recording.sizeUnit: 1';
  return bad(`${message}: does ${fits} fit the file?`);
}

/** Message that names the key for sizes that a recording lacks. */
export function sizeMissing(found: string): string {
  return (
    `${found}, and an unknown size does not count as zero: ` +
    'set recording.size: N | unlimited (N in units of the base)'
  );
}

/** Fault of a single row. */
export function bad(message: string): Result<never> {
  return fail('data.bad-row', message);
}

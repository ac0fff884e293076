// Judges one row of a recording: says what is wrong with it, or what its texts mean.
import { fail, formatScaled, type Instant, ok, type Result } from '../../domain/index.js';
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

/** The newest of each side, which a row without that side leaves as it was; absent before it. */
export type KeptSides = {
  -readonly [Name in 'bidTicks' | 'offerTicks' | 'bidUnits' | 'offerUnits']?:
    RateRow[Name] | undefined;
};

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
export type RowError = (typeof FLAWS)[number];

/**
 * What a row's texts mean. Fault code `data.bad-row` when the row alone is wrong, others (see
 * `Recording.read`) when the configuration has to say more.
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

/** What is wrong with the prices of a row that reads well. */
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
 * Keeps the sides that a row states, whatever the row is worth: the next rows are judged with them.
 * Says whether it could read them.
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

/** The exact sum or difference; one that is too large or small ends as a price that is. */
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
  // The size goes with its price: a new price has no old size.
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

/** A size that is too large by its unit, or by decimals that nobody stated. */
function hint(message: string, { sizeExponent }: RawRow, { instrument }: Listing): Result<never> {
  if (!message.includes('at most 15 digits')) return bad(message);
  const key = `instruments: { ${instrument.symbol}: { baseDecimals: 0 } }`;
  const fits = sizeExponent === 0 ? key : 'recording.sizeUnit: 1';
  return bad(`${message}: does ${fits} fit the file?`);
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

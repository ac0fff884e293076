// Fast decoder of plain Weir CSV rows from bytes to columns; other rows are left to the format.
import type { Instant } from '../../domain/index.js';
import { MAX_SCALED, powerOfTen } from '../../domain/numbers/index.js';
import type { RateColumns } from '../columns/columns.js';
import type { RowRules } from './rate-row.js';
import { CARRIAGE_RETURN, type LineBuffer, NEW_LINE } from './line-buffer.js';
import type { Listing, SymbolTable } from './symbol-table.js';
import { EARLIEST, LATEST } from '../times/index.js';

const COMMA = 44;
const DOT = 46;
/** A byte xor this is the value of a digit, and 10 or more for other bytes. */
const ZERO = 48;
/** Epoch milliseconds from 2001 to 2286 have 13 digits: two 32-bit integers of 7 and 6 digits. */
const HIGH_DIGITS = 7;
const LOW_DIGITS = 6;
/** Any 9 digits fit in a 32-bit integer. */
const MOST_DIGITS = 9;

/** Bid, offer, bid size and offer size of the current row: ticks and minor units. */
const numbers = new Float64Array(4);

/**
 * Appends the plain rows at the front of `lines` until the columns are full or a row is not plain.
 * A plain row is valid and has 13 digits of time, a known symbol, and numbers of at most 9 digits
 * that fit the instrument. Returns the time of the last row, or `lastAt` without one.
 */
export function decodePlainRows(
  lines: LineBuffer,
  table: SymbolTable,
  rules: RowRules,
  columns: 4 | 6,
  lastAt: Instant,
  into: RateColumns,
): Instant {
  const { bytes, end } = lines;
  const { listings } = table;
  const startMs = Math.ceil(rules.startAt / 1_000);
  const endMs = Math.min(Math.ceil(rules.endAt / 1_000), LATEST / 1_000);
  const capacity = into.at.length;
  let { at, line } = lines;
  let { count } = into;
  let lastMs = Math.max(Math.ceil(lastAt / 1_000), EARLIEST / 1_000);
  const firstLine = line;
  while (at < end && count < capacity) {
    const milliseconds = decodeTime(bytes, at);
    if (!(milliseconds >= lastMs && milliseconds < endMs)) break; // NaN fails too
    const symbolAt = at + HIGH_DIGITS + LOW_DIGITS + 1;
    const index = table.find(bytes, symbolAt);
    const listing = index < 0 ? undefined : listings[index];
    if (listing === undefined) break;
    const numbersAt = symbolAt + listing.instrument.symbol.length + 1;
    const next = decodeNumbers(bytes, numbersAt, columns - 2, listing);
    if (next < 0) break;
    into.at[count] = milliseconds * 1_000;
    into.instrument[count] = index;
    into.bidTicks[count] = numbers[0] ?? 0;
    into.offerTicks[count] = numbers[1] ?? 0;
    into.bidUnits[count] = numbers[2] ?? 0;
    into.offerUnits[count] = numbers[3] ?? 0;
    if (milliseconds >= startMs) count++;
    lastMs = milliseconds;
    at = next;
    line++;
  }
  into.count = count;
  lines.at = at;
  lines.line = line;
  // Without a new row returns `lastAt` itself, which may lie between two milliseconds.
  return line === firstLine ? lastAt : lastMs * 1_000;
}

/** Time at the start of a row; NaN unless it is 13 digits and a comma. */
function decodeTime(bytes: Uint8Array, at: number): number {
  let high = 0;
  let low = 0;
  let wrong = 0;
  const middle = at + HIGH_DIGITS;
  const to = middle + LOW_DIGITS;
  for (; at < middle; at++) {
    const digit = (bytes[at] ?? 0) ^ ZERO;
    wrong |= digit + 6; // sets a bit above the lowest four unless the digit is 0 to 9
    high = (Math.imul(high, 10) + digit) | 0;
  }
  for (; at < to; at++) {
    const digit = (bytes[at] ?? 0) ^ ZERO;
    wrong |= digit + 6;
    low = (Math.imul(low, 10) + digit) | 0;
  }
  return wrong > 15 || bytes[to] !== COMMA ? Number.NaN : high * 1_000_000 + low;
}

/**
 * Decodes the row's numbers to `numbers`; returns the start of the next row, or -1 if not plain.
 */
function decodeNumbers(bytes: Uint8Array, at: number, count: number, listing: Listing): number {
  const { ratePrecision, baseDecimals } = listing.instrument;
  const { absentUnits } = listing;
  const absent = absentUnits ?? 0;
  numbers[2] = absent;
  numbers[3] = absent;
  for (let i = 0; i < count; i++) {
    const start = at;
    let digits = 0;
    let dot = 0; // start of the decimals, 0 without a dot
    let byte = bytes[at++] ?? 0;
    for (; ; byte = bytes[at++] ?? 0) {
      const digit = byte ^ ZERO;
      if (digit < 10) digits = (Math.imul(digits, 10) + digit) | 0;
      else if (byte === DOT && dot === 0) dot = at;
      else break;
    }
    const length = at - 1 - start;
    if (byte === CARRIAGE_RETURN && bytes[at] === NEW_LINE) byte = bytes[at++] ?? 0;
    if (byte !== (i === count - 1 ? NEW_LINE : COMMA)) return -1;
    if (length === 0 && i >= 2 && absentUnits !== undefined) continue;
    const excess = (i < 2 ? ratePrecision : baseDecimals) - (dot === 0 ? 0 : start + length - dot);
    if (length === 0 || dot === start + 1 || excess < 0) return -1;
    if (length - (dot === 0 ? 0 : 1) > MOST_DIGITS) return -1;
    const scaled = excess === 0 ? digits : digits * powerOfTen(excess);
    if (scaled > MAX_SCALED) return -1;
    numbers[i] = scaled;
  }
  const bid = numbers[0] ?? 0;
  return bid > 0 && bid <= (numbers[1] ?? 0) ? at : -1;
}

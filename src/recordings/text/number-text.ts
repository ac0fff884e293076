// Parses numbers of texts, for every format of recordings.
import { fail, ok, type Result } from '../../domain/index.js';
import { MAX_SCALED, parseScaled } from '../../domain/numbers/index.js';

/** Maximum exponent, so that no number expands to a huge text; prices and sizes need far less. */
const MOST_SHIFT = 400;
const NUMBER = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;
/** Error of a sum or product of a few doubles, in units of their last bit. */
const DOUBLE_ERRORS = 16;
/** Maximum error as a fraction of a tick or minor unit, for large numbers too. */
const DOUBLE_SHARE = 0.01;
const FLOAT_BITS = 23;
const DOUBLE_BITS = 52;
/** A 32-bit float distinguishes prices only if its last bit is at most this fraction of a tick. */
const FLOAT_SHARE = 0.25;

/** Spellings of a missing number in R, pandas and others. */
const MISSING = /^(?:nan|na|n\/a|null|none)$/i;

/** A number as `digits` x 10^`exponent`. */
interface Parts {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

/** Text of a number; empty for a missing one. */
export function toNumberCell(cell: string): string {
  return MISSING.test(cell) ? '' : cell;
}

/** Removes an exponent: `1.2e-3` becomes `0.0012`. Other texts are returned unchanged. */
export function toPlain(text: string): string {
  if (!/[eE]/.test(text)) return text;
  const parts = split(text);
  if (parts === undefined) return text;
  const { digits, exponent, isNegative } = parts;
  const sign = isNegative ? '-' : '';
  if (exponent >= 0) return sign + digits + '0'.repeat(exponent);
  const padded = digits.padStart(1 - exponent, '0');
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

/**
 * A price as an integer of 10^-decimals. A finer price is rounded to the nearest tick if the
 * difference is within the error of a double or a 32-bit float. Fault code `data.bad-row`.
 */
export function parsePrice(what: string, cell: string, decimals: number): Result<number> {
  return parseNumber(what, cell, decimals, nearestTick);
}

/** A size as an integer of 10^-decimals; finer digits are cut. Fault code `data.bad-row`. */
export function parseSize(what: string, cell: string, decimals: number): Result<number> {
  return parseNumber(what, cell, decimals, cutSize);
}

/** Integer for a number between `below` and the next integer; undefined: the number is bad. */
type Between = (parts: Parts, below: number, decimals: number) => number | undefined;

function parseNumber(
  what: string,
  cell: string,
  decimals: number,
  between: Between,
): Result<number> {
  const plain = decimals < 0 ? undefined : parseScaled(cell, decimals);
  if (plain !== undefined) return ok(plain);
  const parts = split(cell);
  if (parts === undefined) {
    const hint = /^-?\d+,\d+$/.test(cell) ? ": layout.decimal: ',' reads a decimal comma" : '';
    return bad(`expected the ${what} as a number, found ${quote(cell)}${hint}`);
  }
  const { digits, exponent, isNegative } = parts;
  const shift = exponent + decimals;
  const scaled = shift >= 0 ? digits + '0'.repeat(shift) : digits.slice(0, shift);
  const rest = shift >= 0 ? '' : digits.slice(shift);
  const whole = Number(scaled);
  if (whole > MAX_SCALED) {
    const most = `at most 15 digits with ${String(decimals)} decimals`;
    return bad(`expected the ${what} of ${most}, found ${cell.slice(0, 40)}`);
  }
  if (/^0*$/.test(rest)) return ok(isNegative && whole !== 0 ? -whole : whole);
  const found = isNegative ? undefined : between(parts, whole, decimals);
  if (found !== undefined) return ok(found);
  return bad(`${what} ${cell.slice(0, 40)} is finer than ${String(decimals)} decimals`);
}

function nearestTick(parts: Parts, below: number, decimals: number): number | undefined {
  const value = toNumber(parts);
  const toPrice = (ticks: number) => Number(`${String(ticks)}e${String(-decimals)}`);
  const ticks = value - toPrice(below) < toPrice(below + 1) - value ? below : below + 1;
  const price = toPrice(ticks);
  const tick = toPrice(1);
  if (isDouble(value, price, tick)) return ticks;
  const bit = lastBit(value, FLOAT_BITS);
  // A number with fewer digits than the float's precision is a finer price, not a float error.
  const unit = Number(`1e${String(parts.exponent)}`);
  if (bit > FLOAT_SHARE * tick || unit > bit) return undefined;
  return Math.abs(value - Math.fround(price)) <= unit ? ticks : undefined;
}

/** Rounds down, except within the error of a double. */
function cutSize(parts: Parts, below: number, decimals: number): number {
  const above = Number(`${String(below + 1)}e${String(-decimals)}`);
  return isDouble(toNumber(parts), above, Number(`1e${String(-decimals)}`)) ? below + 1 : below;
}

function isDouble(value: number, near: number, unit: number): boolean {
  const error = DOUBLE_ERRORS * lastBit(value, DOUBLE_BITS);
  return Math.abs(value - near) <= Math.min(error, DOUBLE_SHARE * unit);
}

/** Value of the last bit of a binary number with this many bits. */
function lastBit(value: number, bits: number): number {
  return 2 ** (Math.floor(Math.log2(value)) - bits);
}

function toNumber({ digits, exponent }: Parts): number {
  return Number(`${digits}e${String(exponent)}`);
}

/** Undefined if the text is no number. */
function split(text: string): Parts | undefined {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
  const exponent = Number(power) - fraction.length;
  if (Math.abs(exponent) > MOST_SHIFT + fraction.length) return undefined;
  return { isNegative: sign === '-', digits, exponent };
}

function bad(message: string): Result<never> {
  return fail('data.bad-row', message);
}

function quote(cell: string): string {
  return JSON.stringify(cell.length > 40 ? `${cell.slice(0, 40)}...` : cell);
}

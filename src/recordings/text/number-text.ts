// The one reader of numbers as texts, for every format of recordings.
import { fail, MAX_SCALED, ok, parseScaled, type Result } from '../../domain/index.js';

/** More digits than any price or size needs: an exponent makes no text of gigabytes. */
const MOST_SHIFT = 400;
const NUMBER = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;
/** A sum or product of a few doubles is off by no more of their last bits. */
const DOUBLE_ERRORS = 16;
/** Nor may it be off by more of a tick or minor unit, however large the number is. */
const DOUBLE_SHARE = 0.01;
const FLOAT_BITS = 23;
const DOUBLE_BITS = 52;
/** A 32-bit float tells prices apart only where its last bit is at most this part of a tick. */
const FLOAT_SHARE = 0.25;

/** How R, pandas and others write a number that is missing. */
const MISSING = /^(?:nan|na|n\/a|null|none)$/i;

/** Digits and the place of the last: `digits` x 10^`exponent`. */
interface Parts {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

/** The text of a number; empty for one that is missing. */
export function toNumberCell(cell: string): string {
  return MISSING.test(cell) ? '' : cell;
}

/** A number without exponent: `1.2e-3` is `0.0012`. What is no number comes back as it is. */
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
 * A price as an integer of 10^-decimals. One that a double or a 32-bit float cannot hold exactly,
 * and that is off by no more than such a number is, is the price next to it. Fault code
 * `data.bad-row`.
 */
export function parsePrice(what: string, cell: string, decimals: number): Result<number> {
  return parseNumber(what, cell, decimals, nearestTick);
}

/** A size as an integer of 10^-decimals; finer digits are cut. Fault code `data.bad-row`. */
export function parseSize(what: string, cell: string, decimals: number): Result<number> {
  return parseNumber(what, cell, decimals, cutSize);
}

/** What a number means that lies between `below` and the next integer; undefined: it is bad. */
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
  // written with fewer digits than the float has it would be no float's error, but a finer price
  const unit = Number(`1e${String(parts.exponent)}`);
  if (bit > FLOAT_SHARE * tick || unit > bit) return undefined;
  return Math.abs(value - Math.fround(price)) <= unit ? ticks : undefined;
}

/** Never more than is there, but for the error of a double. */
function cutSize(parts: Parts, below: number, decimals: number): number {
  const above = Number(`${String(below + 1)}e${String(-decimals)}`);
  return isDouble(toNumber(parts), above, Number(`1e${String(-decimals)}`)) ? below + 1 : below;
}

function isDouble(value: number, near: number, unit: number): boolean {
  const error = DOUBLE_ERRORS * lastBit(value, DOUBLE_BITS);
  return Math.abs(value - near) <= Math.min(error, DOUBLE_SHARE * unit);
}

/** What the last bit of a binary number of so many bits is worth. */
function lastBit(value: number, bits: number): number {
  return 2 ** (Math.floor(Math.log2(value)) - bits);
}

function toNumber({ digits, exponent }: Parts): number {
  return Number(`${digits}e${String(exponent)}`);
}

/** Undefined when it is no number. */
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

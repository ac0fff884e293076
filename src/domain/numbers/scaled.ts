// Exact decimals as scaled integers: all numbers enter and leave Weir by these functions.

/** Powers of ten as doubles; a table because `**` differs between Node versions. */
const POWERS_OF_TEN = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
] as const;

/** Maximum of decimals that a price or an amount may have. */
export const MAX_DECIMALS = 12;

/** Largest scaled integer: 15 significant digits, so that every decimal text is one double. */
export const MAX_SCALED = 999_999_999_999_999;

/** 10 to the power of `decimals`; `decimals` is an integer from 0 to 15. */
export function powerOfTen(decimals: number): number {
  const power = POWERS_OF_TEN[decimals];
  if (power === undefined) throw new RangeError(`no power of ten for ${String(decimals)} decimals`);
  return power;
}

/**
 * A JSON number as an integer of 10^-decimals, or undefined when it does not fit exactly: not
 * finite, more than 15 significant digits, or finer than `decimals`.
 *
 * Exact because a decimal of at most 15 digits is found again from its nearest double: when
 * dividing the rounded integer gives the very same double, that integer is the number's shortest
 * decimal text.
 */
export function toScaled(value: number, decimals: number): number | undefined {
  const power = powerOfTen(decimals);
  const scaled = Math.round(value * power);
  if (scaled / power !== value || scaled > MAX_SCALED || scaled < -MAX_SCALED) return undefined;
  return scaled === 0 ? 0 : scaled;
}

/** The nearest double of a scaled integer, for interfaces with plain numbers. */
export function fromScaled(scaled: number, decimals: number): number {
  return scaled / powerOfTen(decimals);
}

/** Decimal text of a scaled integer, without exponent and with exactly `decimals` decimals. */
export function formatScaled(scaled: number | bigint, decimals: number): string {
  const negative = scaled < 0;
  const digits = String(negative ? -scaled : scaled).padStart(decimals + 1, '0');
  const whole = decimals === 0 ? digits : digits.slice(0, -decimals);
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
  return negative ? `-${text}` : text;
}

/** Shortest decimal text of a scaled integer, as JSON prints it, without trailing zeros. */
export function formatShortest(scaled: number | bigint, decimals: number): string {
  const text = formatScaled(scaled, decimals);
  return decimals === 0 ? text : text.replace(/\.?0+$/, '');
}

/**
 * Plain decimal text (`-12.50`, no exponent) as a scaled integer. Undefined when it is no such
 * text, is finer than `decimals` or has more than 15 significant digits.
 */
export function parseScaled(text: string, decimals: number): number | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d{0,15}))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > decimals) return undefined;
  const scaled = Number(whole + significant.padEnd(decimals, '0'));
  if (scaled > MAX_SCALED) return undefined;
  return sign === '-' && scaled !== 0 ? -scaled : scaled;
}

/** Integer a x b / c, rounded away from zero; exact at any size. `c` is above 0. */
export function multiplyDivideUp(a: number, b: number, c: number): number {
  const product = a * b;
  if (Number.isSafeInteger(product)) {
    // A remainder costs much more than a division. The quotient may be rounded up to the next
    // integer, never beyond it: then nothing is left to round.
    const quotient = Math.trunc(Math.abs(product) / c);
    const rounded = quotient * c < Math.abs(product) ? quotient + 1 : quotient;
    return product < 0 ? -rounded : rounded;
  }
  const exact = BigInt(a) * BigInt(b);
  const rest = exact % BigInt(c);
  const quotient = Number((exact - rest) / BigInt(c));
  return rest === 0n ? quotient : quotient + (exact > 0n ? 1 : -1);
}

/** Integer a / b, rounded half up; `b` is above 0 and `a` at least 0. */
export function divideHalfUp(a: bigint, b: bigint): bigint {
  return (2n * a + b) / (2n * b);
}

export function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** 10 to the power of `digits`, as a big integer. */
export function bigPowerOfTen(digits: number): bigint {
  return BigInt(`1${'0'.repeat(digits)}`);
}

/** A count with its noun, such as `1 rate` or `3,551 rates`. */
export function formatCount(count: number, noun: string): string {
  return `${formatGrouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Groups the whole digits of a decimal text: `-54674.5` gives `-54,674.5`; other texts stay. */
export function formatGrouped(value: string | number): string {
  const text = String(value);
  const [, whole, fraction = ''] = /^(-?\d+)(\.\d+)?$/.exec(text) ?? [];
  return whole === undefined ? text : whole.replace(/\B(?=(\d{3})+$)/g, ',') + fraction;
}

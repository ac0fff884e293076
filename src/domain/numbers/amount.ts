// Custody amounts as exact integers: a digital asset can have more digits than a double.

/** Maximum of digits of an amount, before and after the point together. */
const MAX_DIGITS = 40;

/**
 * A JSON number or a decimal text as an integer of 10^-decimals. Undefined for a text that is no
 * plain decimal, is finer than `decimals` or too long, and for a number of more than 15 significant
 * digits (those do not survive a double: send a text). The sign is kept.
 */
export function parseAmount(value: number | string, decimals: number): bigint | undefined {
  const text = typeof value === 'number' ? formatNumber(value) : value;
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null || text.length > MAX_DIGITS + 2) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > decimals) return undefined;
  const scaled = BigInt(whole + significant.padEnd(decimals, '0'));
  return sign === '-' ? -scaled : scaled;
}

/** Shortest decimal text of a double without exponent; empty when it needs more than 15 digits. */
function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '';
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const digits = mantissa.replace(/[-.]/g, '');
  if (digits.length > 15) return '';
  const point = Number(exponent) + 1;
  const sign = value < 0 ? '-' : '';
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

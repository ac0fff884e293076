// Converts exact sums to figures for people: rounds integers once, at the end, half away from zero.
// Statistics, which were never exact, are rounded as plain numbers.
import type { Instrument } from '../../domain/index.js';
import { formatScaled, powerOfTen } from '../../domain/numbers/index.js';

/** Decimals of averages beyond the instrument's own. */
const AVERAGE_DECIMALS = 3;

/** Integer nearest to `dividend` / `divisor`, halves away from zero. `divisor` is above 0. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor;
  return (2n * dividend + half) / (2n * divisor);
}

/** `dividend` / `divisor` as a number with at most `decimals` decimals; null if `divisor` is 0. */
export function toQuotient(dividend: bigint, divisor: bigint, decimals: number): number | null {
  if (divisor === 0n) return null;
  const scaled = divideRounded(dividend * BigInt(powerOfTen(decimals)), divisor);
  return Number(formatScaled(scaled, decimals));
}

/**
 * Mean of `cash` in ticks x weight over `weight`, as a price with ratePrecision + 3 decimals; null
 * without weight.
 */
export function toAveragePrice(
  cash: bigint,
  weight: bigint,
  instrument: Instrument,
): number | null {
  const { ratePrecision } = instrument;
  const perUnit = BigInt(powerOfTen(ratePrecision));
  return toQuotient(cash, weight * perUnit, ratePrecision + AVERAGE_DECIMALS);
}

/** The number with the same text as the scaled integer. */
export function toNumber(scaled: bigint | number, decimals: number): number {
  return Number(formatScaled(scaled, decimals));
}

/** Exact decimal text with at least `least` decimals, without further trailing zeros. */
export function formatExact(scaled: bigint, decimals: number, least: number): string {
  if (decimals <= least) return formatScaled(scaled * BigInt(powerOfTen(least - decimals)), least);
  const text = formatScaled(scaled, decimals);
  const shortest = text.length - decimals + least;
  let end = text.length;
  while (end > shortest && text[end - 1] === '0') end -= 1;
  return least === 0 && end === shortest ? text.slice(0, end - 1) : text.slice(0, end);
}

/** Rounds a statistic for display. */
export function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

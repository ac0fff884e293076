// Formats ticks, minor units and figures the same way in every table and file.
import { Decimal } from 'decimal.js';
import { decimalsOf, type Instrument } from '../../domain/index.js';
import {
  formatCount,
  formatGrouped,
  formatScaled,
  formatShortest,
  powerOfTen,
} from '../../domain/numbers/index.js';
import type { Side } from '../../domain/orders/index.js';
import { formatExact, toQuotient } from './figures.js';

export { formatCount, formatGrouped };

/** Price of a number of ticks; empty for 0, which means no price. */
export function formatPrice(ticks: number, { ratePrecision }: Instrument): string {
  return ticks === 0 ? '' : formatScaled(ticks, ratePrecision);
}

/** Exact mid of twice its ticks; empty for 0. */
export function formatMid(ticks2: number, { ratePrecision }: Instrument): string {
  return ticks2 === 0 ? '' : formatExact(BigInt(ticks2) * 5n, ratePrecision + 1, ratePrecision);
}

/** Quantity of a number of minor units of the base. */
export function formatQuantity(units: number, { baseDecimals }: Instrument): string {
  return formatShortest(units, baseDecimals);
}

/** The same with grouped digits. */
export function formatAmount(units: number, instrument: Instrument): string {
  return formatGrouped(formatQuantity(units, instrument));
}

/**
 * Slippage of one fill against twice its arrival mid, positive is in our favour; null without
 * arrival.
 */
export function toSlippageBps(
  side: Side,
  priceTicks: number,
  arrivalTicks2: number,
  decimals = 4,
): number | null {
  const gain2 = side === 'Buy' ? arrivalTicks2 - 2 * priceTicks : 2 * priceTicks - arrivalTicks2;
  const scale = powerOfTen(decimals);
  const dividend = gain2 * 10_000 * scale;
  if (!Number.isSafeInteger(dividend) || arrivalTicks2 === 0) {
    return toQuotient(BigInt(gain2) * 10_000n, BigInt(arrivalTicks2), decimals);
  }
  const rest = dividend % arrivalTicks2;
  const isNearer = 2 * Math.abs(rest) >= arrivalTicks2;
  return ((dividend - rest) / arrivalTicks2 + (isNearer ? Math.sign(rest) : 0)) / scale;
}

/** `20`, or `20, 1 busted`. */
export function formatFills({ fills, busts }: { fills: number; busts: number }): string {
  return busts > 0
    ? `${formatGrouped(fills)}, ${formatGrouped(busts)} busted`
    : formatGrouped(fills);
}

/** A price or an average of prices with at least the venue's decimals; a dash for null. */
export function formatAverage(price: number | null, ratePrecision: number | null): string {
  if (price === null) return '–';
  const text = String(price);
  const decimals = text.split('.')[1]?.length ?? 0;
  const least = ratePrecision ?? 0;
  return formatGrouped(decimals < least ? price.toFixed(least) : text);
}

/** Money rounded to the currency's minor unit; a dash for null. */
export function formatMoney(exact: string | null, decimals: number | null): string {
  if (exact === null) return '–';
  const text = new Decimal(exact).toFixed(decimals ?? 2, Decimal.ROUND_HALF_UP);
  return formatGrouped(/[1-9]/.test(text) ? text : text.replace('-', ''));
}

/** Decimals of a statistic in a currency: 0 for a currency without minor unit, such as JPY. */
export function findMoneyDecimals(currency: string): number {
  return Math.min(2, decimalsOf(currency));
}

/** A statistic with its currency: `-912.50 USD`, `-913 JPY`; a dash for null. */
export function formatStatistic(value: number | null, currency: string): string {
  if (value === null) return '–';
  return `${formatFixed(value, findMoneyDecimals(currency))} ${currency}`;
}

/** The same per million, with a plus sign above 0. */
export function formatPerMillion(value: number, currency: string): string {
  return `${formatSigned(value, findMoneyDecimals(currency))} ${currency} per million`;
}

/** A share in per cent: a share below 1 never reads as 100.0. */
export function formatShare(share: number): string {
  return `${formatFixed(share < 1 ? Math.min(share * 100, 99.9) : share * 100, 1)} %`;
}

/** Grouped digits with exactly `decimals` decimals. */
export function formatFixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return formatGrouped(/[1-9]/.test(text) ? text : text.replace('-', ''));
}

/** The same with a plus sign above 0. */
export function formatSigned(value: number, decimals: number): string {
  return (value > 0 ? '+' : '') + formatFixed(value, decimals);
}

/** Whole seconds as `1 h 02 min 03 s`, shorter spans with their decimals. */
export function formatSpan(seconds: number): string {
  if (seconds < 60) return `${String(seconds)} s`;
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const text = `${String(minutes)} min ${String(whole % 60)} s`;
  return hours === 0 ? text : `${formatGrouped(hours)} h ${text}`;
}

/** A wait in milliseconds as `100 ms`, `1.5 s`, `5 min`, with three digits. */
export function formatWait(milliseconds: number): string {
  const round = (value: number): string => String(Number(value.toPrecision(3)));
  if (milliseconds < 999.5) return `${round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${round(milliseconds / 1_000)} s`;
  return milliseconds < 3_597_000
    ? `${round(milliseconds / 60_000)} min`
    : `${round(milliseconds / 3_600_000)} h`;
}

/** One line without control characters, so that texts of the venue cannot control a terminal. */
export function toLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
}

/** `once` or `1,781 times`. */
export function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${formatGrouped(count)} times`;
}

/** Names with counts, such as `RC04 12 times, RC14 once`. */
export function listTimes(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, n]) => `${name} ${formatTimes(n)}`)
    .join(', ');
}

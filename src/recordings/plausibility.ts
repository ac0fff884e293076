// Detects implausible prices and sizes of known pairs, off by powers of ten.
import { type Instrument, UNLIMITED } from '../domain/index.js';
import { formatScaled, fromScaled } from '../domain/numbers/index.js';
import { UNKNOWN_UNITS } from './columns/columns.js';

/**
 * Approximate values in USD, near the middle of the extremes since 1990 for volatile currencies.
 */
const IN_USD: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 1.15,
  GBP: 1.5,
  CHF: 0.9,
  AUD: 0.75,
  NZD: 0.65,
  CAD: 0.8,
  JPY: 0.009,
  SEK: 0.12,
  NOK: 0.13,
  DKK: 0.16,
  CNH: 0.15,
  HKD: 0.129,
  SGD: 0.7,
  MXN: 0.1,
  ZAR: 0.1,
  TRY: 0.2,
  PLN: 0.3,
  CZK: 0.04,
  HUF: 0.005,
  ILS: 0.28,
  THB: 0.03,
};
/** Factor from the usual price beyond which a price must be in another unit. */
const FAR = 100;
/**
 * Largest plausible size of a side, and smallest plausible maximum of a known pair's sizes, in USD.
 */
const MOST_SHOWN = 20_000_000_000;
const LEAST_SHOWN = 100;

/** Extreme prices and sizes of a symbol. */
export class Extremes {
  minBidTicks = Infinity;
  maxOfferTicks = 0;
  /** Largest stated size of a side; -1 without one. */
  maxUnits = -1;

  add(bidTicks: number, offerTicks: number, bidUnits: number, offerUnits: number): void {
    if (bidTicks < this.minBidTicks) this.minBidTicks = bidTicks;
    if (offerTicks > this.maxOfferTicks) this.maxOfferTicks = offerTicks;
    if (bidUnits > this.maxUnits && bidUnits !== UNLIMITED) this.maxUnits = bidUnits;
    if (offerUnits > this.maxUnits && offerUnits !== UNLIMITED) this.maxUnits = offerUnits;
  }
}

/** Whether a size is a stated amount. */
export function isStated(units: number): boolean {
  return units !== UNLIMITED && units !== UNKNOWN_UNITS;
}

/** Messages on implausible values; none for symbols with unknown currencies. */
export function findDoubts(instrument: Instrument, found: Extremes): readonly string[] {
  const { base, term, symbol } = instrument;
  const [baseUsd, termUsd] = [IN_USD[base], IN_USD[term]];
  if (baseUsd === undefined) return [];
  const doubts: string[] = [];
  if (termUsd !== undefined) {
    const price = doubtPrice(instrument, found, baseUsd / termUsd);
    if (price !== undefined) doubts.push(price);
  }
  const shown = fromScaled(found.maxUnits, instrument.baseDecimals) * baseUsd;
  if (found.maxUnits > 0 && (shown > MOST_SHOWN || shown < LEAST_SHOWN)) {
    const size = formatScaled(found.maxUnits, instrument.baseDecimals);
    const advice =
      shown > MOST_SHOWN
        ? 'sizeUnit: 1 where the file counts units of the base'
        : 'sizeUnit: 1000000 where the file counts millions';
    doubts.push(`${symbol}: the largest size is ${size} ${base}: ${advice}`);
  }
  return doubts;
}

function doubtPrice(
  { base, ratePrecision, symbol, term }: Instrument,
  { maxOfferTicks, minBidTicks }: Extremes,
  usual: number,
): string | undefined {
  for (const ticks of [maxOfferTicks, minBidTicks]) {
    const ratio = fromScaled(ticks, ratePrecision) / usual;
    if (ratio < FAR && ratio > 1 / FAR) continue;
    const price = formatScaled(ticks, ratePrecision);
    const scale = 10 ** Math.round(Math.log10(ratio));
    const isOther = Math.abs(Math.log10(ratio * usual ** 2)) < 0.5;
    const advice = isOther
      ? `is the symbol ${term}/${base}?`
      : ratio > 1
        ? `layout.scale: ${String(scale)} where prices are scaled integers`
        : 'is the symbol the right one?';
    const about = String(Number(usual.toPrecision(2)));
    return `${symbol}: a price of ${price}, where about ${about} is usual: ${advice}`;
  }
  return undefined;
}

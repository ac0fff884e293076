// What currencies are worth in USD by the session's own last rates.
import { fromScaled, type Instrument } from '../../domain/index.js';
import type { InstrumentRates } from '../results.js';

const USD = 'USD';

/** The last mid of an instrument. */
export type LastMid = Pick<InstrumentRates, 'instrument' | 'lastTicks2'>;

/** USD for one unit of a currency: direct, or over one other pair; undefined without a rate. */
export function findUsdRate(currency: string, mids: readonly LastMid[]): number | undefined {
  return findDirect(currency, mids) ?? findThrough(currency, mids);
}

function findDirect(currency: string, mids: readonly LastMid[]): number | undefined {
  if (currency === USD) return 1;
  return findCross(currency, USD, mids);
}

function findThrough(currency: string, mids: readonly LastMid[]): number | undefined {
  for (const { instrument } of mids) {
    const other = findOther(currency, instrument);
    if (other === undefined) continue;
    const first = findCross(currency, other, mids);
    const second = findDirect(other, mids);
    if (first !== undefined && second !== undefined) return first * second;
  }
  return undefined;
}

function findOther(currency: string, { base, term }: Instrument): string | undefined {
  if (currency === base) return term;
  return currency === term ? base : undefined;
}

/** `to` for one unit of `from`. */
function findCross(from: string, to: string, mids: readonly LastMid[]): number | undefined {
  for (const { instrument, lastTicks2 } of mids) {
    if (lastTicks2 === 0) continue;
    const mid = fromScaled(lastTicks2 / 2, instrument.ratePrecision);
    if (instrument.base === from && instrument.term === to) return mid;
    if (instrument.base === to && instrument.term === from) return 1 / mid;
  }
  return undefined;
}

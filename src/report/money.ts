// What currencies are worth in one another by the session's own newest rates.
import { fromScaled, type Instrument } from '../domain/index.js';

/** Bid + offer of the newest rate of an instrument; 0 without one. */
export interface Mid {
  readonly instrument: Instrument;
  readonly ticks2: number;
}

/** `to` for one unit of `from`: direct, or over one other pair; undefined without a rate. */
export function findWorth(from: string, to: string, mids: readonly Mid[]): number | undefined {
  return findDirect(from, to, mids) ?? findThrough(from, to, mids);
}

function findThrough(from: string, to: string, mids: readonly Mid[]): number | undefined {
  for (const { instrument } of mids) {
    const { base, term } = instrument;
    if (from !== base && from !== term) continue;
    const other = from === base ? term : base;
    const first = findDirect(from, other, mids);
    const second = findDirect(other, to, mids);
    if (first !== undefined && second !== undefined) return first * second;
  }
  return undefined;
}

function findDirect(from: string, to: string, mids: readonly Mid[]): number | undefined {
  if (from === to) return 1;
  for (const { instrument, ticks2 } of mids) {
    if (ticks2 === 0) continue;
    const mid = fromScaled(ticks2, instrument.ratePrecision) / 2;
    if (instrument.base === from && instrument.term === to) return mid;
    if (instrument.base === to && instrument.term === from) return 1 / mid;
  }
  return undefined;
}

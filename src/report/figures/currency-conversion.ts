// Converts currencies at the session's own newest rates.
import type { Instrument } from '../../domain/index.js';
import { powerOfTen } from '../../domain/numbers/index.js';

/** Bid + offer of the newest rate of an instrument; 0 without a rate. */
export interface Mid {
  readonly instrument: Instrument;
  readonly ticks2: number;
}

/** One conversion: multiplies by the mid, or divides by it. */
interface Step {
  readonly mid: Mid;
  readonly isInverse: boolean;
  /** Half ticks in one unit of price. */
  readonly scale: number;
}

/** The conversions from one currency to another; found once, since it is used every few seconds. */
export class CurrencyConversion {
  readonly #ways: readonly (readonly Step[])[];

  /** The mids are read anew for each conversion. */
  constructor(from: string, to: string, mids: readonly Mid[]) {
    this.#ways =
      from === to ? [[]] : [...listDirect(from, to, mids), ...listThrough(from, to, mids)];
  }

  /**
   * Amount of `to` for one unit of `from`: direct or through one other currency; undefined without
   * rates.
   */
  find(): number | undefined {
    for (const way of this.#ways) {
      let worth = 1;
      for (const { mid, isInverse, scale } of way) {
        const price = mid.ticks2 / scale;
        worth = price === 0 ? 0 : isInverse ? worth / price : worth * price;
      }
      if (worth > 0) return worth;
    }
    return undefined;
  }
}

function listDirect(from: string, to: string, mids: readonly Mid[]): Step[][] {
  return mids.flatMap((mid) => {
    const { base, term, ratePrecision } = mid.instrument;
    const isInverse = base === to && term === from;
    if (!isInverse && (base !== from || term !== to)) return [];
    return [[{ mid, isInverse, scale: 2 * powerOfTen(ratePrecision) }]];
  });
}

function listThrough(from: string, to: string, mids: readonly Mid[]): Step[][] {
  return mids.flatMap(({ instrument: { base, term } }) => {
    if (from !== base && from !== term) return [];
    const other = from === base ? term : base;
    const seconds = listDirect(other, to, mids);
    return listDirect(from, other, mids).flatMap((first) =>
      seconds.map((second) => [...first, ...second]),
    );
  });
}

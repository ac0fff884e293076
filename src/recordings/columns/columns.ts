// A block of rates as typed columns: readers of recordings fill it, replay loops read it.
import { assert, type Instant, UNLIMITED } from '../../domain/index.js';

/** Size of a rate without a stated size, if the reader asked for `unknown`. */
export const UNKNOWN_UNITS = -UNLIMITED;

/** Rows `0` to `count - 1` hold rates; the next read overwrites them. */
export interface RateColumns {
  count: number;
  /** Venue time, epoch microseconds. */
  readonly at: Float64Array;
  /** Index into the recording's `instruments`. */
  readonly instrument: Uint16Array;
  /** Ticks of 10^-ratePrecision. */
  readonly bidTicks: Float64Array;
  readonly offerTicks: Float64Array;
  /** Displayed size in minor units of the base, UNLIMITED or UNKNOWN_UNITS. */
  readonly bidUnits: Float64Array;
  readonly offerUnits: Float64Array;
}

/** Empty columns for up to `capacity` rates, 42 bytes each. */
export function createColumns(capacity: number): RateColumns {
  assert(Number.isInteger(capacity) && capacity > 0, 'columns need a capacity of at least 1 row');
  return {
    count: 0,
    at: new Float64Array(capacity),
    instrument: new Uint16Array(capacity),
    bidTicks: new Float64Array(capacity),
    offerTicks: new Float64Array(capacity),
    bidUnits: new Float64Array(capacity),
    offerUnits: new Float64Array(capacity),
  };
}

/** First row in `from`..`to` at or after an instant; `to` if there is none. */
export function findRow(at: Float64Array, from: number, to: number, instant: Instant): number {
  if (from >= to || (at[to - 1] ?? 0) < instant) return to;
  let low = from;
  let high = to - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? 0) >= instant) high = middle;
    else low = middle + 1;
  }
  return low;
}

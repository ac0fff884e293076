// What transaction costs are measured by: marks after a fill, and the figures of a fill.
import { type Micros, MILLISECOND, MINUTE, SECOND } from '../../domain/index.js';

/**
 * Times after a fill at which the mid is compared with its price, in rising order; the first is the
 * fill's own.
 */
export const HORIZONS: readonly Micros[] = [
  0,
  100 * MILLISECOND,
  500 * MILLISECOND,
  SECOND,
  5 * SECOND,
  30 * SECOND,
  MINUTE,
  5 * MINUTE,
];

/**
 * Figures that are summed by `CostSums`. `arrival`: mid when the parent, or an order without one,
 * was decided. `decision`: mid when this very order was. `spread`: mid at execution, in half
 * spreads. `held` and `refused`: move of the mid while an immediate order was out, filled or not.
 * The marks of `HORIZONS` follow.
 */
export const MEASURES = ['arrival', 'decision', 'spread', 'held', 'refused'] as const;
export type Measure = (typeof MEASURES)[number];

export const MEASURE_COUNT = MEASURES.length + HORIZONS.length;

export function toMeasureIndex(measure: Measure): number {
  return MEASURES.indexOf(measure);
}

export function toMarkIndex(horizon: number): number {
  return MEASURES.length + horizon;
}

// Names of the transaction cost measures, and the horizons of mark-outs.
import { type Micros, MILLISECOND, MINUTE, SECOND } from '../../domain/index.js';

/** Times after a fill of its mark-outs, rising; the first is the time of the fill itself. */
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
 * Measures summed by `CostSums`. `arrival`: mid when the parent, or an order without one, was
 * decided. `decision`: mid when this order itself was decided. `spread`: mid at execution, in half
 * spreads. `held` and `refused`: move of the mid while an immediate order was out, filled or not.
 * The mark-outs of `HORIZONS` follow.
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

// Estimates the most likely distribution of delays of which only bounds are known, as polls give
// them (Turnbull, "The empirical distribution function with arbitrarily grouped, censored and
// truncated data", JRSS B 38, 1976).
import type { Micros } from '../../src/domain/index.js';
import type { LatencyTable } from '../../src/venue/index.js';

/** A delay above `low` and at most `high`; a `low` below 0 is no bound. */
export interface DelaySpan {
  readonly low: Micros;
  readonly high: Micros;
}

/** Maximum number of spans used, evenly chosen: more would change little. */
const MAX_SPANS = 4_000;
const ROUNDS = 300;
/** Delays of a lower probability are dropped. */
const LEAST = 1e-4;

/** Undefined without a span. */
export function estimateDelays(spans: readonly DelaySpan[]): LatencyTable | undefined {
  const stride = Math.max(1, Math.ceil(spans.length / MAX_SPANS));
  const used = spans
    .filter((_, i) => i % stride === 0)
    .map(({ low, high }) => ({ low: Math.max(0, low), high: Math.max(0, high) }));
  if (used.length === 0) return undefined;
  const places = listPlaces(used);
  const ranges = used.map(({ low, high }) => ({
    from: places.findIndex((place) => place.low >= low),
    to: places.findLastIndex((place) => place.high <= high) + 1,
  }));
  const weights = findWeights(places.length, ranges);
  return toTable(places.map(({ low, high }, i) => [(low + high) / 2, weights[i] ?? 0] as const));
}

/**
 * Intervals from a `low` to the next `high` without another end between: only these can have
 * weight.
 */
function listPlaces(spans: readonly DelaySpan[]): readonly DelaySpan[] {
  const ends = spans
    .flatMap(({ low, high }) => [
      { at: low, isHigh: false },
      { at: high, isHigh: true },
    ])
    .sort((a, b) => a.at - b.at || Number(b.isHigh) - Number(a.isHigh));
  const places: DelaySpan[] = [];
  let low = 0;
  let isOpen = true;
  for (const { at, isHigh } of ends) {
    if (!isHigh) {
      low = at;
      isOpen = true;
    } else if (isOpen) {
      places.push({ low, high: at });
      isOpen = false;
    }
  }
  return places;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Maximum likelihood weights of the intervals, by expectation maximisation. */
function findWeights(count: number, ranges: readonly Range[]): readonly number[] {
  let weights = new Array<number>(count).fill(1 / count);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = [0];
    for (const weight of weights) sums.push((sums.at(-1) ?? 0) + weight);
    const steps = new Array<number>(count + 1).fill(0);
    for (const { from, to } of ranges) {
      const share = (sums[to] ?? 0) - (sums[from] ?? 0);
      if (share <= 0) continue;
      steps[from] = (steps[from] ?? 0) + 1 / share;
      steps[to] = (steps[to] ?? 0) - 1 / share;
    }
    let sum = 0;
    weights = weights.map((weight, i) => {
      sum += steps[i] ?? 0;
      return (weight * sum) / ranges.length;
    });
  }
  return weights;
}

function toTable(points: readonly (readonly [delay: Micros, chance: number])[]): LatencyTable {
  const seen = points.filter(([, chance]) => chance > LEAST);
  const total = seen.reduce((sum, [, chance]) => sum + chance, 0);
  const at = (share: number): Micros => {
    let sum = 0;
    for (const [delay, chance] of seen) {
      sum += chance;
      if (sum >= share * total - 1e-9) return Math.round(delay);
    }
    return Math.round(seen.at(-1)?.[0] ?? 0);
  };
  return { min: at(0), p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}

// Sums of gains relative to a reference price: their mean and its 95 % band.
import { MEASURE_COUNT } from './horizons.js';

/** Numbers kept for each measure. */
const WIDTH = 6;
/** Half the width of a 95 % band, in standard errors. */
const BAND = 1.96;

/** Mean gain of one measure as a share, so 0.0001 is 1 bp. Positive is in our favour. */
export interface MeanGain {
  readonly count: number;
  readonly mean: number;
  /** 95 % band of the mean; absent for less than two fills. */
  readonly low?: number;
  readonly high?: number;
  /** Sum of the gains over the sum of the units: mean gain of a unit, in half ticks. */
  readonly perUnit: number;
}

/**
 * For each measure the weighted mean of gain / reference, with units x reference as weight, which
 * is the sum of all gains over the sum of all references. Plain numbers, since these are
 * statistics.
 */
export class CostSums {
  /** Fills on a rate older than five seconds. */
  staleFills = 0;
  private readonly sums = new Float64Array(MEASURE_COUNT * WIDTH);

  /** `gain2` and `reference2` in half ticks; a reference of 0 or less is ignored. */
  add(measure: number, units: number, gain2: number, reference2: number): void {
    if (reference2 <= 0) return;
    const { sums } = this;
    const at = measure * WIDTH;
    const weight = units * reference2;
    const gain = units * gain2;
    sums[at] = this.at(at) + 1;
    sums[at + 1] = this.at(at + 1) + weight;
    sums[at + 2] = this.at(at + 2) + gain;
    sums[at + 3] = this.at(at + 3) + (gain * gain2) / reference2;
    sums[at + 4] = this.at(at + 4) + weight * weight;
    sums[at + 5] = this.at(at + 5) + units;
  }

  /** Adds other sums, their amounts multiplied by `factor`, for example to convert a currency. */
  addAll(other: CostSums, factor = 1): void {
    this.staleFills += other.staleFills;
    const factors = [1, factor, factor, factor, factor * factor, factor];
    for (let i = 0; i < this.sums.length; i++) {
      this.sums[i] = this.at(i) + other.at(i) * (factors[i % WIDTH] ?? 1);
    }
  }

  /** Undefined without any entry. */
  mean(measure: number): MeanGain | undefined {
    const at = measure * WIDTH;
    const count = this.at(at);
    if (count === 0) return undefined;
    const [weight, gain, square, weights] = [1, 2, 3, 4].map((i) => this.at(at + i)) as Four;
    const mean = gain / weight;
    const perUnit = gain / this.at(at + 5);
    // Unequal weights count for fewer fills than there are.
    const share = weights / (weight * weight);
    if (count < 2 || share >= 1) return { count, mean, perUnit };
    const variance = Math.max(0, square / weight - mean * mean) / (1 - share);
    const half = BAND * Math.sqrt(variance * share);
    return { count, mean, perUnit, low: mean - half, high: mean + half };
  }

  private at(index: number): number {
    return this.sums[index] ?? 0;
  }
}

type Four = [number, number, number, number];

// Histogram in constant memory: exact for small values, within 1/64 for large ones.

/** Values below this have their own bucket. */
const EXACT = 128;
/** Buckets between two powers of two. */
const STEPS = 64;
const EXACT_BITS = 7;
/** Values from here on exceed 31 bits. */
const LARGE = 2_147_483_648;
/** Safe integers have 53 bits. */
const BUCKETS = EXACT + (53 - EXACT_BITS) * STEPS;

/** A non-empty bucket: from `low` to below `high`. */
export interface Bar {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

export class LogHistogram {
  count = 0;
  min = Infinity;
  max = 0;
  /** Exact while it is a safe integer. */
  private sum = 0;
  private readonly counts = new Float64Array(BUCKETS);

  /** Counts a safe integer of at least 0. */
  add(value: number): void {
    const index = toIndex(value);
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    this.count += 1;
    this.sum += value;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
  }

  /** Adds the counts of another histogram. */
  addAll(other: LogHistogram): void {
    for (let i = 0; i < BUCKETS; i++)
      this.counts[i] = (this.counts[i] ?? 0) + (other.counts[i] ?? 0);
    this.count += other.count;
    this.sum += other.sum;
    this.min = Math.min(this.min, other.min);
    this.max = Math.max(this.max, other.max);
  }

  /** NaN without values. */
  get mean(): number {
    return this.sum / this.count;
  }

  /**
   * Quantile by nearest rank: exact below 128, else the lower edge of the bucket, clamped to `min`
   * and `max`; NaN without values.
   */
  quantile(q: number): number {
    if (this.count === 0) return Number.NaN;
    let rank = Math.max(1, Math.ceil(q * this.count));
    for (let index = 0; index < BUCKETS; index++) {
      rank -= this.counts[index] ?? 0;
      if (rank <= 0) return Math.min(Math.max(toLow(index), this.min), this.max);
    }
    return this.max;
  }

  /** Non-empty buckets, ascending. */
  bars(): readonly Bar[] {
    const bars: Bar[] = [];
    for (let index = 0; index < BUCKETS; index++) {
      const count = this.counts[index] ?? 0;
      if (count > 0) bars.push({ low: toLow(index), high: toLow(index + 1), count });
    }
    return bars;
  }
}

function toIndex(value: number): number {
  if (value < EXACT) return value;
  const isLarge = value >= LARGE;
  const octave = isLarge ? toOctave(value) : 31 - Math.clz32(value) - EXACT_BITS;
  const power = isLarge ? toLow(EXACT + octave * STEPS) : EXACT << octave;
  return EXACT + octave * STEPS + Math.floor((value - power) / (power / STEPS));
}

/** Number of doublings of EXACT that do not exceed the value. */
function toOctave(value: number): number {
  let octave = 0;
  for (let power = EXACT; power * 2 <= value; power *= 2) octave++;
  return octave;
}

function toLow(index: number): number {
  if (index < EXACT) return index;
  const octave = Math.floor((index - EXACT) / STEPS);
  let power = EXACT;
  for (let i = 0; i < octave; i++) power *= 2;
  return power + ((index - EXACT) % STEPS) * (power / STEPS);
}

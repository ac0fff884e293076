// Counts values of any size in flat memory: small ones exactly, large ones to one part in 64.

/** Below this every value has a bucket of its own. */
const EXACT = 128;
/** Buckets between two powers of two above it. */
const STEPS = 64;
const EXACT_BITS = 7;
/** From here on values have more than 31 bits. */
const LARGE = 2_147_483_648;
/** Safe integers have 53 bits. */
const BUCKETS = EXACT + (53 - EXACT_BITS) * STEPS;

/** A bucket that holds values: from `low` up to `high`, which is left out. */
export interface Bar {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

export class LogHistogram {
  count = 0;
  min = Infinity;
  max = 0;
  /** Exact while it stays a safe integer. */
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

  /** Counts all that another one has counted. */
  addAll(other: LogHistogram): void {
    for (let i = 0; i < BUCKETS; i++)
      this.counts[i] = (this.counts[i] ?? 0) + (other.counts[i] ?? 0);
    this.count += other.count;
    this.sum += other.sum;
    this.min = Math.min(this.min, other.min);
    this.max = Math.max(this.max, other.max);
  }

  /** NaN of nothing. */
  get mean(): number {
    return this.sum / this.count;
  }

  /**
   * The value that a share `q` of all is at or below (nearest rank): exact below 128, else the
   * lowest of its bucket, within `min` and `max`; NaN of nothing.
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

  /** Buckets that hold values, in order. */
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

/** Powers of two above the least large value. */
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

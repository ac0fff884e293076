// The median of the latest values, up to a fixed number.

export class RollingMedian {
  readonly #values: Float64Array;
  /** The same values, sorted. */
  readonly #sorted: Float64Array;
  #count = 0;
  #next = 0;

  constructor(size: number) {
    this.#values = new Float64Array(size);
    this.#sorted = new Float64Array(size);
  }

  get count(): number {
    return this.#count;
  }

  /** The upper of the two middle values for an even count; NaN without values. */
  get median(): number {
    return this.#count === 0 ? Number.NaN : (this.#sorted[this.#count >> 1] as number);
  }

  /** Replaces the oldest value by the newest; values in between move by one slot. */
  add(value: number): void {
    const sorted = this.#sorted;
    const isFull = this.#count === sorted.length;
    const last = isFull ? this.#count - 1 : this.#count++;
    let free = isFull ? this.#findPlace(this.#values[this.#next] as number) : last;
    for (; free > 0 && (sorted[free - 1] as number) > value; free--) {
      sorted[free] = sorted[free - 1] as number;
    }
    for (; free < last && (sorted[free + 1] as number) < value; free++) {
      sorted[free] = sorted[free + 1] as number;
    }
    sorted[free] = value;
    this.#values[this.#next] = value;
    this.#next = this.#next + 1 === sorted.length ? 0 : this.#next + 1;
  }

  /** The first index whose value is not below. */
  #findPlace(value: number): number {
    const sorted = this.#sorted;
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

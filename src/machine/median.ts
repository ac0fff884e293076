// The median of the last so many values.

export class RollingMedian {
  readonly #values: Float64Array;
  /** The same values in order. */
  readonly #sorted: number[] = [];
  #next = 0;

  constructor(size: number) {
    this.#values = new Float64Array(size);
  }

  get count(): number {
    return this.#sorted.length;
  }

  /** The upper of the two middle values of an even count; NaN of none. */
  get median(): number {
    return this.#sorted[this.#sorted.length >> 1] ?? Number.NaN;
  }

  add(value: number): void {
    const sorted = this.#sorted;
    if (sorted.length === this.#values.length) {
      sorted.splice(findPlace(sorted, this.#values[this.#next] ?? 0), 1);
    }
    sorted.splice(findPlace(sorted, value), 0, value);
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % this.#values.length;
  }
}

/** The first place whose value is not below. */
function findPlace(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

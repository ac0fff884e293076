// Buffer of the newest rates of one instrument, to find the market at and after a fill.
import type { Instant } from '../../domain/index.js';

/** Capacity in rates, and the number kept when it is used up. */
const ROOM = 1_024;
const KEPT = 256;
/** Numbers per rate: time, bid, offer. A single array for speed: every rate passes here. */
const WIDTH = 3;

export class RecentRates {
  /** Whether every rate must be added. */
  isNeeded = false;
  private readonly numbers = new Float64Array(ROOM * WIDTH);
  private end = 0;
  private readonly full: (newestAt: Instant) => void;

  /** `full` is called before older rates are dropped, with the time of the newest. */
  constructor(full: (newestAt: Instant) => void) {
    this.full = full;
  }

  add(at: Instant, bidTicks: number, offerTicks: number): void {
    if (this.end === ROOM * WIDTH) this.makeRoom();
    const { numbers, end } = this;
    numbers[end] = at;
    numbers[end + 1] = bidTicks;
    numbers[end + 2] = offerTicks;
    this.end = end + WIDTH;
  }

  /** Index of the rate in force at an instant; -1 if it is no longer kept. */
  find(at: Instant): number {
    let low = 0;
    let high = this.end / WIDTH;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.numbers[middle * WIDTH] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  timeAt(place: number): Instant {
    return this.numbers[place * WIDTH] ?? 0;
  }

  bidAt(place: number): number {
    return this.numbers[place * WIDTH + 1] ?? 0;
  }

  offerAt(place: number): number {
    return this.numbers[place * WIDTH + 2] ?? 0;
  }

  private makeRoom(): void {
    this.full(this.numbers[this.end - WIDTH] ?? 0);
    this.numbers.copyWithin(0, this.end - KEPT * WIDTH, this.end);
    this.end = KEPT * WIDTH;
  }
}

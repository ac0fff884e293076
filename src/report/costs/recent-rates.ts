// The newest rates of one instrument: what the market was at and after a fill.
import type { Instant } from '../../domain/index.js';

/** Rates that there is room for, and those that are kept when it is used up. */
const ROOM = 1_024;
const KEPT = 256;
/** Numbers of a rate: time, bid, offer. One column of them all: every rate passes here. */
const WIDTH = 3;

export class RecentRates {
  /** Every rate has to be added. */
  isNeeded = false;
  private readonly numbers = new Float64Array(ROOM * WIDTH);
  private end = 0;
  private readonly full: (newestAt: Instant) => void;

  /** `full` is told before older rates are forgotten, with the time of the newest. */
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

  /** Place of the rate that stood at an instant; -1 where it is not remembered. */
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

// The newest rates of one instrument: what the market was when a fill that is told late happened.
import type { Instant } from '../../domain/index.js';

/** Rates that are remembered; a power of two. */
const ROOM = 256;

/** Top of book at one time, ticks. */
export interface Quote {
  readonly bidTicks: number;
  readonly offerTicks: number;
}

export class RecentRates {
  private readonly at = new Float64Array(ROOM);
  private readonly bid = new Float64Array(ROOM);
  private readonly offer = new Float64Array(ROOM);
  private count = 0;

  clear(): void {
    this.count = 0;
  }

  add(at: Instant, bidTicks: number, offerTicks: number): void {
    const place = this.count % ROOM;
    this.at[place] = at;
    this.bid[place] = bidTicks;
    this.offer[place] = offerTicks;
    this.count += 1;
  }

  /** The rate that stood at an instant; undefined where that is not remembered. */
  find(at: Instant): Quote | undefined {
    const oldest = Math.max(0, this.count - ROOM);
    for (let i = this.count - 1; i >= oldest; i--) {
      const place = i % ROOM;
      if ((this.at[place] ?? 0) > at) continue;
      return { bidTicks: this.bid[place] ?? 0, offerTicks: this.offer[place] ?? 0 };
    }
    return undefined;
  }
}

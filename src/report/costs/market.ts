// The market of one instrument as transaction costs need it, from the first order on.
import type { Instant } from '../../domain/index.js';
import { type MarkedFill, MarkOuts } from './mark-outs.js';
import { RecentRates } from './recent-rates.js';

/** Top of book, ticks. */
export interface Quote {
  readonly bidTicks: number;
  readonly offerTicks: number;
}

/** Fills are compared with the rates after them many at once, which is cheaper. */
export class Market {
  readonly recent = new RecentRates((newestAt) => {
    this.marks.settle(newestAt);
  });
  private readonly marks = new MarkOuts(this.recent);

  /** An order is made; `newest` is the rate of now, which came at `newestAt`. */
  begin(newestAt: Instant, newest: Quote): void {
    if (this.recent.isNeeded) return;
    this.recent.isNeeded = true;
    if (newest.offerTicks > 0) this.recent.add(newestAt, newest.bidTicks, newest.offerTicks);
  }

  /** A fill is compared with the rates at its time and after it. */
  add(fill: MarkedFill): void {
    this.marks.add(fill);
  }

  /** No rate comes any more: the newest one stands until the session's end. */
  finish(endAt: Instant): void {
    this.marks.settle(endAt + 1);
  }
}

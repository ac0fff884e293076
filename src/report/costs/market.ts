// Rates of one instrument that transaction costs need, kept from its first order on.
import type { Instant } from '../../domain/index.js';
import { type MarkedFill, MarkOuts } from './mark-outs.js';
import { RecentRates } from './recent-rates.js';

/** Top of book, ticks. */
export interface Quote {
  readonly bidTicks: number;
  readonly offerTicks: number;
}

/** Compares fills with later rates in batches, which is cheaper. */
export class Market {
  readonly recent = new RecentRates((newestAt) => {
    this.marks.settle(newestAt);
  });
  private readonly marks = new MarkOuts(this.recent);

  /** An order was decided; `newest` is the present rate, which came at `newestAt`. */
  begin(newestAt: Instant, newest: Quote): void {
    if (this.recent.isNeeded) return;
    this.recent.isNeeded = true;
    if (newest.offerTicks > 0) this.recent.add(newestAt, newest.bidTicks, newest.offerTicks);
  }

  /** Adds a fill to compare with the rates at its time and after it. */
  add(fill: MarkedFill): void {
    this.marks.add(fill);
  }

  /** No more rates come: the newest one counts until the end of the session. */
  finish(endAt: Instant): void {
    this.marks.settle(endAt + 1);
  }
}

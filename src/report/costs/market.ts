// The market of one instrument as transaction costs need it: rates are looked at only while some
// order is out or some fill waits for a mid.
import { type Instant, NEVER } from '../../domain/index.js';
import { type MarkedFill, MarkOuts } from './mark-outs.js';
import { type Quote, RecentRates } from './recent-rates.js';

export class Market {
  /** Every rate after this instant has to be shown. */
  wakeAt: Instant = NEVER;
  private readonly marks = new MarkOuts();
  private readonly recent = new RecentRates();
  private orders = 0;

  /** A rate; until now there was `former`. */
  rate(at: Instant, bidTicks: number, offerTicks: number, former: Quote): void {
    this.marks.settle(at, former.bidTicks, former.offerTicks);
    if (this.orders > 0) this.recent.add(at, bidTicks, offerTicks);
    this.findWake();
  }

  /** An order is out; `newest` is the rate of now, which came at `newestAt`. */
  begin(newestAt: Instant, newest: Quote): void {
    if (this.orders === 0) {
      this.recent.clear();
      this.recent.add(newestAt, newest.bidTicks, newest.offerTicks);
    }
    this.orders += 1;
    this.findWake();
  }

  /** One order less. */
  end(): void {
    this.orders -= 1;
    this.findWake();
  }

  /** A fill waits for the mids after it; the newest rate came at `newestAt`. */
  add(fill: MarkedFill, newestAt: Instant): void {
    this.marks.add(fill, newestAt, (at) => this.recent.find(at));
    this.findWake();
  }

  /** No rate comes any more: the newest one stands until the session's end. */
  finish(endAt: Instant, newest: Quote): void {
    this.marks.settle(endAt + 1, newest.bidTicks, newest.offerTicks);
  }

  private findWake(): void {
    this.wakeAt = this.orders > 0 ? -Infinity : this.marks.dueAt;
  }
}

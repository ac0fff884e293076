// The venue's top of book of one symbol, with what is left of the displayed sizes.
import type { Instant, Instrument } from '../domain/index.js';
import type { BookLevels } from './market/book-levels.js';
import type { VenueOrder } from './order.js';

export class VenueBook {
  readonly instrument: Instrument;
  bidTicks = 0;
  offerTicks = 0;
  bidUnits = 0;
  offerUnits = 0;
  /** Displayed units not yet taken since the last rate. */
  bidLeft = 0;
  offerLeft = 0;
  /** When the rate was made; 0 before the first. */
  at: Instant = 0;
  /** Rates so far: names a rate within its symbol. */
  rateCount = 0;
  /** Of several providers; undefined: orders meet the touch above. */
  levels: BookLevels | undefined;
  /** Arrived orders that wait for the symbol's next rate (fill timing `next-rate`), by arrival. */
  waiting: VenueOrder[] = [];
  /** Resting orders of each side: best price first, then first come. */
  restingBuys: VenueOrder[] = [];
  restingSells: VenueOrder[] = [];
  /** Stops that wait for their trigger and pegged orders, by arrival. */
  watchers: VenueOrder[] = [];
  /** False only while no order waits, rests or watches; every rate looks at it. */
  hasOrders = false;

  constructor(instrument: Instrument) {
    this.instrument = instrument;
  }

  /** A rate has been through all orders: those that waited for it have met it. */
  removeWaiting(): void {
    // One by one: with its length set to 0 an array gives its memory back.
    while (this.waiting.length > 0) this.waiting.pop();
    this.hasOrders =
      this.restingBuys.length > 0 || this.restingSells.length > 0 || this.watchers.length > 0;
  }

  /** Puts an order behind those that wait for the next rate. */
  wait(order: VenueOrder): void {
    this.hasOrders = true;
    this.waiting.push(order);
  }

  /** Puts a stop or a pegged order behind those that follow the rates. */
  watch(order: VenueOrder): void {
    this.hasOrders = true;
    this.watchers.push(order);
  }

  update(at: Instant, bid: number, offer: number, bidUnits: number, offerUnits: number): void {
    this.at = at;
    this.bidTicks = bid;
    this.offerTicks = offer;
    this.bidUnits = bidUnits;
    this.offerUnits = offerUnits;
    this.bidLeft = bidUnits;
    this.offerLeft = offerUnits;
    this.rateCount++;
  }

  /** Puts an order among those of its side: best price first, then first come. */
  rest(order: VenueOrder): void {
    this.hasOrders = true;
    const resting = order.sign > 0 ? this.restingBuys : this.restingSells;
    let at = resting.length;
    for (; at > 0; at--) {
      const other = resting[at - 1];
      if (other === undefined || (other.limitTicks - order.limitTicks) * order.sign >= 0) break;
    }
    resting.splice(at, 0, order);
  }

  /** Takes an order off its side. */
  leave(order: VenueOrder): void {
    if (order.sign > 0) this.restingBuys = this.restingBuys.filter((other) => other !== order);
    else this.restingSells = this.restingSells.filter((other) => other !== order);
  }

  /** Takes an order off everything but the queue of arrivals, which skips what has ended. */
  forget(order: VenueOrder): void {
    this.leave(order);
    if (this.watchers.includes(order)) {
      this.watchers = this.watchers.filter((other) => other !== order);
    }
  }
}

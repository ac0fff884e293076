// The simulated venue's top of book of one symbol, and its displayed sizes not yet traded.
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
  /** Time of the rate; 0 before the first rate. */
  at: Instant = 0;
  /** Number of rates so far; it numbers a rate within its symbol. */
  rateCount = 0;
  /** Levels by provider; undefined: all orders meet the single touch above. */
  levels: BookLevels | undefined;
  /** Orders of fill timing `next-rate` that wait for the symbol's next rate, by arrival. */
  waiting: VenueOrder[] = [];
  /** Resting orders of each side: best price first, then time of arrival. */
  restingBuys: VenueOrder[] = [];
  restingSells: VenueOrder[] = [];
  /** Stop orders that wait for their trigger and pegged orders, by arrival. */
  watchers: VenueOrder[] = [];
  /** False only while no order waits, rests or watches; each rate reads it to skip empty books. */
  hasOrders = false;

  constructor(instrument: Instrument) {
    this.instrument = instrument;
  }

  /** Empties the queue of waiting orders after all of them have met the new rate. */
  removeWaiting(): void {
    // Pops one by one: setting the length to 0 would free the array's memory.
    while (this.waiting.length > 0) this.waiting.pop();
    this.hasOrders =
      this.restingBuys.length > 0 || this.restingSells.length > 0 || this.watchers.length > 0;
  }

  wait(order: VenueOrder): void {
    this.hasOrders = true;
    this.waiting.push(order);
  }

  /** Adds a stop order or a pegged order. */
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

  /** Inserts an order on its side by price, then by time of arrival. */
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

  /** Removes an order from its side. */
  leave(order: VenueOrder): void {
    if (order.sign > 0) this.restingBuys = this.restingBuys.filter((other) => other !== order);
    else this.restingSells = this.restingSells.filter((other) => other !== order);
  }

  /** Removes an order everywhere but in the queue of waiting orders, which skips ended orders. */
  forget(order: VenueOrder): void {
    this.leave(order);
    if (this.watchers.includes(order)) {
      this.watchers = this.watchers.filter((other) => other !== order);
    }
  }
}

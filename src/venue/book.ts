// The venue's top of book of one symbol, with what is left of the displayed sizes.
import type { Instant, Instrument } from '../domain/index.js';
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
  /** Arrived orders that wait for the symbol's next rate (fill timing `next-rate`), by arrival. */
  waiting: VenueOrder[] = [];
  /** Resting orders of each side: best price first, then first come. */
  restingBuys: VenueOrder[] = [];
  restingSells: VenueOrder[] = [];

  constructor(instrument: Instrument) {
    this.instrument = instrument;
  }

  get hasOrders(): boolean {
    return this.waiting.length > 0 || this.restingBuys.length > 0 || this.restingSells.length > 0;
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
}

// One symbol as gate and kernel see it: newest rate, position and what is on its way.
import type { Instant, Instrument } from '../domain/index.js';

/** Mutable; written by the kernel alone. Ticks and minor units of the base. */
export class SymbolState {
  readonly instrument: Instrument;
  bidTicks = 0;
  offerTicks = 0;
  bidUnits = 0;
  offerUnits = 0;
  /** When the venue made the newest rate; 0 before the first. */
  venueAt: Instant = 0;
  /** When the newest rate was received, or a read last said that it is unchanged. */
  receivedAt: Instant = 0;
  rateCount = 0;
  /** Filled, positive is long. */
  position = 0;
  /** Unfilled quantity of own orders that may still fill, unknown ones included. */
  workingBuy = 0;
  workingSell = 0;
  /** Own orders whose outcome at the venue is unknown. */
  unknownOrders = 0;

  constructor(instrument: Instrument) {
    this.instrument = instrument;
  }

  update(
    at: Instant,
    bidTicks: number,
    offerTicks: number,
    bidUnits: number,
    offerUnits: number,
    venueAt: Instant,
  ): void {
    this.bidTicks = bidTicks;
    this.offerTicks = offerTicks;
    this.bidUnits = bidUnits;
    this.offerUnits = offerUnits;
    this.venueAt = venueAt;
    this.receivedAt = at;
    this.rateCount++;
  }

  /** A usable reference: both sides, not crossed. */
  get hasRate(): boolean {
    return this.bidTicks > 0 && this.offerTicks >= this.bidTicks;
  }
}

// One symbol as gate and kernel see it: newest rate, position and what is on its way.
import type { Instant, Instrument } from '../../domain/index.js';

/**
 * What rules sleep through: a rate inside the zone before its end tells none of them anything new.
 * Each rate outside sets a new one.
 */
export class QuietBand {
  lowestBid = -Infinity;
  highestOffer = Infinity;
  leastSpread = -Infinity;
  mostSpread = Infinity;
  until: Instant = Infinity;

  /** No rule has anything against any rate. */
  reset(): void {
    this.lowestBid = -Infinity;
    this.highestOffer = Infinity;
    this.leastSpread = -Infinity;
    this.mostSpread = Infinity;
    this.until = Infinity;
  }

  endBy(at: Instant): void {
    if (at < this.until) this.until = at;
  }
}

/** Mutable; written by the kernel alone. Ticks and minor units of the base. */
export class SymbolState {
  readonly instrument: Instrument;
  /** What an order has to fit: by the instrument and by the venue's newest reference data. */
  leastUnits: number;
  stepUnits: number;
  bidTicks = 0;
  offerTicks = 0;
  bidUnits = 0;
  offerUnits = 0;
  /** When the venue made the newest rate; 0 before the first. */
  venueAt: Instant = 0;
  /** When the newest rate was received, or a read last said that it is unchanged. */
  receivedAt: Instant = 0;
  rateCount = 0;
  /** The venue's newest rate lacks a side; the one that is kept was before it. */
  isBroken = false;
  /** When the newest rate was last found unfit; a later read makes another. */
  droppedAt: Instant = -Infinity;
  /** Filled, positive is long. */
  position = 0;
  /** What the login holds besides, whoever made it; 0 on a login that others may use. */
  externalUnits = 0;
  /** Unfilled quantity of own orders that may still fill, unknown ones included. */
  workingBuy = 0;
  workingSell = 0;
  /** Own orders whose outcome at the venue is unknown. */
  unknownOrders = 0;
  /** What the venue's reference data says of it, where the venue was asked. */
  listing: 'unasked' | 'listed' | 'missing' = 'unasked';
  /** A rule does not believe the newest rate: losses by it count, gains do not. */
  isDoubted = false;
  readonly quietBand = new QuietBand();
  /** Bid + offer of the last usable rate before the newest that left the zone; 0 before one. */
  previousDoubledMid = 0;

  constructor(instrument: Instrument) {
    this.instrument = instrument;
    this.leastUnits = instrument.minSize;
    this.stepUnits = instrument.sizeIncrement;
  }

  /** The newest rate is not traded on any more. */
  drop(at: Instant): void {
    this.droppedAt = at;
  }

  get isDropped(): boolean {
    return this.droppedAt >= this.receivedAt;
  }

  /** Whether rules have to see a rate; asked before it is taken. */
  leavesQuietBand(at: Instant, bidTicks: number, offerTicks: number): boolean {
    const { quietBand } = this;
    const spread = offerTicks - bidTicks;
    return (
      at >= quietBand.until ||
      bidTicks < quietBand.lowestBid ||
      offerTicks > quietBand.highestOffer ||
      spread > quietBand.mostSpread ||
      spread < quietBand.leastSpread
    );
  }

  /** Before a rate is taken that leaves the zone: what the newest was until then. */
  noteFormer(): void {
    if (this.hasRate) this.previousDoubledMid = this.bidTicks + this.offerTicks;
  }

  /** Rules see each rate that is crossed or lacks a side, and the one after it. */
  keepBroken(): void {
    const { quietBand } = this;
    quietBand.leastSpread = 0;
    quietBand.lowestBid = 1;
    if (!this.hasRate) quietBand.until = 0;
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
    this.isBroken = false;
  }

  /** A read says that the newest rate is unchanged. */
  confirm(at: Instant): void {
    this.receivedAt = at;
    this.isBroken = false;
  }

  /** The venue's rate lacks a side. Rules have to see the next one that does not. */
  break(): void {
    this.isBroken = true;
    this.quietBand.until = 0;
  }

  /** A usable reference: both sides, not crossed. */
  get hasRate(): boolean {
    return this.bidTicks > 0 && this.offerTicks >= this.bidTicks;
  }
}

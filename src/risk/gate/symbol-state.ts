// State of one symbol for gate and kernel: newest rate, position and working quantity.
import type { Instant, Instrument } from '../../domain/index.js';

/**
 * Range of rates that tell no rule anything new, valid until a time. Rules see only a rate outside
 * it, which sets a new range.
 */
export class QuietBand {
  lowestBid = -Infinity;
  highestOffer = Infinity;
  leastSpread = -Infinity;
  mostSpread = Infinity;
  until: Instant = Infinity;

  /** Starts with the widest range; rules then narrow it. */
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

/** Mutable; only the kernel writes it. Ticks, and minor units of the base. */
export class SymbolState {
  readonly instrument: Instrument;
  /** Minimum size and size increment, by the instrument and the venue's newest reference data. */
  leastUnits: number;
  stepUnits: number;
  bidTicks = 0;
  offerTicks = 0;
  bidUnits = 0;
  offerUnits = 0;
  /** Venue time of the newest rate; 0 before the first. */
  venueAt: Instant = 0;
  /** When the newest rate was received, or a poll last confirmed it. */
  receivedAt: Instant = 0;
  rateCount = 0;
  /** The venue's newest rate lacks a side; the rate kept here came before it. */
  isBroken = false;
  /** When the newest rate was last marked unusable; a later rate or confirmation is usable. */
  droppedAt: Instant = -Infinity;
  /** Filled quantity; positive is long. */
  position = 0;
  /** External position of the login, whoever made it; 0 on a shared login. */
  externalUnits = 0;
  /** Unfilled quantity of own orders that may still fill, unknown ones included. */
  workingBuy = 0;
  workingSell = 0;
  /** Number of own orders of unknown outcome. */
  unknownOrders = 0;
  /** Listing in the venue's reference data, where it was polled. */
  listing: 'unasked' | 'listed' | 'missing' = 'unasked';
  /** A rule distrusts the newest rate: losses by it count, gains do not. */
  isDistrusted = false;
  readonly quietBand = new QuietBand();
  /** Bid plus offer of the usable rate before the newest one outside the quiet band, or 0. */
  previousDoubledMid = 0;

  constructor(instrument: Instrument) {
    this.instrument = instrument;
    this.leastUnits = instrument.minSize;
    this.stepUnits = instrument.sizeIncrement;
  }

  /** Marks the newest rate as unusable for trading. */
  drop(at: Instant): void {
    this.droppedAt = at;
  }

  get isDropped(): boolean {
    return this.droppedAt >= this.receivedAt;
  }

  /** True when the rules must see a rate; call it before `update`. */
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

  /** Keeps the newest rate as the previous one; call it before `update`. */
  noteFormer(): void {
    if (this.hasRate) this.previousDoubledMid = this.bidTicks + this.offerTicks;
  }

  /** The rules must see each rate that is crossed or lacks a side, and the rate after it. */
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

  /** A poll confirms that the newest rate is unchanged. */
  confirm(at: Instant): void {
    this.receivedAt = at;
    this.isBroken = false;
  }

  /** The venue's rate lacks a side. The rules must see the next complete rate. */
  break(): void {
    this.isBroken = true;
    this.quietBand.until = 0;
  }

  /** True when both sides exist and are not crossed. */
  get hasRate(): boolean {
    return this.bidTicks > 0 && this.offerTicks >= this.bidTicks;
  }
}

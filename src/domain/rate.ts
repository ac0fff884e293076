// A rate (polled or streamed top-of-book price) as strategies see it.
import type { Instrument } from './instrument.js';
import { powerOfTen } from './numbers/scaled.js';
import type { Instant, Micros } from './time.js';

/** Displayed size when the recording states `size: unlimited`: no check compares with it. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;

/**
 * One accepted rate. Kept as integers (ticks and minor units); the getters give plain numbers. A
 * new object per event, so a strategy may keep it. Fields are only declared, so that each is set
 * once.
 */
export class Rate {
  declare readonly instrument: Instrument;
  /** Bid in ticks of 10^-ratePrecision. */
  declare readonly bidTicks: number;
  /** Offer in ticks. */
  declare readonly offerTicks: number;
  /** Displayed bid size in minor units of the base, or UNLIMITED. */
  declare readonly bidUnits: number;
  /** Displayed offer size in minor units of the base, or UNLIMITED. */
  declare readonly offerUnits: number;
  /** When the bot received it; epoch microseconds. */
  declare readonly receivedAt: Instant;
  /** How old the rate was on receipt, in microseconds. */
  declare readonly age: Micros;

  constructor(
    instrument: Instrument,
    bidTicks: number,
    offerTicks: number,
    bidUnits: number,
    offerUnits: number,
    venueAt: Instant,
    receivedAt: Instant,
  ) {
    this.instrument = instrument;
    this.bidTicks = bidTicks;
    this.offerTicks = offerTicks;
    this.bidUnits = bidUnits;
    this.offerUnits = offerUnits;
    this.receivedAt = receivedAt;
    const age = receivedAt - venueAt;
    // V8 keeps small integers without an allocation; most ages are small.
    const small = age | 0;
    this.age = small === age ? small : age;
  }

  get symbol(): string {
    return this.instrument.symbol;
  }
  get bid(): number {
    return this.bidTicks / this.instrument.ticksPerUnit;
  }
  get offer(): number {
    return this.offerTicks / this.instrument.ticksPerUnit;
  }
  /** The middle of bid and offer. */
  get mid(): number {
    return (this.bid + this.offer) / 2;
  }
  /** Displayed size at the bid, in units of the base; Infinity when unlimited. */
  get bidSize(): number {
    return toUnits(this.bidUnits, this.instrument);
  }
  /** Displayed size at the offer, in units of the base; Infinity when unlimited. */
  get offerSize(): number {
    return toUnits(this.offerUnits, this.instrument);
  }
  /** Offer less bid, over the mid, in basis points. */
  get spreadBps(): number {
    return ((this.offerTicks - this.bidTicks) / (this.offerTicks + this.bidTicks)) * 20_000;
  }
  /** When the venue made the rate; epoch microseconds. */
  get venueAt(): Instant {
    return this.receivedAt - this.age;
  }
}

function toUnits(minorUnits: number, instrument: Instrument): number {
  return minorUnits === UNLIMITED ? Infinity : minorUnits / powerOfTen(instrument.baseDecimals);
}

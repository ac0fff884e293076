// Rates of one instrument in constant memory: thinned points and the mid's exact time integral.
import { type Instant, type Instrument, type Micros, UNLIMITED } from '../../domain/index.js';
import { Market } from '../costs/market.js';
import { ExactSum } from '../figures/exact-sum.js';
import type { InstrumentRates, PricePoints } from '../figures/results.js';

/** Maximum number of price points kept per instrument. */
export const MAX_POINTS = 4_000;
/**
 * Each bucket has two points; first and last rate are added. Even, since buckets merge in pairs.
 */
const BUCKETS = (MAX_POINTS - 4) / 2;
/** Numbers per bucket: time, bid, offer of the rate with the lowest mid, then of the highest. */
const WIDTH = 6;

/** The market at one instant; cheap to take, converted to exact numbers only on demand. */
export interface PriceMark {
  at: Instant;
  mid2: number;
  /** Parts of the integral up to the newest rate, and the time since then. */
  low: number;
  high: bigint;
  span: Micros;
  /** Displayed units of all rates so far, and the sum of units x (bid + offer). */
  shown: number;
  worth2: number;
}

/** Units displayed at bid and offer together; 0 if a side is unlimited. */
export function toShown(bidUnits: number, offerUnits: number): number {
  return bidUnits === UNLIMITED || offerUnits === UNLIMITED ? 0 : bidUnits + offerUnits;
}

/** Time integral of bid + offer from the first rate to the mark, in ticks x microseconds; exact. */
export function toIntegral({ mid2, low, high, span }: Readonly<PriceMark>): bigint {
  return high + BigInt(low) + BigInt(mid2) * BigInt(span);
}

/**
 * Follows one instrument. Of each `stride` rates the ones with the lowest and the highest mid are
 * kept, so no spike is lost; when the buckets are full, neighbours merge and the stride doubles.
 */
export class PriceTrack {
  /** Rates for the costs of orders. */
  readonly market = new Market();
  readonly recent = this.market.recent;
  stride = 1;
  firstAt: Instant = 0;
  /**
   * Newest rate: its time, and bid + offer, which is twice the mid in ticks; 0 before the first.
   */
  lastAt: Instant = 0;
  mid2 = 0;
  private lastOffer = 0;
  /**
   * Displayed units of rates that state sizes, both sides; and the sum of units x (bid + offer).
   */
  private shown = 0;
  private worth2 = 0;
  /** Twice the lowest and highest mid of the current bucket. */
  private low2 = Infinity;
  private high2 = -Infinity;
  private readonly integral = new ExactSum();
  private buckets = new Float64Array(0);
  private readonly first: [Instant, number, number] = [0, 0, 0];
  private bucket = -1;
  /** Number of rates that still fit into the bucket. */
  private room = 0;

  /** `shown` units are displayed at bid and offer together. */
  rate(at: Instant, bidTicks: number, offerTicks: number, shown = 0): void {
    // Before the first rate the mid is 0, and so is the product.
    this.integral.addProduct(this.mid2, at - this.lastAt);
    if (this.room === 0) this.nextBucket(at, bidTicks, offerTicks);
    this.room -= 1;
    const mid2 = bidTicks + offerTicks;
    this.shown += shown;
    this.worth2 += shown * mid2;
    this.lastAt = at;
    this.lastOffer = offerTicks;
    this.mid2 = mid2;
    if (mid2 < this.low2) {
      this.low2 = mid2;
      this.keep(this.bucket * WIDTH, at, bidTicks, offerTicks);
    }
    if (mid2 > this.high2) {
      this.high2 = mid2;
      this.keep(this.bucket * WIDTH + 3, at, bidTicks, offerTicks);
    }
  }

  /** Bid of the newest rate, ticks; 0 before the first. */
  get bidTicks(): number {
    return this.mid2 - this.lastOffer;
  }
  get offerTicks(): number {
    return this.lastOffer;
  }

  /** Bid + offer of the first rate; 0 before it. */
  get firstTicks2(): number {
    return this.first[1] + this.first[2];
  }

  get rates(): number {
    return this.bucket * this.stride + this.stride - this.room;
  }

  /** The market at an instant that is not before the newest rate. */
  mark(at: Instant): PriceMark {
    const mark = { at, mid2: 0, low: 0, high: 0n, span: 0, shown: 0, worth2: 0 };
    return this.remark(mark, at);
  }

  /** Like `mark`, but reuses a mark that is no longer needed. */
  remark(mark: PriceMark, at: Instant): PriceMark {
    const { low, high } = this.integral;
    mark.at = at;
    mark.mid2 = this.mid2;
    mark.low = low;
    mark.high = high;
    mark.shown = this.shown;
    mark.worth2 = this.worth2;
    mark.span = this.rates === 0 ? 0 : Math.max(0, at - this.lastAt);
    return mark;
  }

  /** Data of the instrument for the results. */
  notify(instrument: Instrument): InstrumentRates {
    const { rates, stride, mid2: lastTicks2 } = this;
    return { instrument, rates, lastTicks2, stride, points: this.points() };
  }

  points(): PricePoints {
    const points = { at: [] as number[], bidTicks: [] as number[], offerTicks: [] as number[] };
    const add = (at: number, bid: number, offer: number): void => {
      const last = points.at.length - 1;
      const isKnown =
        points.at[last] === at &&
        points.bidTicks[last] === bid &&
        points.offerTicks[last] === offer;
      if (isKnown) return;
      points.at.push(at);
      points.bidTicks.push(bid);
      points.offerTicks.push(offer);
    };
    if (this.rates === 0) return points;
    add(...this.first);
    for (let bucket = 0; bucket <= this.bucket; bucket++) {
      const [low, high] = this.pair(bucket);
      for (const offset of this.get(low) <= this.get(high) ? [low, high] : [high, low]) {
        add(this.get(offset), this.get(offset + 1), this.get(offset + 2));
      }
    }
    add(this.lastAt, this.mid2 - this.lastOffer, this.lastOffer);
    return points;
  }

  private open(at: Instant, bidTicks: number, offerTicks: number): void {
    this.buckets = new Float64Array(BUCKETS * WIDTH);
    this.firstAt = at;
    this.first[0] = at;
    this.first[1] = bidTicks;
    this.first[2] = offerTicks;
  }

  /** Starts an empty bucket for a rate. */
  private nextBucket(at: Instant, bidTicks: number, offerTicks: number): void {
    if (this.bucket < 0) this.open(at, bidTicks, offerTicks);
    this.bucket += 1;
    if (this.bucket === BUCKETS) {
      for (let into = 0; into < BUCKETS / 2; into++) this.merge(into);
      this.bucket = BUCKETS / 2;
      this.stride *= 2;
    }
    this.room = this.stride;
    this.low2 = Infinity;
    this.high2 = -Infinity;
  }

  /** Merges the extremes of two neighbouring buckets into one. */
  private merge(into: number): void {
    const [low, high] = this.pair(into * 2);
    const [nextLow, nextHigh] = this.pair(into * 2 + 1);
    const lowest = this.midOf(nextLow) < this.midOf(low) ? nextLow : low;
    const highest = this.midOf(nextHigh) > this.midOf(high) ? nextHigh : high;
    this.buckets.copyWithin(into * WIDTH, lowest, lowest + 3);
    this.buckets.copyWithin(into * WIDTH + 3, highest, highest + 3);
  }

  private pair(bucket: number): [number, number] {
    return [bucket * WIDTH, bucket * WIDTH + 3];
  }

  private midOf(offset: number): number {
    return this.get(offset + 1) + this.get(offset + 2);
  }

  private keep(offset: number, at: Instant, bidTicks: number, offerTicks: number): void {
    this.buckets[offset] = at;
    this.buckets[offset + 1] = bidTicks;
    this.buckets[offset + 2] = offerTicks;
  }

  private get(index: number): number {
    return this.buckets[index] as number;
  }
}

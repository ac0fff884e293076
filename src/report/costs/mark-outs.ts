// Mark-outs of one instrument: keeps fills until the mids at their horizons are known.
import { type Instant, SECOND } from '../../domain/index.js';
import type { CostSums } from './cost-sums.js';
import { HORIZONS, toMarkIndex, toMeasureIndex } from './horizons.js';
import type { RecentRates } from './recent-rates.js';

/** A rate without a newer one for this long is stale. */
const STALE_AFTER = 5 * SECOND;
const SPREAD = toMeasureIndex('spread');

/** Initial capacity in fills; doubled when needed. */
const FIRST_ROOM = 256;

/** The market at a fill and after it, for a table; 0 where unknown. */
export interface FillMarks {
  bidTicks: number;
  offerTicks: number;
  /** Twice the mid after each of `HORIZONS`. */
  readonly mids2: number[];
}

const NO_MIDS: readonly number[] = HORIZONS.map(() => 0);

export function createMarks(): FillMarks {
  return { bidTicks: 0, offerTicks: 0, mids2: NO_MIDS.slice() };
}

export interface MarkedFill {
  readonly executedAt: Instant;
  readonly units: number;
  readonly priceTicks: number;
  readonly sign: 1 | -1;
  readonly sums: CostSums;
  /** Filled in as time passes. */
  readonly marks: FillMarks | undefined;
}

/** Columns instead of objects: each fill is visited again for each horizon, after many others. */
export class MarkOuts {
  private readonly rates: RecentRates;
  /** Mark-outs due before this time are done. */
  private settledTo: Instant = 0;
  /** Columns, sorted by time of execution. */
  private executedAt = new Float64Array(FIRST_ROOM);
  private units = new Float64Array(FIRST_ROOM);
  private priceTicks = new Float64Array(FIRST_ROOM);
  private sign = new Int8Array(FIRST_ROOM);
  private sums: (CostSums | undefined)[] = [];
  private marks: (FillMarks | undefined)[] = [];
  private count = 0;
  /** By horizon: index of the first fill that waits for it. */
  private readonly next = new Int32Array(HORIZONS.length);

  /** `rates` must contain the rates needed whenever `settle` is called. */
  constructor(rates: RecentRates) {
    this.rates = rates;
  }

  add(fill: MarkedFill): void {
    if (this.count === this.executedAt.length) this.makeRoom();
    const place = this.insert(fill);
    for (let i = 0; i < HORIZONS.length; i++) {
      const dueAt = fill.executedAt + (HORIZONS[i] ?? 0);
      if (dueAt >= this.settledTo) return;
      this.mark(place, i, this.rates.find(dueAt));
      // Earlier executed fills have passed this horizon, too.
      this.next[i] = (this.next[i] ?? 0) + 1;
    }
  }

  /** Computes the mark-outs due before `before`: all rates up to then are known. */
  settle(before: Instant): void {
    this.settledTo = before;
    for (let i = 0; i < HORIZONS.length; i++) {
      const wait = HORIZONS[i] ?? 0;
      let next = this.next[i] ?? 0;
      for (; next < this.count; next++) {
        const dueAt = (this.executedAt[next] ?? 0) + wait;
        if (dueAt >= before) break;
        this.mark(next, i, this.rates.find(dueAt));
      }
      this.next[i] = next;
    }
  }

  /** `rate` is the index of the rate at that time; -1 if it is no longer kept. */
  private mark(place: number, horizon: number, rate: number): void {
    if (rate < 0) return;
    const bidTicks = this.rates.bidAt(rate);
    const offerTicks = this.rates.offerAt(rate);
    const sums = this.sums[place];
    const units = this.units[place] ?? 0;
    const price2 = 2 * (this.priceTicks[place] ?? 0);
    const mid2 = bidTicks + offerTicks;
    const gain2 = (this.sign[place] ?? 0) * (mid2 - price2);
    sums?.add(toMarkIndex(horizon), units, gain2, price2);
    const marks = this.marks[place];
    if (marks !== undefined) marks.mids2[horizon] = mid2;
    if (horizon > 0) return;
    const age = (this.executedAt[place] ?? 0) - this.rates.timeAt(rate);
    if (age > STALE_AFTER && sums !== undefined) sums.staleFills += 1;
    // Half a spread in half ticks; `add` ignores a locked or crossed rate.
    sums?.add(SPREAD, units, gain2, offerTicks - bidTicks);
    if (marks === undefined) return;
    marks.bidTicks = bidTicks;
    marks.offerTicks = offerTicks;
  }

  /** Inserts a fill behind those executed before it; returns its index. */
  private insert(fill: MarkedFill): number {
    let place = this.count;
    while (place > 0 && (this.executedAt[place - 1] ?? 0) > fill.executedAt) place -= 1;
    if (place < this.count) this.openGap(place);
    this.executedAt[place] = fill.executedAt;
    this.units[place] = fill.units;
    this.priceTicks[place] = fill.priceTicks;
    this.sign[place] = fill.sign;
    this.sums[place] = fill.sums;
    this.marks[place] = fill.marks;
    this.count += 1;
    return place;
  }

  private openGap(place: number): void {
    for (const column of [this.executedAt, this.units, this.priceTicks, this.sign]) {
      column.copyWithin(place + 1, place, this.count);
    }
    this.sums.splice(place, 0, undefined);
    this.marks.splice(place, 0, undefined);
  }

  /** Removes finished fills; if these are few, doubles the capacity. */
  private makeRoom(): void {
    const done = this.next[HORIZONS.length - 1] ?? 0;
    if (2 * done < this.count) this.grow();
    for (const column of [this.executedAt, this.units, this.priceTicks, this.sign]) {
      column.copyWithin(0, done, this.count);
    }
    this.sums.splice(0, done);
    this.marks.splice(0, done);
    this.count -= done;
    for (let i = 0; i < HORIZONS.length; i++) this.next[i] = (this.next[i] ?? 0) - done;
  }

  private grow(): void {
    const room = 2 * this.executedAt.length;
    this.executedAt = copy(this.executedAt, new Float64Array(room));
    this.units = copy(this.units, new Float64Array(room));
    this.priceTicks = copy(this.priceTicks, new Float64Array(room));
    this.sign = copy(this.sign, new Int8Array(room));
  }
}

function copy<T extends Float64Array | Int8Array>(from: T, into: T): T {
  into.set(from);
  return into;
}

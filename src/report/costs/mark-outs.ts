// Fills of one instrument that wait for the mids after them.
import { type Instant, NEVER } from '../../domain/index.js';
import type { CostSums } from './cost-sums.js';
import { HORIZONS, toMarkIndex, toMeasureIndex } from './horizons.js';
import type { Quote } from './recent-rates.js';

const SPREAD = toMeasureIndex('spread');

/** Fills that there is room for at first; doubled as often as needed. */
const FIRST_ROOM = 256;

/** The market at a fill and after it, for a table; 0 where it is not known. */
export interface FillMarks {
  bidTicks: number;
  offerTicks: number;
  /** Twice the mid after each of `HORIZONS`. */
  readonly mids2: number[];
}

export function createMarks(): FillMarks {
  return { bidTicks: 0, offerTicks: 0, mids2: HORIZONS.map(() => 0) };
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

/**
 * Each fill is looked at some ten times, when others have come since: hence columns, plain loops.
 */
export class MarkOuts {
  /** When the next mid is looked for; NEVER while none is. */
  dueAt: Instant = NEVER;
  /** Columns, by time of execution. */
  private executedAt = new Float64Array(FIRST_ROOM);
  private units = new Float64Array(FIRST_ROOM);
  private priceTicks = new Float64Array(FIRST_ROOM);
  private sign = new Int8Array(FIRST_ROOM);
  private sums: (CostSums | undefined)[] = [];
  private marks: (FillMarks | undefined)[] = [];
  private count = 0;
  /** By horizon: the first fill that waits for it, and until when. */
  private readonly next = new Int32Array(HORIZONS.length);
  private readonly dueAts = new Float64Array(HORIZONS.length).fill(NEVER);

  /** Takes a fill in, after a rate at `now`. Rates before that are asked of `find`. */
  add(fill: MarkedFill, now: Instant, find: (at: Instant) => Quote | undefined): void {
    if (this.count === this.executedAt.length) this.makeRoom();
    const place = this.insert(fill);
    for (let i = 0; i < HORIZONS.length; i++) {
      const dueAt = fill.executedAt + (HORIZONS[i] ?? 0);
      if (dueAt < now) {
        const quote = find(dueAt);
        if (quote !== undefined) this.mark(place, i, quote.bidTicks, quote.offerTicks);
        // Fills that were executed before it have this mark behind them too.
        this.next[i] = (this.next[i] ?? 0) + 1;
      } else if (dueAt < (this.dueAts[i] ?? 0)) {
        this.dueAts[i] = dueAt;
        if (dueAt < this.dueAt) this.dueAt = dueAt;
      }
    }
  }

  /** Until `before`, which is left out, this was the market. */
  settle(before: Instant, bidTicks: number, offerTicks: number): void {
    if (this.dueAt >= before) return;
    let earliest = NEVER;
    for (let i = 0; i < HORIZONS.length; i++) {
      let dueAt = this.dueAts[i] ?? NEVER;
      if (dueAt < before) {
        dueAt = this.pass(i, before, bidTicks, offerTicks);
        this.dueAts[i] = dueAt;
      }
      earliest = Math.min(earliest, dueAt);
    }
    this.dueAt = earliest;
  }

  /** Marks the fills whose time for a horizon is over; gives when the next one's is. */
  private pass(i: number, before: Instant, bidTicks: number, offerTicks: number): Instant {
    const wait = HORIZONS[i] ?? 0;
    let next = this.next[i] ?? 0;
    let dueAt = NEVER;
    for (; next < this.count; next++) {
      dueAt = (this.executedAt[next] ?? 0) + wait;
      if (dueAt >= before) break;
      this.mark(next, i, bidTicks, offerTicks);
      dueAt = NEVER;
    }
    this.next[i] = next;
    return dueAt;
  }

  private mark(place: number, horizon: number, bidTicks: number, offerTicks: number): void {
    if (offerTicks === 0) return;
    const sums = this.sums[place];
    const units = this.units[place] ?? 0;
    const price2 = 2 * (this.priceTicks[place] ?? 0);
    const mid2 = bidTicks + offerTicks;
    const gain2 = (this.sign[place] ?? 0) * (mid2 - price2);
    sums?.add(toMarkIndex(horizon), units, gain2, price2);
    const marks = this.marks[place];
    if (marks !== undefined) marks.mids2[horizon] = mid2;
    if (horizon > 0) return;
    // Half a spread in half ticks; of a crossed rate there is none.
    sums?.add(SPREAD, units, gain2, offerTicks - bidTicks);
    if (marks === undefined) return;
    marks.bidTicks = bidTicks;
    marks.offerTicks = offerTicks;
  }

  /** Puts a fill behind those executed before it; gives its place. */
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

  /** Forgets what is through; where that is little, the room is doubled. */
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

// P&L of the whole session in the account currency, sampled every five seconds, in constant memory.
import { HOUR, type Instant, MINUTE, NEVER, SECOND } from '../../domain/index.js';

/** Maximum points of the curve; when reached, every second one is removed. */
export const MAX_EQUITY_POINTS = 2_000;
const EVERY = 5 * SECOND;

export interface EquityPoint {
  readonly at: Instant;
  readonly pnl: number;
  /** P&L minus its highest value so far; 0 or negative. */
  readonly drawdown: number;
}

/** The largest fall of the P&L below an earlier high. */
export interface Drawdown {
  readonly amount: number;
  readonly fromAt: Instant;
  readonly lowAt: Instant;
}

/** Statistics of the P&L changes per minute. */
export interface Changes {
  readonly count: number;
  /** Minutes covered, the last one in part; a longer pause counts as an hour. */
  readonly minutes: number;
  readonly mean: number;
  readonly deviation: number;
  /** Root of the sum of squared losses over the number of changes. */
  readonly downside: number;
}

/** Called with each P&L change and the minutes that it took. */
export type SeeChange = (change: number, minutes: number) => void;

export class Equity {
  /** Time of the next sample; NEVER before the first fill. */
  dueAt: Instant = NEVER;
  /** Number of samples, and of those with any position. */
  looks = 0;
  exposed = 0;
  pnl = 0;
  private points: EquityPoint[] = [];
  private newest: EquityPoint | undefined;
  private stride = 1;
  private peak = 0;
  private peakAt: Instant = 0;
  private worst: Drawdown = { amount: 0, fromAt: 0, lowAt: 0 };
  private minuteAt: Instant = 0;
  private minutePnl = 0;
  private readonly sums = { count: 0, elapsed: 0, total: 0, squares: 0, losses: 0 };
  private readonly see: SeeChange | undefined;

  constructor(see?: SeeChange) {
    this.see = see;
  }

  /** Starts sampling at the first fill of the session. */
  start(at: Instant): void {
    if (this.dueAt !== NEVER) return;
    this.dueAt = at;
    this.peakAt = at;
    this.minuteAt = at + MINUTE;
  }

  /**
   * Takes a sample of P&L and exposure at `at`: with a rate at or after `dueAt`, and at the end.
   */
  look(at: Instant, pnl: number, isExposed: boolean): void {
    this.pnl = pnl;
    // Counted from `at`: a pause between rates adds no samples.
    this.dueAt = at + EVERY;
    this.newest = { at, pnl, drawdown: Math.min(0, pnl - this.peak) };
    if (this.looks % this.stride === 0) this.keep(this.newest);
    this.looks += 1;
    if (isExposed) this.exposed += 1;
    if (pnl >= this.peak) {
      this.peak = pnl;
      this.peakAt = at;
    } else if (pnl - this.peak < this.worst.amount) {
      this.worst = { amount: pnl - this.peak, fromAt: this.peakAt, lowAt: at };
    }
    if (at >= this.minuteAt) this.endMinute(at, pnl);
  }

  /** Ends the session: the change since the last minute counts too, so that all changes add up. */
  finish(at: Instant): void {
    if (this.pnl !== this.minutePnl) this.endMinute(at, this.pnl);
  }

  get drawdown(): Drawdown {
    return this.worst;
  }

  get changes(): Changes {
    const { count, elapsed, total, squares, losses } = this.sums;
    const minutes = elapsed / MINUTE;
    const mean = total / count;
    const variance = count < 2 ? 0 : Math.max(0, squares - total * mean) / (count - 1);
    return {
      count,
      minutes,
      mean,
      deviation: Math.sqrt(variance),
      downside: Math.sqrt(losses / count),
    };
  }

  /** The points, plus the newest sample. */
  list(): readonly EquityPoint[] {
    const { newest } = this;
    return newest === undefined || newest === this.points.at(-1)
      ? this.points
      : [...this.points, newest];
  }

  private endMinute(at: Instant, pnl: number): void {
    const change = pnl - this.minutePnl;
    this.sums.count += 1;
    const elapsed = Math.min(HOUR, at - this.minuteAt + MINUTE);
    this.sums.elapsed += elapsed;
    this.sums.total += change;
    this.sums.squares += change * change;
    if (change < 0) this.sums.losses += change * change;
    this.minutePnl = pnl;
    this.minuteAt = at + MINUTE;
    this.see?.(change, elapsed / MINUTE);
  }

  private keep(point: EquityPoint): void {
    this.points.push(point);
    if (this.points.length < MAX_EQUITY_POINTS) return;
    this.points = this.points.filter((_, index) => index % 2 === 0);
    this.stride *= 2;
  }
}

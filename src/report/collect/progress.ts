// Position and P&L of one strategy in one symbol over time, in constant memory: for charts only.
import type { Instant } from '../../domain/index.js';

/** Maximum number of points kept. */
export const MAX_PROGRESS_POINTS = 2_000;

/** Columns in time order; money and quantity are plain numbers since they are only drawn. */
export interface ProgressPoints {
  readonly at: readonly Instant[];
  /** Net position in units of the base. */
  readonly position: readonly number[];
  /** P&L marked at mid after fees, in the term currency. */
  readonly pnl: readonly number[];
}

/** Keeps every `stride`-th point; when full, every second one is removed and the stride doubles. */
export class Progress {
  private at: Instant[] = [];
  private position: number[] = [];
  private pnl: number[] = [];
  private stride = 1;
  private seen = 0;

  /** Whether the next point will be kept; call `passOver` otherwise. */
  isDue(): boolean {
    return this.seen % this.stride === 0;
  }

  passOver(): void {
    this.seen += 1;
  }

  add(at: Instant, position: number, pnl: number): void {
    this.seen += 1;
    this.at.push(at);
    this.position.push(position);
    this.pnl.push(pnl);
    if (this.at.length < MAX_PROGRESS_POINTS) return;
    const isKept = (_: number, index: number): boolean => index % 2 === 0;
    this.at = this.at.filter(isKept);
    this.position = this.position.filter(isKept);
    this.pnl = this.pnl.filter(isKept);
    this.stride *= 2;
  }

  /** The points, plus the state at the end of the session. */
  points(endAt: Instant, position: number, pnl: number): ProgressPoints {
    return {
      at: [...this.at, endAt],
      position: [...this.position, position],
      pnl: [...this.pnl, pnl],
    };
  }
}

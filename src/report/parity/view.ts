// Data that the reports on a session and its backtest show.
import type { Line } from '../figures/total-lines.js';

/** One direction of the latency, in milliseconds. */
export interface ParityWay {
  readonly way: string;
  /** As the models state it. */
  readonly stated: string;
  /** By the names of quantiles; absent if nothing was measured. */
  readonly measured?: Readonly<Record<string, number>>;
  readonly count: number;
  readonly how: string;
}

/**
 * One fill on both sides, or an order that differs without a fill; a side without one has empty
 * texts and null figures.
 */
export interface ParityRow {
  readonly decidedAt: string;
  readonly strategy: string;
  readonly coId: string;
  readonly symbol: string;
  readonly side: string;
  readonly type: string;
  /** `price`, `quantity`, `time` and so on, joined; empty if both agree. */
  readonly difference: string;
  readonly cause: string;
  readonly detail: string;
  readonly sessionPrice: string;
  readonly backtestPrice: string;
  /** Positive: the session got the better price. */
  readonly betterPips: number | null;
  readonly sessionQuantity: string;
  readonly backtestQuantity: string;
  readonly sessionAt: string;
  readonly backtestAt: string;
  /** Time of the backtest minus time of the session. */
  readonly laterMs: number | null;
  readonly sessionEnd: string;
  readonly backtestEnd: string;
}

/** A halt on one side only. */
export interface ParityHalt {
  readonly at: string;
  readonly side: 'session' | 'backtest';
  readonly rule: string;
  /** Text on what was halted. */
  readonly of: string;
  readonly reason: string;
}

export interface ParityView {
  readonly folder: string;
  readonly name: string;
  readonly mode: string;
  readonly version: string;
  readonly startAt: string;
  readonly endAt: string;
  readonly agrees: boolean;
  /** Text on the tolerated differences. */
  readonly tolerance: string;
  readonly totals: readonly Line[];
  readonly causes: readonly { readonly cause: string; readonly count: number }[];
  readonly rows: readonly ParityRow[];
  /** Halts on one side only. */
  readonly halts: readonly ParityHalt[];
  readonly ways: readonly ParityWay[];
  /** Text on the clocks of bot and venue. */
  readonly clock: string;
  readonly calibrated: {
    readonly yaml: string;
    /** Text on the result of a backtest with these models. */
    readonly result: string;
    /** Text on the proposed fill timing and why it was chosen. */
    readonly timing: string;
  };
}

// A session against its backtest as its reports show it.
import type { Line } from '../figures/total-lines.js';

/** One way of the latency, in milliseconds. */
export interface ParityWay {
  readonly way: string;
  /** As the models state it. */
  readonly stated: string;
  /** By the names of quantiles; absent where nothing was measured. */
  readonly measured?: Readonly<Record<string, number>>;
  readonly count: number;
  readonly how: string;
}

/**
 * One fill on both sides, or an order whose own differences no fill shows; texts are empty and
 * figures null where a side has none.
 */
export interface ParityRow {
  readonly decidedAt: string;
  readonly strategy: string;
  readonly coId: string;
  readonly symbol: string;
  readonly side: string;
  readonly type: string;
  /** `price`, `quantity`, `time` and so on, joined; empty where both agree. */
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
  /** Backtest less session. */
  readonly laterMs: number | null;
  readonly sessionEnd: string;
  readonly backtestEnd: string;
}

/** A halt that one side alone has. */
export interface ParityHalt {
  readonly at: string;
  readonly side: 'session' | 'backtest';
  readonly rule: string;
  /** What it halted, in words. */
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
  /** What may differ. */
  readonly tolerance: string;
  readonly totals: readonly Line[];
  readonly causes: readonly { readonly cause: string; readonly count: number }[];
  readonly rows: readonly ParityRow[];
  /** Those that one side alone has. */
  readonly halts: readonly ParityHalt[];
  readonly ways: readonly ParityWay[];
  /** On the two clocks, in words. */
  readonly clock: string;
  readonly calibrated: {
    readonly yaml: string;
    /** What comes of these models, in words. */
    readonly result: string;
    /** The proposed time of fills and what it was chosen by, in words. */
    readonly timing: string;
  };
}

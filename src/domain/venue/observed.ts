// Results of limits that a backtest only observes: what each of them would have refused.
import type { Instant } from '../time.js';

/** By path in a control's parameters: the value that would have let everything pass. */
export type Needs = Readonly<Record<string, number>>;

/** What one limit would have prevented. */
export interface ObservedLimit {
  /** `RC23`. */
  readonly rule: string;
  /** Number of orders, or of events that trigger it; a halt counts once per scope. */
  readonly count: number;
  /** The first of them; `strategy` and `symbol` are empty when it concerns all. */
  readonly first: {
    readonly at: Instant;
    readonly strategy: string;
    readonly symbol: string;
    readonly message: string;
  };
  /** The limit that would be needed; `off` when no value lets everything pass. */
  readonly needs: Needs | 'off';
}

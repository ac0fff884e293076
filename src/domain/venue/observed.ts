// What limits that a backtest only observes would have done.
import type { Instant } from '../time.js';

/** By path in a control's parameters, the figure with which it would have let all of it pass. */
export type Needs = Readonly<Record<string, number>>;

/** What one limit would have kept back. */
export interface ObservedLimit {
  /** `RC23`. */
  readonly rule: string;
  /** Orders, or events that its trigger acts on; a halt counts once for each of its scopes. */
  readonly count: number;
  /** The first of them; `strategy` and `symbol` are empty where it is about all. */
  readonly first: {
    readonly at: Instant;
    readonly strategy: string;
    readonly symbol: string;
    readonly message: string;
  };
  /** What it would have to be; `off` where no figure of it lets all pass. */
  readonly needs: Needs | 'off';
}

// One line of a comparison: a fill on one or both sides, or an order, and why it differs.
import type { Fill, OrderView } from '../../src/domain/events/index.js';
import type { Instant } from '../../src/domain/index.js';

/** `order`: units, price or time in force of the order itself; `end`: how it ended. */
export type Difference =
  'price' | 'quantity' | 'time' | 'order' | 'end' | 'session only' | 'backtest only';

/** Causes of a difference, as reports name them. */
export const CAUSES = [
  'latency of orders',
  'latency of replies',
  'fill model',
  'poll phase',
  'provider quotes',
  'halted',
  'refused by rule',
  'rejected',
  'not sent',
  'carried over',
  'not told',
] as const;
export type Cause = (typeof CAUSES)[number];

export interface ParityLine {
  /** Order of the session, else that of the backtest. */
  readonly order: OrderView;
  /** Times are session time. */
  readonly session: Fill | undefined;
  readonly backtest: Fill | undefined;
  readonly sessionEnd: string;
  readonly backtestEnd: string;
  readonly sessionDecidedAt: Instant | undefined;
  readonly backtestDecidedAt: Instant | undefined;
  readonly differences: readonly Difference[];
  /** Empty if nothing differs. */
  readonly cause: Cause | '';
  readonly detail: string;
}

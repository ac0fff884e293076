// Invariant 11: a strategy receives each event and fill once per run, in order.
import type { Invariant } from '../invariant.js';

/** Checked where strategies receive events: `StrategyFaults` reports violations. */
export const exactlyOnce: Invariant = {
  number: 11,
  title: 'a strategy is told of each fill once, and of orders in their order',
};

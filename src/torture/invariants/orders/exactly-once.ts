// Invariant 11: a strategy is told of each event and fill once in a run, in order.
import type { Invariant } from '../invariant.js';

/** Looked at where strategies are told: `StrategyFaults` complains. */
export const exactlyOnce: Invariant = {
  number: 11,
  title: 'a strategy is told of each fill once, and of orders in their order',
};

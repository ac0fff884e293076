// Invariant 19: no decision by a clock, a timer or a draw of the platform's own.
import type { Invariant } from '../invariant.js';

/** Looked at where they are asked for: `banGlobals` complains. */
export const ownTime: Invariant = {
  number: 19,
  title: 'nobody asks the platform for time, timers or randomness',
};

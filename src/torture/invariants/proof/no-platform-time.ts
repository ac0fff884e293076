// Invariant 19: no decision depends on the platform's own clock, timers or randomness.
import type { Invariant } from '../invariant.js';

/** Checked where code calls them: `banGlobals` reports violations. */
export const noPlatformTime: Invariant = {
  number: 19,
  title: 'nobody asks the platform for time, timers or randomness',
};

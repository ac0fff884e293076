// Checks that judge stamped samples of host and venue: RC55 to RC58, RC67.
import type { HealthCheck, HealthActions } from './actions.js';
import { type ClockSetup, createClockCheck } from './clock.js';
import { createGuardSilence } from './guard-silence.js';
import { createLoopLag } from './loop-lag.js';
import { createPollGap } from './poll-gap.js';
import { createSlowVenue } from './slow-venue.js';

export type { HostSample, HealthCheck, HealthActions } from './actions.js';

export type HealthSetup = ClockSetup;

/** One that shows each sample to all of them. */
export function createHealthChecks(actions: HealthActions, setup: HealthSetup): HealthCheck {
  const all = [
    createClockCheck(actions, setup),
    createPollGap(actions, setup.speed),
    createSlowVenue(actions),
    createLoopLag(actions),
    createGuardSilence(actions),
  ];
  return {
    see: (at, sample) => {
      for (const one of all) one.see(at, sample);
    },
  };
}

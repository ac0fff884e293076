// Checks that judge stamped samples of host and venue: RC55 to RC58, RC67.
import type { HealthCheck, HealthActions } from './actions.js';
import { type ClockSetup, createClockCheck } from './clock.js';
import { createGuardSilence } from './guard-silence.js';
import { createLoopLag } from './loop-lag.js';
import { createPollGap } from './poll-gap.js';
import { createSlowVenue } from './slow-venue.js';

export type { HostSample, HealthCheck, HealthActions } from './actions.js';

export type HealthSetup = ClockSetup;

/** Makes the check of one control. */
interface HealthRegistration {
  readonly id: string;
  readonly create: (actions: HealthActions, setup: HealthSetup) => HealthCheck;
}

/** One line each. Removing a line removes the control. */
export const HEALTH_CHECKS: readonly HealthRegistration[] = [
  { id: 'RC55', create: createClockCheck },
  { id: 'RC56', create: (actions, { speed }) => createPollGap(actions, speed) },
  { id: 'RC57', create: createSlowVenue },
  { id: 'RC58', create: createLoopLag },
  { id: 'RC67', create: createGuardSilence },
];

/** One that shows each sample to all of them. */
export function createHealthChecks(actions: HealthActions, setup: HealthSetup): HealthCheck {
  const all = HEALTH_CHECKS.map(({ create }) => create(actions, setup));
  return {
    see: (at, sample) => {
      for (const one of all) one.see(at, sample);
    },
  };
}

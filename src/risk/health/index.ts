// Health checks of samples of host and venue: RC55 to RC58, RC67.
import type { HealthActions, HealthCheck, HealthControl, HealthSetup } from './actions.js';
import { rc55 } from './clock.js';
import { rc67 } from './watchdog-silence.js';
import { rc58 } from './loop-lag.js';
import { rc56 } from './poll-gap.js';
import { rc57 } from './slow-venue.js';

export type { HostSample, HealthCheck, HealthActions, HealthSetup } from './actions.js';

/** One line per control; removing a line removes the control. */
export const HEALTH_CHECKS = [
  rc55,
  rc56,
  rc57,
  rc58,
  rc67,
] as const satisfies readonly HealthControl[];

/**
 * Creates one check that passes each sample to all active checks. `limits` are checked parameters
 * by id, or `off`; a missing entry means the defaults.
 */
export function createHealthChecks(
  actions: HealthActions,
  setup: HealthSetup,
  limits: Readonly<Record<string, unknown>> = {},
): HealthCheck {
  const registered: readonly HealthControl[] = HEALTH_CHECKS;
  const all = registered.flatMap((control): readonly HealthCheck[] => {
    const bounds = limits[control.id] ?? control.params.parse({});
    return bounds === 'off' ? [] : [control.create(bounds, actions, setup)];
  });
  return {
    see: (at, sample) => {
      for (const one of all) one.see(at, sample);
    },
  };
}

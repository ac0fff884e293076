// Checks that judge stamped samples of host and venue: RC55 to RC58, RC67.
import type { HealthActions, HealthCheck, HealthControl, HealthSetup } from './actions.js';
import { rc55 } from './clock.js';
import { rc67 } from './watchdog-silence.js';
import { rc58 } from './loop-lag.js';
import { rc56 } from './poll-gap.js';
import { rc57 } from './slow-venue.js';

export type {
  HostSample,
  HealthCheck,
  HealthActions,
  HealthControl,
  HealthSetup,
} from './actions.js';

/** One line each. Removing a line removes the control. */
export const HEALTH_CHECKS = [
  rc55,
  rc56,
  rc57,
  rc58,
  rc67,
] as const satisfies readonly HealthControl[];

/**
 * One that shows each sample to all that are on. `limits` are theirs by id, checked, or `off`; the
 * defaults hold of what is left out.
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

// Compares the limits of a configuration with those of its bot's previous run.
import { listLimitChanges, type LimitChange } from '../risk/index.js';
import type { Plan } from '../plan/index.js';
import type { SessionPorts } from '../host/index.js';
import { recoverMemory, findIdentity } from '../recovery/index.js';
import { findStateDirectory, locateState } from '../state/index.js';

/**
 * Undefined where no bot of the configuration has run yet. Reads the journal of the bot's state
 * directory (`given`, else the usual one); needs no secret.
 */
export function findLimitChanges(
  plan: Plan,
  ports: Pick<SessionPorts, 'disk' | 'host'>,
  given?: string,
): readonly LimitChange[] | undefined {
  const identity = findIdentity(plan);
  if (!identity.ok) return undefined;
  const state = findStateDirectory(ports.disk, locateState(ports, given, identity.value));
  if (!state.ok) return undefined;
  const recovered = recoverMemory(ports, state.value.journal, true);
  const before = recovered.ok ? recovered.value.memory.limits : undefined;
  return before === undefined ? undefined : listLimitChanges(before, plan.limits);
}

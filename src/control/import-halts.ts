// Applies halts to a running bot that another process has latched.
import { isManualHalt } from '../risk/gate/index.js';
import { toCarriedHaltEvent } from '../recovery/index.js';
import type { HaltRecord } from '../state/index.js';
import type { ControlledSession } from './control-parts.js';
import { toHaltEvent } from './kill/kill-switch.js';

interface Adopting {
  /** Names of the session's strategies. */
  readonly strategies: readonly string[];
  readonly notify: (message: string) => void;
  /** Called when a halt arrives that the resuming operator has not seen. */
  readonly dropResume: (reason: string) => void;
}

export function adoptHalt(
  session: ControlledSession,
  halt: HaltRecord,
  { dropResume, strategies, notify }: Adopting,
): void {
  const event = toCarriedHaltEvent(halt, strategies);
  notify(event.reason);
  const { cause: rule, id, reason, scope, who } = halt;
  const [held] = session.inspect().snapshot.gate.halts;
  const isNew = held?.scope !== 'all' || session.isFlattening;
  if (isNew && scope === 'all') session.kill({ rule, who, reason }, event);
  else if (isNew) session.take(event);
  else if (scope === 'all') dropResume(reason);
  // A halt of everything covers this one; an operator's halt is recorded all the same.
  if (isNew || !isManualHalt({ rule, scope })) return;
  session.take(toHaltEvent({ id, reason, rule, who }, true));
}

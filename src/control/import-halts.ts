// Halts that another process has latched beside a running bot: they hold in it too.
import { isManualHalt } from '../risk/index.js';
import { toCarriedHaltEvent } from '../recovery/index.js';
import type { HaltRecord } from '../state/index.js';
import type { ControlledSession } from './control-parts.js';
import { toHaltEvent } from './kill/kill-switch.js';

interface Adopting {
  /** Names of the session's strategies. */
  readonly strategies: readonly string[];
  readonly notify: (message: string) => void;
  /** A halt came that the person who resumes has not seen. */
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
  // Under a halt of everything there is nothing more to hold; a person's is recorded all the same.
  if (isNew || !isManualHalt({ rule, scope })) return;
  session.take(toHaltEvent({ id, reason, rule, who }, true));
}

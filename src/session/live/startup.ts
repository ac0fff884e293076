// Startup of a session: carries over latched halts, then recovers what the previous run left open.
import type { BotEvent } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import type { Kernel } from '../../kernel/index.js';
import { isManualHalt } from '../../risk/gate/index.js';
import { keepsOrdersOnHalt } from '../../policy/index.js';
import type { LiveSessionParts } from './live-session-parts.js';
import {
  type PendingResolution,
  type RecoveryHalt,
  recoverInTime,
  toCarriedHaltEvent,
} from '../../recovery/index.js';

export interface StartPorts {
  readonly kernel: Kernel;
  readonly take: (event: BotEvent) => void;
  readonly isOver: () => boolean;
}

/** Recovers the previous run; returns what forbids the start of strategies, or undefined. */
export async function runStartup(
  parts: LiveSessionParts,
  { kernel, take, isOver }: StartPorts,
): Promise<RecoveryHalt | undefined> {
  const { clock, control, gateway, header, ports, recovery, safeguards, setup, notify } = parts;
  const strategies = header.strategies.map(({ name }) => name);
  const isFrozen = () => keepsOrdersOnHalt(setup.policy, kernel.latch);
  for (const halt of safeguards?.halts ?? []) {
    const event = toCarriedHaltEvent(halt, strategies);
    notify(event.reason);
    // A halt of everything covers the others. An operator's halt replaces one that froze orders
    // after a serious error.
    const endsFreeze = isFrozen() && event.halt !== undefined && isManualHalt(event.halt);
    if (kernel.halt === undefined || endsFreeze) take(event);
  }
  if (recovery === undefined) return undefined;
  const session = {
    ...recovery,
    clock,
    gateway,
    notify,
    take,
    isOver,
    isHalted: () => kernel.halt !== undefined,
    isFrozen,
    isGuarded: () => control?.isGuarded ?? true,
    botTag: header.botTag,
    instruments: header.instruments,
    isResolutionDue: ({ coId, as, hasVenueWord }: PendingResolution) =>
      kernel.wouldAcceptResolution(coId, as, hasVenueWord),
    listOpen: () => kernel.listOpenOrders(),
    listEnded: (since: Instant, most: number) => kernel.listEnded(since, most),
    snapshot: () => kernel.snapshot(),
  };
  return recoverInTime(session, ports.clock);
}

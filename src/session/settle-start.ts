// The start of a session's strategies: halts that hold, then all that the former run left open.
import type { BotEvent, Halt, Instant } from '../domain/index.js';
import type { Kernel } from '../kernel/index.js';
import type { LiveSessionParts } from './live-session-parts.js';
import { type PendingWord, type RecoveryHalt, recoverInTime } from './recovery/index.js';
import type { HaltRecord } from './state/index.js';

export interface StartPorts {
  readonly kernel: Kernel;
  readonly take: (event: BotEvent) => void;
  readonly isOver: () => boolean;
}

/** Settles the former run; what keeps the strategies from starting, or undefined. */
export async function settleStart(
  parts: LiveSessionParts,
  { kernel, take, isOver }: StartPorts,
): Promise<RecoveryHalt | undefined> {
  const { clock, control, gateway, header, ports, recovery, safeguards, tell } = parts;
  for (const halt of safeguards?.halts ?? []) {
    const reason = describeHold(halt);
    tell(reason);
    // A halt of everything holds what the others do, and its rounds are over.
    if (kernel.halt === undefined)
      take({ type: 'recovery', step: 'halt', reason, halt: toHalt(halt) });
  }
  if (recovery === undefined) return undefined;
  const session = {
    ...recovery,
    clock,
    gateway,
    tell,
    take,
    isOver,
    isGuarded: () => control?.isGuarded ?? true,
    botTag: header.botTag,
    symbols: header.instruments.map(({ symbol }) => symbol),
    isWordDue: ({ coId, as, hasVenueWord }: PendingWord) =>
      kernel.isWordDue(coId, as, hasVenueWord),
    listOpen: () => kernel.listOpenOrders(),
    listEnded: (since: Instant, most: number) => kernel.listEnded(since, most),
    snapshot: () => kernel.snapshot(),
  };
  return recoverInTime(session, ports.clock);
}

function describeHold({ id, reason, strategy, symbol }: HaltRecord): string {
  const place = [strategy, symbol].filter((word) => word !== '').join(' ');
  const name = place === '' ? id : `${id} of ${place}`;
  return `halt ${name} holds until weir resume: ${reason}`;
}

/** As it is latched, with its own scope, cause and name. */
function toHalt({ at, cause, id, reason, scope, strategy, symbol, who }: HaltRecord): Halt {
  const place = { scope, strategy, ...(symbol === '' ? {} : { symbol }) };
  return { at, ...place, rule: cause, reason, id, who };
}

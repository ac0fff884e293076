// Invariant 24: a session's report of its orders' end agrees with its journal and its heartbeat.
import { ORDER_STATES, type OrderSnapshot } from '../../../kernel/index.js';
import { hasProvenEnd } from '../../../control/index.js';
import { type Bot, CONTROL_DIR } from '../../simulation/bot.js';
import type { World } from '../../simulation/world.js';
import type { Invariant } from '../invariant.js';

export const oneTruth: Invariant = {
  number: 24,
  title: 'no output says that orders have ended while another says that one is open',
  onEnd: (world, { isProven }, bot) => {
    // A session that a later run has replaced knows nothing of its orders.
    if (!isProven || world.isDamaged || bot !== world.bot) return undefined;
    world.venue.moveTo(world.venueNow);
    const alive = world.listOwnOrders().find(({ hasEnded }) => !hasEnded);
    const coId = alive?.terms.coId;
    if (coId === undefined || world.phantoms.has(coId)) return undefined;
    return `an end is proven, and order ${coId} is ${alive?.status ?? ''} at the venue`;
  },
  atQuiet: (world) => {
    for (const bot of world.bots) {
      const found = findOpen(bot);
      if (found !== undefined) return found;
    }
    return world.isDamaged ? undefined : findFalseHeartbeat(world);
  },
};

function findOpen({ end, session }: Bot): string | undefined {
  if (end?.kind !== 'ended' || !end.end.isProven) return undefined;
  const open = session?.snapshot().orders.find(isOpen);
  if (open !== undefined) return `an end is proven, and order ${open.coId} is ${open.state}`;
  const [named] = end.end.open;
  return named === undefined ? undefined : `an end is proven, and names order ${named} as open`;
}

function isOpen({ isAccounted, state }: OrderSnapshot): boolean {
  const isHalfKnown = state === 'FAILED' || state === 'REPLACED';
  return !ORDER_STATES[state].isTerminal || (isHalfKnown && !isAccounted);
}

/** The watchdog stands down if the heartbeat says that all orders have ended. */
function findFalseHeartbeat({ bot, disk }: World): string | undefined {
  if (bot?.end?.kind !== 'ended' || bot.end.end.isProven) return undefined;
  const saysEnded = hasProvenEnd(disk, CONTROL_DIR);
  return saysEnded
    ? 'the beat says that all orders have ended, and the session does not'
    : undefined;
}

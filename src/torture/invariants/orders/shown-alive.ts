// Invariant 23: silence of the venue never ends an order that the venue has shown alive.
import type { OrderState } from '../../../domain/events/index.js';
import type { Bot } from '../../simulation/bot.js';
import { readRecords } from '../../simulation/read-records.js';
import type { World } from '../../simulation/world.js';
import { type Invariant, listData } from '../invariant.js';

const ALIVE: ReadonlySet<OrderState> = new Set([
  ...(['WORKING', 'WORKING_PAUSED', 'PARTIAL', 'STATUS_UNKNOWN'] as const),
]);

/** The run that last had an order as alive, by client order id. */
const SHOWN = new WeakMap<World, Map<string, Bot | undefined>>();

export const shownAlive: Invariant = {
  number: 23,
  title: 'an order that was shown alive ends by a word, or stays open',
  onOrder: (world, { coId, reason, state }) => {
    const shown = SHOWN.get(world) ?? new Map<string, Bot | undefined>();
    SHOWN.set(world, shown);
    if (ALIVE.has(state)) shown.set(coId, world.bot);
    if (state !== 'LOST' || !shown.has(coId)) return undefined;
    const isKnown = shown.get(coId) === world.bot || isRecorded(world, coId);
    if (!isKnown || reason.startsWith('resolved as lost by')) return undefined;
    return `the bot holds order ${coId} LOST, which was alive: ${reason}`;
  },
};

/** A later run cannot know what the last ten seconds before a power loss showed. */
function isRecorded(world: World, coId: string): boolean {
  for (const event of listData(readRecords(world), 'order')) {
    if (event['coId'] === coId) return true;
  }
  return false;
}

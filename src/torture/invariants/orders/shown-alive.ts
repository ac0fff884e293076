// Invariant 23: an order that the venue has shown alive is never given up by its silence.
import type { OrderState } from '../../../domain/index.js';
import type { Bot } from '../../simulation/bot.js';
import { readRecords } from '../../simulation/first-violation.js';
import type { World } from '../../simulation/world.js';
import { type Invariant, listData } from '../invariant.js';

const ALIVE: ReadonlySet<OrderState> = new Set([
  ...(['WORKING', 'WORKING_PAUSED', 'PARTIAL', 'STATUS_UNKNOWN'] as const),
]);

/** By coId: the life of a world that has held it alive last. */
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

/** What the last ten seconds before a loss of power showed, no later life can know. */
function isRecorded(world: World, coId: string): boolean {
  for (const event of listData(readRecords(world), 'order')) {
    if (event['coId'] === coId) return true;
  }
  return false;
}

// Invariant 25: after its journal was lost, a bot trades on only by a person's word; after it was
// cut, no fill that it has lost goes unnoticed.
import { takesRisk } from '../../faults/fault.js';
import { sumTrades } from '../../simulation/venue-actions.js';
import type { World } from '../../simulation/world.js';
import type { Invariant } from '../invariant.js';

/** Lives that were there when the journal was last lost. */
const LOST = new WeakMap<World, number>();

/** To be called when it is. */
export function noteLoss(world: World): void {
  LOST.set(world, world.bots.length);
}

export const lostJournal: Invariant = {
  number: 25,
  title: 'what a journal has lost is accepted by a person before anything is traded',
  onLeave: (world, { bot, call }) => {
    const isOwn = bot !== undefined && takesRisk(call) && world.isOnOwnState(bot);
    return isOwn ? findUnaccepted(world) : undefined;
  },
  whenCalm: (world) => {
    const { bot } = world;
    const unaccepted = findUnaccepted(world);
    if (unaccepted !== undefined) return unaccepted;
    const isReady = bot?.session?.inspect().mode === 'ready' && bot.end === undefined;
    if (!isReady || bot.session.snapshot().gate.halts.length > 0) return undefined;
    if (world.bots.some(({ acceptsLost }) => acceptsLost)) return undefined;
    const sums = sumTrades(world, (coId) => world.forgotten.has(coId));
    const [symbol] = [...sums].find(([, units]) => units !== 0) ?? [];
    return symbol && `the bot trades on, though its journal has lost fills of ${symbol}`;
  },
};

/** A life that has opened on what is left, though nobody has accepted the loss. */
function findUnaccepted(world: World): string | undefined {
  const lost = LOST.get(world);
  if (lost === undefined) return undefined;
  const later = world.bots.slice(lost);
  const first = later.findIndex(({ opened }) => opened !== undefined);
  // A start that fails after it was accepted, at the login say, has the word in its journal.
  const isAccepted = later.slice(0, first + 1).some(({ acceptsLost }) => acceptsLost);
  if (first < 0 || isAccepted) return undefined;
  return `life ${String(later[first]?.life.number)} goes on from a journal that was lost`;
}

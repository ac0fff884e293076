// Invariant 25: after a loss of its journal the bot trades on only when an operator accepts the
// loss; after a cut, the bot notices fills that the journal has lost.
import { takesRisk } from '../../platform/request-kinds.js';
import { sumTrades } from '../../simulation/venue-actions.js';
import type { World } from '../../simulation/world.js';
import type { Invariant } from '../invariant.js';

/** Number of runs when the journal was last lost. */
const LOST = new WeakMap<World, number>();

/** Notes that the journal was just lost. */
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

/** A run that opened on the rest of the journal although no operator accepted the loss. */
function findUnaccepted(world: World): string | undefined {
  const lost = LOST.get(world);
  if (lost === undefined) return undefined;
  const later = world.bots.slice(lost);
  const first = later.findIndex(({ opened }) => opened !== undefined);
  // A start that was accepted and then failed, at the login for example, has the acceptance in its
  // journal.
  const isAccepted = later.slice(0, first + 1).some(({ acceptsLost }) => acceptsLost);
  if (first < 0 || isAccepted) return undefined;
  return `life ${String(later[first]?.life.number)} goes on from a journal that was lost`;
}

// Invariant 7: a halt survives a restart.
import { takesRisk } from '../../platform/request-kinds.js';
import type { Handing } from '../../simulation/departures.js';
import { findOwner, isWithin } from '../../simulation/halts.js';
import type { World } from '../../simulation/world.js';
import type { Invariant } from '../invariant.js';

export const haltSurvives: Invariant = {
  number: 7,
  title: 'a serious answer halts before the next order; a halt survives until a person resumes',
  onHand: findMissing,
  onLeave: (world, { at, bot, call }) => {
    const { latched, paused } = world;
    const { mustHalt, mustPause } = bot ?? {};
    for (const duty of [mustHalt, mustPause]) {
      if (duty === undefined || duty.at >= at || !takesRisk(call)) continue;
      return `an order left though ${duty.cause}: ${call.request.target}`;
    }
    if (bot?.hasSeenFailure === true && takesRisk(call)) {
      return `an order left after the venue had begun to answer 500: ${call.request.target}`;
    }
    const isItsOwn = bot !== undefined && world.isOnOwnState(bot);
    if (!isItsOwn || !takesRisk(call)) return undefined;
    if (paused !== undefined) return `an order left after a restart, though ${paused.cause}`;
    if (latched !== undefined) {
      return `an order left after a restart, though everything was halted before: ${latched}`;
    }
    if (bot.session === undefined || world.latchedParts.length === 0) return undefined;
    const owner = findOwner(bot.session, call);
    const part = world.latchedParts.find((halt) => isWithin(halt, owner));
    return part && `an order left after a restart, though its ${part.scope} was halted before`;
  },
};

/** A response that requires a halt must have halted the bot by its next request. */
function findMissing(world: World, { at, call: { life } }: Handing): string | undefined {
  const { mustHalt, session } = world.findBot(life) ?? {};
  if (mustHalt === undefined || mustHalt.at >= at || session === undefined) return undefined;
  return session.view().halt === undefined
    ? `nothing is halted though ${mustHalt.cause}`
    : undefined;
}

// Invariant 7: a halt survives a restart.
import { takesRisk } from '../faults/fault.js';
import { findOwner, isWithin } from '../world/halts.js';
import type { Invariant } from './invariant.js';

export const haltSurvives: Invariant = {
  number: 7,
  title: 'a 500 halts before the next order; a halt survives restarts until a person resumes',
  onLeave: (world, { bot, call }) => {
    const { latched } = world;
    if (bot?.hasSeenFailure === true && takesRisk(call)) {
      return `an order left after the venue had begun to answer 500: ${call.request.target}`;
    }
    const isItsOwn = bot !== undefined && world.isOnOwnState(bot);
    if (!isItsOwn || !takesRisk(call)) return undefined;
    if (latched !== undefined) {
      return `an order left after a restart, though everything was halted before: ${latched}`;
    }
    if (bot.session === undefined || world.latchedParts.length === 0) return undefined;
    const owner = findOwner(bot.session, call);
    const part = world.latchedParts.find((halt) => isWithin(halt, owner));
    return part && `an order left after a restart, though its ${part.scope} was halted before`;
  },
};

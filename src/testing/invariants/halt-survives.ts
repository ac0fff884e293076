// Invariant 7: a halt survives a restart.
import { isPlace } from '../faults/fault.js';
import type { Invariant } from './invariant.js';

export const haltSurvives: Invariant = {
  number: 7,
  title: 'a halt survives crash and restart, until a person resumes',
  onLeave: (world, { bot, call }) => {
    const { latched } = world;
    const isItsOwn = bot !== undefined && world.isOnOwnState(bot);
    return latched !== undefined && isItsOwn && isPlace(call)
      ? `an order left after a restart, though everything was halted before: ${latched}`
      : undefined;
  },
};

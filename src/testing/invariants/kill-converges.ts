// Invariant 8: a stop or halt ends with no order of ours at the venue.
import type { Invariant } from './invariant.js';

export const killConverges: Invariant = {
  number: 8,
  title: 'after the end no own order is active, or it is named',
  atQuiet: (world) => {
    const named = new Set(world.listUnproven());
    const left = world.listOwnOrders().filter(({ hasEnded }) => !hasEnded);
    const silent = left.find(({ terms }) => !named.has(terms.coId));
    return silent === undefined
      ? undefined
      : `order ${silent.terms.coId} is ${silent.status} at the venue after the end of the bot`;
  },
};

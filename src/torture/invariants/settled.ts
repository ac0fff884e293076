// Invariant 27: the bot's positions by value date and its cash equal the venue's, to the minor
// unit.
import { listOwnHoldings, listVenueHoldings } from '../simulation/value-dates.js';
import { BOT_LOGIN } from '../simulation/venue.js';
import type { Invariant } from './invariant.js';

export const settled: Invariant = {
  number: 27,
  title: 'positions by value date and settled cash are those of the venue',
  atQuiet: (world) => {
    const own = listOwnHoldings(world);
    const venue = listVenueHoldings(world, `${BOT_LOGIN.user}@${BOT_LOGIN.org}`);
    for (const part of ['dated', 'cash'] as const) {
      const [ours, theirs] = [own[part].join(', '), venue[part].join(', ')];
      if (ours !== theirs) return `${part}: the bot has ${ours}; the venue has ${theirs}`;
    }
    return undefined;
  },
};

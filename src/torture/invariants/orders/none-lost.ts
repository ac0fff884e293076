// Invariant 2: the journal names every order that the venue has.
import { listDeals } from '../../simulation/quote-trades.js';
import { type Invariant, listData } from '../invariant.js';

export const noneLost: Invariant = {
  number: 2,
  title: 'every order of the venue is known to the bot',
  holdsAlways: true,
  atQuiet: (world, records) => {
    if (world.isDamaged) return undefined;
    const known = new Set<unknown>();
    for (const { kind, coId } of listData(records, 'command'))
      if (kind === 'place') known.add(coId);
    const lost = world.listOwnOrders().find(({ terms }) => !known.has(terms.coId))?.terms;
    const { coId } = lost ?? listDeals(world).find((deal) => !known.has(deal.coId)) ?? {};
    return coId === undefined ? undefined : `the venue has order ${coId}, and no journal names it`;
  },
};

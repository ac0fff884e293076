// Invariant 6: what cannot be read, or only in part, proves nothing.
import { findRequest } from '../../simulation/quote-trades.js';
import type { World } from '../../simulation/world.js';
import type { Invariant } from '../invariant.js';

/** Client errors by which a venue says that it did not take an order, perhaps after a look. */
const REFUSES = (status: number): boolean =>
  status >= 400 && status < 500 && ![404, 408, 425].includes(status);

export const noGuess: Invariant = {
  number: 6,
  title: 'no garbage ends an order, or makes the bot ready',
  onOrder: (world, { coId, state }) => {
    // Of an acceptance its request tells: invariant 21.
    if (findRequest(world, coId) !== undefined) return undefined;
    if (state !== 'REJECTED' || isRejected(world, coId)) return undefined;
    const shown = world.wire.shown.listPlaced(coId);
    if (shown.some(REFUSES)) return undefined;
    const list = shown.length === 0 ? 'none' : shown.join(', ');
    return `the bot holds order ${coId} rejected; whole answers to it: ${list}`;
  },
};

/** By a status that the venue's books bear out. */
function isRejected(world: World, coId: string): boolean {
  return world.venue.venue.accounts.some((account) =>
    account.listAll().some(({ status, terms }) => terms.coId === coId && status === 'REJECTED'),
  );
}

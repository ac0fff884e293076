// Invariant 6: a response that cannot be read completely proves nothing.
import { findRequest } from '../../simulation/quote-trades.js';
import type { World } from '../../simulation/world.js';
import type { Invariant } from '../invariant.js';

/** Client errors with which a venue states that it did not accept an order. */
const REFUSES = (status: number): boolean =>
  status >= 400 && status < 500 && ![404, 408, 425].includes(status);

export const noGuess: Invariant = {
  number: 6,
  title: 'no garbage ends an order, or makes the bot ready',
  onOrder: (world, { coId, state }) => {
    // For an acceptance the quote request counts: invariant 21.
    if (findRequest(world, coId) !== undefined) return undefined;
    if (state !== 'REJECTED' || isRejected(world, coId)) return undefined;
    const shown = world.wire.shown.listPlaced(coId);
    if (shown.some(REFUSES)) return undefined;
    const list = shown.length === 0 ? 'none' : shown.join(', ');
    return `the bot holds order ${coId} rejected; whole answers to it: ${list}`;
  },
};

/** Whether the venue's own books have the order as rejected. */
function isRejected(world: World, coId: string): boolean {
  return world.venue.venue.accounts.some((account) =>
    account.listAll().some(({ status, terms }) => terms.coId === coId && status === 'REJECTED'),
  );
}

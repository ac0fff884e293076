// Icebergs: a resting order shows one piece after the other.
import { UNLIMITED } from '../../../domain/index.js';
import type { VenueOrder } from '../../order.js';

/** The order begins to rest: from now on it trades by pieces. */
export function showPiece({ special, leavesUnits }: VenueOrder): void {
  if (special === undefined || special.pieceUnits === 0) return;
  special.shownUnits = Math.min(special.pieceUnits, leavesUnits);
}

/**
 * After a fill of the order at `place` of its side: a filled piece is followed by the next one,
 * behind all orders of its price. True when the place has to be looked at again.
 */
export function showNextPiece(resting: VenueOrder[], place: number): boolean {
  const order = resting[place];
  const special = order?.special;
  if (order === undefined || special === undefined) return false;
  const isDone = special.pieceUnits === 0 || special.shownUnits > 0 || order.hasEnded;
  if (isDone) return false;
  showPiece(order);
  let last = place;
  while (resting[last + 1]?.limitTicks === order.limitTicks) last++;
  resting.splice(place, 1);
  resting.splice(last, 0, order);
  return true;
}

/** Matching is paused: an order comes back with its whole size, an algo with its next slice. */
export function hidePiece({ special }: VenueOrder): void {
  if (special !== undefined) special.shownUnits = special.algo === undefined ? UNLIMITED : 0;
}

/** What is filled of an order counts against the piece that it shows. */
export function takeFromPiece({ special }: VenueOrder, units: number): void {
  if (special !== undefined && special.shownUnits !== UNLIMITED) special.shownUnits -= units;
}

// Iceberg orders: a resting order displays one piece after another.
import { UNLIMITED } from '../../../domain/index.js';
import type { VenueOrder } from '../../order.js';

/** Displays the first piece when the order begins to rest. */
export function showPiece({ special, leavesUnits }: VenueOrder): void {
  if (special === undefined || special.pieceUnits === 0) return;
  special.shownUnits = Math.min(special.pieceUnits, leavesUnits);
}

/**
 * After a fill of the order at `place`: replaces a filled piece by the next one, behind all orders
 * of its price. Returns true when `place` must be matched again.
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

/**
 * On suspension: a resumed order returns with its whole size, a resumed algo with its next slice.
 */
export function hidePiece({ special }: VenueOrder): void {
  if (special !== undefined) special.shownUnits = special.algo === undefined ? UNLIMITED : 0;
}

/** Reduces the displayed piece by filled units. */
export function takeFromPiece({ special }: VenueOrder, units: number): void {
  if (special !== undefined && special.shownUnits !== UNLIMITED) special.shownUnits -= units;
}

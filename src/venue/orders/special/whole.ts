// Orders that are filled whole or not at all, away from the levels of the book.
import type { VenueOrder } from '../../order.js';
import { toDealtBase, toDealtTerm } from '../reading/dealt-term.js';

/** Base units that fill an order at a rate; undefined where fewer are available. */
export function findWholeBase(
  { terms: { instrument }, leavesUnits: units, special }: VenueOrder,
  available: number,
  ticks: number,
): number | undefined {
  if (special?.inTerm !== true) return units <= available ? units : undefined;
  if (units > toDealtTerm(instrument, available, ticks)) return undefined;
  return Math.min(available, toDealtBase(instrument, units, ticks));
}

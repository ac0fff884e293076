// Order types that fill completely or not at all, without resting in the book.
import type { VenueOrder } from '../../order.js';
import { toDealtBase, toDealtTerm } from '../reading/dealt-term.js';

/** Base units that fill an order at a rate; undefined if fewer are available. */
export function findWholeBase(
  { terms: { instrument }, leavesUnits: units, special }: VenueOrder,
  available: number,
  ticks: number,
): number | undefined {
  if (special?.inTerm !== true) return units <= available ? units : undefined;
  if (units > toDealtTerm(instrument, available, ticks)) return undefined;
  return Math.min(available, toDealtBase(instrument, units, ticks));
}

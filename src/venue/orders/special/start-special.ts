// Starts orders with special behaviour by type, and computes how many units an order may trade.
import type { Instant } from '../../../domain/index.js';
import type { VenueBook } from '../../book.js';
import { findAvailable } from '../../models/fill.js';
import type { VenueOrder } from '../../order.js';
import { startAlgo } from './algo.js';
import { takeAtBest } from '../at-best.js';
import { toDealtTerm } from '../reading/dealt-term.js';
import type { Matching } from '../matching.js';
import { startPeg } from './pegs.js';
import { takeQuote } from '../quoted.js';
import { isEnough, type Special } from './special.js';
import { startStop } from './triggers.js';

/** Starts an order in the way of its type. */
export function startSpecial(
  engine: Matching,
  at: Instant,
  order: VenueOrder,
  special: Special,
  book: VenueBook,
): void {
  const { type } = order.terms;
  if (special.isStopped) startStop(engine, at, order, book);
  else if (type === 'Pegged') startPeg(engine, at, order, book);
  else if (type === 'Algo') startAlgo(engine, order, special, book);
  else if (type === 'PQ') takeQuote(engine, at, order, book);
  else if (type === 'AtBest') takeAtBest(engine, at, order, book);
  else engine.meet(at, order, book);
}

/** Units of the dealt currency that an order takes from `available` base units at a rate. */
export function findUnits(
  order: VenueOrder,
  book: VenueBook,
  ticks: number,
  available = findAvailable(book, order.sign),
): number {
  const { special, leavesUnits } = order;
  if (special === undefined) return Math.min(leavesUnits, available);
  const dealt = special.inTerm ? toDealtTerm(book.instrument, available, ticks) : available;
  const units = Math.min(leavesUnits, special.shownUnits, dealt);
  return isEnough(order, units) ? units : 0;
}

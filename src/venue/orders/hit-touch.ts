// Fills resting orders whose price a new rate reaches, where all orders meet one touch.
import type { Instant } from '../../domain/index.js';
import type { VenueBook } from '../book.js';
import { isMarketable, takeFromBook } from '../models/fill.js';
import type { Resting } from '../models/resting.js';
import type { VenueOrder } from '../order.js';
import { toBaseUnits } from './reading/dealt-term.js';
import { showNextPiece } from './special/icebergs.js';
import type { Matching } from './matching.js';
import { findUnits } from './special/start-special.js';

/**
 * Fills the touched orders of one side, best price first, at their own limit prices; without a
 * `model` every touch fills.
 */
export function hitTouch(
  engine: Matching,
  at: Instant,
  resting: VenueOrder[],
  book: VenueBook,
  model: Resting | undefined,
): void {
  for (let i = 0; i < resting.length; i++) {
    const order = resting[i];
    // Orders are sorted by price: no order behind an untouched one is touched.
    if (order === undefined || !isMarketable(book, order.sign, order.limitTicks)) break;
    const takes = order.special?.takesTouch === true;
    const touch = order.sign > 0 ? book.offerTicks : book.bidTicks;
    const ticks = takes ? touch : order.limitTicks;
    const available = takes ? undefined : model?.findAvailable(order, book);
    const units = findUnits(order, book, ticks, available);
    if (units === 0) continue;
    takeFromBook(book, order.sign, toBaseUnits(order, units, ticks));
    engine.fill(at, order, units, ticks, !takes);
    if (!showNextPiece(resting, i)) continue;
    model?.join(order, book);
    i--;
  }
}

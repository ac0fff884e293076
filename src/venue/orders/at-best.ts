// At-best orders: filled completely at the market's touch plus forward points of the value date.
import type { Instant } from '../../domain/index.js';
import { FINE_TICKS } from '../../domain/venue/index.js';
import type { VenueBook } from '../book.js';
import { type OpenLevel, takeFromLevel } from '../market/book-levels.js';
import { findAvailable, takeFromBook } from '../models/fill.js';
import type { VenueOrder } from '../order.js';
import type { Matching } from './matching.js';
import { findWholeBase } from './special/whole.js';

/** Points are rounded to whole ticks, the bid's down and the offer's up, as in data sets. */
export function takeAtBest(
  engine: Matching,
  at: Instant,
  order: VenueOrder,
  book: VenueBook,
): void {
  const { sign, terms, counterparty } = order;
  const points = engine.findPoints(at, terms);
  if (points === undefined) {
    engine.end(at, order, 'REJECTED', 'NoLiquidity');
    return;
  }
  const spotTicks = sign > 0 ? book.offerTicks : book.bidTicks;
  const ticks =
    spotTicks +
    (sign > 0 ? Math.ceil(points.offer / FINE_TICKS) : Math.floor(points.bid / FINE_TICKS));
  const level = findOwnLevel(order, book);
  const available = Math.min(findAvailable(book, sign), level?.left ?? Infinity);
  const isPriced = book.rateCount > 0 && ticks > 0;
  const taken = isPriced ? findWholeBase(order, available, ticks) : undefined;
  if (taken === undefined) {
    engine.end(at, order, 'EXPIRED');
    return;
  }
  takeFromBook(book, sign, taken);
  if (level !== undefined) takeFromLevel(level, taken);
  engine.fill(at, order, order.leavesUnits, ticks, false, counterparty, spotTicks);
}

/**
 * The counterparty's own level, whose size this order shares with others; undefined without levels.
 */
function findOwnLevel({ sign, counterparty }: VenueOrder, book: VenueBook): OpenLevel | undefined {
  if (counterparty === undefined || book.rateCount === 0) return undefined;
  return book.levels?.findOf(book, counterparty.org, sign);
}

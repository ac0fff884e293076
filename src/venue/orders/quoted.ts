// Previously quoted orders: filled completely at the named rate, from its displayed size.
import { type Instant, UNLIMITED } from '../../domain/index.js';
import type { VenueBook } from '../book.js';
import { takeFromLevel } from '../market/book-levels.js';
import type { OpenSize, QuotedRate } from '../market/rate-registry.js';
import { findAvailable, takeFromBook } from '../models/fill.js';
import type { VenueOrder } from '../order.js';
import type { Matching } from './matching.js';
import { findWholeBase } from './special/whole.js';

export function takeQuote(engine: Matching, at: Instant, order: VenueOrder, book: VenueBook): void {
  const { quote, priceTicks } = order.terms;
  const { sign, counterparty } = order;
  if (quote === undefined) return;
  const shown = quote.source ?? quote;
  // While the named rate is the current one, its size is that of the book.
  const stands = shown.rateCount > 0 && shown.rateCount === book.rateCount;
  const left = findLeft(shown, sign);
  const available = stands ? Math.min(left, findAvailable(book, sign)) : left;
  const taken = findWholeBase(order, available, priceTicks);
  if (taken === undefined) {
    engine.end(at, order, 'EXPIRED');
    return;
  }
  takeFromQuote(shown, sign, taken);
  if (stands) takeFromBook(book, sign, taken);
  const spotTicks = sign > 0 ? quote.spotOfferTicks : quote.spotBidTicks;
  engine.fill(at, order, order.leavesUnits, priceTicks, false, counterparty, spotTicks);
}

function findLeft(quote: QuotedRate, sign: number): number {
  const open = listOpen(quote, sign);
  if (open === undefined) return sign > 0 ? quote.offerLeft : quote.bidLeft;
  if (open.some(({ left }) => left === UNLIMITED)) return UNLIMITED;
  return open.reduce((sum, { left }) => sum + left, 0);
}

/** Takes units from the levels in the order in which the rateId names them. */
function takeFromQuote(quote: QuotedRate, sign: number, units: number): void {
  const open = listOpen(quote, sign);
  if (open === undefined) {
    if (sign > 0) quote.offerLeft = takeOff(quote.offerLeft, units);
    else quote.bidLeft = takeOff(quote.bidLeft, units);
    return;
  }
  let rest = units;
  for (const level of open) {
    const part = Math.min(rest, level.left);
    takeFromLevel(level, part);
    rest -= part;
  }
}

function listOpen({ open }: QuotedRate, sign: number): readonly OpenSize[] | undefined {
  return sign > 0 ? open?.offers : open?.bids;
}

function takeOff(left: number, units: number): number {
  return left === UNLIMITED ? UNLIMITED : left - units;
}

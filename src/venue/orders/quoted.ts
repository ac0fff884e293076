// Previously quoted orders: whole, at the rate they name, from the size it displayed.
import { type Instant, UNLIMITED } from '../../domain/index.js';
import type { VenueBook } from '../book.js';
import { findAvailable, takeFromBook } from '../models/fill.js';
import type { VenueOrder } from '../order.js';
import { toDealtBase, toDealtTerm } from './dealt-term.js';
import type { Matching } from './matching.js';

export function takeQuote(engine: Matching, at: Instant, order: VenueOrder, book: VenueBook): void {
  const { quote, priceTicks, units, instrument } = order.terms;
  const { sign, special } = order;
  if (quote === undefined) return;
  // While the rate stands, its size is that of the book.
  const stands = quote.rateCount > 0 && quote.rateCount === book.rateCount;
  const left = sign > 0 ? quote.offerLeft : quote.bidLeft;
  const base = stands ? Math.min(left, findAvailable(book, sign)) : left;
  const inTerm = special?.inTerm === true;
  const available = inTerm ? toDealtTerm(instrument, base, priceTicks) : base;
  if (units > available) {
    engine.end(at, order, 'EXPIRED');
    return;
  }
  const taken = inTerm ? Math.min(base, toDealtBase(instrument, units, priceTicks)) : units;
  if (left !== UNLIMITED) {
    if (sign > 0) quote.offerLeft -= taken;
    else quote.bidLeft -= taken;
  }
  if (stands) takeFromBook(book, sign, taken);
  engine.fill(at, order, units, priceTicks, false);
}

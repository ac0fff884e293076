// Stop orders: they wait until a rate reaches their stop price, then meet the book.
import type { Instant } from '../../../domain/index.js';
import type { VenueBook } from '../../book.js';
import type { VenueOrder } from '../../order.js';
import type { Matching } from '../matching.js';

/** Starts a stop order: releases it if the current rate triggers it. */
export function startStop(engine: Matching, at: Instant, order: VenueOrder, book: VenueBook): void {
  if (isTriggered(order, book)) release(engine, at, order, book);
  else book.watch(order);
}

/** After a new rate: releases the stop orders that it triggers, by arrival. */
export function triggerStops(engine: Matching, at: Instant, book: VenueBook): void {
  const isDue = (order: VenueOrder) =>
    order.special?.isStopped === true && isTriggered(order, book);
  if (!book.watchers.some(isDue)) return;
  const due = book.watchers.filter(isDue);
  book.watchers = book.watchers.filter((order) => !due.includes(order));
  for (const order of due) release(engine, at, order, book);
}

function release(engine: Matching, at: Instant, order: VenueOrder, book: VenueBook): void {
  if (order.special !== undefined) order.special.isStopped = false;
  engine.meet(at, order, book);
}

/** Buys of the base trigger at or above the stop price, sells at or below it. */
function isTriggered({ sign, terms }: VenueOrder, book: VenueBook): boolean {
  const { stopTicks = 0, execFlags } = terms.details ?? {};
  if (book.rateCount === 0) return false;
  // Twice the rate, so that a mid between two ticks is an integer.
  const [flag] = execFlags ?? [];
  const { bidTicks, offerTicks } = book;
  const twice =
    flag === 'BidTrigger'
      ? 2 * bidTicks
      : flag === 'OfferTrigger'
        ? 2 * offerTicks
        : bidTicks + offerTicks;
  return (twice - 2 * stopTicks) * sign >= 0;
}

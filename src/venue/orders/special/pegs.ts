// Pegged orders: their limit price follows a rate of the book.
import type { Instant } from '../../../domain/index.js';
import { powerOfTen } from '../../../domain/numbers/index.js';
import { DETAIL_DECIMALS } from '../../../domain/orders/index.js';
import type { VenueBook } from '../../book.js';
import type { VenueOrder } from '../../order.js';
import { showPiece } from './icebergs.js';
import type { Matching } from '../matching.js';

/** Matches an arriving pegged order; before the first rate it waits, or expires if IOC or FOK. */
export function startPeg(engine: Matching, at: Instant, order: VenueOrder, book: VenueBook): void {
  if (book.rateCount === 0) {
    if (isImmediate(order)) engine.end(at, order, 'EXPIRED');
    else {
      showPiece(order);
      book.watch(order);
    }
    return;
  }
  order.limitTicks = findPegTicks(order, book);
  if (!isImmediate(order)) book.watch(order);
  engine.meet(at, order, book);
}

/** Reprices pegged orders after a new rate; a changed price loses its time priority. */
export function repricePegs(book: VenueBook): void {
  for (const order of book.watchers) {
    if (order.terms.type !== 'Pegged') continue;
    const ticks = findPegTicks(order, book);
    const isResting = (order.sign > 0 ? book.restingBuys : book.restingSells).includes(order);
    if (isResting && ticks === order.limitTicks) continue;
    if (isResting) book.leave(order);
    order.limitTicks = ticks;
    book.rest(order);
  }
}

function isImmediate({ terms }: VenueOrder): boolean {
  return terms.timeInForce === 'IOC' || terms.timeInForce === 'FOK';
}

/** Reference rate plus offset, within the order's price; half ticks round to the passive side. */
function findPegTicks({ sign, terms }: VenueOrder, book: VenueBook): number {
  const { pegPriceType, pegOffset = 0 } = terms.details ?? {};
  const { ticksPerUnit, pipFactor } = book.instrument;
  const offset = (pegOffset * ticksPerUnit) / pipFactor / powerOfTen(DETAIL_DECIMALS);
  const ticks = findReference(pegPriceType, sign, book) + offset;
  const { priceTicks } = terms;
  const capped =
    priceTicks === 0 ? ticks : sign > 0 ? Math.min(ticks, priceTicks) : Math.max(ticks, priceTicks);
  return Math.max(1, capped);
}

function findReference(type: string | undefined, sign: number, book: VenueBook): number {
  if (type === 'Bid') return book.bidTicks;
  if (type === 'Offer') return book.offerTicks;
  const mid = (book.bidTicks + book.offerTicks) / 2;
  return sign > 0 ? Math.floor(mid) : Math.ceil(mid);
}

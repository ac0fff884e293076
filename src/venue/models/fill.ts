// Fill model: which quantity an order takes from the displayed touch, at which price.
import { UNLIMITED } from '../../domain/index.js';
import type { VenueBook } from '../book.js';

/**
 * When an arriving order meets the market: `arrival`, against the book as it stands; `next-rate`,
 * against the symbol's next rate, before anybody sees that rate.
 */
export const FILL_TIMINGS = ['arrival', 'next-rate'] as const;
export type FillTiming = (typeof FILL_TIMINGS)[number];

/** Whether the touch is at or better than the order's limit. */
export function isMarketable(book: VenueBook, sign: number, limitTicks: number): boolean {
  return sign > 0 ? book.offerTicks <= limitTicks : book.bidTicks >= limitTicks;
}

/** Displayed units left at the side that an order of this sign takes from. */
export function findAvailable(book: VenueBook, sign: number): number {
  return sign > 0 ? book.offerLeft : book.bidLeft;
}

/** Takes units from the displayed size; what is taken is gone until the symbol's next rate. */
export function takeFromBook(book: VenueBook, sign: number, units: number): void {
  if (sign > 0) {
    if (book.offerLeft !== UNLIMITED) book.offerLeft -= units;
  } else if (book.bidLeft !== UNLIMITED) {
    book.bidLeft -= units;
  }
}

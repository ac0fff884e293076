// Fill model: how many units an order can trade at the displayed touch.
import { UNLIMITED } from '../../domain/index.js';
import type { VenueBook } from '../book.js';

/**
 * When an arriving order meets the market: `arrival`, at the book's current rate; `next-rate`, at
 * the symbol's next rate, before queries and streams show that rate.
 */
export const FILL_TIMINGS = ['arrival', 'next-rate'] as const;
export type FillTiming = (typeof FILL_TIMINGS)[number];

/** Whether the touch is at or better than the limit. */
export function isMarketable(book: VenueBook, sign: number, limitTicks: number): boolean {
  return sign > 0 ? book.offerTicks <= limitTicks : book.bidTicks >= limitTicks;
}

/** Remaining displayed units on the opposite side of an order of this sign. */
export function findAvailable(book: VenueBook, sign: number): number {
  return sign > 0 ? book.offerLeft : book.bidLeft;
}

/** Reduces the displayed size by traded units; the next rate displays a full size again. */
export function takeFromBook(book: VenueBook, sign: number, units: number): void {
  if (sign > 0) {
    if (book.offerLeft !== UNLIMITED) book.offerLeft -= units;
  } else if (book.bidLeft !== UNLIMITED) {
    book.bidLeft -= units;
  }
}

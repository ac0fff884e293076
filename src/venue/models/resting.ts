// Resting models: how much of a rate that touches its price is for an order that rests.
import { z } from 'zod';
import { createRandom, type Random } from '../../determinism/index.js';
import type { VenueBook } from '../book.js';
import type { VenueOrder } from '../order.js';
import { findAvailable } from './fill.js';

export interface Resting {
  /** The order, or its next piece, begins to rest in the book as it stands. */
  join(order: VenueOrder, book: VenueBook): void;
  /** A new rate stands in the book, which nobody has met yet. */
  follow(order: VenueOrder, book: VenueBook): void;
  /** Base units for an order whose price the other side touches; asked once for each rate. */
  findAvailable(order: VenueOrder, book: VenueBook): number;
}

export const restingSchema = z
  .union([
    z.enum(['touch', 'queue']),
    z.strictObject({
      probability: z.number().min(0).max(1).describe('that a rate that just touches it fills it'),
    }),
  ])
  .default('touch')
  .describe('resting orders: filled by a touch, behind the displayed size, or by chance');

export type RestingSettings = z.output<typeof restingSchema>;

/** Undefined: a touch fills first of all. */
export function createResting(settings: RestingSettings, seed: number): Resting | undefined {
  if (settings === 'touch') return undefined;
  if (settings === 'queue') return new DisplayedQueue();
  return new ByChance(settings.probability, createRandom(seed, 'venue/resting'));
}

/** How far the other side of the market is from the order's price; below 0 once through it. */
function findGap({ sign, limitTicks }: VenueOrder, book: VenueBook): number {
  return sign * ((sign > 0 ? book.offerTicks : book.bidTicks) - limitTicks);
}

class ByChance implements Resting {
  readonly #probability: number;
  readonly #random: Random;

  constructor(probability: number, random: Random) {
    this.#probability = probability;
    this.#random = random;
  }

  join(): void {
    // Chance knows no places.
  }

  follow(): void {
    // Nor does it remember rates.
  }

  findAvailable(order: VenueOrder, book: VenueBook): number {
    const isFilled = findGap(order, book) < 0 || this.#random() < this.#probability;
    return isFilled ? findAvailable(book, order.sign) : 0;
  }
}

interface Place {
  readonly ticks: number;
  /** Base units before it; undefined until a rate displays its price. */
  ahead: number | undefined;
}

class DisplayedQueue implements Resting {
  readonly #places = new WeakMap<VenueOrder, Place>();

  join(order: VenueOrder, book: VenueBook): void {
    const place: Place = { ticks: order.limitTicks, ahead: undefined };
    this.#places.set(order, place);
    if (book.rateCount > 0) look(order, book, place);
  }

  follow(order: VenueOrder, book: VenueBook): void {
    const place = this.#places.get(order);
    // A pegged order that moved stands behind what its new price displays.
    if (place?.ticks !== order.limitTicks) this.join(order, book);
    else if (findGap(order, book) > 0) look(order, book, place);
  }

  /** A rate that just touches serves those before it first, one through its price everybody. */
  findAvailable(order: VenueOrder, book: VenueBook): number {
    const left = findAvailable(book, order.sign);
    const place = this.#places.get(order);
    if (place?.ahead === undefined || findGap(order, book) < 0) return left;
    const open = Math.max(0, left - place.ahead);
    place.ahead = Math.max(0, place.ahead - left);
    return open;
  }
}

/** What its own side displays at its price: never more stands before it than that. */
function look({ sign, limitTicks }: VenueOrder, book: VenueBook, place: Place): void {
  const better = sign * ((sign > 0 ? book.bidTicks : book.offerTicks) - limitTicks);
  if (better > 0) return;
  const shown = better < 0 ? 0 : sign > 0 ? book.bidUnits : book.offerUnits;
  place.ahead = Math.min(place.ahead ?? shown, shown);
}

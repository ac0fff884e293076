// Resting models: how many displayed units a resting order gets when a rate touches its price.
import { z } from 'zod';
import { createRandom, type Random } from '../../determinism/index.js';
import type { VenueBook } from '../book.js';
import type { VenueOrder } from '../order.js';
import { findAvailable } from './fill.js';

export interface Resting {
  /** Called when an order, or its next displayed piece, begins to rest. */
  join(order: VenueOrder, book: VenueBook): void;
  /** Called for each new rate before any order meets it. */
  follow(order: VenueOrder, book: VenueBook): void;
  /** Base units available to a touched order; called once for each rate. */
  findAvailable(order: VenueOrder, book: VenueBook): number;
}

export const restingSchema = z
  .union([
    z.enum(['touch', 'queue']),
    z.strictObject({
      probability: z.number().min(0).max(1).describe('that a rate which just touches it fills it'),
    }),
  ])
  .default('touch')
  .describe('resting orders: filled by a touch, behind the displayed size, or by chance');

export type RestingSettings = z.output<typeof restingSchema>;

/** Creates the model; undefined for `touch`, which needs none: a touch fills at once. */
export function createResting(settings: RestingSettings, seed: number): Resting | undefined {
  if (settings === 'touch') return undefined;
  if (settings === 'queue') return new DisplayedQueue();
  return new ByChance(settings.probability, createRandom(seed, 'venue/resting'));
}

/**
 * Ticks from the order's price to the market's opposite side; negative once the rate is through it.
 */
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
    // No queue position in this model.
  }

  follow(): void {
    // No state in this model.
  }

  findAvailable(order: VenueOrder, book: VenueBook): number {
    const isFilled = findGap(order, book) < 0 || this.#random() < this.#probability;
    return isFilled ? findAvailable(book, order.sign) : 0;
  }
}

interface Place {
  readonly ticks: number;
  /** Base units ahead in the queue; undefined until a rate displays the order's price. */
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
    // A repriced pegged order queues behind the displayed size of its new price.
    if (place?.ticks !== order.limitTicks) this.join(order, book);
    else if (findGap(order, book) > 0) look(order, book, place);
  }

  /**
   * A rate at the order's price fills the queue ahead first; a rate through it fills all orders.
   */
  findAvailable(order: VenueOrder, book: VenueBook): number {
    const left = findAvailable(book, order.sign);
    const place = this.#places.get(order);
    if (place?.ahead === undefined || findGap(order, book) < 0) return left;
    const open = Math.max(0, left - place.ahead);
    place.ahead = Math.max(0, place.ahead - left);
    return open;
  }
}

/** Caps the queue ahead at the size that the order's own side displays at its price. */
function look({ sign, limitTicks }: VenueOrder, book: VenueBook, place: Place): void {
  const better = sign * ((sign > 0 ? book.bidTicks : book.offerTicks) - limitTicks);
  if (better > 0) return;
  const shown = better < 0 ? 0 : sign > 0 ? book.bidUnits : book.offerUnits;
  place.ahead = Math.min(place.ahead ?? shown, shown);
}

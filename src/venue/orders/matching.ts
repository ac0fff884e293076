// What the behaviours of orders ask of the matching engine.
import type { Instant, OrderStatus } from '../../domain/index.js';
import type { Scheduler } from '../../determinism/index.js';
import type { VenueBook } from '../book.js';
import type { Counterparty } from '../counterparties.js';
import type { ForwardPoints } from '../models/curve.js';
import type { OrderTerms, VenueOrder } from '../order.js';

export interface Matching {
  readonly scheduler: Scheduler;
  /** Seed of the algos' randomness. */
  readonly seed: number;
  /** Meets the book as an arriving order does: takes, and then ends or rests by time in force. */
  meet(at: Instant, order: VenueOrder, book: VenueBook): void;
  /** What is left of an order that has met the book ends or rests. */
  leaveOrRest(at: Instant, order: VenueOrder, book: VenueBook): void;
  /** Takes what it may from the touch within its limit, and neither ends nor rests. */
  take(at: Instant, order: VenueOrder, book: VenueBook): void;
  /**
   * Trades units of the dealt currency at an all-in rate, off the book; with the order's
   * counterparty when none is named, without forward points when no spot rate is.
   */
  fill(
    at: Instant,
    order: VenueOrder,
    units: number,
    ticks: number,
    maker: boolean,
    counterparty?: Counterparty,
    spotTicks?: number,
  ): void;
  /** Points of the value date that an order asks for; undefined where nobody quotes them. */
  findPoints(at: Instant, terms: OrderTerms): ForwardPoints | undefined;
  /** The time in force is over. */
  expire(at: Instant, order: VenueOrder): void;
  end(at: Instant, order: VenueOrder, status: OrderStatus, reason?: string): void;
}

// Interface of the matching engine for order types with special behaviour.
import type { Instant } from '../../domain/index.js';
import type { OrderStatus } from '../../domain/orders/index.js';
import type { Scheduler } from '../../determinism/index.js';
import type { VenueBook } from '../book.js';
import type { Counterparty } from '../counterparties.js';
import type { ForwardPoints } from '../models/curve.js';
import type { VenueOrder } from '../order.js';
import type { OrderTerms } from '../order-terms.js';

export interface Matching {
  readonly scheduler: Scheduler;
  /** Seed of the algos' random streams. */
  readonly seed: number;
  /** Matches an arriving order against the book, then ends or rests it by its time in force. */
  meet(at: Instant, order: VenueOrder, book: VenueBook): void;
  /** Ends or rests the remaining units of an order that has met the book. */
  leaveOrRest(at: Instant, order: VenueOrder, book: VenueBook): void;
  /** Fills an order from the touch within its limit; it neither ends nor rests the order. */
  take(at: Instant, order: VenueOrder, book: VenueBook): void;
  /**
   * Fills units of the dealt currency at an all-in rate without changing the book. The default
   * counterparty is the order's, the default spot rate is `ticks` (no forward points).
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
  /** Forward points of the order's value date; undefined where none are configured. */
  findPoints(at: Instant, terms: OrderTerms): ForwardPoints | undefined;
  /** Ends an order whose time in force is over. */
  expire(at: Instant, order: VenueOrder): void;
  end(at: Instant, order: VenueOrder, status: OrderStatus, reason?: string): void;
}

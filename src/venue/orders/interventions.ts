// Scripted actions of the venue on orders: suspend, resume, replace, fill, end.
import type { Instant } from '../../domain/index.js';
import type { Scheduler } from '../../determinism/index.js';
import type { UserOrders } from './user-orders.js';
import type { MatchingEngine } from '../matching.js';
import type { VenueOrder } from '../order.js';
import type { OrderTerms } from '../order-terms.js';

/** Accepts an order with validated terms. */
type TakeOrder = (at: Instant, account: UserOrders, terms: OrderTerms) => VenueOrder;

export class Interventions {
  readonly #accounts: readonly UserOrders[];
  readonly #scheduler: Scheduler;
  readonly #engine: MatchingEngine;
  readonly #take: TakeOrder;

  constructor(
    accounts: readonly UserOrders[],
    scheduler: Scheduler,
    engine: MatchingEngine,
    take: TakeOrder,
  ) {
    this.#accounts = accounts;
    this.#scheduler = scheduler;
    this.#engine = engine;
    this.#take = take;
  }

  /** Orders that queries show as active, by account, oldest first. */
  listActive(): readonly VenueOrder[] {
    return this.#accounts.flatMap((account) => account.listActive());
  }

  /** Suspends matching of a working order; false if it is not working. */
  suspend(at: Instant, orderId: string): boolean {
    const order = this.#find(orderId);
    this.#scheduler.moveTo(at);
    return order !== undefined && this.#engine.suspend(at, order);
  }

  /** Resumes a suspended order; false if it is not suspended. */
  resume(at: Instant, orderId: string): boolean {
    const order = this.#find(orderId);
    this.#scheduler.moveTo(at);
    return order !== undefined && this.#engine.resume(at, order);
  }

  /**
   * Ends an order as REPLACED and accepts an order for its remaining units under another coId;
   * undefined if there is no such order, it has ended, or the coId is in use.
   */
  replace(at: Instant, orderId: string, coId: string): VenueOrder | undefined {
    const account = this.#accounts.find((one) => one.findByOrderId(orderId) !== undefined);
    const order = account?.findByOrderId(orderId);
    if (account === undefined || order === undefined || order.hasEnded) return undefined;
    if (account.hasCoId(coId)) return undefined;
    const { terms, leavesUnits: units } = order;
    this.#scheduler.moveTo(at);
    this.#engine.end(at, order, 'REPLACED');
    const details = {
      ...(terms.details ?? { inTerm: false, onBehalf: false }),
      originalCoId: terms.coId,
    };
    return this.#take(at, account, { ...terms, coId, units, details });
  }

  /** Fills minor units of a live order at its limit price; false if nothing was filled. */
  fill(at: Instant, orderId: string, units: number): boolean {
    const order = this.#find(orderId);
    if (order === undefined || order.hasEnded || !order.isLive) return false;
    if (order.terms.priceTicks === 0 || order.status === 'SUSPENDED') return false;
    this.#scheduler.moveTo(at);
    const most = Math.min(units, order.leavesUnits);
    if (most > 0) this.#engine.fill(at, order, most, order.terms.priceTicks, true);
    return most > 0;
  }

  /** Ends an order; false if it is unknown or has ended. */
  end(at: Instant, orderId: string, status: 'REJECTED' | 'FAILED', reason: string): boolean {
    const order = this.#find(orderId);
    if (order === undefined || order.hasEnded) return false;
    this.#scheduler.moveTo(at);
    this.#engine.end(at, order, status, reason);
    return true;
  }

  #find(orderId: string): VenueOrder | undefined {
    for (const account of this.#accounts) {
      const order = account.findByOrderId(orderId);
      if (order !== undefined) return order;
    }
    return undefined;
  }
}

// What the venue does to orders on its own account: pauses them, lets them go on, ends them.
import type { Instant } from '../../domain/index.js';
import type { Scheduler } from '../../machine/index.js';
import type { Account } from '../account.js';
import type { MatchingEngine } from '../matching.js';
import type { VenueOrder } from '../order.js';

export class Interventions {
  readonly #accounts: readonly Account[];
  readonly #scheduler: Scheduler;
  readonly #engine: MatchingEngine;

  constructor(accounts: readonly Account[], scheduler: Scheduler, engine: MatchingEngine) {
    this.#accounts = accounts;
    this.#scheduler = scheduler;
    this.#engine = engine;
  }

  /** Pauses the matching of a working order; false when it is not one. */
  suspend(at: Instant, orderId: string): boolean {
    const order = this.#find(orderId);
    this.#scheduler.moveTo(at);
    return order !== undefined && this.#engine.suspend(at, order);
  }

  /** Lets a suspended order go on; false when it is not one. */
  resume(at: Instant, orderId: string): boolean {
    const order = this.#find(orderId);
    this.#scheduler.moveTo(at);
    return order !== undefined && this.#engine.resume(at, order);
  }

  /** Ends an order; false when there is none or it has ended. */
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

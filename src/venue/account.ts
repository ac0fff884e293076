// One user's orders: found by either id, listed while active, forgotten long after their end.
import type { VenueOrder } from './order.js';
import type { VenueUser } from './settings.js';

export class Account {
  readonly user: VenueUser;
  /** `user@Org`. */
  readonly fullName: string;
  readonly #byOrderId = new Map<string, VenueOrder>();
  readonly #byCoId = new Map<string, VenueOrder>();
  readonly #active = new Map<string, VenueOrder>();
  readonly #maxEnded: number;
  #ended: VenueOrder[] = [];

  /** Keeps at least `maxEnded` ended orders, at least one. */
  constructor(user: VenueUser, maxEnded: number) {
    this.user = user;
    this.fullName = `${user.user}@${user.org}`;
    this.#maxEnded = Math.max(1, maxEnded);
  }

  add(order: VenueOrder): void {
    this.#byOrderId.set(order.orderId, order);
    this.#byCoId.set(order.terms.coId, order);
    this.#active.set(order.orderId, order);
  }

  findByOrderId(orderId: string): VenueOrder | undefined {
    return this.#byOrderId.get(orderId);
  }

  findByCoId(coId: string): VenueOrder | undefined {
    return this.#byCoId.get(coId);
  }

  /** Orders that queries show as active, oldest first. */
  listActive(): readonly VenueOrder[] {
    return [...this.#active.values()];
  }

  /**
   * The end of an order has come out: it leaves the active list; the oldest ended are forgotten.
   */
  end(order: VenueOrder): void {
    order.expiry?.cancel();
    this.#active.delete(order.orderId);
    this.#ended.push(order);
    if (this.#ended.length < 2 * this.#maxEnded) return;
    const kept = this.#ended.slice(-this.#maxEnded);
    for (const old of this.#ended.slice(0, -this.#maxEnded)) {
      this.#byOrderId.delete(old.orderId);
      this.#byCoId.delete(old.terms.coId);
    }
    this.#ended = kept;
  }
}

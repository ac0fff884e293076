// One user's orders: found by either id, listed while active, forgotten long after their end.
import type { Instant, VenueOrderView, VenueTradeView } from '../domain/index.js';
import type { Timer } from '../machine/index.js';
import type { VenueOrder } from './order.js';
import type { VenueUser } from './settings.js';

/** An order with what queries may show of it. */
export interface OrderRecord {
  readonly order: VenueOrder;
  /** Newest view whose reply has come out. */
  view: VenueOrderView;
  /** Trades whose replies have come out, oldest first. */
  readonly trades: VenueTradeView[];
  /** Ends the order at its time; undefined when nothing does. */
  expiry: Timer | undefined;
}

export class Account {
  readonly user: VenueUser;
  readonly #byOrderId = new Map<string, OrderRecord>();
  readonly #byCoId = new Map<string, OrderRecord>();
  readonly #active = new Map<string, OrderRecord>();
  readonly #maxEnded: number;
  #endedAt: { readonly at: Instant; readonly record: OrderRecord }[] = [];

  constructor(user: VenueUser, maxEnded: number) {
    this.user = user;
    this.#maxEnded = maxEnded;
  }

  add(order: VenueOrder): OrderRecord {
    const record: OrderRecord = { order, view: order.toView(), trades: [], expiry: undefined };
    this.#byOrderId.set(order.orderId, record);
    this.#byCoId.set(order.terms.coId, record);
    this.#active.set(order.orderId, record);
    return record;
  }

  findByOrderId(orderId: string): OrderRecord | undefined {
    return this.#byOrderId.get(orderId);
  }

  findByCoId(coId: string): OrderRecord | undefined {
    return this.#byCoId.get(coId);
  }

  /** Orders that queries show as active, oldest first. */
  listActive(): readonly OrderRecord[] {
    return [...this.#active.values()];
  }

  /** The end of an order has come out: it leaves the active list, and the oldest ended are forgotten. */
  end(record: OrderRecord, at: Instant): void {
    record.expiry?.cancel();
    this.#active.delete(record.order.orderId);
    this.#endedAt.push({ at, record });
    if (this.#endedAt.length < 2 * this.#maxEnded + 1) return;
    const forgotten = this.#endedAt.slice(0, -this.#maxEnded);
    this.#endedAt = this.#endedAt.slice(forgotten.length);
    for (const { record: old } of forgotten) {
      this.#byOrderId.delete(old.order.orderId);
      this.#byCoId.delete(old.order.terms.coId);
    }
  }
}

// One user's orders: found by orderId or coId, listed while active, dropped long after their end.
import { findSorted } from '../../domain/numbers/index.js';
import { isTerminalStatus } from '../../domain/orders/index.js';
import type { Counterparty } from '../counterparties.js';
import type { OrderAccount, VenueOrder } from '../order.js';
import type { VenueSettings } from '../settings.js';
import type { VenueUser } from '../users.js';

type AccountSettings = Pick<VenueSettings, 'maxEndedOrders' | 'hasUniqueCoIds'>;

const numberOf = (order: VenueOrder): number => order.number;

export class UserOrders implements OrderAccount {
  readonly user: VenueUser;
  /** `user@Org`. */
  readonly fullName: string;
  /** Counterparty of the user's plain orders, by instrument id. */
  readonly counterparties: readonly (Counterparty | undefined)[];
  /** False: every order is rejected with tradingDisabled. */
  mayTrade: boolean;
  /** Number of `disable` calls without an `enable`. */
  #disabled = 0;
  /** Ascending by number, and so by age. */
  readonly #orders: VenueOrder[] = [];
  /**
   * Order numbers by coId. Holds numbers, because a map that is often rehashed would keep ended
   * orders alive. Undefined where coIds are unique: a string key per order is expensive.
   */
  readonly #numbers: Map<string, number> | undefined;
  readonly #maxEnded: number;
  #endedCount = 0;
  /** Every order before this index has ended. */
  #activeFrom = 0;

  /** Keeps at least `maxEnded` ended orders, and at least one. */
  constructor(
    user: VenueUser,
    { maxEndedOrders, hasUniqueCoIds = false }: AccountSettings,
    counterparties: readonly (Counterparty | undefined)[],
  ) {
    this.counterparties = counterparties;
    this.user = user;
    this.fullName = `${user.user}@${user.org}`;
    this.#maxEnded = Math.max(1, maxEndedOrders);
    this.#numbers = hasUniqueCoIds ? undefined : new Map();
    this.mayTrade = user.trading !== false;
  }

  /**
   * Rejects orders until `enable` was called as often; always where the settings disable trading.
   */
  disable(): void {
    this.#disabled++;
    this.mayTrade = false;
  }

  enable(): void {
    this.#disabled--;
    this.mayTrade = this.#disabled === 0 && this.user.trading !== false;
  }

  /** Adds an order; its number is higher than all before. */
  add(order: VenueOrder): void {
    this.#orders.push(order);
    this.#numbers?.set(order.terms.coId, order.number);
  }

  findByOrderId(orderId: string): VenueOrder | undefined {
    return findSorted(this.#orders, Number(orderId), numberOf);
  }

  /** Whether an order has this coId; always false where coIds are unique. */
  hasCoId(coId: string): boolean {
    return this.#numbers !== undefined && this.findByCoId(coId) !== undefined;
  }

  findByCoId(coId: string): VenueOrder | undefined {
    if (this.#numbers === undefined) {
      return this.#orders.findLast(({ terms }) => terms.coId === coId);
    }
    const number = this.#numbers.get(coId);
    return number === undefined ? undefined : findSorted(this.#orders, number, numberOf);
  }

  /** Drops the coIds of some orders; the orders stay. */
  forgetCoIds(isForgotten: (order: VenueOrder) => boolean): void {
    for (const order of this.#orders) {
      const { coId } = order.terms;
      if (this.#numbers?.get(coId) === order.number && isForgotten(order)) {
        this.#numbers.delete(coId);
      }
    }
  }

  /** All orders kept, oldest first. */
  listAll(): readonly VenueOrder[] {
    return this.#orders;
  }

  /** Orders that queries show as active, oldest first. */
  listActive(): readonly VenueOrder[] {
    const orders = this.#orders;
    while (hasEnded(orders[this.#activeFrom])) this.#activeFrom++;
    return orders.slice(this.#activeFrom).filter((order) => !hasEnded(order));
  }

  /** Counts an order whose end is visible, and drops the oldest ended orders from time to time. */
  end(order: VenueOrder): void {
    order.expiry?.cancel();
    this.#endedCount++;
    if (this.#endedCount < 2 * this.#maxEnded) return;
    let surplus = this.#endedCount - this.#maxEnded;
    this.#endedCount = this.#maxEnded;
    // Compacts in place, because a new array each time would be garbage.
    const orders = this.#orders;
    let kept = 0;
    for (const order of orders) {
      if (surplus > 0 && hasEnded(order)) {
        surplus--;
        this.#numbers?.delete(order.terms.coId);
      } else orders[kept++] = order;
    }
    while (orders.length > kept) orders.pop();
    this.#activeFrom = 0;
  }
}

/** Queries show the order as ended, which it stays. */
function hasEnded(order: VenueOrder | undefined): boolean {
  return order !== undefined && isTerminalStatus(order.view.status);
}

// One user's orders: found by either id, listed while active, forgotten long after their end.
import { findSorted, isTerminalStatus } from '../../domain/index.js';
import type { Counterparty } from '../counterparties.js';
import type { VenueOrder } from '../order.js';
import type { VenueSettings, VenueUser } from '../settings.js';

type AccountSettings = Pick<VenueSettings, 'maxEndedOrders' | 'hasUniqueCoIds'>;

const numberOf = (order: VenueOrder): number => order.number;

export class UserOrders {
  readonly user: VenueUser;
  /** `user@Org`. */
  readonly fullName: string;
  /** Who trades with the user's plain orders, by instrument id. */
  readonly counterparties: readonly (Counterparty | undefined)[];
  /** False: every order is turned down with tradingDisabled. */
  mayTrade: boolean;
  /** Disablings that have not been lifted. */
  #disabled = 0;
  /** By number, and so by age. */
  readonly #orders: VenueOrder[] = [];
  /**
   * Numbers, not orders: a table that is rebuilt over and over must not keep orders alive. None
   * where no coId comes twice: a text of its own per order is dear as a key.
   */
  readonly #numbers: Map<string, number> | undefined;
  readonly #maxEnded: number;
  #endedCount = 0;

  /** Keeps at least `maxEnded` ended orders, at least one. */
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

  /** Turns orders down until as many `enable` have come, and for ever where the settings do. */
  disable(): void {
    this.#disabled++;
    this.mayTrade = false;
  }

  enable(): void {
    this.#disabled--;
    this.mayTrade = this.#disabled === 0 && this.user.trading !== false;
  }

  /** Takes in a new order; numbers rise from order to order. */
  add(order: VenueOrder): void {
    this.#orders.push(order);
    this.#numbers?.set(order.terms.coId, order.number);
  }

  findByOrderId(orderId: string): VenueOrder | undefined {
    return findSorted(this.#orders, Number(orderId), numberOf);
  }

  /** Whether an order with this coId is known; where none comes twice, that is not asked. */
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

  /** Forgets the coIds of some orders; the orders stay. */
  forgetCoIds(isForgotten: (order: VenueOrder) => boolean): void {
    for (const order of this.#orders) {
      const { coId } = order.terms;
      if (this.#numbers?.get(coId) === order.number && isForgotten(order)) {
        this.#numbers.delete(coId);
      }
    }
  }

  /** All orders that are not forgotten, oldest first. */
  listAll(): readonly VenueOrder[] {
    return this.#orders;
  }

  /** Orders that queries show as active, oldest first. */
  listActive(): readonly VenueOrder[] {
    return this.#orders.filter((order) => !isTerminalStatus(order.view.status));
  }

  /** The end of an order has come out: now and then the oldest ended orders are forgotten. */
  end(order: VenueOrder): void {
    order.expiry?.cancel();
    this.#endedCount++;
    if (this.#endedCount < 2 * this.#maxEnded) return;
    let surplus = this.#endedCount - this.#maxEnded;
    this.#endedCount = this.#maxEnded;
    // In place, as a list of its own each time would be garbage.
    const orders = this.#orders;
    let kept = 0;
    for (const order of orders) {
      if (surplus > 0 && isTerminalStatus(order.view.status)) {
        surplus--;
        this.#numbers?.delete(order.terms.coId);
      } else orders[kept++] = order;
    }
    while (orders.length > kept) orders.pop();
  }
}

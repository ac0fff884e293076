// The order store: own orders that are not closed yet, by intent id and by coId.
import type { OrderState } from '../../domain/events/index.js';
import { assert, type Instant, type Instrument } from '../../domain/index.js';
import { findSorted, insertSorted, removeSorted } from '../../domain/numbers/index.js';
import { toDetailsText } from '../../domain/orders/index.js';
import type { Candidate } from '../../risk/index.js';
import type { ClientOrderIds } from './client-order-ids.js';
import { isOutcomeUnknown } from './order-states.js';
import type { Order } from './order.js';
import { ClosedOrders } from './closed-orders.js';

/** Maximum of own orders that are not closed, at the same time. */
const MAX_ORDERS = 100_000;

/** Number of newest orders whose coId is compared before the lookup by intent id. */
const MOST_COMPARED = 8;

/** An own order that may be alive, or whose trades are not all known. */
export interface OpenOrder {
  readonly coId: string;
  readonly orderId: string;
  /**
   * It is unproven whether the venue has the order: unknown outcome, or its request is under way.
   */
  readonly isUnknown: boolean;
  /** The venue ended the order, but it may still have filled more. */
  readonly hasOpenEnd?: true;
  /** The venue ended the order: only its trade reports are missing. */
  readonly hasEnded?: true;
  /** Set for an acceptance: the venue reports it under the quote request of this instrument. */
  readonly quoteOf?: Instrument;
}

/** State of an own order, and the share of its parent that it has filled or may still fill. */
export interface ParentConsumption {
  readonly state: OrderState;
  readonly attempts: number;
  readonly isTerminal: boolean;
  /** True when the order and its duplicates are complete. */
  readonly isSettled: boolean;
  readonly takenUnits: number;
  /** Quantity that duplicates of its coId have filled or may fill, in units. */
  readonly doubledUnits: number;
}

export function toParentConsumption(order: Order, doubles: readonly Order[]): ParentConsumption {
  const { state, attempts, isTerminal } = order;
  let { isClosed } = order;
  let doubledUnits = 0;
  for (const double of doubles) {
    isClosed &&= double.isClosed;
    doubledUnits += double.cumUnits + double.exposedUnits;
  }
  const takenUnits = order.cumUnits + order.exposedUnits;
  return { state, attempts, isTerminal, isSettled: isClosed, takenUnits, doubledUnits };
}

const TOO_MANY = `more than ${String(MAX_ORDERS)} orders that are not closed`;

const intentOf = (order: Order): number => order.terms.intentId;

export class OrderStore {
  readonly #coIds: ClientOrderIds;
  /**
   * By intent id, which is by age. An array, not a Map: a table that is filled and emptied all the
   * time costs garbage collection.
   */
  readonly #orders: Order[] = [];
  readonly closed: ClosedOrders;
  /** Duplicates that the venue made under our coIds, ended ones too; usually none. */
  readonly #duplicates: Order[] = [];
  /** Number of orders that were reopened; usually 0. */
  #revived = 0;
  /**
   * Kept as objects: LOST orders, which stay watched, and those with provisional or busted fills.
   */
  readonly #kept = new Map<string, Order>();

  constructor(coIds: ClientOrderIds) {
    this.#coIds = coIds;
    this.closed = new ClosedOrders(coIds, (intentId) => {
      if (this.#revived === 0) return;
      const kept = [...this.#kept.values()].find((order) => intentOf(order) === intentId);
      const order = this.findByIntent(intentId) ?? kept;
      if (order?.isRevived === true) order.hasLostTradeIds = true;
    });
  }

  /** Number of orders that are not closed. */
  get size(): number {
    return this.values().length;
  }

  add(order: Order): void {
    assert(this.#orders.length + this.#duplicates.length < MAX_ORDERS, TOO_MANY);
    if (order.isDuplicate) {
      this.#duplicates.push(order);
      return;
    }
    if (order.isRevived) this.#revived++;
    const isNew = this.findByIntent(intentOf(order)) === undefined;
    if (!isNew) assert(false, `RC13: coId ${order.terms.coId} is used again`);
    insertSorted(this.#orders, order, intentOf);
  }

  findByCoId(coId: string): Order | undefined {
    // Usually few orders are open, and the newest one is looked up.
    const orders = this.#orders;
    const oldest = Math.max(0, orders.length - MOST_COMPARED);
    for (let place = orders.length - 1; place >= oldest; place--) {
      if (orders[place]?.terms.coId === coId) return orders[place];
    }
    if (oldest === 0) return undefined;
    const order = this.findByIntent(this.#coIds.parse(coId));
    return order?.terms.coId === coId ? order : undefined;
  }

  findByIntent(intentId: number): Order | undefined {
    return findSorted(this.#orders, intentId, intentOf);
  }

  /** The duplicate with this venue id under a coId. */
  findDuplicate(coId: string, orderId: string): Order | undefined {
    return this.#duplicates.find((double) => double.orderId === orderId && double.coId === coId);
  }

  listDoubles(coId: string): readonly Order[] {
    return this.#duplicates.filter((double) => double.coId === coId);
  }

  listDuplicatedCoIds(): readonly string[] {
    return this.#duplicates.map(({ coId }) => coId);
  }

  /** All orders that are not closed: oldest first, duplicates last. */
  values(): readonly Order[] {
    if (this.#duplicates.length === 0) return this.#orders;
    return [...this.#orders, ...this.#duplicates.filter((double) => !double.isDone)];
  }

  /** Views of all orders that are not closed, in the order of `values`. */
  listOpen(): readonly OpenOrder[] {
    return this.values().map(({ terms, orderId, state, isRestUnknown, isTerminal }) => ({
      coId: terms.coId,
      orderId,
      isUnknown: isOutcomeUnknown(state) || state === 'SENDING' || state === 'JOURNALED',
      ...(isRestUnknown ? { hasOpenEnd: isRestUnknown } : {}),
      ...(isTerminal && !isRestUnknown ? { hasEnded: true } : {}),
      ...(terms.type === 'PQ' ? { quoteOf: terms.symbol.instrument } : {}),
    }));
  }

  remove(order: Order): void {
    if (order.isDuplicate) return;
    if (!removeSorted(this.#orders, order, intentOf)) return;
    const { amendedUnits, bustedUnits, provisional, state } = order;
    const isChanged = bustedUnits > 0 || amendedUnits > 0;
    const isKept = state === 'LOST' || provisional !== undefined || isChanged;
    if (isKept) this.#kept.set(order.terms.coId, order);
    else this.closed.add(order);
  }

  /** Reopens an ended order because another report about it came. */
  revive(coId: string): Order | undefined {
    const order = this.#kept.get(coId) ?? this.closed.find(coId);
    // unreached: the caller has found the ended order of this coId
    if (order === undefined) return undefined;
    if (!this.#kept.delete(coId)) this.closed.remove(order);
    order.isRevived = true;
    this.#revived++;
    insertSorted(this.#orders, order, intentOf);
    return order;
  }

  /** An ended order in its last state; it stays closed. */
  findEnded(coId: string): Order | undefined {
    return this.#kept.get(coId) ?? this.closed.find(coId);
  }

  /** Records the venue's time and order id of a report about an ended order. */
  updateClosed(coId: string, transactAt: Instant, orderId: string): void {
    const kept = this.#kept.get(coId);
    if (kept === undefined) {
      this.closed.see(coId, transactAt, orderId);
      return;
    }
    kept.transactAt = Math.max(kept.transactAt, transactAt);
    if (kept.orderId === '' && kept.orderHash === 0) kept.orderId = orderId;
  }

  /** True when the venue used another order id for the ended order of this coId. */
  hadOtherId(coId: string, orderId: string): boolean {
    const kept = this.#kept.get(coId);
    return kept === undefined ? this.closed.isOther(coId, orderId) : kept.hasOtherId(orderId);
  }

  addKept(order: Order): void {
    if (order.isDuplicate) this.#duplicates.push(order);
    else this.#kept.set(order.terms.coId, order);
  }

  /** Sorted by intent id. */
  listKept(): readonly Order[] {
    const doubles = this.#duplicates.filter((double) => double.isDone);
    return [...this.#kept.values(), ...doubles].sort((a, b) => intentOf(a) - intentOf(b));
  }

  /** True when an identical order waits for the venue's response or its outcome is unknown. */
  hasIdenticalOrder(candidate: Candidate): boolean {
    return this.#orders.some(({ state, terms, isAdopted }) => {
      const isPending = state === 'SENDING' || state === 'PENDING_VENUE' || isOutcomeUnknown(state);
      return (
        isPending &&
        terms.symbol === candidate.symbol &&
        terms.host.name === candidate.strategy &&
        terms.side === candidate.side &&
        terms.type === candidate.type &&
        terms.timeInForce === candidate.timeInForce &&
        terms.units === candidate.units &&
        terms.priceTicks === candidate.priceTicks &&
        // The details of an order of a previous run are not known.
        (isAdopted || toDetailsText(terms.details) === toDetailsText(candidate.details))
      );
    });
  }
}

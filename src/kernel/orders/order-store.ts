// The order store: own orders that are not settled yet, by intent and by coId.
import {
  assert,
  findSorted,
  insertSorted,
  type Instant,
  type Instrument,
  type OrderState,
  removeSorted,
  toDetailsText,
} from '../../domain/index.js';
import type { Candidate } from '../../risk/index.js';
import type { ClientOrderIds } from './client-order-ids.js';
import { isOutcomeUnknown } from './order-states.js';
import type { Order } from './order.js';
import { ClosedOrders } from './closed-orders.js';

/** Own orders that may be unsettled at once. */
const MAX_ORDERS = 100_000;

/** Newest orders whose coId is compared before one is looked up by its intent. */
const MOST_COMPARED = 8;

/** An own order that may still be alive, or whose trades are not all known. */
export interface OpenOrder {
  readonly coId: string;
  readonly orderId: string;
  /** No word of the venue yet. */
  readonly isUnknown: boolean;
  /** The venue ended it, but whether it may fill any further is not known. */
  readonly hasOpenEnd?: true;
  /** The venue ended it: only records of its trades are missing. */
  readonly hasEnded?: true;
  /** Of one that accepts a quote: the venue tells of it by the request of that. */
  readonly quoteOf?: Instrument;
}

/** How far an own order is, and what it takes of its parent: filled, and what may still fill. */
export interface ParentConsumption {
  readonly state: OrderState;
  readonly attempts: number;
  readonly isTerminal: boolean;
  /** Nothing more is waited for, of second ones neither. */
  readonly isSettled: boolean;
  readonly takenUnits: number;
  /** What second orders of its coId take beside it. */
  readonly doubledUnits: number;
}

export function toParentConsumption(order: Order, doubles: readonly Order[]): ParentConsumption {
  const { state, attempts, isTerminal } = order;
  let { isSettled } = order;
  let doubledUnits = 0;
  for (const double of doubles) {
    isSettled &&= double.isSettled;
    doubledUnits += double.cumUnits + double.exposedUnits;
  }
  const takenUnits = order.cumUnits + order.exposedUnits;
  return { state, attempts, isTerminal, isSettled, takenUnits, doubledUnits };
}

const TOO_MANY = `more than ${String(MAX_ORDERS)} unsettled orders`;

const intentOf = (order: Order): number => order.terms.intentId;

export class OrderStore {
  readonly #coIds: ClientOrderIds;
  /**
   * By intent, and so by age. Not a Map: tables that are filled and emptied all the time cost GC.
   */
  readonly #orders: Order[] = [];
  readonly settled: ClosedOrders;
  /** Second orders that the venue made under coIds of ours, ended ones too: mostly none. */
  readonly #doubles: Order[] = [];
  /** How often an order was taken back: mostly never. */
  #revived = 0;
  /** Kept whole: LOST ones, looked for for ever, those with provisional or busted fills. */
  readonly #kept = new Map<string, Order>();

  constructor(coIds: ClientOrderIds) {
    this.#coIds = coIds;
    this.settled = new ClosedOrders(coIds, (intentId) => {
      if (this.#revived === 0) return;
      const kept = [...this.#kept.values()].find((order) => intentOf(order) === intentId);
      const order = this.findByIntent(intentId) ?? kept;
      if (order?.isRevived === true) order.hasLostTradeIds = true;
    });
  }

  /** Orders that are not settled. */
  get size(): number {
    return this.values().length;
  }

  add(order: Order): void {
    assert(this.#orders.length + this.#doubles.length < MAX_ORDERS, TOO_MANY);
    if (order.isDuplicate) {
      this.#doubles.push(order);
      return;
    }
    if (order.isRevived) this.#revived++;
    const isNew = this.findByIntent(intentOf(order)) === undefined;
    if (!isNew) assert(false, `RC13: coId ${order.terms.coId} is used again`);
    insertSorted(this.#orders, order, intentOf);
  }

  findByCoId(coId: string): Order | undefined {
    // Mostly there are few, and the newest is meant.
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

  /** The order that the venue calls so, where it has more than one under a coId. */
  findDuplicate(coId: string, orderId: string): Order | undefined {
    return this.#doubles.find((double) => double.orderId === orderId && double.coId === coId);
  }

  listDoubles(coId: string): readonly Order[] {
    return this.#doubles.filter((double) => double.coId === coId);
  }

  listDuplicatedCoIds(): readonly string[] {
    return this.#doubles.map(({ coId }) => coId);
  }

  /** All unsettled orders, oldest first, then second ones. */
  values(): readonly Order[] {
    if (this.#doubles.length === 0) return this.#orders;
    return [...this.#orders, ...this.#doubles.filter((double) => !double.isDone)];
  }

  /** All unsettled orders as others see them, oldest first. */
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
    else this.settled.add(order);
  }

  /** Takes back an order that had ended: something more is heard of it. */
  revive(coId: string): Order | undefined {
    const order = this.#kept.get(coId) ?? this.settled.find(coId);
    // unreached: who takes one back has found it
    if (order === undefined) return undefined;
    if (!this.#kept.delete(coId)) this.settled.remove(order);
    order.isRevived = true;
    this.#revived++;
    insertSorted(this.#orders, order, intentOf);
    return order;
  }

  /** An order that had ended, as it ended; it stays where it is. */
  findEnded(coId: string): Order | undefined {
    return this.#kept.get(coId) ?? this.settled.find(coId);
  }

  /** The venue dates a word of an order that had ended so, and calls the order so. */
  updateClosed(coId: string, transactAt: Instant, orderId: string): void {
    const kept = this.#kept.get(coId);
    if (kept === undefined) {
      this.settled.see(coId, transactAt, orderId);
      return;
    }
    kept.transactAt = Math.max(kept.transactAt, transactAt);
    if (kept.orderId === '' && kept.orderHash === 0) kept.orderId = orderId;
  }

  /** Whether the venue called the order that had ended under this coId by another id. */
  hadOtherId(coId: string, orderId: string): boolean {
    const kept = this.#kept.get(coId);
    return kept === undefined ? this.settled.isOther(coId, orderId) : kept.hasOtherId(orderId);
  }

  addKept(order: Order): void {
    if (order.isDuplicate) this.#doubles.push(order);
    else this.#kept.set(order.terms.coId, order);
  }

  /** By intent. */
  listKept(): readonly Order[] {
    const doubles = this.#doubles.filter((double) => double.isDone);
    return [...this.#kept.values(), ...doubles].sort((a, b) => intentOf(a) - intentOf(b));
  }

  /** Whether an identical order waits for the venue's word or for its fate to be known. */
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
        // What an order of a run before carried is not known any more.
        (isAdopted || toDetailsText(terms.details) === toDetailsText(candidate.details))
      );
    });
  }
}

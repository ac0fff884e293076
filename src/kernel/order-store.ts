// The order store: own orders that are not settled yet, by coId and by intent.
import { assert } from '../domain/index.js';
import type { Candidate } from '../risk/index.js';
import type { OwnOrder } from './own-order.js';

/** Own orders that may be unsettled at once. */
const MAX_ORDERS = 100_000;

/** An own order that may still be alive, or whose trades are not all known. */
export interface OpenOrder {
  readonly coId: string;
  readonly orderId: string;
  /** No word of the venue yet. */
  readonly isUnknown: boolean;
}

export class OrderStore {
  readonly #byCoId = new Map<string, OwnOrder>();
  readonly #byIntent = new Map<number, OwnOrder>();

  /** Orders that are not settled. */
  get size(): number {
    return this.#byCoId.size;
  }

  add(order: OwnOrder): void {
    assert(this.#byCoId.size < MAX_ORDERS, `more than ${String(MAX_ORDERS)} unsettled orders`);
    assert(!this.#byCoId.has(order.terms.coId), `RC13: coId ${order.terms.coId} is used again`);
    this.#byCoId.set(order.terms.coId, order);
    this.#byIntent.set(order.terms.intentId, order);
  }

  findByCoId(coId: string): OwnOrder | undefined {
    return this.#byCoId.get(coId);
  }

  findByIntent(intentId: number): OwnOrder | undefined {
    return this.#byIntent.get(intentId);
  }

  /** All unsettled orders, oldest first. */
  values(): Iterable<OwnOrder> {
    return this.#byCoId.values();
  }

  /** All unsettled orders as others see them, oldest first. */
  listOpen(): readonly OpenOrder[] {
    return [...this.#byCoId.values()].map(({ terms, orderId, state }) => ({
      coId: terms.coId,
      orderId,
      isUnknown: state === 'UNKNOWN' || state === 'SENDING',
    }));
  }

  remove(order: OwnOrder): void {
    this.#byCoId.delete(order.terms.coId);
    this.#byIntent.delete(order.terms.intentId);
  }

  /** Whether an identical order waits for the venue's word or for its fate to be known. */
  hasTwin(candidate: Candidate): boolean {
    for (const { state, terms } of this.#byCoId.values()) {
      const isPending = state === 'SENDING' || state === 'PENDING_VENUE' || state === 'UNKNOWN';
      if (
        isPending &&
        terms.symbol === candidate.symbol &&
        terms.host.name === candidate.strategy &&
        terms.side === candidate.side &&
        terms.type === candidate.type &&
        terms.timeInForce === candidate.timeInForce &&
        terms.units === candidate.units &&
        terms.priceTicks === candidate.priceTicks
      ) {
        return true;
      }
    }
    return false;
  }
}

// The order store: own orders that are not settled yet, by intent and by coId.
import { assert, findSorted, insertSorted, removeSorted } from '../domain/index.js';
import type { Candidate } from '../risk/index.js';
import type { CoIds } from './co-ids.js';
import type { OwnOrder } from './own-order.js';
import type { SettledSnapshot } from './snapshot.js';

/** Own orders that may be unsettled at once. */
const MAX_ORDERS = 100_000;

/** Newest orders whose coId is compared before one is looked up by its intent. */
const MOST_COMPARED = 8;

/** Settled orders that are remembered: about as many of the latest. */
const SETTLED_PLACES = 8_192;

/** An own order that may still be alive, or whose trades are not all known. */
export interface OpenOrder {
  readonly coId: string;
  readonly orderId: string;
  /** No word of the venue yet. */
  readonly isUnknown: boolean;
}

const TOO_MANY = `more than ${String(MAX_ORDERS)} unsettled orders`;

const intentOf = (order: OwnOrder): number => order.terms.intentId;

export class OrderStore {
  readonly #coIds: CoIds;
  /**
   * By intent, and so by age. Not a Map: tables that are filled and emptied all the time cost GC.
   */
  readonly #orders: OwnOrder[] = [];
  /**
   * Intents of settled orders and what was filled of them; a later order takes an older one's
   * place.
   */
  readonly #settledIntents = new Float64Array(SETTLED_PLACES);
  readonly #settledRuns = new Float64Array(SETTLED_PLACES);
  readonly #settledUnits = new Float64Array(SETTLED_PLACES);

  constructor(coIds: CoIds) {
    this.#coIds = coIds;
  }

  /** What was filled of an order that was settled; undefined for one that is not known so. */
  findSettled(coId: string): number | undefined {
    const intentId = this.#coIds.parse(coId);
    const place = intentId % SETTLED_PLACES;
    if (this.#settledIntents[place] !== intentId) return undefined;
    const isSameRun = this.#settledRuns[place] === this.#coIds.parseRun(coId);
    return isSameRun ? this.#settledUnits[place] : undefined;
  }

  /** Orders that are not settled. */
  get size(): number {
    return this.#orders.length;
  }

  add(order: OwnOrder): void {
    assert(this.#orders.length < MAX_ORDERS, TOO_MANY);
    const isNew = this.findByIntent(intentOf(order)) === undefined;
    if (!isNew) assert(false, `RC13: coId ${order.terms.coId} is used again`);
    insertSorted(this.#orders, order, intentOf);
  }

  findByCoId(coId: string): OwnOrder | undefined {
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

  findByIntent(intentId: number): OwnOrder | undefined {
    return findSorted(this.#orders, intentId, intentOf);
  }

  /** All unsettled orders, oldest first. */
  values(): readonly OwnOrder[] {
    return this.#orders;
  }

  /** All unsettled orders as others see them, oldest first. */
  listOpen(): readonly OpenOrder[] {
    return this.#orders.map(({ terms, orderId, state }) => ({
      coId: terms.coId,
      orderId,
      isUnknown: state === 'UNKNOWN' || state === 'SENDING' || state === 'JOURNALED',
    }));
  }

  remove(order: OwnOrder): void {
    if (!removeSorted(this.#orders, order, intentOf)) return;
    const { run } = this.#coIds;
    const itsRun = order.isAdopted ? this.#coIds.parseRun(order.terms.coId) : run;
    this.#remember(intentOf(order), itsRun, order.cumUnits);
  }

  #remember(intentId: number, run: number, cumUnits: number): void {
    const place = intentId % SETTLED_PLACES;
    this.#settledIntents[place] = intentId;
    this.#settledRuns[place] = run;
    this.#settledUnits[place] = cumUnits;
  }

  /** The settled orders that are remembered, by intent. */
  listSettled(): readonly SettledSnapshot[] {
    const settled: SettledSnapshot[] = [];
    for (const [place, intentId] of this.#settledIntents.entries()) {
      if (intentId === 0) continue;
      const run = this.#settledRuns[place] ?? 0;
      settled.push({ intentId, run, cumUnits: this.#settledUnits[place] ?? 0 });
    }
    return settled.sort((a, b) => a.intentId - b.intentId);
  }

  restoreSettled(settled: readonly SettledSnapshot[]): void {
    for (const { intentId, run, cumUnits } of settled) this.#remember(intentId, run, cumUnits);
  }

  /** Whether an identical order waits for the venue's word or for its fate to be known. */
  hasTwin(candidate: Candidate): boolean {
    return this.#orders.some(({ state, terms }) => {
      const isPending = state === 'SENDING' || state === 'PENDING_VENUE' || state === 'UNKNOWN';
      return (
        isPending &&
        terms.symbol === candidate.symbol &&
        terms.host.name === candidate.strategy &&
        terms.side === candidate.side &&
        terms.type === candidate.type &&
        terms.timeInForce === candidate.timeInForce &&
        terms.units === candidate.units &&
        terms.priceTicks === candidate.priceTicks
      );
    });
  }
}

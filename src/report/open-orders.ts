// Orders that may still change while a session goes on, found by their intent.
import { findSorted, insertSorted, removeSorted } from '../domain/index.js';
import type { OrderCosts } from './costs/costs.js';
import type { OrderRow } from './results.js';
import type { StateCount, Tally } from './tally.js';

export interface OpenOrder {
  readonly intentId: number;
  readonly tally: Tally;
  /** Bid + offer in ticks that its fills are compared with. */
  readonly arrivalTicks2: number;
  readonly parent: string;
  readonly costs: OrderCosts;
  /** Its row, while there was room for one. */
  readonly row: { -readonly [K in keyof OrderRow]: OrderRow[K] } | undefined;
  /** Where the tally counts it. */
  state: StateCount;
  isTerminal: boolean;
  filledUnits: number;
  bookedUnits: number;
}

/** It ended, and all its fills are booked. */
export function isSettled({ isTerminal, bookedUnits, filledUnits }: OpenOrder): boolean {
  return isTerminal && bookedUnits >= filledUnits;
}

const intentOf = (order: OpenOrder): number => order.intentId;

/** Sorted by intent. When `maximum` is reached, the older half is forgotten. */
export class OpenOrders {
  private orders: OpenOrder[] = [];
  private readonly maximum: number;

  constructor(maximum: number) {
    this.maximum = maximum;
  }

  find(intentId: number): OpenOrder | undefined {
    return findSorted(this.orders, intentId, intentOf);
  }

  add(order: OpenOrder): void {
    if (this.orders.length >= this.maximum) {
      this.orders = this.orders.slice(Math.ceil(this.maximum / 2));
    }
    insertSorted(this.orders, order, intentOf);
  }

  remove(order: OpenOrder): void {
    removeSorted(this.orders, order, intentOf);
  }
}

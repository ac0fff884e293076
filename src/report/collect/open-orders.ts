// Orders that may still change during a session, found by their intent id.
import { copyOrderView, type OrderView } from '../../domain/events/index.js';
import { findSorted, insertSorted, removeSorted } from '../../domain/numbers/index.js';
import type { OrderCosts } from '../costs/cost-line.js';
import type { OrderRow } from '../figures/results.js';
import type { StateCount, StrategyTotals } from './totals.js';

/** A row whose view is a copy, updated with each later view. */
interface OpenRow extends OrderRow {
  readonly view: { -readonly [Name in keyof OrderView]: OrderView[Name] };
}

export interface OpenOrder {
  readonly intentId: number;
  readonly tally: StrategyTotals;
  /** Bid + offer in ticks with which its fills are compared. */
  readonly arrivalTicks2: number;
  readonly parent: string;
  /** Absent if no costs are collected. */
  readonly costs: OrderCosts | undefined;
  /** Its row; absent if the rows were full. */
  readonly row: OpenRow | undefined;
  /** State under which the totals count it. */
  state: StateCount;
  isTerminal: boolean;
  /** Its end was counted: the order may be revived and end again. */
  hasEnded: boolean;
  readonly units: number;
  filledUnits: number;
  bookedUnits: number;
}

/** Data of an order beside its first view. */
type OrderSetting = Pick<OpenOrder, 'tally' | 'arrivalTicks2' | 'costs' | 'row'>;

/** Written out: spreading an object costs a microsecond, and every order passes here. */
export function createOpenOrder(
  { intentId, parent, state, isTerminal, units, filledUnits }: OrderView,
  { tally, arrivalTicks2, costs, row }: OrderSetting,
): OpenOrder {
  return {
    intentId,
    tally,
    arrivalTicks2,
    parent,
    costs,
    row,
    state: tally.move(undefined, state),
    isTerminal,
    hasEnded: isTerminal,
    units,
    filledUnits,
    // The previous run booked the fills of its own orders.
    bookedUnits: isFresh(state) ? 0 : filledUnits,
  };
}

export function createRow(view: OrderView, arrivalTicks2: number): OpenRow {
  return { placedAt: view.at, arrivalTicks2, view: copyOrderView(view) };
}

export function updateOrder(order: OpenOrder, view: OrderView): void {
  order.state = order.tally.move(order.state, view.state);
  order.hasEnded ||= view.isTerminal;
  order.isTerminal = view.isTerminal;
  order.filledUnits = view.filledUnits;
  if (order.row !== undefined) updateRow(order.row, view);
}

/** Updates the fields of a row that can change. */
function updateRow({ view: copy }: OpenRow, view: OrderView): void {
  copy.at = view.at;
  copy.coId = view.coId;
  copy.orderId = view.orderId;
  copy.units = view.units;
  copy.priceTicks = view.priceTicks;
  copy.filledUnits = view.filledUnits;
  copy.state = view.state;
  copy.isTerminal = view.isTerminal;
  copy.reason = view.reason;
  copy.rejectCode = view.rejectCode;
  copy.rejectPolicy = view.rejectPolicy;
}

/** Whether the order is of this run, so that the time of its decision is known. */
export function isFresh(state: string): boolean {
  return state === 'SENDING' || state === 'JOURNALED';
}

/** The order is filled and all fills are booked: for others a late trade may still come. */
export function isSettled({ isTerminal, units, bookedUnits, filledUnits }: OpenOrder): boolean {
  return isTerminal && filledUnits >= units && bookedUnits >= filledUnits;
}

const intentOf = (order: OpenOrder): number => order.intentId;

/** Orders sorted by intent id. At `maximum`, ended orders of the older half are removed. */
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
      this.forget();
    }
    insertSorted(this.orders, order, intentOf);
  }

  /**
   * Removes ended orders of the older half, oldest first, an eighth of all at a time: memory that
   * is freed in large parts looks like a leak until then. If none has ended, the older half is
   * removed.
   */
  private forget(): void {
    const half = Math.ceil(this.maximum / 2);
    let surplus = Math.ceil(this.maximum / 8);
    this.orders = this.orders.filter(({ isTerminal, bookedUnits, filledUnits }, at) => {
      const isOver = at < half && isTerminal && bookedUnits >= filledUnits;
      return !isOver || surplus-- <= 0;
    });
    if (this.orders.length >= this.maximum) this.orders = this.orders.slice(-half);
  }

  remove(order: OpenOrder): void {
    removeSorted(this.orders, order, intentOf);
  }
}

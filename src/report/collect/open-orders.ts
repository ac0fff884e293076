// Orders that may still change while a session goes on, found by their intent.
import {
  copyOrderView,
  findSorted,
  insertSorted,
  type OrderView,
  removeSorted,
} from '../../domain/index.js';
import type { OrderCosts } from '../costs/costs.js';
import type { OrderRow } from '../figures/results.js';
import type { StateCount, StrategyTotals } from './totals.js';

/** A row whose view is a copy, brought up to date by each that follows. */
interface OpenRow extends OrderRow {
  readonly view: { -readonly [Name in keyof OrderView]: OrderView[Name] };
}

export interface OpenOrder {
  readonly intentId: number;
  readonly tally: StrategyTotals;
  /** Bid + offer in ticks that its fills are compared with. */
  readonly arrivalTicks2: number;
  readonly parent: string;
  /** Absent where costs are not followed. */
  readonly costs: OrderCosts | undefined;
  /** Its row, while there was room for one. */
  readonly row: OpenRow | undefined;
  /** Where the tally counts it. */
  state: StateCount;
  isTerminal: boolean;
  /** Its end has been counted: it may be seen alive again, and end again. */
  hasEnded: boolean;
  readonly units: number;
  filledUnits: number;
  bookedUnits: number;
}

/** What is known of an order beside its first view. */
type OrderSetting = Pick<OpenOrder, 'tally' | 'arrivalTicks2' | 'costs' | 'row'>;

/** Written out: an object made of spread parts takes a microsecond, and every order passes here. */
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
    // What an order of a run before has been filled with was booked then.
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

/** Brings a row up to date: what its order was asked as stays, and is not copied again. */
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

/** Of this run: when it was decided is known. */
export function isFresh(state: string): boolean {
  return state === 'SENDING' || state === 'JOURNALED';
}

/** It is filled, and all its fills are booked: of others a late trade may still come. */
export function isSettled({ isTerminal, units, bookedUnits, filledUnits }: OpenOrder): boolean {
  return isTerminal && filledUnits >= units && bookedUnits >= filledUnits;
}

const intentOf = (order: OpenOrder): number => order.intentId;

/** Sorted by intent. When `maximum` is reached, of the older half those that have ended go. */
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
   * Of the older half those that have ended, oldest first, an eighth of all at a time: memory that
   * comes back in large parts looks like a leak until then. Where none has ended, the older half.
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

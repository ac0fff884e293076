// Exposure of an own order: keeps working and filled quantity of its symbol, strategy and parent.
import type { OrderState } from '../../domain/events/index.js';
import { isOutcomeUnknown } from './order-states.js';
import type { Order } from './order.js';
import type { TradingHalts } from './trading-halts.js';
import type { Contest } from './order-data.js';

/** Counts the quantity that the order may still fill as working. */
export function recomputeExposure(order: Order): void {
  const { exposedUnits } = order;
  const change = exposedUnits - order.reservedUnits;
  if (change === 0) return;
  order.reservedUnits = exposedUnits;
  const { symbol, sign, parent } = order.terms;
  if (sign > 0) symbol.workingBuy += change;
  else symbol.workingSell += change;
  if (parent !== undefined) parent.workingUnits += change;
}

/** Sets the contested reported fills; these units also count as working on the other side. */
export function setContest(order: Order, contest: Contest | undefined): void {
  const change = (contest?.units ?? 0) - (order.contest?.units ?? 0);
  order.contest = contest;
  const { symbol, sign } = order.terms;
  if (sign > 0) symbol.workingSell += change;
  else symbol.workingBuy += change;
}

/** The venue reports a higher filled quantity: position and working quantity follow at once. */
export function raiseFilled(order: Order, cumUnits: number): void {
  const change = cumUnits - order.cumUnits;
  order.cumUnits = cumUnits;
  recomputeExposure(order);
  movePosition(order, change);
  const { parent } = order.terms;
  if (parent !== undefined) parent.filledUnits += change;
}

/** Moves the positions of symbol and strategy by `units` in the direction of the order. */
export function movePosition({ terms }: Order, units: number): void {
  const { symbol, sign, host } = terms;
  const { id } = symbol.instrument;
  symbol.position += sign * units;
  // unreached: in range
  host.positions[id] = (host.positions[id] ?? 0) + sign * units;
}

/** Changes the state; exposure and the number of unknown orders follow. */
export function changeState(order: Order, state: OrderState): void {
  const wasInDoubt = isOutcomeUnknown(order.state);
  order.state = state;
  if (wasInDoubt !== isOutcomeUnknown(state)) countUnknown(order, wasInDoubt ? -1 : 1);
  recomputeExposure(order);
}

/** Adjusts the number of orders of unknown outcome in the order's symbol. */
export function countUnknown(order: Order, change: 1 | -1): void {
  order.terms.symbol.unknownOrders += change;
  if (change < 0) order.unknownOutcome = undefined;
}

/**
 * Raises the filled quantity of an order from an order report, also after the order has ended. A
 * late fill of an ended child can exceed what its parent has left: the strategy halts (RC40).
 */
export function applyReportedFill(halts: TradingHalts, order: Order, cumUnits: number): void {
  raiseFilled(order, cumUnits);
  const { coId, host, parent } = order.terms;
  if (parent === undefined || parent.rest >= 0) return;
  const reason = `order ${coId} fills more than its parent ${parent.key} has left`;
  halts.halt('strategy', host.name, 'RC40', reason);
}

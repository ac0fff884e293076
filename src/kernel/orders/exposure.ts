// What an own order exposes: working and filled quantity, in its symbol, strategy and parent.
import type { OrderState } from '../../domain/index.js';
import { isOutcomeUnknown } from './order-states.js';
import type { Contest, Order } from './order.js';

/** Counts as working what the order may still fill. */
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

/** So much of what it fills may be none: that counts on the other side too. */
export function setContest(order: Order, contest: Contest | undefined): void {
  const change = (contest?.units ?? 0) - (order.contest?.units ?? 0);
  order.contest = contest;
  const { symbol, sign } = order.terms;
  if (sign > 0) symbol.workingSell += change;
  else symbol.workingBuy += change;
}

/** The venue says that more is filled: position and working quantity follow at once. */
export function raiseFilled(order: Order, cumUnits: number): void {
  const change = cumUnits - order.cumUnits;
  order.cumUnits = cumUnits;
  recomputeExposure(order);
  movePosition(order, change);
  const { parent } = order.terms;
  if (parent !== undefined) parent.filledUnits += change;
}

/** `units` more of the order's side are held. */
export function movePosition({ terms }: Order, units: number): void {
  const { symbol, sign, host } = terms;
  const { id } = symbol.instrument;
  symbol.position += sign * units;
  // unreached: in range
  host.positions[id] = (host.positions[id] ?? 0) + sign * units;
}

/** Moves an order on; what it exposes and how many are in doubt follow. */
export function changeState(order: Order, state: OrderState): void {
  const wasInDoubt = isOutcomeUnknown(order.state);
  order.state = state;
  if (wasInDoubt !== isOutcomeUnknown(state)) countUnknown(order, wasInDoubt ? -1 : 1);
  recomputeExposure(order);
}

/** One order more or less of its symbol has an outcome that is not known. */
export function countUnknown(order: Order, change: 1 | -1): void {
  order.terms.symbol.unknownOrders += change;
  if (change < 0) order.doubt = undefined;
}

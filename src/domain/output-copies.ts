// Copies of what sinks are handed, written out: an object made of spread parts takes a microsecond.
import type { Fill, OrderView } from './output.js';

/**
 * A copy of an order's view. Sinks are handed the kernel's own object, which goes on changing, and
 * must not keep it: an engine that sees orders live long makes room for all of them where garbage
 * is rarely collected.
 */
export function copyOrderView(view: OrderView): OrderView {
  const { at, strategy, intentId, parent, coId, orderId, instrument, side, type } = view;
  const { timeInForce, units, priceTicks, filledUnits, arrivalTicks2, state, reason } = view;
  const { rejectCode, rejectPolicy } = view;
  return {
    at,
    strategy,
    intentId,
    parent,
    coId,
    orderId,
    instrument,
    side,
    type,
    timeInForce,
    units,
    priceTicks,
    filledUnits,
    arrivalTicks2,
    state,
    isTerminal: view.isTerminal,
    reason,
    rejectCode,
    rejectPolicy,
  };
}

/** Brings such a copy up to date: what an order was asked as stays, and is not copied again. */
export function updateOrderView(
  copy: { -readonly [Name in keyof OrderView]: OrderView[Name] },
  view: OrderView,
): void {
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

/** A copy, written out: a strategy is handed the same fill. */
export function copyFill(fill: Fill): Fill {
  const { at, strategy, intentId, coId, tradeId, instrument, side } = fill;
  const { units, priceTicks, executedAt, counterparty } = fill;
  return {
    at,
    strategy,
    intentId,
    coId,
    tradeId,
    instrument,
    side,
    units,
    priceTicks,
    executedAt,
    counterparty,
  };
}

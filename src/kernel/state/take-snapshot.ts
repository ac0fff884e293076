// Takes the snapshot of a running kernel or of a replay.
import type { KernelComponents } from '../components.js';
import type { Order } from '../orders/order.js';
import type { QuoteRequest } from '../quotes/quote-request.js';
import type { OpenWork, KernelSnapshot, OrderSnapshot, RequestSnapshot } from './snapshot.js';

export function takeSnapshot(state: KernelComponents): KernelSnapshot {
  const { orderManager, outputs, parents, policy, quoteRequests, scheduler } = state;
  const requests = quoteRequests.store.values().map(toRequestSnapshot);
  const counts = policy.counters.snapshot(scheduler.now);
  return {
    lastIntentId: outputs.lastIntentId,
    orders: orderManager.store.values().map(toOrderSnapshot),
    settled: orderManager.store.closed.snapshot(),
    trades: orderManager.store.closed.trades.snapshot(),
    kept: orderManager.store.listKept().map(toOrderSnapshot),
    positions: listPositions(state),
    longestUnseen: state.unknownOrders.longestUnseen,
    ...(requests.length === 0 ? {} : { requests }),
    parents: parents.snapshot(),
    gate: orderManager.gate.snapshot(scheduler.now),
    ...(counts === undefined ? {} : { counts }),
  };
}

export function listOpenWork({
  orderManager,
  names,
  scheduler,
  trading,
}: KernelComponents): OpenWork {
  return {
    orders: orderManager.store.values().map(toOrderSnapshot),
    reserved: names.states.map(
      ({ instrument: { symbol }, workingBuy: buy, workingSell: sell }) => ({ symbol, buy, sell }),
    ),
    pauses: trading.pauses.listInForce(scheduler.now),
  };
}

function listPositions({ registry, names }: KernelComponents): KernelSnapshot['positions'] {
  const positions = [...registry.values()].flatMap(({ name: strategy, positions: quantities }) =>
    names.states.map(({ instrument }) => ({
      strategy,
      symbol: instrument.symbol,
      // unreached: in range
      units: quantities[instrument.id] ?? 0,
    })),
  );
  const nameOf = ({ strategy, symbol }: (typeof positions)[number]) => `${strategy} ${symbol}`;
  return positions
    .filter(({ units }) => units !== 0)
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

function toRequestSnapshot({ terms, requestId, acceptedId }: QuoteRequest): RequestSnapshot {
  const { intentId, coId, host, symbol, side, units, lifeSeconds, sentAt } = terms;
  return {
    intentId,
    coId,
    strategy: host.name,
    symbol: symbol.instrument.symbol,
    side,
    units,
    lifeSeconds,
    sentAt,
    requestId,
    acceptedId,
  };
}

function toOrderSnapshot(order: Order): OrderSnapshot {
  const { terms } = order;
  return {
    intentId: terms.intentId,
    coId: terms.coId,
    strategy: order.strategy,
    parent: order.parent,
    symbol: terms.symbol.instrument.symbol,
    side: terms.side,
    type: terms.type,
    timeInForce: terms.timeInForce,
    units: terms.units,
    priceTicks: terms.priceTicks,
    expirySeconds: terms.expirySeconds,
    arrivalTicks2: terms.arrivalTicks2,
    orderId: order.orderId,
    state: order.state,
    at: order.at,
    cumUnits: order.cumUnits,
    bookedUnits: order.bookedUnits,
    bookedCash: order.bookedCash,
    reason: order.reason,
    cancelState: order.cancelState,
    cancelAt: order.cancelAt,
    ...(order.cancelFault === undefined ? {} : { cancelFault: order.cancelFault }),
    transactAt: order.transactAt,
    endAt: order.endAt,
    orderHash: order.orderHash,
    missingSince: order.missingSince,
    unbookedSince: order.unbookedSince,
    averageTicks: order.averageTicks,
    tradeIds: order.tradeIds,
    provisional: order.provisional ?? null,
    bustedUnits: order.bustedUnits,
    ...(order.amendedUnits === 0 ? {} : { amendedUnits: order.amendedUnits }),
    ...(order.contest === undefined ? {} : { contest: order.contest }),
    weakSince: order.likelyRejectedSince ?? null,
    doubt: order.unknownOutcome ?? null,
    ...(isSeenOnly(order) ? ({ isSeen: true } as const) : {}),
    isAccounted: order.isAccounted,
    ...(order.isDuplicate ? ({ isDouble: true } as const) : {}),
    isRevived: order.isRevived,
    hasLostMarks: order.hasLostTradeIds,
    rejectCode: order.rejection.code,
    rejectRule: order.rejection.rule,
  };
}

/** True when reports without a time and without a fill have shown the order. */
function isSeenOnly({ cumUnits, isDuplicate, isSeen, transactAt }: Order): boolean {
  return isSeen && !isDuplicate && transactAt === 0 && cumUnits === 0;
}

// Takes the snapshot of a kernel's state, or of a fold's.
import type { BotState } from '../components.js';
import type { OwnOrder } from '../orders/order.js';
import type { OwnRequest } from '../quotes/quote-request.js';
import type { AtWork, KernelSnapshot, OrderSnapshot, RequestSnapshot } from './snapshot.js';

export function takeSnapshot(state: BotState): KernelSnapshot {
  const { desk, outputs, parents, policy, quoteDesk, scheduler } = state;
  const requests = quoteDesk.store.values().map(toRequestSnapshot);
  const counts = policy.counters.snapshot(scheduler.now);
  return {
    lastIntentId: outputs.lastIntentId,
    orders: desk.store.values().map(toOrderSnapshot),
    settled: desk.store.settled.snapshot(),
    trades: desk.store.settled.trades.snapshot(),
    kept: desk.store.listKept().map(toOrderSnapshot),
    positions: listPositions(state),
    longestUnseen: desk.doubts.longestUnseen,
    ...(requests.length === 0 ? {} : { requests }),
    parents: parents.snapshot(),
    gate: desk.gate.snapshot(scheduler.now),
    ...(counts === undefined ? {} : { counts }),
  };
}

export function listAtWork({ desk, names, scheduler }: BotState): AtWork {
  return {
    orders: desk.store.values().map(toOrderSnapshot),
    reserved: names.states.map(
      ({ instrument: { symbol }, workingBuy: buy, workingSell: sell }) => ({ symbol, buy, sell }),
    ),
    pauses: desk.gate.pauses.listInForce(scheduler.now),
  };
}

function listPositions({ hosts, names }: BotState): KernelSnapshot['positions'] {
  const positions = [...hosts.values()].flatMap(({ name: strategy, positions: quantities }) =>
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

function toRequestSnapshot({ terms, requestId, acceptedId }: OwnRequest): RequestSnapshot {
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

function toOrderSnapshot(order: OwnOrder): OrderSnapshot {
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
    weakSince: order.weakSince ?? null,
    doubt: order.doubt ?? null,
    ...(isSeenOnly(order) ? ({ isSeen: true } as const) : {}),
    isAccounted: order.isAccounted,
    ...(order.isDouble ? ({ isDouble: true } as const) : {}),
    isRevived: order.isRevived,
    hasLostMarks: order.hasLostMarks,
    rejectCode: order.rejection.code,
    rejectRule: order.rejection.rule,
  };
}

/** Shown by reports without a time and without a fill. */
function isSeenOnly({ cumUnits, isDouble, isSeen, transactAt }: OwnOrder): boolean {
  return isSeen && !isDouble && transactAt === 0 && cumUnits === 0;
}

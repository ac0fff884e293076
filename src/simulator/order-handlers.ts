// Orders and their trades (wire facts 4.3 to 4.7 and 5.2).
import {
  decodeOrderRequest,
  encodeOrder,
  encodePlaceAnswer,
  encodeTrade,
  type VenueProfile,
} from '../protocol/index.js';
import type { Account, VenueOrder } from '../venue/index.js';
import { type Answer, answer, refuse } from './answer.js';
import { type Call, findAccount, type Host } from './host.js';

export function placeOrder({ venue, profile }: Host, call: Call): Answer {
  const request = decodeOrderRequest(call.body);
  if (!request.ok) return refuse(400, request.fault.message);
  const placed = venue.place(call.at, findAccount(call), request.value);
  if ('rejected' in placed) {
    return refuse(400, placed.rejected.message, placed.rejected.code, profile);
  }
  const [status = 202] = profile.placeStatuses;
  return answer(status, encodePlaceAnswer(placed.accepted, profile));
}

export function queryOrders({ profile }: Host, call: Call): Answer {
  const account = findAccount(call);
  const { coId } = call.query;
  if (coId !== undefined) return answerOrder(account.findByCoId(coId), profile);
  const active = account.listActive().map((order) => encodeOrder(order.view, 'place', profile));
  return answerList(active, profile.noActiveOrderStatus, 'No order is active.');
}

export function queryOrder({ profile }: Host, call: Call): Answer {
  return answerOrder(findAccount(call).findByOrderId(call.params['id'] ?? ''), profile);
}

export function cancelOrder({ venue, profile }: Host, call: Call): Answer {
  const cancelled = venue.cancel(call.at, findAccount(call), call.params['id'] ?? '');
  if (cancelled === 'unknown') return refuseOrder(profile);
  if (cancelled === 'ended') {
    return refuse(400, 'The order has ended.', profile.notActiveCode, profile);
  }
  return answer(profile.cancelStatus, encodeOrder(cancelled.pending, 'cancel', profile));
}

export function cancelAllOrders({ venue, profile }: Host, call: Call): Answer {
  const pending = venue.cancelAll(call.at, findAccount(call));
  const orders = pending.map((view) => encodeOrder(view, 'cancel', profile));
  return answer(profile.cancelStatus, `[${orders.join(',')}]`);
}

export function orderFills({ profile }: Host, call: Call): Answer {
  const { orderId, coId } = call.query;
  if ((orderId === undefined) === (coId === undefined)) {
    return refuse(400, 'query: expected either orderId or coId.');
  }
  const order = findOrder(findAccount(call), orderId, coId);
  if (order === undefined) return refuseOrder(profile);
  const trades = order.trades.map((trade) => encodeTrade(trade, profile));
  return answerList(trades, profile.noFillStatus, 'The order has no fill.');
}

function findOrder(
  account: Account,
  orderId: string | undefined,
  coId: string | undefined,
): VenueOrder | undefined {
  return orderId === undefined ? account.findByCoId(coId ?? '') : account.findByOrderId(orderId);
}

function answerOrder(order: VenueOrder | undefined, profile: VenueProfile): Answer {
  if (order === undefined) return refuseOrder(profile);
  return answer(200, encodeOrder(order.view, 'place', profile));
}

/** An empty list, or the status by which the profile says that there is none. */
function answerList(items: readonly string[], noneStatus: number, message: string): Answer {
  const isError = items.length === 0 && noneStatus !== 200;
  return isError ? refuse(noneStatus, message) : answer(200, `[${items.join(',')}]`);
}

function refuseOrder(profile: VenueProfile): Answer {
  return refuse(profile.unknownOrderStatus, 'The order is unknown.');
}

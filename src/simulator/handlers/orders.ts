// Handlers of orders (wire facts 4.3 to 4.7).
import { encodeOrder, encodePlaceAnswer } from '../../protocol/codecs/index.js';
import { decodeOrderRequest } from '../../protocol/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import type { VenueOrder } from '../../venue/index.js';
import { type SimulatorResponse, answer, answerList, refuse, refuseOrder } from '../response.js';
import { type AreaHandlers, type Call, findAccount, type HandlerContext } from '../handler.js';

function placeOrder(
  { venue, profile }: HandlerContext,
  call: Call<'placeOrder'>,
): SimulatorResponse {
  const request = decodeOrderRequest(call.body, profile);
  if (!request.ok) return refuse(400, request.fault.message);
  const placed = venue.place(call.at, findAccount(call), request.value);
  if ('rejected' in placed) {
    return refuse(400, placed.rejected.message, placed.rejected.code, profile);
  }
  const [status = 202] = profile.placeStatuses;
  return answer(status, encodePlaceAnswer(placed.accepted.view, profile));
}

function queryOrders({ profile }: HandlerContext, call: Call<'queryOrders'>): SimulatorResponse {
  const account = findAccount(call);
  const { coId } = call.query;
  if (coId !== undefined) return answerOrder(account.findByCoId(coId), profile);
  const active = account.listActive().map((order) => encodeOrder(order.view, 'place', profile));
  return answerList(active, profile.noActiveOrderStatus, 'No order is active.');
}

function queryOrder({ profile }: HandlerContext, call: Call<'queryOrder'>): SimulatorResponse {
  return answerOrder(findAccount(call).findByOrderId(call.params.id), profile);
}

function cancelOrder(
  { venue, profile }: HandlerContext,
  call: Call<'cancelOrder'>,
): SimulatorResponse {
  const cancelled = venue.cancel(call.at, findAccount(call), call.params.id);
  if (cancelled === 'unknown') return refuseOrder(profile);
  if (cancelled === 'ended') {
    return refuse(400, 'The order has ended.', profile.notActiveCode, profile);
  }
  return answer(profile.cancelStatus, encodeOrder(cancelled.pending, 'cancel', profile));
}

function cancelAllOrders(
  { venue, profile }: HandlerContext,
  call: Call<'cancelAllOrders'>,
): SimulatorResponse {
  const pending = venue.cancelAll(call.at, findAccount(call));
  const orders = pending.map((view) => encodeOrder(view, 'cancel', profile));
  return answer(profile.cancelStatus, `[${orders.join(',')}]`);
}

function answerOrder(order: VenueOrder | undefined, profile: VenueProfile): SimulatorResponse {
  if (order === undefined) return refuseOrder(profile);
  return answer(200, encodeOrder(order.view, 'place', profile));
}

export const ORDER_HANDLERS: AreaHandlers<'orders'> = {
  placeOrder,
  queryOrders,
  queryOrder,
  cancelOrder,
  cancelAllOrders,
};

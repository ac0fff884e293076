// Handlers of trades (wire facts 5).
import { formatVenueTime } from '../../domain/index.js';
import type { VenueTrade } from '../../domain/venue/index.js';
import { encodeVenueTrade } from '../../protocol/codecs/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import {
  type UserOrders,
  type BackOfficeRefusal,
  type BackOfficeResult,
  toVenueTrade,
  type VenueOrder,
} from '../../venue/index.js';
import { type SimulatorResponse, answer, answerList, refuse, refuseOrder } from '../response.js';
import { type AreaHandlers, type Call, findAccount, type HandlerContext } from '../handler.js';

function orderFills(
  { venue, services, profile }: HandlerContext,
  call: Call<'orderFills'>,
): SimulatorResponse {
  const { orderId, coId } = call.query;
  if ((orderId === undefined) === (coId === undefined)) {
    return refuse(400, 'query: expected either orderId or coId.');
  }
  const order = findOrder(findAccount(call), orderId, coId);
  if (order === undefined) return refuseOrder(profile);
  // The back office has the trade's latest version, as long as it keeps the trade.
  const trades = order.trades.map((view) =>
    encodeVenueTrade(
      services.trades.find(view.tradeId) ??
        toVenueTrade(view, profile.tradeChannel, venue.calendars),
      profile,
    ),
  );
  return answerList(trades, profile.noFillStatus, 'The order has no fill.');
}

function findOrder(
  account: UserOrders,
  orderId: string | undefined,
  coId: string | undefined,
): VenueOrder | undefined {
  return orderId === undefined ? account.findByCoId(coId ?? '') : account.findByOrderId(orderId);
}

function tradeDetails(
  { services, profile }: HandlerContext,
  call: Call<'tradeDetails'>,
): SimulatorResponse {
  const trade = services.backOffice.find(findAccount(call).user, call.params.id);
  return trade === undefined
    ? refuse(profile.trades.unknownTradeStatus, 'The trade is unknown.')
    : answer(200, encodeVenueTrade(trade, profile));
}

function bookTrade(
  { services, profile }: HandlerContext,
  call: Call<'bookTrade'>,
): SimulatorResponse {
  const booked = services.backOffice.book(call.at, findAccount(call).user, call.body);
  return answerDesk(booked, profile, ({ tradeId, changedAt }) => {
    const { clientRequestId } = call.body;
    return { tradeId, createdTime: formatVenueTime(changedAt), clientRequestId };
  });
}

function amendTrade(
  { services, profile }: HandlerContext,
  call: Call<'amendTrade'>,
): SimulatorResponse {
  const amended = services.backOffice.amend(call.at, findAccount(call).user, call.body);
  return answerDesk(amended, profile, describeReplacement);
}

function rollTrade(
  { services, profile }: HandlerContext,
  call: Call<'rollTrade'>,
): SimulatorResponse {
  const rolled = services.backOffice.roll(call.at, findAccount(call).user, call.body);
  return answerDesk(rolled, profile, describeReplacement);
}

function describeReplacement({ originalTradeId, tradeId, changedAt }: VenueTrade): object {
  return { originalTradeId, tradeId, createdTime: formatVenueTime(changedAt) };
}

function allocateTrade(
  { services, profile }: HandlerContext,
  call: Call<'allocateTrade'>,
): SimulatorResponse {
  const { id, allocations } = call.body;
  const parts = services.backOffice.allocate(call.at, findAccount(call).user, id, allocations);
  return answerDesk(parts, profile, (trades) => ({
    originalTradeId: id,
    trades: trades.map(({ referenceId, tradeId }) => ({ referenceId, tradeId })),
  }));
}

function cancelTrades(
  { services, profile }: HandlerContext,
  call: Call<'cancelTrades'>,
): SimulatorResponse {
  const canceled = services.backOffice.cancel(call.at, findAccount(call).user, call.body);
  if (canceled.ok && profile.trades.cancelAnswer === 'empty') return answer(200, '');
  const { statusNames } = profile.trades;
  return answerDesk(canceled, profile, (trades) => ({
    trades: trades.map(({ tradeId, status }) => ({ tradeId, status: statusNames[status] })),
  }));
}

function answerDesk<T>(
  result: BackOfficeResult<T>,
  profile: VenueProfile,
  describe: (value: T) => object,
): SimulatorResponse {
  return result.ok
    ? answer(200, JSON.stringify(describe(result.value)))
    : refuseDesk(result.fault, profile);
}

/** Response to a rejection of the back office or of a position query. */
export function refuseDesk(
  { kind, message }: BackOfficeRefusal,
  { trades }: VenueProfile,
): SimulatorResponse {
  const statuses = {
    invalid: 400,
    forbidden: trades.forbiddenStatus,
    unknown: trades.unknownTradeStatus,
  };
  return refuse(statuses[kind], message);
}

export const TRADE_HANDLERS: AreaHandlers<'trades'> = {
  orderFills,
  tradeDetails,
  bookTrade,
  amendTrade,
  rollTrade,
  allocateTrade,
  cancelTrades,
};

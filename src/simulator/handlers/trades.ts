// Trades (wire facts 5).
import { encodeVenueTrade } from '../../protocol/index.js';
import { type Account, toVenueTrade, type VenueOrder } from '../../venue/index.js';
import { type Answer, answerList, refuse, refuseOrder } from '../answer.js';
import { type AreaHandlers, type Call, findAccount, type Host } from '../host.js';

function orderFills({ desks, profile }: Host, call: Call<'orderFills'>): Answer {
  const { orderId, coId } = call.query;
  if ((orderId === undefined) === (coId === undefined)) {
    return refuse(400, 'query: expected either orderId or coId.');
  }
  const order = findOrder(findAccount(call), orderId, coId);
  if (order === undefined) return refuseOrder(profile);
  // The back office knows what became of a fill, as long as it keeps it.
  const trades = order.trades.map((view) =>
    encodeVenueTrade(
      desks.trades.find(view.tradeId) ?? toVenueTrade(view, profile.tradeChannel),
      profile,
    ),
  );
  return answerList(trades, profile.noFillStatus, 'The order has no fill.');
}

function findOrder(
  account: Account,
  orderId: string | undefined,
  coId: string | undefined,
): VenueOrder | undefined {
  return orderId === undefined ? account.findByCoId(coId ?? '') : account.findByOrderId(orderId);
}

export const TRADE_HANDLERS: AreaHandlers<'trades'> = { orderFills };

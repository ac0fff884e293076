// Order objects as the simulator answers them (wire facts 4.3 and 4.5).
import {
  divideHalfUp,
  formatShortest,
  formatVenueTime,
  isTerminalStatus,
  type VenueOrderView,
} from '../domain/index.js';
import { DEFAULT_PROFILE, type VenueProfile } from './profile.js';
import { toEpochMs } from './wire-text.js';

/** What the request that is answered did to the order. */
export type OrderAction = 'place' | 'cancel';

/** The 202 answer of a place: exactly the 13 fields of wire facts 4.3. */
export function encodePlaceAnswer(
  view: VenueOrderView,
  profile: VenueProfile = DEFAULT_PROFILE,
): string {
  return `${encodeHead(view, 'place', profile)}}`;
}

/** One order object with all that is known of it; empty fields are left out. */
export function encodeOrder(
  view: VenueOrderView,
  action: OrderAction,
  profile: VenueProfile = DEFAULT_PROFILE,
): string {
  const executionType = profile.executionTypes[view.status];
  let text = encodeHead(view, action, profile);
  if (view.timeInForce === 'GTT') text += `,"expiryTime":${String(view.expirySeconds)}`;
  text += `,"clientOrderTime":"${formatVenueTime(view.createdAt)}"`;
  text += `,"tradeChannel":"${profile.tradeChannel}"`;
  if (view.cumUnits > 0) text += encodeFilled(view);
  text += `,"leavesQty":${formatShortest(findLeaves(view, profile), view.instrument.baseDecimals)}`;
  if (executionType !== undefined) text += `,"executionType":"${executionType}"`;
  if (view.reason !== '') text += `,"reason":${JSON.stringify(view.reason)}`;
  return `${text},"transactTime":${String(toEpochMs(view.transactAt))}}`;
}

function encodeHead(view: VenueOrderView, action: OrderAction, profile: VenueProfile): string {
  const { instrument } = view;
  const { baseDecimals, ratePrecision } = instrument;
  let text = `{"coId":${JSON.stringify(view.coId)},"type":"${view.type}"`;
  text += `,"timeInForce":"${view.timeInForce}","side":"${view.side}"`;
  text += `,"currency":"${instrument.base}","symbol":"${instrument.symbol}"`;
  text += `,"size":${formatShortest(view.units, baseDecimals)},"org":${JSON.stringify(view.org)}`;
  if (view.priceTicks > 0) text += `,"price":${formatShortest(view.priceTicks, ratePrecision)}`;
  text += `,"orderId":${JSON.stringify(view.orderId)}`;
  text += `,"userFullName":${JSON.stringify(view.user)}`;
  return `${text},"action":"${action}","status":"${profile.statusNames[view.status]}"`;
}

function encodeFilled(view: VenueOrderView): string {
  const { baseDecimals, ratePrecision } = view.instrument;
  const average = divideHalfUp(BigInt(view.cumCash) * 100n, BigInt(view.cumUnits));
  let text = `,"averagePrice":${formatShortest(average, ratePrecision + 2)}`;
  text += `,"cumQty":${formatShortest(view.cumUnits, baseDecimals)}`;
  if (view.lastTradeId === '') return text;
  text += `,"execId":${JSON.stringify(view.lastTradeId)}`;
  text += `,"lastPrice":${formatShortest(view.lastTicks, ratePrecision)}`;
  return `${text},"lastQty":${formatShortest(view.lastUnits, baseDecimals)}`;
}

function findLeaves(view: VenueOrderView, profile: VenueProfile): number {
  const isOver = isTerminalStatus(view.status);
  return isOver && profile.terminalLeaves === 'zero' ? 0 : view.units - view.cumUnits;
}

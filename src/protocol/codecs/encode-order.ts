// Encodes the simulator's order objects (wire facts 4.3 and 4.5).
import { formatVenueTime } from '../../domain/index.js';
import { divideHalfUp, formatShortest } from '../../domain/numbers/index.js';
import { isTerminalStatus } from '../../domain/orders/index.js';
import {
  FINE_TICKS,
  toTermUnits,
  type VenueOrderView,
  type VenueTradeView,
} from '../../domain/venue/index.js';
import { encodeDetails, encodeStrategy, findDealtDecimals } from './encode-order-details.js';
import { DEFAULT_PROFILE, type OrderAction, type VenueProfile } from '../profile/profile.js';
import { nameReason } from '../reason-name.js';
import { toEpochMs } from '../wire-text.js';

/**
 * Body of a place response (202): the 13 fields of wire facts 4.3, and the request's algo, peg and
 * custom fields.
 */
export function encodePlaceAnswer(
  view: VenueOrderView,
  profile: VenueProfile = DEFAULT_PROFILE,
): string {
  const { details, instrument } = view;
  const head = encodeHead(view, 'place', profile);
  return details === undefined
    ? `${head}}`
    : `${head}${encodeStrategy(details, instrument, profile)}}`;
}

/** Complete order object; empty fields are left out. */
export function encodeOrder(
  view: VenueOrderView,
  action: OrderAction,
  profile: VenueProfile = DEFAULT_PROFILE,
): string {
  const { details, instrument } = view;
  const executionType = profile.executionTypes[view.status];
  let text = encodeHead(view, action, profile);
  if (view.timeInForce === 'GTT') text += `,"expiryTime":${String(view.expirySeconds)}`;
  if (details !== undefined) {
    text += encodeDetails(details, instrument, view.org, profile);
    text += encodeStrategy(details, instrument, profile);
  }
  text += `,"clientOrderTime":"${formatVenueTime(view.createdAt)}"`;
  text += `,"tradeChannel":"${profile.tradeChannel}"`;
  if (view.cumUnits > 0) text += encodeFilled(view, profile);
  else if (details?.valueDate !== undefined) {
    text += `,"valueDate":"${formatOrderDate(details.valueDate, profile)}"`;
  }
  text += `,"leavesQty":${formatDealt(findLeaves(view, profile), view)}`;
  if (executionType !== undefined) text += `,"executionType":"${executionType}"`;
  if (view.reason !== '') text += `,"reason":${JSON.stringify(nameReason(view.reason, profile))}`;
  return `${text},"transactTime":${String(toEpochMs(view.transactAt))}}`;
}

function encodeHead(view: VenueOrderView, action: OrderAction, profile: VenueProfile): string {
  const { instrument } = view;
  const currency = view.details?.inTerm === true ? instrument.term : instrument.base;
  let text = `{"coId":${JSON.stringify(view.coId)},"type":"${view.type}"`;
  text += `,"timeInForce":"${view.timeInForce}","side":"${view.side}"`;
  text += `,"currency":"${currency}","symbol":"${instrument.symbol}"`;
  text += `,"size":${formatDealt(view.units, view)},"org":${JSON.stringify(view.org)}`;
  if (view.priceTicks > 0) {
    text += `,"price":${formatShortest(view.priceTicks, instrument.ratePrecision)}`;
  }
  text += `,"orderId":${JSON.stringify(view.orderId)}`;
  text += `,"userFullName":${JSON.stringify(view.user)}`;
  text += `,"action":"${profile.orderActions[action]}"`;
  return `${text},"status":"${profile.statusNames[view.status]}"`;
}

function encodeFilled(view: VenueOrderView, profile: VenueProfile): string {
  const { ratePrecision } = view.instrument;
  const average = divideHalfUp(BigInt(view.cumCash) * 100n, BigInt(view.cumBaseUnits));
  let text = `,"averagePrice":${formatShortest(average, ratePrecision + 2)}`;
  text += `,"cumQty":${formatDealt(view.cumUnits, view)}`;
  return view.lastTrade === undefined
    ? text
    : text + encodeLastTrade(view, view.lastTrade, profile);
}

function encodeLastTrade(
  view: VenueOrderView,
  trade: VenueTradeView,
  profile: VenueProfile,
): string {
  const { instrument, units, priceTicks } = trade;
  let text = `,"execId":${JSON.stringify(trade.tradeId)}`;
  text += `,"lastPrice":${formatShortest(priceTicks, instrument.ratePrecision)}`;
  text += `,"lastQty":${formatDealt(trade.termUnits ?? units, view)}`;
  const settled =
    trade.termUnits === undefined
      ? formatShortest(
          toTermUnits(instrument, units, priceTicks * FINE_TICKS),
          instrument.termDecimals,
        )
      : formatShortest(units, instrument.baseDecimals);
  text += `,"settlCurrAmt":${settled},"counterparty":${JSON.stringify(trade.counterparty)}`;
  text += `,"counterPartyAccount":${JSON.stringify(trade.counterpartyAccount)}`;
  text += `,"valueDate":"${formatOrderDate(trade.valueDate, profile)}"`;
  return `${text},"tradeDate":"${formatOrderDate(trade.tradeDate, profile)}"`;
}

function formatOrderDate(date: string, { orderDates }: VenueProfile): string {
  return orderDates === 'dashed' ? date : date.replaceAll('-', '');
}

/** Decimal text of an amount in the dealt currency. */
function formatDealt(units: number, { instrument, details }: VenueOrderView): string {
  return formatShortest(units, findDealtDecimals(instrument, details));
}

function findLeaves(view: VenueOrderView, profile: VenueProfile): number {
  const isOver = isTerminalStatus(view.status);
  return isOver && profile.terminalLeaves === 'zero' ? 0 : view.units - view.cumUnits;
}

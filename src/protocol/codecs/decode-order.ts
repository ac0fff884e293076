// Decodes the venue's order objects to order events.
import { isRecord } from '../../validation/index.js';
import type { OrderEvent } from '../../domain/events/index.js';
import { fail, type Instrument, MILLISECOND, ok, type Result } from '../../domain/index.js';
import {
  isTerminalStatus,
  ORDER_STATUSES,
  ORDER_TYPES,
  TIMES_IN_FORCE,
} from '../../domain/orders/index.js';
import {
  decodeDealt,
  decodePrice,
  failShape,
  failSymbol,
  findDealtDecimals,
  shiftDecimal,
} from './decode-number.js';
import { DEFAULT_PROFILE, foldStatus, type VenueProfile } from '../profile/profile.js';
import type { OrderBody } from '../schemas/orders.js';
import { isEpochMs, isOptionalNumber, isOptionalText } from './spot-rate.js';
import { cleanText, isIdText } from '../wire-text.js';

/** Finds the instrument of a symbol in the venue's spelling. */
export type FindInstrument = (symbol: string) => Instrument | undefined;

/** Whether a body matches `orderSchema`; hand-written because every poll calls it. */
export function isOrderBody(body: unknown): body is OrderBody {
  return (
    isRecord(body) &&
    typeof body['coId'] === 'string' &&
    body['coId'].length > 0 &&
    isIdText(body['coId']) &&
    typeof body['type'] === 'string' &&
    typeof body['timeInForce'] === 'string' &&
    typeof body['side'] === 'string' &&
    typeof body['currency'] === 'string' &&
    typeof body['symbol'] === 'string' &&
    Number.isFinite(body['size']) &&
    isOptionalNumber(body['price']) &&
    isOptionalId(body['orderId']) &&
    isOptionalText(body['status']) &&
    isOptionalNumber(body['cumQty']) &&
    isOptionalNumber(body['leavesQty']) &&
    isOptionalNumber(body['averagePrice']) &&
    isOptionalId(body['originalCoId']) &&
    isOptionalText(body['reason']) &&
    (body['transactTime'] === undefined ||
      body['transactTime'] === null ||
      isEpochMs(body['transactTime']))
  );
}

function isOptionalId(value: unknown): boolean {
  return isOptionalText(value) && isIdText(value ?? '');
}

/**
 * Order event of one order object. Fault codes `protocol.shape`, `protocol.symbol`,
 * `protocol.value` and `protocol.order-status`.
 */
export function decodeOrder(
  body: unknown,
  instrument: Instrument,
  profile: VenueProfile = DEFAULT_PROFILE,
): Result<OrderEvent> {
  if (!isOrderBody(body)) return failShape('order', 'the fields of an order', body);
  const { coId } = body;
  if (body.symbol !== instrument.symbol) {
    return failSymbol(`order ${coId}`, instrument.symbol, body.symbol);
  }
  const decimals = findDealtDecimals(body.currency, instrument);
  if (decimals === undefined) {
    const { base, term } = instrument;
    return failSymbol(`order ${coId}`, `dealt currency ${base} or ${term}`, body.currency);
  }
  if (typeof body.status !== 'string' || body.status === '') {
    return fail('protocol.order-status', `order ${coId}: expected a status, found none`);
  }
  const status = foldStatus(cleanText(body.status, 60), profile);
  const units = decodeDealt('size', body.size, instrument, decimals);
  if (!units.ok) return units;
  const price = decodePrice('price', body.price ?? 0, instrument);
  if (!price.ok) return price;
  const filled = decodeFilled(body, status, units.value, instrument, decimals);
  if (!filled.ok) return filled;
  const inTerm = body.currency === instrument.base ? undefined : instrument.term;
  return ok({
    type: 'order',
    coId,
    orderId: body.orderId ?? '',
    status,
    cumUnits: filled.value,
    units: units.value,
    priceTicks: price.value,
    symbol: body.symbol,
    side: foldSide(body.side),
    ...decodeKind(body),
    reason: cleanText(body.reason ?? ''),
    transactAt: (body.transactTime ?? 0) * MILLISECOND,
    ...(inTerm === undefined ? undefined : { dealtCurrency: inTerm }),
    ...(lacksFilled(body, status) ? { lacksFilled: true } : undefined),
    ...decodeAverage(body, instrument),
    ...decodeOriginal(body),
  });
}

/**
 * Filled units. If the venue omits `cumQty`, status and `leavesQty` determine them; `leavesQty` is
 * ignored under an unknown status, where 0 may also mean cancelled.
 */
function decodeFilled(
  body: OrderBody,
  status: string,
  units: number,
  instrument: Instrument,
  decimals: number,
): Result<number> {
  if (typeof body.cumQty === 'number') {
    return decodeDealt('cumQty', body.cumQty, instrument, decimals);
  }
  if (status === 'FILLED') return ok(units);
  if (typeof body.leavesQty === 'number' && isLiveStatus(status)) {
    const leaves = decodeDealt('leavesQty', body.leavesQty, instrument, decimals);
    return leaves.ok ? ok(Math.max(0, units - leaves.value)) : leaves;
  }
  return status === 'PARTIALLY_FILLED'
    ? failShape(`order ${body.coId}`, 'cumQty or leavesQty of a partial fill', undefined)
    : ok(0);
}

/** Whether filled units are unknown: after an end `leavesQty` may be 0 or the unfilled units. */
function lacksFilled({ cumQty }: OrderBody, status: string): boolean {
  return typeof cumQty !== 'number' && isTerminalStatus(status) && status !== 'FILLED';
}

function isLiveStatus(status: string): boolean {
  const isKnown = (ORDER_STATUSES as readonly string[]).includes(status);
  return isKnown && !isTerminalStatus(status);
}

/** The average price may be finer than a tick. */
function decodeAverage(
  { averagePrice }: OrderBody,
  { ratePrecision }: Instrument,
): Pick<OrderEvent, 'averageTicks'> | undefined {
  const hasAverage = typeof averagePrice === 'number' && averagePrice > 0;
  return hasAverage ? { averageTicks: shiftDecimal(averagePrice, ratePrecision) } : undefined;
}

/** coId of the order that this one replaced. */
function decodeOriginal({
  coId,
  originalCoId,
}: OrderBody): Pick<OrderEvent, 'originalCoId'> | undefined {
  const hasOne = typeof originalCoId === 'string' && originalCoId !== '' && originalCoId !== coId;
  return hasOne ? { originalCoId } : undefined;
}

/** Type and time in force in any letter case; unknown values are left out. */
function decodeKind({
  type,
  timeInForce,
}: OrderBody): Pick<OrderEvent, 'orderType' | 'timeInForce'> {
  const orderType = findWord(ORDER_TYPES, type);
  const time = findWord(TIMES_IN_FORCE, timeInForce);
  return {
    ...(orderType === undefined ? undefined : { orderType }),
    ...(time === undefined ? undefined : { timeInForce: time }),
  };
}

function findWord<Word extends string>(words: readonly Word[], found: string): Word | undefined {
  const lower = found.toLowerCase();
  return words.find((word) => word.toLowerCase() === lower);
}

/** Returns `Buy` or `Sell` for any letter case; keeps other values. */
export function foldSide(word: string): string {
  const upper = word.toUpperCase();
  return upper === 'BUY' ? 'Buy' : upper === 'SELL' ? 'Sell' : cleanText(word, 60);
}

/**
 * Orders of a response: one object or an array. One unreadable order makes the whole response a
 * fault, because an unreadable order must never look like a missing one.
 */
export function decodeOrders(
  body: unknown,
  find: FindInstrument,
  profile: VenueProfile = DEFAULT_PROFILE,
): Result<readonly OrderEvent[]> {
  const events: OrderEvent[] = [];
  for (const item of toList(body)) {
    const symbol = isRecord(item) ? item['symbol'] : undefined;
    if (typeof symbol !== 'string') return failShape('order', 'a symbol', symbol);
    const instrument = find(symbol);
    const event =
      instrument === undefined
        ? decodeForeignOrder(item, profile)
        : decodeOrder(item, instrument, profile);
    if (!event.ok) return event;
    events.push(event.value);
  }
  return ok(events);
}

/**
 * Decodes an order in a symbol that is not configured, which is never an own order. Only its ids
 * and state count; sizes and prices are 0, because their precision is unknown.
 */
function decodeForeignOrder(body: unknown, profile: VenueProfile): Result<OrderEvent> {
  if (!isOrderBody(body)) return failShape('order', 'the fields of an order', body);
  const { coId, status } = body;
  if (typeof status !== 'string' || status === '') {
    return fail('protocol.order-status', `order ${coId}: expected a status, found none`);
  }
  return ok({
    type: 'order',
    coId,
    orderId: body.orderId ?? '',
    status: foldStatus(cleanText(status, 60), profile),
    cumUnits: 0,
    units: 0,
    priceTicks: 0,
    symbol: cleanText(body.symbol, 60),
    side: foldSide(body.side),
    ...decodeKind(body),
    reason: cleanText(body.reason ?? ''),
    transactAt: (body.transactTime ?? 0) * MILLISECOND,
    ...decodeOriginal(body),
  });
}

/** A body that is one object or an array of objects, as an array. */
export function toList(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? (body as readonly unknown[]) : [body];
}

// Decodes the trades of an order (wire facts 5.2).
import { isRecord } from '../../validation/index.js';
import type { BustEvent, TradeEvent } from '../../domain/events/index.js';
import { type Instant, MILLISECOND, ok, parseVenueTime, type Result } from '../../domain/index.js';
import type { TradeMeaning } from '../../domain/quotes/index.js';
import { type FindInstrument, foldSide, toList } from './decode-order.js';
import {
  decodeDealt,
  decodePrice,
  failShape,
  failSymbol,
  findDealtDecimals,
} from './decode-number.js';
import { DEFAULT_PROFILE, type VenueProfile } from '../profile/profile.js';
import { isEpochMs } from './spot-rate.js';
import { isIdText, readDate } from '../wire-text.js';

/** Statuses of a bust, upper case, in addition to the profile's own. */
const TAKEN_BACK: readonly string[] = ['CANCELED', 'CANCELLED'];

/**
 * Fills and busts of a response, which is one trade object or an array. Busts stand before and
 * after the fills: the first one frees the quantity of a booked fill for them, the second one may
 * take back what they leave of a provisional fill. Trades that are not fills yet (rejected, not
 * verified) are left out. Fault codes `protocol.shape`, `protocol.symbol` and `protocol.value`.
 */
export function decodeTrades(
  body: unknown,
  find: FindInstrument,
  profile: VenueProfile = DEFAULT_PROFILE,
): Result<readonly (TradeEvent | BustEvent)[]> {
  const busts: BustEvent[] = [];
  const trades: TradeEvent[] = [];
  for (const item of toList(body)) {
    if (!isRecord(item)) return failShape('trade', 'a JSON object', item);
    const event = decodeTradeRecord(item, find, profile);
    if (!event.ok) return event;
    if (event.value?.type === 'bust') busts.push(event.value);
    else if (event.value !== undefined) trades.push(event.value);
  }
  return ok(placeBetween(busts, trades));
}

/** Places busts before and after the fills; without fills the busts alone. */
function placeBetween(
  busts: readonly BustEvent[],
  trades: readonly TradeEvent[],
): readonly (TradeEvent | BustEvent)[] {
  if (trades.length === 0) return busts;
  return [...busts.map((bust) => ({ ...bust, isEarly: true })), ...trades, ...busts];
}

/** Groups records by order, in the sequence that `decodeTrades` returns for one order. */
export function sortByOrder(
  events: readonly (TradeEvent | BustEvent)[],
): readonly (TradeEvent | BustEvent)[] {
  const byOrder = new Map<string, { busts: BustEvent[]; trades: TradeEvent[] }>();
  for (const event of events) {
    const name = `${event.coId} ${event.orderId ?? ''}`;
    const order = byOrder.get(name) ?? { busts: [], trades: [] };
    byOrder.set(name, order);
    if (event.type === 'bust') order.busts.push(event);
    else order.trades.push(event);
  }
  return [...byOrder.values()].flatMap(({ busts, trades }) => placeBetween(busts, trades));
}

/** Whether a trade of this status is a fill, a bust or neither. */
export function classifyTradeStatus(status: unknown, profile: VenueProfile): TradeMeaning {
  const word = typeof status === 'string' ? status.toUpperCase() : '';
  const canceled = profile.trades.statusNames.Canceled.toUpperCase();
  if (TAKEN_BACK.includes(word) || word === canceled) return 'bust';
  return profile.notFillWords.includes(word) ? 'none' : 'fill';
}

/** Fill or bust of one record; undefined if it is neither. */
export function decodeTradeRecord(
  item: Readonly<Record<string, unknown>>,
  find: FindInstrument,
  profile: VenueProfile = DEFAULT_PROFILE,
): Result<TradeEvent | BustEvent | undefined> {
  const meaning = classifyTradeStatus(item['status'], profile);
  if (meaning === 'none') return ok(undefined);
  const event = decodeTrade(item, find, profile);
  if (!event.ok || meaning === 'fill') return event;
  const { coId, orderId, tradeId, units, priceTicks } = event.value;
  const bust = { type: 'bust', coId, orderId, tradeId, units, priceTicks } as const;
  return ok({ ...bust, ...pickValueDate(item) });
}

function decodeTrade(
  item: Readonly<Record<string, unknown>>,
  find: FindInstrument,
  profile: VenueProfile,
): Result<TradeEvent> {
  const { tradeId, orderId, symbol, side, currency, coId = '' } = item;
  if (typeof tradeId !== 'string' || tradeId === '' || !isIdText(tradeId)) {
    return failShape('trade', 'tradeId', tradeId);
  }
  const subject = `trade ${tradeId}`;
  if (typeof orderId !== 'string' || !isIdText(orderId)) {
    return failShape(subject, 'orderId', orderId);
  }
  const instrument = typeof symbol === 'string' ? find(symbol) : undefined;
  if (instrument === undefined) return failSymbol(subject, 'a configured symbol', symbol);
  const { base, term } = instrument;
  const decimals = findDealtDecimals(currency, instrument);
  if (decimals === undefined) {
    return failSymbol(subject, `dealt currency ${base} or ${term}`, currency);
  }
  const { size: sizeName, price: priceName, executedAt: timeName } = profile.tradeFields;
  const [size, price] = [item[sizeName], item[priceName]];
  if (typeof size !== 'number') return failShape(subject, sizeName, size);
  if (typeof price !== 'number') return failShape(subject, priceName, price);
  const executedAt = readTradeTime(item[timeName]);
  if (executedAt === undefined) return failShape(subject, timeName, item[timeName]);
  const units = decodeDealt(sizeName, size, instrument, decimals);
  if (!units.ok) return units;
  const priceTicks = decodePrice(priceName, price, instrument);
  if (!priceTicks.ok) return priceTicks;
  return ok({
    type: 'trade',
    coId: typeof coId === 'string' ? coId : '',
    orderId,
    tradeId,
    units: units.value,
    priceTicks: priceTicks.value,
    executedAt,
    symbol: instrument.symbol,
    ...(typeof side === 'string' ? { side: foldSide(side) } : undefined),
    ...(currency === base ? undefined : { dealtCurrency: term }),
    ...pickCounterparty(item),
    ...pickValueDate(item),
  });
}

/** Value date of the near leg; left out if it is no date. */
function pickValueDate({ valueDate }: Readonly<Record<string, unknown>>) {
  const date = readDate(valueDate);
  return date === undefined ? undefined : { valueDate: date };
}

/** Counterparty, used for costs by provider only; an invalid one is left out and is no fault. */
export function pickCounterparty({ counterparty }: Record<string, unknown>): {
  readonly counterparty?: string;
} {
  const isNamed = typeof counterparty === 'string' && counterparty !== '' && isIdText(counterparty);
  return isNamed ? { counterparty } : {};
}

/** Execution time from the venue's text timestamp or from epoch milliseconds. */
export function readTradeTime(value: unknown): Instant | undefined {
  if (isEpochMs(value)) return value * MILLISECOND;
  return typeof value === 'string' ? parseVenueTime(value) : undefined;
}

// Decodes quote requests: state, quotes and trades.
import { isRecord } from '../../validation/index.js';
import { type Fault, ok, type Result } from '../../domain/index.js';
import { toScaled } from '../../domain/numbers/index.js';
import {
  RFS_EVENTS,
  type RfsEvent,
  type RfsState,
  type RfsTrade,
  type RfsView,
} from '../../domain/quotes/index.js';
import { failShape, failSymbol } from './decode-number.js';
import { decodeFine, decodeQuote, pickTexts, type RfsSubject } from './decode-quote.js';
import { classifyTradeStatus, pickCounterparty, readTradeTime } from './decode-trade.js';
import { DEFAULT_PROFILE, type VenueProfile } from '../profile/profile.js';
import type { RfsProfile } from '../profile/rfs-profile.js';
import { cleanText } from '../wire-text.js';

/** Maximum number of quotes and of trades read from one response. */
const MAX_ITEMS = 1_000;

type Item = Readonly<Record<string, unknown>>;

/**
 * View of a query's response. An unreadable quote or trade is added to `faults`. Fault code
 * `protocol.shape` when the response lacks its ids or event.
 */
export function decodeRfs(
  body: unknown,
  subject: RfsSubject,
  profile: VenueProfile = DEFAULT_PROFILE,
): Result<RfsView> {
  if (!isRecord(body)) return failShape('request for quotes', 'a JSON object', body);
  const { clOrderId, requestId, event, transactionId, quotes: rows } = body;
  for (const [name, value] of Object.entries({ clOrderId, requestId, event })) {
    if (typeof value !== 'string' || value === '') {
      return failShape('request for quotes', name, value);
    }
  }
  const { rfs } = profile;
  const head = { clOrderId: String(clOrderId), requestId: String(requestId), event: String(event) };
  const faults: Fault[] = [];
  const quotes = readItems(rows, faults, (item) => decodeQuote(item, subject, rfs));
  const trades = readItems(body[rfs.tradesField], faults, (item) => {
    return decodeTrade(item, subject, profile);
  });
  const reason = body[rfs.reasonField];
  const known = findEvent(head.event, rfs);
  return ok({
    ...head,
    state: known === undefined ? guessState(head.event, body, profile) : toState(known),
    ...(known === undefined ? {} : { name: known }),
    isKnown: known !== undefined,
    transactionId: typeof transactionId === 'string' ? transactionId : '',
    reason: typeof reason === 'string' ? cleanText(reason) : '',
    quotes,
    trades,
    faults,
  });
}

function readItems<T>(
  rows: unknown,
  faults: Fault[],
  decode: (item: Item) => Result<T>,
): readonly T[] {
  const items: T[] = [];
  for (const row of Array.isArray(rows) ? rows.slice(0, MAX_ITEMS) : []) {
    const read = isRecord(row) ? decode(row) : failShape('quote or trade', 'a JSON object', row);
    if (read.ok) items.push(read.value);
    else faults.push(read.fault);
  }
  return items;
}

/** Event of a status of the venue, in any letter case; undefined for an unknown status. */
export function findEvent(word: string, { eventWords }: RfsProfile): RfsEvent | undefined {
  // A status such as `constructor` would find a member of Object.prototype.
  const event: unknown = eventWords[word] ?? eventWords[word.toUpperCase()];
  return RFS_EVENTS.find((one) => one === event);
}

function toState(event: RfsEvent): RfsState {
  switch (event) {
    case 'REQUEST_RECEIVED':
      return 'open';
    case 'QUOTE':
      return 'quoted';
    case 'QUOTE_ACCEPTED':
      return 'accepted';
    case 'TRADE_VERIFIED':
      return 'done';
    default:
      return 'ended';
  }
}

/**
 * State of a quote request with an unknown status (wire facts 6.2). A trade outweighs the status; a
 * status such as TRADE_DECLINED ends the request.
 */
function guessState(word: string, body: Item, profile: VenueProfile): RfsState {
  const { rfs } = profile;
  const upper = word.toUpperCase();
  const trades: unknown = body[rfs.tradesField];
  const isFill = (row: unknown) =>
    classifyTradeStatus(isRecord(row) && row['status'], profile) === 'fill';
  if (Array.isArray(trades) && trades.some(isFill)) return 'done';
  if (rfs.endParts.some((part) => upper.includes(part))) return 'ended';
  if (rfs.doneParts.some((part) => upper.includes(part))) return 'done';
  const { quotes } = body;
  return Array.isArray(quotes) && quotes.length > 0 ? 'quoted' : 'open';
}

/** A trade of the response (object of wire facts 5.2); its side is that of the dealt currency. */
function decodeTrade(
  item: Item,
  { instrument, dealtCurrency }: RfsSubject,
  profile: VenueProfile,
): Result<RfsTrade> {
  const { tradeFields } = profile;
  const { tradeId, side, status, symbol, currency, valueDate } = item;
  const dealtAmount = item[tradeFields.size];
  if (typeof tradeId !== 'string' || tradeId === '') return failShape('trade', 'tradeId', tradeId);
  const name = `trade ${cleanText(tradeId, 60)}`;
  if (symbol !== instrument.symbol) return failSymbol(name, instrument.symbol, symbol);
  if (currency !== dealtCurrency) {
    return failSymbol(name, `dealt currency ${dealtCurrency}`, currency);
  }
  const word = typeof side === 'string' ? side.toUpperCase() : '';
  if (word !== 'BUY' && word !== 'SELL') return failShape(name, 'side Buy or Sell', side);
  const { base, baseDecimals, termDecimals } = instrument;
  const decimals = dealtCurrency === base ? baseDecimals : termDecimals;
  const units = typeof dealtAmount === 'number' ? toScaled(dealtAmount, decimals) : undefined;
  if (units === undefined || units <= 0) return failShape(name, tradeFields.size, dealtAmount);
  if (typeof valueDate !== 'string') return failShape(name, 'valueDate', valueDate);
  const rate = decodeFine(tradeFields.price, item[tradeFields.price], instrument, false);
  if (!rate.ok) return rate;
  const { farRate } = item;
  const executedAt = readTradeTime(item[tradeFields.executedAt]);
  const isAbsent = farRate === undefined || farRate === null;
  const far = isAbsent ? undefined : decodeFine('farRate', farRate, instrument, false);
  if (far !== undefined && !far.ok) return far;
  return ok({
    tradeId,
    meaning: classifyTradeStatus(status, profile),
    side: word === 'BUY' ? 'Buy' : 'Sell',
    status: typeof status === 'string' ? status : '',
    rate: rate.value,
    ...(far === undefined ? {} : { farRate: far.value }),
    dealtUnits: units,
    valueDate,
    ...pickTexts({ farValueDate: item['farValueDate'] }),
    ...(executedAt === undefined ? {} : { executedAt }),
    ...pickCounterparty(item),
  });
}

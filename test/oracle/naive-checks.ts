// The checks of an order request (rules 1 to 9 of docs/venue-orders.md) written down plainly.
import { findTradeDate } from '../../src/domain/dates/index.js';
import { parseVenueTime, type Instant, type Instrument } from '../../src/domain/index.js';
import { toScaled } from '../../src/domain/numbers/index.js';
import {
  ORDER_TYPES,
  SIDES,
  TIMES_IN_FORCE,
  type OrderRequest,
  type OrderRequestDetails,
} from '../../src/domain/orders/index.js';
import { ORGS, type ScriptUser } from './order-script.js';

/** Percentages and pips have at most four decimals. */
export const DECIMALS = 4;
const WEEK = 7 * 86_400_000_000;

export interface Asked {
  readonly request: OrderRequest;
  readonly details: OrderRequestDetails;
  readonly user: ScriptUser;
  readonly instruments: readonly Instrument[];
  readonly at: Instant;
}

/** The code or field of the first failing check of those that need no order and no rate. */
export function findFault(asked: Asked): string | undefined {
  const checks = [
    ...[checkPermission, checkType, checkTimeInForce, checkExpiry, checkSide, checkSymbol],
    ...[checkSize, checkPrice, checkOwner, checkQuote, checkValueDate, checkStop, checkShown],
    ...[checkPeg, checkAlgo],
  ];
  for (const check of checks) {
    const fault = check(asked);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

export function findInstrument({ request, instruments }: Asked): Instrument | undefined {
  return instruments.find(({ symbol }) => symbol === request.symbol);
}

/** Decimals of the dealt currency, and the step of its sizes. */
export function findDealt(asked: Asked) {
  const instrument = findInstrument(asked)!;
  const inTerm = asked.request.currency === instrument.term;
  const decimals = inTerm ? instrument.termDecimals : instrument.baseDecimals;
  return { instrument, inTerm, decimals, step: inTerm ? 1 : instrument.sizeIncrement };
}

/** Instants of `executionStartTime` and `executionEndTime`; undefined: no such time. */
export function parseExecution(text: string, acceptedAt: Instant): Instant | undefined {
  if (/^\d{1,9}(\.\d{1,6})?$/.test(text)) return acceptedAt + toScaled(Number(text), 6)!;
  return parseVenueTime(text);
}

function checkPermission({ request, user }: Asked): string | undefined {
  if (!user.trading) return 'tradingDisabled';
  if (request.coId === undefined || request.coId === '') return 'CoIdNotSpecified';
  return undefined;
}

function checkType({ request: { type } }: Asked): string | undefined {
  if (type === undefined) return 'TypeNotSpecified';
  return ORDER_TYPES.some((one) => one === type) ? undefined : 'OrderTypeNotSupported';
}

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  Limit: TIMES_IN_FORCE,
  Market: ['IOC', 'GTT'],
  AtBest: ['FOK'],
  Stop: TIMES_IN_FORCE,
  StopLimit: TIMES_IN_FORCE,
  Pegged: TIMES_IN_FORCE,
  Algo: ['GTC', 'GTT', 'DAY'],
  PQ: ['FOK'],
};

function checkTimeInForce({ request: { type, timeInForce } }: Asked): string | undefined {
  if (timeInForce === undefined) return type === 'Stop' ? undefined : 'TIFNotSpecified';
  return ALLOWED[type!]!.includes(timeInForce) ? undefined : 'OrderTypeNotSupported';
}

function checkExpiry({ request: { timeInForce, expiryTime } }: Asked): string | undefined {
  if (expiryTime === undefined) return timeInForce === 'GTT' ? 'expiryTime' : undefined;
  const fits = Number.isInteger(expiryTime) && expiryTime >= 1 && expiryTime <= 86_399;
  return fits ? undefined : 'expiryTime';
}

function checkSide({ request: { side } }: Asked): string | undefined {
  if (side === undefined) return 'SideNotSpecified';
  return SIDES.some((one) => one === side) ? undefined : 'SideNotSpecified';
}

function checkSymbol(asked: Asked): string | undefined {
  const { symbol, currency } = asked.request;
  if (symbol === undefined) return 'SymbolNotSpecified';
  const instrument = findInstrument(asked);
  if (instrument === undefined) return 'InvalidCurrencyPair';
  if (currency === undefined) return 'CurrencyNotSpecified';
  const isDealt = currency === instrument.base || currency === instrument.term;
  return isDealt ? undefined : 'InvalidDealtCcy';
}

function checkSize(asked: Asked): string | undefined {
  const { size } = asked.request;
  if (size === undefined) return 'SizeNotSpecified';
  const { decimals, inTerm, step, instrument } = findDealt(asked);
  const units = toScaled(size, decimals);
  if (size <= 0) return 'amount';
  if (units === undefined) return 'InvalidOrderQty';
  if (inTerm) return undefined;
  return units >= instrument.minSize && units % step === 0 ? undefined : 'InvalidOrderQty';
}

const PRICED = ['Limit', 'Market', 'Stop', 'StopLimit', 'PQ'];

function checkPrice(asked: Asked): string | undefined {
  const { price, type } = asked.request;
  if (price === undefined) return PRICED.includes(type!) ? 'InvalidPrice' : undefined;
  return isTicks(price, asked) ? undefined : 'InvalidPrice';
}

function isTicks(price: number, asked: Asked): boolean {
  const ticks = toScaled(price, findInstrument(asked)!.ratePrecision);
  return ticks !== undefined && ticks > 0;
}

function checkOwner({ request, details: { org, account }, user }: Asked): string | undefined {
  const wrong = 'LegalEntitySetIncorrectly';
  const own = ORGS.find((one) => one.org === user.org)!;
  if (org !== undefined && org !== own.org) {
    if (!own.onBehalfOf.includes(org)) return 'org';
    if (account === undefined) return wrong;
  }
  const owner = ORGS.find((one) => one.org === (org ?? own.org))!;
  if (account !== undefined && !owner.accounts.includes(account)) return wrong;
  return owner !== own && request.price === undefined ? 'InvalidPrice' : undefined;
}

function checkQuote({ request, details: { rateId, priceType } }: Asked): string | undefined {
  if (request.type === 'PQ' && (rateId === undefined || rateId === '')) return 'InvalidQuoteID';
  if (priceType === undefined) return undefined;
  return ['Spot', 'Outright', 'NDF'].includes(priceType) ? undefined : 'priceType';
}

function checkValueDate(asked: Asked): string | undefined {
  const { request, details, at } = asked;
  const { valueDate } = details;
  if (valueDate === undefined) return request.type === 'AtBest' ? 'valueDate' : undefined;
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(valueDate);
  const isOver = valueDate < findTradeDate(at, findInstrument(asked)!);
  return isDate && !isOver ? undefined : 'valueDate';
}

function checkStop(asked: Asked): string | undefined {
  const { stopPrice, execFlags } = asked.details;
  const isStop = asked.request.type === 'Stop' || asked.request.type === 'StopLimit';
  if (stopPrice === undefined && isStop) return 'stopPrice';
  if (stopPrice !== undefined && !isTicks(stopPrice, asked)) return 'stopPrice';
  if (execFlags === undefined) return isStop ? 'execFlags' : undefined;
  const known = ['BidTrigger', 'OfferTrigger', 'MidTrigger'];
  if (execFlags.some((flag) => !known.includes(flag))) return 'execFlags';
  return isStop && execFlags.length !== 1 ? 'execFlags' : undefined;
}

function checkShown(asked: Asked): string | undefined {
  const { minQty, maxShow } = asked.details;
  const { decimals } = findDealt(asked);
  const size = toScaled(asked.request.size!, decimals)!;
  const [min, show] = [toScaled(minQty ?? 0, decimals), toScaled(maxShow ?? 0, decimals)];
  if (min === undefined || min < 0 || min > size) return 'InvalidOrderQty';
  if (show === undefined || show < 0 || show > size) return 'InvalidOrderQty';
  const isIceberg = show > 0 && show < size;
  return isIceberg && (show * 1000 < size || show < min) ? 'InvalidOrderQty' : undefined;
}

function checkPeg(asked: Asked): string | undefined {
  const { pegPriceType, pegOffsetValue } = asked.details;
  if (pegPriceType === undefined && asked.request.type === 'Pegged') return 'pegPriceType';
  if (pegPriceType !== undefined && !['Mid', 'Bid', 'Offer'].includes(pegPriceType)) {
    return 'pegPriceType';
  }
  if (pegOffsetValue === undefined) return undefined;
  return toOffsetTicks(pegOffsetValue, findInstrument(asked)!) === undefined
    ? 'pegOffsetValue'
    : undefined;
}

/** Pips as ticks, or undefined when they make none. */
export function toOffsetTicks(pips: number, instrument: Instrument): bigint | undefined {
  const scaled = toScaled(pips, DECIMALS);
  if (scaled === undefined) return undefined;
  const numerator = BigInt(scaled) * BigInt(instrument.ticksPerUnit);
  const denominator = 10_000n * BigInt(instrument.pipFactor);
  return numerator % denominator === 0n ? numerator / denominator : undefined;
}

const MOST: Readonly<Record<string, number>> = { tobRange: 1000 };
const PERCENTAGES = [
  'passiveTimeFactorPercentage',
  'randomizeSliceSizePercentage',
  'randomizeSliceIntervalPercentage',
  'tobRange',
] as const;

function checkAlgo(asked: Asked): string | undefined {
  const { details, request, at } = asked;
  const { targetStrategy, sliceSize, sliceInterval, passiveTime, actionOnExpiry } = details;
  const isAlgo = request.type === 'Algo';
  if (targetStrategy === undefined && isAlgo) return 'targetStrategy';
  if ((targetStrategy ?? 'TWAP') !== 'TWAP') return 'OrderTypeNotSupported';
  const passive = passiveTime ?? details.passiveTimeFactorPercentage;
  if (isAlgo && passive === undefined) return 'passiveTimeFactorPercentage';
  const actions = ['NoAction', 'FillAtMarket', 'Twap'];
  if (actionOnExpiry !== undefined && !actions.includes(actionOnExpiry)) return 'actionOnExpiry';
  const start = parseExecution(details.executionStartTime ?? '0', at);
  if (start === undefined || start < at || start > at + WEEK) return 'executionStartTime';
  const end = parseExecution(details.executionEndTime ?? '604800', at);
  const isEnd = end !== undefined && end > start && end <= at + WEEK;
  if (!isEnd && details.executionEndTime !== undefined) return 'executionEndTime';
  const units = sliceSize === undefined ? 1 : toScaled(sliceSize, findDealt(asked).decimals);
  const most = toScaled(request.size!, findDealt(asked).decimals)!;
  if (units === undefined || units <= 0 || units > most) return 'InvalidOrderQty';
  if (details.tobRange === 0) return 'tobRange';
  for (const name of PERCENTAGES) {
    const scaled = toScaled(details[name] ?? 0, DECIMALS);
    if (scaled === undefined || scaled < 0) return name;
    if (scaled > (MOST[name] ?? 100) * 10_000) return name;
  }
  if (!isWithin(passiveTime, 0)) return 'passiveTime';
  if (!isWithin(sliceInterval, 10)) return 'sliceInterval';
  return undefined;
}

/** Whole milliseconds up to a week. */
function isWithin(value: number | undefined, least: number): boolean {
  if (value === undefined) return true;
  return Number.isInteger(value) && value >= least && value <= WEEK / 1000;
}

// The venue's validation of an order request, with the reason codes of spec, Errors.
import type { Instant, Instrument } from '../../../domain/index.js';
import { toScaled } from '../../../domain/numbers/index.js';
import type {
  OrderRequest,
  OrderRequestDetails,
  OrderType,
  Side,
  TimeInForce,
} from '../../../domain/orders/index.js';
import type { OrderTerms } from '../../order-terms.js';
import type { VenueUser } from '../../users.js';
import {
  type OrderContext,
  type ParsedOrder,
  type PlainDraft,
  readDetails,
} from './read-details.js';
import { reject, refuse, type Rejection } from '../rejection.js';
import { needsField, type OrderRules } from '../rules.js';

/** Maximum length of a coId (wire facts 12). */
const MAX_COID_LENGTH = 255;
/** Maximum life of a GTT order in seconds (spec, Limits). */
const MAX_EXPIRY_SECONDS = 86_399;

interface Kind {
  readonly times: readonly TimeInForce[];
  readonly needsPrice: boolean;
}

const ALL_TIMES: readonly TimeInForce[] = ['IOC', 'FOK', 'GTC', 'GTT', 'DAY'];

/** Times in force and price of each order type (wire facts 4.2). */
const KINDS: ReadonlyMap<string, Kind> = new Map<OrderType, Kind>([
  ['Limit', { times: ALL_TIMES, needsPrice: true }],
  ['Market', { times: ['IOC', 'GTT'], needsPrice: true }],
  ['AtBest', { times: ['FOK'], needsPrice: false }],
  ['Stop', { times: ALL_TIMES, needsPrice: true }],
  ['StopLimit', { times: ALL_TIMES, needsPrice: true }],
  ['Pegged', { times: ALL_TIMES, needsPrice: false }],
  ['Algo', { times: ['GTC', 'GTT', 'DAY'], needsPrice: false }],
  ['PQ', { times: ['FOK'], needsPrice: true }],
]);

const NO_DETAILS: OrderRequestDetails = {};

/** Terms of a valid request, or the rejection of the first check that fails. */
export function readOrder(
  request: OrderRequest,
  context: OrderContext,
  user: VenueUser,
  at: Instant,
): OrderTerms | Rejection {
  const { coId, symbol, side } = request;
  if (coId === undefined || coId === '') return reject('CoIdNotSpecified', 'coId is missing.');
  if (coId.length > MAX_COID_LENGTH) {
    return refuse(`coId must have at most ${String(MAX_COID_LENGTH)} characters.`);
  }
  const terms = createDraft(coId);
  const kind = readKind(request, terms, context.orderRules);
  if ('message' in kind) return kind;
  if (side === undefined || side === '') return reject('SideNotSpecified', 'side is missing.');
  terms.side = readSide(side);
  if (terms.side === undefined) return reject('SideNotSpecified', 'side must be Buy or Sell.');
  if (symbol === undefined || symbol === '') {
    return reject('SymbolNotSpecified', 'symbol is missing.');
  }
  const instrument = context.findInstrument(symbol);
  if (instrument === undefined) {
    return reject('InvalidCurrencyPair', `symbol ${symbol.slice(0, 30)} is not supported.`);
  }
  terms.instrument = instrument;
  const amounts =
    readSize(request, instrument, terms) ??
    readPrice(request, instrument, terms, kind, context.orderRules);
  if (amounts !== undefined) return amounts;
  const isPlain =
    request.details === undefined &&
    request.currency === instrument.base &&
    (terms.type === 'Limit' || (terms.type === 'Market' && terms.timeInForce === 'IOC'));
  if (isPlain) return terms as OrderTerms;
  const details = request.details ?? NO_DETAILS;
  const wrong = readDetails(details, request, terms as PlainDraft, context, user, at);
  return wrong ?? (terms as OrderTerms);
}

/** Sets every field, so that all terms objects have the same hidden class. */
function createDraft(coId: string): ParsedOrder {
  return {
    coId,
    instrument: undefined,
    side: undefined,
    type: 'Limit',
    timeInForce: 'IOC',
    units: 0,
    priceTicks: 0,
    expirySeconds: 0,
    details: undefined,
    quote: undefined,
  };
}

function readSide(side: string): Side | undefined {
  if (side === 'Buy' || side === 'Sell') return side;
  const word = side.toLowerCase();
  return word === 'buy' ? 'Buy' : word === 'sell' ? 'Sell' : undefined;
}

/** Time in force of an order that may omit it. */
const STANDARD_TIME: TimeInForce = 'GTC';
const OPEN_TYPES: readonly string[] = ['Stop', 'StopLimit', 'Pegged'];

function findStandardTime(type: string, rules: OrderRules): TimeInForce | undefined {
  const isOpen = OPEN_TYPES.includes(type) && !needsField(rules, type, 'timeInForce');
  return isOpen ? STANDARD_TIME : undefined;
}

/** A loop, because `find` would allocate a closure for each order. */
function findTime(times: readonly TimeInForce[], asked: string): TimeInForce | undefined {
  for (const time of times) if (time === asked) return time;
  return undefined;
}

function readKind(request: OrderRequest, terms: ParsedOrder, rules: OrderRules): Kind | Rejection {
  const { type, timeInForce, expiryTime } = request;
  if (type === undefined || type === '') return reject('TypeNotSpecified', 'type is missing.');
  const kind = KINDS.get(type);
  if (kind === undefined) {
    return reject('OrderTypeNotSupported', `type ${type.slice(0, 30)} is not supported.`);
  }
  const asked =
    timeInForce === undefined || timeInForce === '' ? findStandardTime(type, rules) : timeInForce;
  if (asked === undefined) return reject('TIFNotSpecified', 'timeInForce is missing.');
  const times = type === 'Stop' ? rules.stopTimes : kind.times;
  const tif = findTime(times, asked);
  if (tif === undefined) {
    return reject(
      'OrderTypeNotSupported',
      `type ${type} is not supported with timeInForce ${asked.slice(0, 30)}.`,
    );
  }
  terms.type = type as OrderType;
  terms.timeInForce = tif;
  if (expiryTime === undefined && tif !== 'GTT') return kind;
  const inRange = expiryTime !== undefined && expiryTime >= 1 && expiryTime <= MAX_EXPIRY_SECONDS;
  if (!inRange || !Number.isInteger(expiryTime)) {
    return refuse(`expiryTime must be 1 to ${String(MAX_EXPIRY_SECONDS)} seconds.`);
  }
  if (tif === 'GTT') terms.expirySeconds = expiryTime;
  return kind;
}

/** Size in the dealt currency; an instrument's minimum and increment apply to sizes in its base. */
function readSize(
  request: OrderRequest,
  instrument: Instrument,
  terms: ParsedOrder,
): Rejection | undefined {
  const { currency, size } = request;
  if (currency === undefined || currency === '') {
    return reject('CurrencyNotSpecified', 'currency is missing.');
  }
  const inTerm = currency === instrument.term;
  if (currency !== instrument.base && !inTerm) {
    return reject('InvalidDealtCcy', `currency must be ${instrument.base} or ${instrument.term}.`);
  }
  if (size === undefined) return reject('SizeNotSpecified', 'size is missing.');
  if (!(size > 0)) return reject('amount', 'size must be greater than zero.');
  const units = toScaled(size, inTerm ? instrument.termDecimals : instrument.baseDecimals);
  if (units === undefined || (!inTerm && units % instrument.sizeIncrement !== 0)) {
    return reject('InvalidOrderQty', 'size is not a multiple of the size increment.');
  }
  if (!inTerm && units < instrument.minSize) {
    return reject('InvalidOrderQty', 'size is below the minimum.');
  }
  terms.units = units;
  return undefined;
}

function readPrice(
  request: OrderRequest,
  instrument: Instrument,
  terms: ParsedOrder,
  kind: Kind,
  rules: OrderRules,
): Rejection | undefined {
  const { price } = request;
  const needsPrice = kind.needsPrice || needsField(rules, terms.type ?? '', 'price');
  if (price === undefined && !needsPrice) return undefined;
  if (price === undefined) return reject('InvalidPrice', 'price is missing.');
  if (!(price > 0)) {
    return reject('InvalidPrice', 'Price must be greater than zero.');
  }
  const priceTicks = toScaled(price, instrument.ratePrecision);
  if (priceTicks === undefined) {
    return reject(
      'InvalidPrice',
      `price has more than ${String(instrument.ratePrecision)} decimals.`,
    );
  }
  terms.priceTicks = priceTicks;
  return undefined;
}

// The venue's own checks of an order request: the reason codes of spec, Errors.
import {
  type Instrument,
  type OrderRequest,
  type OrderType,
  type ReasonCode,
  type Side,
  type TimeInForce,
  toScaled,
} from '../domain/index.js';
import type { OrderTerms } from './order.js';

/** Longest coId (wire facts 12). */
const MAX_COID_LENGTH = 255;
/** Longest life of a GTT order in seconds (spec, Limits). */
const MAX_EXPIRY_SECONDS = 86_399;

/** Types served, with the times in force each may have. */
const SERVED: ReadonlyMap<string, readonly TimeInForce[]> = new Map<
  OrderType,
  readonly TimeInForce[]
>([
  ['Limit', ['IOC', 'FOK', 'GTC', 'GTT', 'DAY']],
  ['Market', ['IOC']],
]);

/** A request the venue turned down: 400 with a reason code, or without one when none fits. */
export interface Rejection {
  readonly code: ReasonCode | undefined;
  readonly message: string;
}

function reject(code: ReasonCode | undefined, message: string): Rejection {
  return { code, message };
}

/**
 * The exact terms of a valid request, or why it is turned down; the first failing check is told.
 */
export function validateOrder(
  request: OrderRequest,
  findInstrument: (symbol: string) => Instrument | undefined,
): OrderTerms | Rejection {
  const { coId, symbol, side } = request;
  if (coId === undefined || coId === '') return reject('CoIdNotSpecified', 'coId is missing.');
  if (coId.length > MAX_COID_LENGTH) {
    return reject(undefined, `coId must have at most ${String(MAX_COID_LENGTH)} characters.`);
  }
  const terms: Draft = {
    coId,
    instrument: undefined,
    side: undefined,
    type: 'Limit',
    timeInForce: 'IOC',
    units: 0,
    priceTicks: 0,
    expirySeconds: 0,
  };
  const kind = readKind(request, terms);
  if (kind !== undefined) return kind;
  if (side === undefined || side === '') return reject('SideNotSpecified', 'side is missing.');
  terms.side = readSide(side);
  if (terms.side === undefined) return reject('SideNotSpecified', 'side must be Buy or Sell.');
  if (symbol === undefined || symbol === '') {
    return reject('SymbolNotSpecified', 'symbol is missing.');
  }
  const instrument = findInstrument(symbol);
  if (instrument === undefined) {
    return reject('InvalidCurrencyPair', `symbol ${symbol.slice(0, 30)} is not supported.`);
  }
  terms.instrument = instrument;
  return readAmounts(request, instrument, terms) ?? (terms as OrderTerms);
}

/** Terms that are being read: filled field by field, complete when nothing was rejected. */
type Draft = { -readonly [K in keyof OrderTerms]?: OrderTerms[K] | undefined };

function readSide(side: string): Side | undefined {
  if (side === 'Buy' || side === 'Sell') return side;
  const word = side.toLowerCase();
  return word === 'buy' ? 'Buy' : word === 'sell' ? 'Sell' : undefined;
}

function readKind(request: OrderRequest, terms: Draft): Rejection | undefined {
  const { type, timeInForce, expiryTime } = request;
  if (type === undefined || type === '') return reject('TypeNotSpecified', 'type is missing.');
  const served = SERVED.get(type);
  if (served === undefined) {
    return reject('OrderTypeNotSupported', `type ${type.slice(0, 30)} is not supported.`);
  }
  if (timeInForce === undefined || timeInForce === '') {
    return reject('TIFNotSpecified', 'timeInForce is missing.');
  }
  const tif = served.find((word) => word === timeInForce);
  if (tif === undefined) {
    return reject(
      'OrderTypeNotSupported',
      `type ${type} is not supported with timeInForce ${timeInForce.slice(0, 30)}.`,
    );
  }
  terms.type = type as OrderType;
  terms.timeInForce = tif;
  if (tif !== 'GTT') return undefined;
  const inRange = expiryTime !== undefined && expiryTime >= 1 && expiryTime <= MAX_EXPIRY_SECONDS;
  if (!inRange || !Number.isInteger(expiryTime)) {
    return reject(undefined, `expiryTime must be 1 to ${String(MAX_EXPIRY_SECONDS)} seconds.`);
  }
  terms.expirySeconds = expiryTime;
  return undefined;
}

function readAmounts(
  request: OrderRequest,
  instrument: Instrument,
  terms: Draft,
): Rejection | undefined {
  const { currency, size, price } = request;
  if (currency === undefined || currency === '') {
    return reject('CurrencyNotSpecified', 'currency is missing.');
  }
  if (currency === instrument.term) {
    return reject('InvalidDealtCcy', 'orders in the term currency are not supported.');
  }
  if (currency !== instrument.base) {
    return reject('InvalidDealtCcy', `currency must be ${instrument.base} or ${instrument.term}.`);
  }
  if (size === undefined) return reject('SizeNotSpecified', 'size is missing.');
  if (!(size > 0)) return reject('amount', 'size must be greater than zero.');
  const units = toScaled(size, instrument.baseDecimals);
  if (units === undefined || units % instrument.sizeIncrement !== 0) {
    return reject('InvalidOrderQty', 'size is not a multiple of the size increment.');
  }
  if (units < instrument.minSize) return reject('InvalidOrderQty', 'size is below the minimum.');
  if (price === undefined || !(price > 0)) {
    return reject('InvalidPrice', 'Price must be greater than zero.');
  }
  const priceTicks = toScaled(price, instrument.ratePrecision);
  if (priceTicks === undefined) {
    return reject(
      'InvalidPrice',
      `price has more than ${String(instrument.ratePrecision)} decimals.`,
    );
  }
  terms.units = units;
  terms.priceTicks = priceTicks;
  return undefined;
}

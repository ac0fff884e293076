// Parses and validates all fields of an order request beyond those of a plain order.
import { type Calendars, findTradeDate, isSettlementDate } from '../../../domain/dates/index.js';
import {
  formatDate,
  type Instant,
  type Instrument,
  isDeliverable,
  parseInstant,
} from '../../../domain/index.js';
import { powerOfTen, toScaled } from '../../../domain/numbers/index.js';
import {
  DETAIL_DECIMALS,
  EXEC_FLAGS,
  type OrderDetails,
  type OrderRequest,
  type OrderRequestDetails,
  PEG_PRICE_TYPES,
  PRICE_TYPES,
} from '../../../domain/orders/index.js';
import type { Directory } from '../../directory.js';
import type { OrderTerms } from '../../order-terms.js';
import type { VenueUser } from '../../users.js';
import { isAlgo, readAlgo } from './read-algo.js';
import { reject, refuse, type Rejection } from '../rejection.js';
import { needsField, type OrderRules } from '../rules.js';

/** Parts of the venue that the validation reads. */
export interface OrderContext {
  readonly directory: Directory;
  readonly calendars: Calendars;
  readonly orderRules: OrderRules;
  findInstrument(symbol: string): Instrument | undefined;
}

/** Terms under construction; complete when no field was rejected. */
export type ParsedOrder = { -readonly [K in keyof OrderTerms]?: OrderTerms[K] | undefined };
/** Terms with the fields of a plain order. */
export type PlainDraft = { -readonly [K in keyof OrderTerms]: OrderTerms[K] };
type Details = { -readonly [K in keyof OrderDetails]: OrderDetails[K] };

/** Maximum number of pieces of an iceberg order. */
const MAX_PIECES = 1_000;

/** Stores the details in the terms; returns the rejection of an invalid field. */
export function readDetails(
  asked: OrderRequestDetails,
  request: OrderRequest,
  terms: PlainDraft,
  context: OrderContext,
  user: VenueUser,
  at: Instant,
): Rejection | undefined {
  const inTerm = request.currency !== terms.instrument.base;
  const details: Details = { inTerm, onBehalf: false };
  const { orderRules: rules } = context;
  terms.details = details;
  return (
    readOwner(asked, request, details, context, user) ??
    readTexts(asked, terms, details) ??
    readValueDate(asked, terms, details, context, at) ??
    readStop(asked, terms, details, rules) ??
    readQuantities(asked, terms, details) ??
    readPeg(asked, terms, details, rules) ??
    (terms.type === 'Algo' || isAlgo(asked) ? readAlgo(asked, terms, details, at) : undefined)
  );
}

/** Organization for which the order trades: the user's own unless the request names another. */
function readOwner(
  { org = '', account = '' }: OrderRequestDetails,
  { price }: OrderRequest,
  details: Details,
  { directory }: OrderContext,
  user: VenueUser,
): Rejection | undefined {
  const owner = org === '' ? user.org : org;
  if (!directory.mayTradeFor(user, owner) || directory.findOrg(owner) === undefined) {
    return refuse(`org ${owner} is not one that ${user.user}@${user.org} may trade for.`);
  }
  details.onBehalf = owner !== user.org;
  if (details.onBehalf && account === '') {
    return reject(
      'LegalEntitySetIncorrectly',
      'account is missing: orders on behalf of another org need one.',
    );
  }
  if (account !== '' && !directory.isAccountOf(owner, account)) {
    return reject('LegalEntitySetIncorrectly', `account ${account} is not one of ${owner}.`);
  }
  if (details.onBehalf && price === undefined) {
    return reject('InvalidPrice', 'price is missing: orders on behalf of another org need one.');
  }
  if (account === '') return undefined;
  details.account = account;
  details.owner = { org: owner, account };
  return undefined;
}

function readTexts(
  asked: OrderRequestDetails,
  { type }: OrderTerms,
  details: Details,
): Rejection | undefined {
  const { rateId, priceType, customParameters } = asked;
  if (rateId !== undefined && rateId !== '') details.rateId = rateId;
  else if (type === 'PQ') return reject('InvalidQuoteID', 'rateId is missing.');
  if (customParameters !== undefined) details.customParameters = customParameters;
  if (priceType !== undefined) {
    const known = PRICE_TYPES.find((word) => word === priceType);
    if (known === undefined) return refuseWord('priceType', PRICE_TYPES);
    details.priceType = known;
  }
  return undefined;
}

/** The value date must be a settlement date of the symbol; at best, one that fits `priceType`. */
function readValueDate(
  { valueDate }: OrderRequestDetails,
  { type, instrument }: OrderTerms,
  details: Details,
  { calendars }: OrderContext,
  at: Instant,
): Rejection | undefined {
  if (valueDate === undefined) {
    return type === 'AtBest' ? refuse('valueDate is missing for type AtBest.') : undefined;
  }
  if (!isDate(valueDate)) return refuse('valueDate must be a date, YYYY-MM-DD.');
  if (valueDate < findTradeDate(at, instrument))
    return refuse('valueDate must not be in the past.');
  const isOpen = isSettlementDate(valueDate, instrument, calendars);
  if (!isOpen.ok) return refuse(`valueDate: ${isOpen.fault.message}.`);
  if (!isOpen.value) return refuse(`valueDate must be a business day of ${instrument.symbol}.`);
  details.valueDate = valueDate;
  const { base, term, symbol } = instrument;
  const isNdf = type === 'AtBest' && details.priceType === 'NDF';
  return isNdf && isDeliverable(base) && isDeliverable(term)
    ? refuse(`priceType must not be NDF: ${symbol} is delivered.`)
    : undefined;
}

function isDate(text: string): boolean {
  const at = parseInstant(`${text}T00:00:00Z`);
  return at.ok && formatDate(at.value) === text;
}

function readStop(
  { stopPrice, execFlags }: OrderRequestDetails,
  { type, instrument }: OrderTerms,
  details: Details,
  rules: OrderRules,
): Rejection | undefined {
  const isStop = type === 'Stop' || type === 'StopLimit';
  if (stopPrice !== undefined) {
    const ticks = toScaled(stopPrice, instrument.ratePrecision);
    if (ticks === undefined || ticks <= 0) {
      const decimals = String(instrument.ratePrecision);
      return refuse(`stopPrice must be above zero with at most ${decimals} decimals.`);
    }
    details.stopTicks = ticks;
  } else if (isStop) return refuse(`stopPrice is missing for type ${type}.`);
  if (execFlags !== undefined) {
    const known = EXEC_FLAGS.filter((word) => execFlags.includes(word));
    if (known.length !== execFlags.length) return refuseWord('execFlags', EXEC_FLAGS);
    details.execFlags = known;
  }
  if (details.execFlags?.length === 0) delete details.execFlags;
  // Where rules let a stop omit its trigger, it triggers on the mid.
  const count = details.execFlags?.length ?? (needsField(rules, type, 'execFlags') ? 0 : 1);
  return isStop && count !== 1
    ? refuse(`execFlags must hold one of ${EXEC_FLAGS.join(', ')} for type ${type}.`)
    : undefined;
}

function readQuantities(
  { minQty, maxShow }: OrderRequestDetails,
  { instrument, units }: OrderTerms,
  details: Details,
): Rejection | undefined {
  const decimals = details.inTerm ? instrument.termDecimals : instrument.baseDecimals;
  for (const [field, value] of [
    ['minQty', minQty],
    ['maxShow', maxShow],
  ] as const) {
    if (value === undefined) continue;
    const scaled = toScaled(value, decimals);
    if (scaled === undefined || scaled < 0 || scaled > units) {
      return reject('InvalidOrderQty', `${field} must be an amount from zero to size.`);
    }
    if (field === 'minQty') details.minUnits = scaled;
    else details.showUnits = scaled;
  }
  const { showUnits = 0, minUnits = 0 } = details;
  if (showUnits === 0) return undefined;
  if (showUnits * MAX_PIECES < units) {
    return reject('InvalidOrderQty', `maxShow must be zero or at least 1/${String(MAX_PIECES)}.`);
  }
  return showUnits < units && minUnits > showUnits
    ? reject('InvalidOrderQty', 'minQty must not be above maxShow.')
    : undefined;
}

function readPeg(
  { pegPriceType, pegOffsetValue }: OrderRequestDetails,
  { type, instrument }: OrderTerms,
  details: Details,
  rules: OrderRules,
): Rejection | undefined {
  if (pegPriceType !== undefined) {
    const known = PEG_PRICE_TYPES.find((word) => word === pegPriceType);
    if (known === undefined) return refuseWord('pegPriceType', PEG_PRICE_TYPES);
    details.pegPriceType = known;
  } else if (needsField(rules, type, 'pegPriceType')) {
    return refuse(`pegPriceType is missing for type ${type}.`);
  }
  if (pegOffsetValue === undefined) {
    return needsField(rules, type, 'pegOffsetValue')
      ? refuse(`pegOffsetValue is missing for type ${type}.`)
      : undefined;
  }
  const offset = toScaled(pegOffsetValue, DETAIL_DECIMALS);
  const ticks = ((offset ?? 0.5) * instrument.ticksPerUnit) / instrument.pipFactor;
  if (offset === undefined || !Number.isSafeInteger(ticks / powerOfTen(DETAIL_DECIMALS))) {
    return refuse('pegOffsetValue must be pips that make whole ticks.');
  }
  details.pegOffset = offset;
  return undefined;
}

function refuseWord(field: string, words: readonly string[]): Rejection {
  return refuse(`${field} must be one of ${words.join(', ')}.`);
}

// Codec of the place request (spec, order request): canonical when sent, validated when received.
import { isRecord } from '../validation/index.js';
import { assert, fail, type Instrument, ok, type Result } from '../domain/index.js';
import { formatShortest, toScaled } from '../domain/numbers/index.js';
import {
  DETAIL_KINDS,
  type DetailKind,
  findDetailDecimals,
  type OrderRequest,
  type OrderRequestDetails,
  type PlaceCommand,
} from '../domain/orders/index.js';
import { failShape } from './codecs/decode-number.js';
import { DEFAULT_PROFILE, type VenueProfile } from './profile/profile.js';
import {
  CUSTOM_TEXT,
  isCustomParameters,
  MAX_COID,
  MAX_ORG,
  MAX_RATE_ID,
} from './schemas/fields.js';
import { showValue } from './wire-text.js';

/**
 * Canonical JSON of an approved order: fields in the spec's order, exact decimals, no whitespace.
 * Equal commands give equal bytes.
 */
export function encodeOrderRequest(command: PlaceCommand): string {
  const { instrument, timeInForce, valueDate = '' } = command;
  assert(command.units > 0 && command.priceTicks > 0, `${command.coId}: size and price above 0`);
  const size = formatShortest(command.units, instrument.baseDecimals);
  const price = formatShortest(command.priceTicks, instrument.ratePrecision);
  const expiry = timeInForce === 'GTT' ? `,"expiryTime":${String(command.expirySeconds)}` : '';
  const details = valueDate === '' ? command.details : { ...command.details, valueDate };
  const more = details === undefined ? '' : encodeDetails(details, instrument);
  return (
    `{"coId":${JSON.stringify(command.coId)},"type":"${command.type}","side":"${command.side}",` +
    `"symbol":"${instrument.symbol}","currency":"${instrument.base}","size":${size},` +
    `"price":${price},"timeInForce":"${timeInForce}"${expiry}${more}}`
  );
}

/**
 * Fields beyond a plain order, in the spec's order; the risk gate has checked that numbers are
 * exact.
 */
function encodeDetails(details: OrderRequestDetails, instrument: Instrument): string {
  let text = '';
  for (const field of DETAIL_FIELDS) {
    const value = details[field];
    if (value === undefined) continue;
    const isNumber = typeof value === 'number';
    const encoded = isNumber ? encodeNumber(field, value, instrument) : JSON.stringify(value);
    text += `,"${field}":${encoded}`;
  }
  return text;
}

function encodeNumber(
  field: keyof OrderRequestDetails,
  value: number,
  instrument: Instrument,
): string {
  const decimals = findDetailDecimals(DETAIL_KINDS[field], instrument);
  const scaled = toScaled(value, decimals);
  assert(scaled !== undefined, `${field}: expected at most ${decimals} decimals, found ${value}`);
  return formatShortest(scaled, decimals);
}

/** Type of a field; a number is the maximum length of a text. */
type FieldRule = 'string' | 'number' | 'list' | 'map' | number;

const FIELDS: Readonly<Record<string, FieldRule>> = {
  coId: MAX_COID,
  type: 'string',
  side: 'string',
  symbol: 'string',
  currency: 'string',
  size: 'number',
  price: 'number',
  timeInForce: 'string',
  expiryTime: 'number',
};

/** Wire type of each kind of detail field. */
const RULES: Readonly<Record<DetailKind, FieldRule>> = {
  price: 'number',
  size: 'number',
  number: 'number',
  text: 'string',
  texts: 'list',
  map: 'map',
};
const LONGEST: Readonly<Partial<Record<string, FieldRule>>> = {
  rateId: MAX_RATE_ID,
  org: MAX_ORG,
  account: MAX_ORG,
};

const DETAILS = Object.fromEntries(
  Object.entries(DETAIL_KINDS).map(([field, kind]) => [field, LONGEST[field] ?? RULES[kind]]),
) as Readonly<Record<keyof OrderRequestDetails, FieldRule>>;

/** Names of the fields beyond a plain order, in the order of the specification. */
export const DETAIL_FIELDS = Object.keys(DETAILS) as readonly (keyof OrderRequestDetails)[];

/**
 * Order request of a parsed body. Unknown fields, wrong types and too long texts are faults
 * (`protocol.request`). Missing fields stay undefined: the venue rejects them with a reason code.
 */
export function decodeOrderRequest(
  body: unknown,
  profile: VenueProfile = DEFAULT_PROFILE,
): Result<OrderRequest> {
  if (!isRecord(body)) return failShape('order request', 'a JSON object', body);
  const details: Record<string, unknown> = {};
  let isPlain = true;
  for (const field of Object.keys(body)) {
    const value = body[field];
    if (Object.hasOwn(DETAILS, field)) {
      isPlain = false;
      details[field] = value;
    } else if (!Object.hasOwn(FIELDS, field)) {
      return failRequest("the request's own fields", `field ${showValue(field)}`);
    }
    const rule = FIELDS[field] ?? DETAILS[field as keyof OrderRequestDetails];
    const expected = value === undefined ? undefined : findFault(value, rule);
    if (expected !== undefined) {
      return failRequest(`${field} to be ${expected}`, showValue(value));
    }
  }
  if (isPlain) return ok(body as OrderRequest);
  const { coId, type, side, symbol, currency, size, price, timeInForce, expiryTime } =
    body as OrderRequest;
  const plain = { coId, type, side, symbol, currency, size, price, timeInForce, expiryTime };
  const encoded = readWords(details, profile);
  return encoded.ok ? ok({ ...plain, details: encoded.value }) : encoded;
}

/** Translates the profile's spellings to those of the simulated venue. */
function readWords(
  details: OrderRequestDetails,
  profile: VenueProfile,
): Result<OrderRequestDetails> {
  const { priceType, pegPriceType, ...others } = details;
  const price = readWord('priceType', priceType, profile.priceTypes);
  if (!price.ok) return price;
  const peg = readWord('pegPriceType', pegPriceType, profile.pegPriceTypes);
  if (!peg.ok) return peg;
  return ok({ ...others, priceType: price.value, pegPriceType: peg.value });
}

function readWord(
  field: string,
  word: string | undefined,
  words: Readonly<Record<string, string>>,
): Result<string | undefined> {
  if (word === undefined) return ok(undefined);
  const found = Object.entries(words).find(([, spelling]) => spelling === word);
  return found === undefined
    ? failRequest(`${field} to be one of ${Object.values(words).join(', ')}`, showValue(word))
    : ok(found[0]);
}

/** Expected type of an invalid value; undefined if it is valid. */
function findFault(value: unknown, rule: FieldRule): string | undefined {
  if (rule === 'number') return Number.isFinite(value) ? undefined : 'a number';
  if (rule === 'list') return isTextList(value) ? undefined : 'a list of strings';
  if (rule === 'map') return isCustomParameters(value) ? undefined : CUSTOM_TEXT;
  if (typeof value !== 'string') return 'a string';
  if (rule === 'string' || value.length <= rule) return undefined;
  return `a string of at most ${String(rule)} characters`;
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function failRequest(expected: string, found: string) {
  return fail('protocol.request', `order request: expected ${expected}, found ${found}`);
}

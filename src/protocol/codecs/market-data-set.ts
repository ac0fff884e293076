// Codec of market data sets (wire facts 3.4).
import {
  FINE_DIGITS,
  formatShortest,
  formatVenueTime,
  type Instant,
  type Instrument,
  MILLISECOND,
  ok,
  parseVenueTime,
  type Result,
  toScaled,
  UNLIMITED,
} from '../../domain/index.js';
import { decodeSize, failShape, failSymbol } from './decode-number.js';
import type { FindInstrument } from './decode-order.js';
import { DEFAULT_PROFILE, type VenueProfile } from '../profile/profile.js';
import { isEpochMs } from './spot-rate.js';
import { isRecord, toEpochMs } from '../wire-text.js';

/** A rate of a set as the simulator sends it; ticks and minor units of the base. */
export interface SetRateSent {
  readonly instrument: Instrument;
  readonly tenor: string;
  readonly valueDate: string;
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly spotBidTicks: number;
  readonly spotOfferTicks: number;
  readonly bidUnits: number;
  readonly offerUnits: number;
  readonly at: Instant;
  readonly rateId: string;
}

interface SetHead {
  readonly id: string;
  readonly name: string;
  readonly date: string | undefined;
  readonly timeWindow: string | undefined;
  readonly createdAt: Instant | undefined;
  readonly activeAt: Instant | undefined;
  readonly validUntil: Instant | undefined;
  readonly nextCreationAt: Instant | undefined;
  readonly expiresAt: Instant | undefined;
}

export interface DataSetSent extends SetHead {
  readonly rates: readonly SetRateSent[];
}

/** Names of a set's times on the wire, with our own. */
const TIMES = [
  ['createdTime', 'createdAt'],
  ['activationTime', 'activeAt'],
  ['validUntil', 'validUntil'],
  ['nextCreationTime', 'nextCreationAt'],
  ['expirationTime', 'expiresAt'],
] as const;

export function encodeDataSet(
  { rates, ...head }: DataSetSent,
  profile: VenueProfile = DEFAULT_PROFILE,
): string {
  const isText = profile.market.setTimes === 'text';
  const toTime = (at: Instant) => (isText ? `"${formatVenueTime(at)}"` : String(toEpochMs(at)));
  const times = TIMES.map(([name, key]) => {
    const at = head[key];
    return `"${name}":${at === undefined ? 'null' : toTime(at)}`;
  });
  const { id, name, date = null, timeWindow = null } = head;
  const texts = JSON.stringify({ id, name, date, timeWindow }).slice(0, -1);
  const list = rates.map((rate) => encodeRate(rate, profile)).join(',');
  return `${texts},${times.join(',')},"rates":[${list}]}`;
}

function encodeRate(rate: SetRateSent, profile: VenueProfile): string {
  const { symbol, ratePrecision, baseDecimals } = rate.instrument;
  const names = profile.market.setRateFields;
  const price = (ticks: number) => formatShortest(ticks, ratePrecision);
  const size = (name: string, units: number) =>
    units === UNLIMITED ? '' : `,"${name}":${formatShortest(units, baseDecimals)}`;
  return (
    `{"symbol":"${symbol}","tenor":"${rate.tenor}","${names.valueDate}":"${rate.valueDate}"` +
    `,"${names.bid}":${price(rate.bidTicks)},"${names.offer}":${price(rate.offerTicks)}` +
    size(names.bidLimit, rate.bidUnits) +
    size(names.offerLimit, rate.offerUnits) +
    `,"${names.spotBid}":${price(rate.spotBidTicks)}` +
    `,"${names.spotOffer}":${price(rate.spotOfferTicks)}` +
    `,"${names.bidForwardPoints}":${price(rate.bidTicks - rate.spotBidTicks)}` +
    `,"${names.offerForwardPoints}":${price(rate.offerTicks - rate.spotOfferTicks)}` +
    `,"rateId":${JSON.stringify(rate.rateId)},"${names.time}":${String(toEpochMs(rate.at))}}`
  );
}

/** A decoded rate; all fields but rateId may be missing. Prices in fine ticks. */
export interface SetRateRead {
  readonly rateId: string;
  readonly instrument: Instrument | undefined;
  readonly tenor: string | undefined;
  readonly valueDate: string | undefined;
  readonly bidFine: number | undefined;
  readonly offerFine: number | undefined;
  readonly bidUnits: number | undefined;
  readonly offerUnits: number | undefined;
}

export interface DataSetRead extends SetHead {
  readonly rates: readonly SetRateRead[];
}

/**
 * Sets of a response; a time of unknown form stays undefined. Fault codes `protocol.shape`,
 * `protocol.symbol` and `protocol.value`.
 */
export function decodeDataSets(
  body: unknown,
  find: FindInstrument,
  profile: VenueProfile = DEFAULT_PROFILE,
): Result<readonly DataSetRead[]> {
  const sets: DataSetRead[] = [];
  for (const item of Array.isArray(body) ? (body as readonly unknown[]) : [body]) {
    if (!isRecord(item) || typeof item['id'] !== 'string') {
      return failShape('market data set', 'an object with an id', item);
    }
    const { id } = item;
    const subject = `market data set ${id}`;
    if (!Array.isArray(item['rates'])) return failShape(subject, 'rates', item['rates']);
    const rates: SetRateRead[] = [];
    for (const rate of item['rates'] as readonly unknown[]) {
      const read = decodeRate(rate, subject, find, profile);
      if (!read.ok) return read;
      rates.push(read.value);
    }
    const times = Object.fromEntries(TIMES.map(([name, key]) => [key, readTime(item[name])]));
    const texts = { date: readText(item['date']), timeWindow: readText(item['timeWindow']) };
    const head = { id, name: readText(item['name']) ?? id, ...texts };
    sets.push({ ...head, ...(times as Pick<SetHead, (typeof TIMES)[number][1]>), rates });
  }
  return ok(sets);
}

function decodeRate(
  body: unknown,
  subject: string,
  find: FindInstrument,
  profile: VenueProfile,
): Result<SetRateRead> {
  if (!isRecord(body)) return failShape(subject, 'rates to be objects', body);
  const { rateId, symbol, tenor } = body;
  if (typeof rateId !== 'string') return failShape(subject, 'rateId', rateId);
  const instrument = typeof symbol === 'string' ? find(symbol) : undefined;
  if (instrument === undefined && symbol !== undefined && symbol !== null) {
    return failSymbol(subject, 'a configured symbol', symbol);
  }
  const names = profile.market.setRateFields;
  const numbers: (number | undefined)[] = [];
  for (const name of [names.bid, names.offer, names.bidLimit, names.offerLimit]) {
    const isSize = name === names.bidLimit || name === names.offerLimit;
    const read = decodeNumber(body[name], name, isSize, instrument);
    if (!read.ok) return read;
    numbers.push(read.value);
  }
  const [bidFine, offerFine, bidUnits, offerUnits] = numbers;
  const texts = { tenor: readText(tenor), valueDate: readText(body[names.valueDate]) };
  return ok({ rateId, instrument, ...texts, bidFine, offerFine, bidUnits, offerUnits });
}

function decodeNumber(
  value: unknown,
  name: string,
  isSize: boolean,
  instrument: Instrument | undefined,
): Result<number | undefined> {
  if (value === undefined || value === null || instrument === undefined) return ok(undefined);
  const { symbol, ratePrecision } = instrument;
  if (typeof value !== 'number') return failShape(`rate of ${symbol}`, name, value);
  if (isSize) return decodeSize(name, value, instrument);
  const fine = toScaled(value, ratePrecision + FINE_DIGITS);
  return fine === undefined || fine < 0
    ? failShape(`rate of ${symbol}`, `${name} of at least 0 in 15 digits at most`, value)
    : ok(fine);
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Accepts both forms of time that the wire facts name: epoch milliseconds and text. */
function readTime(value: unknown): Instant | undefined {
  if (isEpochMs(value)) return value * MILLISECOND;
  return typeof value === 'string' ? parseVenueTime(value) : undefined;
}

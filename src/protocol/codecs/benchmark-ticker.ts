// Codec of ticker, and encoder of benchmark (wire facts 3.5 and 3.6): one price of a symbol.
import { isRecord } from '../../validation/index.js';
import { type Instant, type Instrument, MILLISECOND, ok, type Result } from '../../domain/index.js';
import { formatShortest } from '../../domain/numbers/index.js';
import type { Side } from '../../domain/orders/index.js';
import { decodePrice, decodeSize, failShape, failSymbol } from './decode-number.js';
import { DEFAULT_PROFILE, type VenueProfile } from '../profile/profile.js';
import { isEpochMs } from './spot-rate.js';
import { toEpochMs } from '../wire-text.js';

/** `sumTicks` is bid plus offer, twice the mid. */
export function encodeBenchmark(
  { symbol, ratePrecision }: Instrument,
  sumTicks: number,
  uid: string,
  at: Instant,
): string {
  const rate = formatShortest(sumTicks * 5, ratePrecision + 1);
  const last = `"uid":${JSON.stringify(uid)},"timestamp":${String(toEpochMs(at))}}`;
  return `{"symbol":"${symbol}","rate":${rate},${last}`;
}

/** The last trade of a symbol. */
export interface LastTrade {
  readonly instrument: Instrument;
  readonly priceTicks: number;
  /** Minor units of the base; undefined when the response has no size. */
  readonly units: number | undefined;
  readonly side: Side | undefined;
  /** Undefined when the response has no time. */
  readonly at: Instant | undefined;
}

export function encodeTicker(
  { instrument, priceTicks, units, side, at = 0 }: LastTrade,
  profile: VenueProfile = DEFAULT_PROFILE,
): string {
  const { symbol, ratePrecision, baseDecimals } = instrument;
  const names = profile.market.tickerFields;
  const size = units === undefined ? '' : `,"size":${formatShortest(units, baseDecimals)}`;
  const word = side === undefined ? '' : `,"side":"${side}"`;
  const price = formatShortest(priceTicks, ratePrecision);
  const time = String(toEpochMs(at));
  return `{"symbol":"${symbol}","${names.price}":${price}${size}${word},"${names.time}":${time}}`;
}

/** Fault codes `protocol.shape`, `protocol.symbol` and `protocol.value`. */
export function decodeTicker(
  body: unknown,
  instrument: Instrument,
  profile: VenueProfile = DEFAULT_PROFILE,
): Result<LastTrade> {
  const { symbol } = instrument;
  if (!isRecord(body)) return failShape(`ticker of ${symbol}`, 'a JSON object', body);
  if (body['symbol'] !== symbol) return failSymbol('ticker', symbol, body['symbol']);
  const names = profile.market.tickerFields;
  const price = body[names.price] ?? body['price'] ?? body['rate'] ?? body['lastPrice'];
  const time = body[names.time] ?? body['timestamp'] ?? body['time'];
  if (typeof price !== 'number') return failShape(`ticker of ${symbol}`, names.price, price);
  const priceTicks = decodePrice(names.price, price, instrument);
  if (!priceTicks.ok) return priceTicks;
  const { size, side } = body;
  const units = typeof size === 'number' ? decodeSize('size', size, instrument) : ok(undefined);
  if (!units.ok) return units;
  return ok({
    instrument,
    priceTicks: priceTicks.value,
    units: units.value,
    side: side === 'Buy' || side === 'Sell' ? side : undefined,
    at: isEpochMs(time) ? time * MILLISECOND : undefined,
  });
}

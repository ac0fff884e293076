// Codec of the spot rate (wire facts 3.1): top of book.
import { isRecord } from '../../validation/index.js';
import type { RateEvent } from '../../domain/events/index.js';
import {
  fail,
  type Instant,
  type Instrument,
  MILLISECOND,
  ok,
  type Result,
  UNLIMITED,
} from '../../domain/index.js';
import { formatShortest } from '../../domain/numbers/index.js';
import { decodePrice, decodeSize, failShape, failSymbol } from './decode-number.js';
import { DEFAULT_PROFILE, type VenueProfile } from '../profile/profile.js';
import type { SpotRateBody } from '../schemas/market.js';
import { MAX_EPOCH_MS, toEpochMs } from '../wire-text.js';

/** Fault code of a rate that lacks a side, or whose side is not above 0. */
export const ONE_SIDED = 'protocol.one-sided';

/** Body of a spot rate; ticks and minor units of the base. UNLIMITED sizes are left out. */
export function encodeSpotRate(
  instrument: Instrument,
  bidTicks: number,
  offerTicks: number,
  bidUnits: number,
  offerUnits: number,
  at: Instant,
  rateId: string,
): string {
  const { ratePrecision, baseDecimals } = instrument;
  let text = `{"symbol":"${instrument.symbol}","bid":${formatShortest(bidTicks, ratePrecision)}`;
  text += `,"offer":${formatShortest(offerTicks, ratePrecision)}`;
  if (bidUnits !== UNLIMITED) text += `,"bidLimit":${formatShortest(bidUnits, baseDecimals)}`;
  if (offerUnits !== UNLIMITED) text += `,"offerLimit":${formatShortest(offerUnits, baseDecimals)}`;
  return `${text},"time":${String(toEpochMs(at))},"rateId":${JSON.stringify(rateId)}}`;
}

/** Whether a body matches `spotRateSchema`; hand-written because every rate poll calls it. */
export function isSpotRateBody(body: unknown): body is SpotRateBody {
  return (
    isRecord(body) &&
    typeof body['symbol'] === 'string' &&
    isOptionalNumber(body['bid']) &&
    isOptionalNumber(body['offer']) &&
    isOptionalNumber(body['bidLimit']) &&
    isOptionalNumber(body['offerLimit']) &&
    isEpochMs(body['time']) &&
    isOptionalText(body['rateId'])
  );
}

export function isOptionalNumber(value: unknown): value is number | null | undefined {
  return value === undefined || value === null || Number.isFinite(value);
}

export function isOptionalText(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === 'string';
}

/** Whether a value is an epoch in milliseconds that stays exact in microseconds. */
export function isEpochMs(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_EPOCH_MS;
}

/**
 * Rate of a response. A missing size is the profile's `spotSize`, or a fault without one. Fault
 * codes `protocol.shape`, `protocol.symbol`, `protocol.value`, `protocol.one-sided` and
 * `protocol.size-missing`. The risk gate checks for crossed rates.
 */
export function decodeSpotRate(
  body: unknown,
  instrument: Instrument,
  profile: VenueProfile = DEFAULT_PROFILE,
): Result<RateEvent> {
  const { symbol } = instrument;
  if (!isSpotRateBody(body)) {
    return failShape(`rate of ${symbol}`, 'symbol, bid, offer, their limits and time', body);
  }
  if (body.symbol !== symbol) return failSymbol('rate', symbol, body.symbol);
  if (typeof body.bid !== 'number' || typeof body.offer !== 'number') {
    const missing = typeof body.bid === 'number' ? 'offer' : 'bid';
    return fail(ONE_SIDED, `rate of ${symbol}: expected both sides, found no ${missing}`);
  }
  const bid = decodeRatePrice('bid', body.bid, instrument);
  if (!bid.ok) return bid;
  const offer = decodeRatePrice('offer', body.offer, instrument);
  if (!offer.ok) return offer;
  const bidUnits = decodeLimit('bidLimit', body.bidLimit, instrument, profile);
  if (!bidUnits.ok) return bidUnits;
  const offerUnits = decodeLimit('offerLimit', body.offerLimit, instrument, profile);
  if (!offerUnits.ok) return offerUnits;
  return ok({
    type: 'rate',
    symbol,
    bidTicks: bid.value,
    offerTicks: offer.value,
    bidUnits: bidUnits.value,
    offerUnits: offerUnits.value,
    venueAt: body.time * MILLISECOND,
  });
}

function decodeRatePrice(field: string, value: number, instrument: Instrument): Result<number> {
  if (value > 0) return decodePrice(field, value, instrument);
  const message = `${instrument.symbol}: expected ${field} above 0, found ${String(value)}`;
  return fail(ONE_SIDED, message);
}

function decodeLimit(
  field: string,
  value: number | null | undefined,
  instrument: Instrument,
  profile: VenueProfile,
): Result<number> {
  const size = value ?? profile.spotSize;
  if (size === 'unlimited') return ok(UNLIMITED);
  return size === undefined
    ? fail(
        'protocol.size-missing',
        `rate of ${instrument.symbol}: expected ${field} or a configured size, found neither`,
      )
    : decodeSize(field, size, instrument);
}

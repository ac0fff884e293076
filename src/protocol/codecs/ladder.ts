// Codec of spot rates by type (wire facts 3.2), in each shape that a profile may state.
import {
  fail,
  formatShortest,
  type Instant,
  type Instrument,
  MILLISECOND,
  ok,
  type PriceLadder,
  type PriceLevel,
  type Result,
  UNLIMITED,
} from '../../domain/index.js';
import { decodePrice, decodeSize, failShape, failSymbol } from './decode-number.js';
import { DEFAULT_PROFILE, type VenueProfile } from '../profile/profile.js';
import { isEpochMs } from './spot-rate.js';
import { isRecord, toEpochMs } from '../wire-text.js';

type Side = 'bid' | 'offer';
type Body = Readonly<Record<string, unknown>>;

/** Decoded levels and the rateIds that orders may name. */
export interface LadderReading {
  readonly ladder: PriceLadder;
  /** In the order of the response; empty if it has none. */
  readonly rateIds: readonly string[];
}

/** A provider with the rateId of its own rate. */
export interface LadderPart {
  readonly provider: string;
  readonly rateId: string;
}

/**
 * Response in the profile's shape. The list shape has one item for each of `parts`; without `parts`
 * one for each level.
 */
export function encodeLadder(
  ladder: PriceLadder,
  rateId: string,
  parts: readonly LadderPart[] | undefined,
  profile: VenueProfile = DEFAULT_PROFILE,
): string {
  const { ladderShape, ladderRateId } = profile.market;
  const toName = (id: string) => {
    const text = JSON.stringify(id);
    const name = ladderRateId === 'array' && ladderShape === 'arrays' ? `[${text}]` : text;
    return ladderRateId === 'none' ? '' : `,"rateId":${name}`;
  };
  const { bids, offers } = ladder;
  const last = toName(rateId);
  if (ladderShape === 'scalars') return encodeItem(ladder, bids[0], offers[0], last);
  if (ladderShape === 'arrays') return encodeArrays(ladder, last);
  const depth = Math.max(bids.length, offers.length);
  const items =
    parts?.map(({ provider, rateId: own }) =>
      encodeItem(ladder, findLevel(bids, provider), findLevel(offers, provider), toName(own)),
    ) ?? Array.from({ length: depth }, (_, i) => encodeItem(ladder, bids[i], offers[i], last));
  return `[${items.join(',')}]`;
}

/** The best level of each side in the shape of a spot rate (wire facts 3.1). */
export function encodeBest(ladder: PriceLadder, rateId: string): string {
  const { bids, offers } = ladder;
  return encodeItem(ladder, bids[0], offers[0], `,"rateId":${JSON.stringify(rateId)}`);
}

function findLevel(levels: readonly PriceLevel[], provider: string): PriceLevel | undefined {
  return levels.find((level) => level.providers.includes(provider));
}

function encodeItem(
  { instrument, at }: PriceLadder,
  bid: PriceLevel | undefined,
  offer: PriceLevel | undefined,
  last: string,
): string {
  const { symbol, ratePrecision, baseDecimals } = instrument;
  let text = `{"symbol":"${symbol}"`;
  for (const [side, level] of [['bid', bid] as const, ['offer', offer] as const]) {
    if (level === undefined) continue;
    text += `,"${side}":${formatShortest(level.ticks, ratePrecision)}`;
    if (level.units === UNLIMITED) continue;
    text += `,"${side}Limit":${formatShortest(level.units, baseDecimals)}`;
  }
  return `${text},"time":${String(toEpochMs(at))}${last}}`;
}

function encodeArrays({ instrument, at, bids, offers }: PriceLadder, last: string): string {
  const { symbol, ratePrecision, baseDecimals } = instrument;
  const list = (levels: readonly PriceLevel[], toText: (level: PriceLevel) => string) =>
    `[${levels.map(toText).join(',')}]`;
  const price = ({ ticks }: PriceLevel) => formatShortest(ticks, ratePrecision);
  const size = ({ units }: PriceLevel) => formatShortest(units, baseDecimals);
  const sizes = (name: string, levels: readonly PriceLevel[]) =>
    levels.some((level) => level.units === UNLIMITED) ? '' : `,"${name}":${list(levels, size)}`;
  const providers = (levels: readonly PriceLevel[]) =>
    JSON.stringify(levels.flatMap((level) => level.providers));
  return (
    `{"symbol":"${symbol}","bid":${list(bids, price)},"offer":${list(offers, price)}` +
    `${sizes('bidLimit', bids)}${sizes('offerLimit', offers)}` +
    `,"bidProviders":${providers(bids)},"offerProviders":${providers(offers)}` +
    `,"time":${String(toEpochMs(at))}${last}}`
  );
}

/**
 * Levels of a response in any shape. A missing size is the profile's `spotSize`, or a fault without
 * one. Providers are set only if each level has one. Fault codes `protocol.shape`,
 * `protocol.symbol`, `protocol.value` and `protocol.size-missing`.
 */
export function decodeLadder(
  body: unknown,
  instrument: Instrument,
  profile: VenueProfile = DEFAULT_PROFILE,
): Result<LadderReading> {
  const bids: PriceLevel[] = [];
  const offers: PriceLevel[] = [];
  const rateIds: string[] = [];
  let at: Instant = 0;
  for (const item of Array.isArray(body) ? (body as readonly unknown[]) : [body]) {
    const subject = `rates of ${instrument.symbol}`;
    if (!isRecord(item)) return failShape(subject, 'a JSON object', item);
    const { symbol, time, rateId } = item;
    if (symbol !== instrument.symbol) return failSymbol('rates', instrument.symbol, symbol);
    if (!isEpochMs(time)) return failShape(subject, 'time', time);
    at = Math.max(at, time * MILLISECOND);
    const names = (Array.isArray(rateId) ? rateId : [rateId]) as readonly unknown[];
    rateIds.push(...names.filter((name) => typeof name === 'string'));
    for (const side of ['bid', 'offer'] as const) {
      const levels = decodeLevels(item, side, instrument, profile);
      if (!levels.ok) return levels;
      (side === 'bid' ? bids : offers).push(...levels.value);
    }
  }
  bids.sort((a, b) => b.ticks - a.ticks);
  offers.sort((a, b) => a.ticks - b.ticks);
  return ok({ ladder: { instrument, at, bids, offers }, rateIds });
}

function decodeLevels(
  item: Body,
  side: Side,
  instrument: Instrument,
  profile: VenueProfile,
): Result<readonly PriceLevel[]> {
  const prices = toArray(item[side]);
  const sizes = toArray(item[`${side}Limit`]);
  const providers = toArray(item[`${side}Providers`]);
  const hasEach = providers.length === prices.length;
  const levels: PriceLevel[] = [];
  for (const [i, value] of prices.entries()) {
    const where = `${instrument.symbol} ${side}[${String(i)}]`;
    if (typeof value !== 'number') return failShape(where, 'a number', value);
    const ticks = decodePrice(side, value, instrument);
    if (!ticks.ok) return ticks;
    const units = decodeUnits(sizes[i] ?? profile.spotSize, where, side, instrument);
    if (!units.ok) return units;
    const provider = providers[i];
    const known = hasEach && typeof provider === 'string' ? [provider] : [];
    levels.push({ ticks: ticks.value, units: units.value, providers: known });
  }
  return ok(levels);
}

function decodeUnits(
  size: unknown,
  where: string,
  side: Side,
  instrument: Instrument,
): Result<number> {
  if (size === 'unlimited') return ok(UNLIMITED);
  if (size === undefined) {
    const message = `${where}: expected ${side}Limit or a configured size, found neither`;
    return fail('protocol.size-missing', message);
  }
  return typeof size === 'number'
    ? decodeSize(`${side}Limit`, size, instrument)
    : failShape(where, `${side}Limit to be a number`, size);
}

/** Wraps a scalar in an array; a missing value becomes an empty array. */
function toArray(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

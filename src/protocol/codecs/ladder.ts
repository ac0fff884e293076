// Encodes spot rates by type (wire facts 3.2), in each shape that a profile may state.
import { UNLIMITED } from '../../domain/index.js';
import { formatShortest, type PriceLadder, type PriceLevel } from '../../domain/numbers/index.js';
import { DEFAULT_PROFILE, type VenueProfile } from '../profile/profile.js';
import { toEpochMs } from '../wire-text.js';

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

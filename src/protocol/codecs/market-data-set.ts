// Encodes market data sets (wire facts 3.4).
import { formatVenueTime, type Instant, type Instrument, UNLIMITED } from '../../domain/index.js';
import { formatShortest } from '../../domain/numbers/index.js';
import { DEFAULT_PROFILE, type VenueProfile } from '../profile/profile.js';
import { toEpochMs } from '../wire-text.js';

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

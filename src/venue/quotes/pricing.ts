// Prices a provider's quote: its spot rate plus forward points, all-in.
import type { Instrument } from '../../domain/index.js';
import { FINE_TICKS, type QuoteSide } from '../../domain/venue/index.js';
import type { VenueBook } from '../book.js';
import type { ForwardPoints } from '../models/curve.js';
import { type ProviderSettings, toPipTicks } from '../models/providers.js';
import type { RfsTerms } from './terms.js';

/** Spot rates in fine ticks: 10^-(ratePrecision + 2). */
export interface SpotSides {
  readonly bid: number;
  readonly offer: number;
}

/** Points of the legs, in fine ticks. */
export interface LegPoints {
  readonly near: ForwardPoints;
  readonly far?: ForwardPoints;
}

export interface BothWays {
  /** The requester sells the base at this price on the near leg. */
  readonly bid: QuoteSide;
  /** The requester buys the base at this price on the near leg. */
  readonly offer: QuoteSide;
}

/** Spot rates from which a provider derives its quotes. */
export function findSpotSides(
  { bidTicks, offerTicks }: Pick<VenueBook, 'bidTicks' | 'offerTicks'>,
  { widen, skew, quotes }: ProviderSettings,
  instrument: Instrument,
): SpotSides {
  const off = toPipTicks(widen, instrument) + toPipTicks(quotes.widen, instrument);
  const up = toPipTicks(skew, instrument);
  return { bid: (bidTicks + up - off) * FINE_TICKS, offer: (offerTicks + up + off) * FINE_TICKS };
}

/**
 * Both sides of a quote. Two legs share one spot rate: that of the net amount, or the mid for equal
 * amounts, because those deal no spot.
 */
export function priceLegs(terms: RfsTerms, spot: SpotSides, points: LegPoints): BothWays {
  const [sell, buy] = chooseSpot(terms, spot);
  return {
    bid: priceWay(sell, points.near.bid, points.far?.offer),
    offer: priceWay(buy, points.near.offer, points.far?.bid),
  };
}

/** Spot rates for a requester that sells the base on the near leg, and for one that buys it. */
function chooseSpot(
  { nearUnits, farUnits }: RfsTerms,
  { bid, offer }: SpotSides,
): readonly [sell: number, buy: number] {
  if (farUnits === undefined || nearUnits > farUnits) return [bid, offer];
  if (nearUnits < farUnits) return [offer, bid];
  // A tick is 100 fine ticks, so the mid is an integer.
  const mid = (bid + offer) / 2;
  return [mid, mid];
}

function priceWay(spotRate: number, points: number, farPoints: number | undefined): QuoteSide {
  const near = { spotRate, forwardPoints: points, rate: spotRate + points };
  if (farPoints === undefined) return near;
  return { ...near, farForwardPoints: farPoints, farRate: spotRate + farPoints };
}

export function isPriced({ bid, offer }: BothWays): boolean {
  return [bid, offer].every(({ rate, spotRate, farRate = rate }) => {
    return rate > 0 && spotRate > 0 && farRate > 0;
  });
}

// What a provider quotes: its spot rate at this instant and the curve's forward points, all-in.
import { FINE_TICKS, type Instrument, type QuoteSide } from '../../domain/index.js';
import type { VenueBook } from '../book.js';
import type { ForwardPoints } from '../models/curve.js';
import { type ProviderSettings, toPipTicks } from '../models/providers.js';
import type { RfsTerms } from './terms.js';

/** A spot rate; fine ticks: 10^-(ratePrecision + 2). */
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
  /** What the requester sells the base at on the near leg. */
  readonly bid: QuoteSide;
  /** What it buys the base at. */
  readonly offer: QuoteSide;
}

/** The spot rate that a provider's quotes start from. */
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
 * Both ways of a quote. Of two legs the spot rate is one for both: that of the amount by which one
 * leg is larger, or mid when they are equal, for then no spot is dealt.
 */
export function priceLegs(terms: RfsTerms, spot: SpotSides, points: LegPoints): BothWays {
  const [sell, buy] = chooseSpot(terms, spot);
  return {
    bid: priceWay(sell, points.near.bid, points.far?.offer),
    offer: priceWay(buy, points.near.offer, points.far?.bid),
  };
}

/** Spot rates of who sells the base on the near leg, and of who buys it. */
function chooseSpot(
  { nearUnits, farUnits }: RfsTerms,
  { bid, offer }: SpotSides,
): readonly [sell: number, buy: number] {
  if (farUnits === undefined || nearUnits > farUnits) return [bid, offer];
  if (nearUnits < farUnits) return [offer, bid];
  // Whole ticks are a hundred fine ones each, so their mid is whole.
  const mid = (bid + offer) / 2;
  return [mid, mid];
}

function priceWay(spotRate: number, points: number, farPoints: number | undefined): QuoteSide {
  const near = { spotRate, forwardPoints: points, rate: spotRate + points };
  if (farPoints === undefined) return near;
  return { ...near, farForwardPoints: farPoints, farRate: spotRate + farPoints };
}

/** Whether every rate is above 0. */
export function isPriced({ bid, offer }: BothWays): boolean {
  return [bid, offer].every(({ rate, spotRate, farRate = rate }) => {
    return rate > 0 && spotRate > 0 && farRate > 0;
  });
}

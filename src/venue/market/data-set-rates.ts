// Computes the rates of a market data set: the market's rate, widened, with forward points.
import { findSpotDate, findValueDates, formatTenor, parseTenor } from '../../domain/dates/index.js';
import { type Instant, type Instrument, unwrap } from '../../domain/index.js';
import { FINE_TICKS } from '../../domain/venue/index.js';
import { toPipTicks } from '../models/providers.js';
import type { Venue } from '../venue.js';
import type { DataSetSettings } from './data-set-schema.js';

/** A rate of a data set: ticks, and minor units of the base. An all-in rate is spot plus points. */
export interface SetRate {
  readonly instrument: Instrument;
  /** As the venue writes it: `SPOT`, `1W`. */
  readonly tenor: string;
  /** `YYYY-MM-DD`. */
  readonly valueDate: string;
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly spotBidTicks: number;
  readonly spotOfferTicks: number;
  readonly bidUnits: number;
  readonly offerUnits: number;
  /** Time of the market's rate. */
  readonly at: Instant;
  /** Number of the market's rate within its symbol. */
  readonly rateCount: number;
}

/**
 * Rates of the symbols that have a market rate, by symbol and tenor; tenors without forward points
 * are left out. Points are rounded to whole ticks, the bid's down and the offer's up, so that an
 * order can state the price.
 */
export function makeSetRates(
  venue: Venue,
  { tenors, widen }: DataSetSettings,
  symbols: readonly Instrument[],
  at: Instant,
): readonly SetRate[] {
  return symbols.flatMap((instrument) => {
    const rate = venue.visibleRate(instrument);
    if (rate === undefined) return [];
    const off = toPipTicks(widen, instrument);
    const [bid, offer] = [rate.bidTicks - off, rate.offerTicks + off];
    return tenors.flatMap((text): readonly SetRate[] => {
      const tenor = unwrap(parseTenor(text));
      const valueDate = findDate(venue, instrument, text, at);
      const points =
        valueDate === undefined ? undefined : venue.forwards.points(at, instrument, valueDate);
      if (valueDate === undefined || points === undefined) return [];
      const bidTicks = bid + Math.floor(points.bid / FINE_TICKS);
      const offerTicks = offer + Math.ceil(points.offer / FINE_TICKS);
      if (bidTicks < 1) return [];
      const { bidUnits, offerUnits, rateCount } = rate;
      return [
        {
          instrument,
          tenor: formatTenor(tenor),
          valueDate,
          bidTicks,
          offerTicks,
          spotBidTicks: bid,
          spotOfferTicks: offer,
          bidUnits,
          offerUnits,
          at: rate.at,
          rateCount,
        },
      ];
    });
  });
}

function findDate(
  { calendars }: Venue,
  instrument: Instrument,
  text: string,
  at: Instant,
): string | undefined {
  const tenor = unwrap(parseTenor(text));
  if (tenor.kind === 'SPOT') return findSpotDate(at, instrument, calendars);
  const dates = findValueDates(at, instrument, tenor, calendars);
  return dates.ok ? dates.value.valueDate : undefined;
}

// Forward points of any value date, interpolated between the configured tenors (pillars).
import { z } from 'zod';
import {
  type Calendars,
  findSpotDate,
  findTradeDate,
  findValueDates,
  isSwapTenor,
  parseDay,
  parseTenor,
  type Tenor,
} from '../../domain/dates/index.js';
import { type Instant, type Instrument, isSymbol, unwrap } from '../../domain/index.js';
import { multiplyDivideUp, powerOfTen, toScaled } from '../../domain/numbers/index.js';
import { FINE_DIGITS } from '../../domain/venue/index.js';
import {
  type ForwardPoints,
  interpolatePoints,
  type Pillar,
  sortPillars,
} from '../models/curve.js';

/** Decimals to which points in pips are exact. */
const DECIMALS = 3;
const MOST_PILLARS = 100;

const tenorText = z.string().superRefine((text, context) => {
  const tenor = parseTenor(text);
  const isSwap = tenor.ok && isSwapTenor(tenor.value);
  if (tenor.ok && !isSwap && tenor.value.kind !== 'SPOT') return;
  const message = tenor.ok
    ? `expected the tenor of one date, not spot, such as TOD, 1W or 3M; found ${text}`
    : tenor.fault.message;
  context.addIssue({ code: 'custom', message });
});

const pips = z
  .number()
  .min(-1e9)
  .max(1e9)
  .refine((value) => toScaled(value, DECIMALS) !== undefined, {
    message: `expected at most ${String(DECIMALS)} decimals`,
  });

const pillarSchema = z
  .strictObject({
    tenor: tenorText.describe('tenor of one date, such as TOD, 1W, 3M or 1Y'),
    bid: pips.describe('points in pips that are added to the bid'),
    offer: pips.describe('points in pips that are added to the offer'),
  })
  .refine(({ bid, offer }) => bid <= offer, { message: 'expected bid points up to the offer' });

/** `forwards`: forward points by symbol. */
export const forwardsSchema = z
  .record(
    z.string().refine(isSymbol, { message: 'expected a symbol such as EUR/USD' }),
    z.array(pillarSchema).min(1).max(MOST_PILLARS),
  )
  .default({})
  .describe('forward points by symbol; between tenors they are interpolated by days');

export type ForwardSettings = z.output<typeof forwardsSchema>;

/** Pillars of a symbol with their value dates as of one trade date. */
interface DatedCurve {
  readonly tradeDate: string;
  readonly spotDay: number;
  readonly pillars: readonly Pillar[];
}

export class ForwardCurves {
  readonly #settings: ForwardSettings;
  readonly #calendars: Calendars;
  /** By instrument id. */
  readonly #dated: (DatedCurve | undefined)[] = [];

  constructor(settings: ForwardSettings, calendars: Calendars) {
    this.#settings = settings;
    this.#calendars = calendars;
  }

  /**
   * Points to add to spot for a value date (`YYYY-MM-DD`) dealt at `at`; undefined without a curve
   * or beyond its last pillar. Pillars whose value date the calendars cannot find are left out.
   */
  points(at: Instant, instrument: Instrument, valueDate: string): ForwardPoints | undefined {
    const day = parseDay(valueDate);
    if (!day.ok) return undefined;
    const { spotDay, pillars } = this.#curveOf(at, instrument);
    return interpolatePoints(pillars, day.value - spotDay);
  }

  #curveOf(at: Instant, instrument: Instrument): DatedCurve {
    const tradeDate = findTradeDate(at, instrument);
    const known = this.#dated[instrument.id];
    if (known?.tradeDate === tradeDate) return known;
    const spotDay = unwrap(parseDay(findSpotDate(at, instrument, this.#calendars)));
    const pillars = (this.#settings[instrument.symbol] ?? []).flatMap((one) => {
      const tenor: Tenor = unwrap(parseTenor(one.tenor));
      const dates = findValueDates(at, instrument, tenor, this.#calendars);
      if (!dates.ok) return [];
      const days = unwrap(parseDay(dates.value.valueDate)) - spotDay;
      return [{ days, bid: toFine(one.bid, instrument), offer: toFine(one.offer, instrument) }];
    });
    const curve = { tradeDate, spotDay, pillars: sortPillars(pillars) };
    this.#dated[instrument.id] = curve;
    return curve;
  }
}

/** Converts pips to fine ticks (10^-(ratePrecision + 2)), rounded away from zero. */
function toFine(points: number, { ticksPerUnit, pipFactor }: Instrument): number {
  const one = powerOfTen(DECIMALS);
  return multiplyDivideUp(
    Math.round(points * one),
    ticksPerUnit * powerOfTen(FINE_DIGITS),
    pipFactor * one,
  );
}

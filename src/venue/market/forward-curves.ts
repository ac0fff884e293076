// Forward points of any value date: pillars of a configuration by tenor, dated by the calendars.
import { z } from 'zod';
import {
  type Calendars,
  findSpotDate,
  findTradeDate,
  findValueDates,
  FINE_DIGITS,
  type Instant,
  type Instrument,
  isSwapTenor,
  isSymbol,
  multiplyDivideUp,
  parseDay,
  parseTenor,
  powerOfTen,
  type Tenor,
  toScaled,
  unwrap,
} from '../../domain/index.js';
import {
  type ForwardPoints,
  interpolatePoints,
  type Pillar,
  sortPillars,
} from '../models/curve.js';

/** Points in pips are exact to this many decimals. */
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

/** `forwards`: the curve of each symbol. */
export const forwardsSchema = z
  .record(
    z.string().refine(isSymbol, { message: 'expected a symbol such as EUR/USD' }),
    z.array(pillarSchema).min(1).max(MOST_PILLARS),
  )
  .default({})
  .describe('forward points by symbol; between tenors they are interpolated by days');

export type ForwardSettings = z.output<typeof forwardsSchema>;

/** The pillars of a symbol as dated on one trade date. */
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
   * Points over spot of a value date (`YYYY-MM-DD`) dealt at an instant; undefined where there is
   * no curve, or beyond it. A pillar whose date the calendars do not know is left out.
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

/** Pips as fine ticks, rounded away from zero where they are finer than that. */
function toFine(points: number, { ticksPerUnit, pipFactor }: Instrument): number {
  const one = powerOfTen(DECIMALS);
  return multiplyDivideUp(
    Math.round(points * one),
    ticksPerUnit * powerOfTen(FINE_DIGITS),
    pipFactor * one,
  );
}

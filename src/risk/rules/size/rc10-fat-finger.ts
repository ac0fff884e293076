// RC10: refuses an order far larger than the strategy's recent orders, or than the displayed size.
import { z } from 'zod';
import { UNLIMITED } from '../../../domain/index.js';
import { RollingMedian } from '../../../determinism/index.js';
import { formatUnits } from '../limit-schemas.js';
import type { Breach, RiskRule } from '../../rule.js';

/** Number of orders for the median, and the least number that makes one. */
const REMEMBERED = 50;
const LEAST = 20;

const params = z.strictObject({
  timesMedian: z
    .number()
    .positive()
    .default(5)
    .describe('largest size in multiples of the median of 50 orders'),
  timesTop: z
    .number()
    .positive()
    .default(3)
    .describe('largest size in multiples of the displayed size'),
  softTimes: z.number().positive().default(2).describe('alert above this multiple of either'),
});

export const rc10: RiskRule<typeof params> = {
  id: 'RC10',
  name: 'fatFinger',
  summary: 'Relative fat finger',
  stage: 'market',
  alsoChecks: [],
  class: 'L',
  research: 'observed',
  live: 'D',
  mitigates: 'an order that is large for this strategy or this market',
  isRecomputed: true,
  action: 'REFUSE; soft alert',
  capIn: 'base',
  smallerMayPass: true,
  params,
  keys: {
    maxTimesMedianSize: 'timesMedian',
    maxTimesDisplayedSize: 'timesTop',
    alertTimes: 'softTimes',
  },
  create: ({ timesMedian, timesTop, softTimes }) => {
    const sizes = new Map<string, RollingMedian[]>();
    const sizesOf = (strategy: string, id: number): RollingMedian => {
      let list = sizes.get(strategy);
      if (list === undefined) sizes.set(strategy, (list = []));
      return (list[id] ??= new RollingMedian(REMEMBERED));
    };
    return {
      check: ({ symbol, strategy, sign, units, quote }): Breach | undefined => {
        const { instrument } = symbol;
        const recent = sizesOf(strategy, instrument.id);
        const median = recent.count < LEAST ? Infinity : recent.median;
        const shown = sign > 0 ? symbol.offerUnits : symbol.bidUnits;
        // A quote is firm for its own size, whatever the book displays.
        const top = quote !== undefined || shown === UNLIMITED ? Infinity : shown;
        const least = softTimes * Math.min(median, top);
        const byMedian = timesMedian * median;
        const byTop = timesTop * top;
        if (units <= Math.min(least, byMedian, byTop)) return undefined;
        const isHard = units > byMedian || units > byTop;
        const limit = isHard ? Math.min(byMedian, byTop) : least;
        const of = limit === byTop || limit === softTimes * top ? 'displayed size' : 'median';
        const found = formatUnits(units, instrument);
        const most = formatUnits(Math.floor(limit), instrument);
        const message = `size: expected at most ${most} by the ${of}, found ${found}`;
        const needs = {
          ...(units > byMedian ? { timesMedian: units / median } : {}),
          ...(units > byTop ? { timesTop: units / top } : {}),
        };
        return { limit, value: units, message, needs, ...(isHard ? {} : { isAlertOnly: true }) };
      },
      onDecision: ({ strategy, symbol, units }, sent) => {
        if (sent) sizesOf(strategy, symbol.instrument.id).add(units);
      },
    };
  },
};

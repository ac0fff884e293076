// RC14: the price must lie within a collar around the mid, and around the average price of own
// fills in the last minute.
import { type InstrumentClass, SECOND } from '../../../domain/index.js';
import {
  perClass,
  byClassAnd,
  findMid2,
  formatPrice,
  ceiling,
  perClassBelow,
} from '../limit-schemas.js';
import { RecentFills } from '../../ledger/recent-fills.js';
import type { Breach, Candidate, RiskRule } from '../../rule.js';

const SPAN = 60 * SECOND;
/** Least number of fills for an average. */
const LEAST_FILLS = 20;
/** Maximum of fills remembered per symbol; the latest are kept. */
const MAX_FILLS = 1_000;

const what = 'basis points from the mid';
const params = byClassAnd({ G10: 50, EM: 100, DA: 300 }, what, {
  soft: perClass({ G10: 20, EM: 50, DA: 150 }, what),
});

export type PriceBands = Readonly<Record<InstrumentClass, number>>;

/** The limits of this rule; the defaults when it is off. */
export function findPriceBands(limits: unknown): PriceBands {
  return limits === 'off' || limits === undefined ? params.parse({}) : (limits as PriceBands);
}

export const rc14: RiskRule<typeof params> = {
  id: 'RC14',
  name: 'priceCollar',
  summary: 'Price collar around the mid',
  stage: 'market',
  alsoChecks: ['retry', 'acceptance'],
  class: 'L',
  research: 'observed',
  live: 'M',
  mitigates: 'a price far from the market',
  action: 'REFUSE; 5 in 5 min: HALT(strategy); soft alert',
  params,
  keys: { ...perClassBelow('maxBps'), alertBps: 'soft' },
  required: { G10: ceiling(500), EM: ceiling(1_000), DA: ceiling(3_000) },
  escalation: { scope: 'strategy', refusals: 5, within: 300 * SECOND },
  create: (bands, { symbols }) => {
    const fills = symbols.map(() => new RecentFills(SPAN, MAX_FILLS));
    return {
      check: (candidate) => {
        const { symbol, at } = candidate;
        if (!symbol.hasRate) return undefined; // RC16 and RC18 refuse orders without a rate
        const limit = bands[symbol.instrument.class];
        const soft = bands.soft[symbol.instrument.class];
        const mid2 = findMid2(candidate);
        const breach = compare(candidate, mid2, limit, soft, 'the mid');
        if (breach?.isAlertOnly === undefined && breach !== undefined) return breach;
        if (candidate.stopTicks !== 0) {
          const stop = { symbol, priceTicks: candidate.stopTicks };
          const far = compare(stop, mid2, limit, Infinity, 'the mid');
          if (far !== undefined) return far;
        }
        const average2 = fills[symbol.instrument.id]?.findAverage2(at, LEAST_FILLS);
        if (average2 === undefined) return breach;
        return compare(candidate, average2, limit, Infinity, 'the average of own fills') ?? breach;
      },
      onFill: ({ terms }, { at, units, priceTicks, isReplacement }) => {
        if (isReplacement !== true) fills[terms.symbol.instrument.id]?.add(at, units, priceTicks);
      },
    };
  },
};

function compare(
  { symbol, priceTicks }: Pick<Candidate, 'symbol' | 'priceTicks'>,
  reference2: number,
  hard: number,
  soft: number,
  what: string,
): Breach | undefined {
  const value = (Math.abs(2 * priceTicks - reference2) / reference2) * 10_000;
  if (value <= Math.min(hard, soft)) return undefined;
  // NaN is a breach.
  const isHard = !(value <= hard);
  const limit = isHard ? hard : soft;
  const price = formatPrice(priceTicks, symbol.instrument);
  const distance = value.toFixed(2);
  const message = `expected within ${limit} bp of ${what}, found ${price}, ${distance} bp away`;
  const needs = { [symbol.instrument.class]: value };
  return { limit, value, message, needs, ...(isHard ? {} : { isAlertOnly: true }) };
}

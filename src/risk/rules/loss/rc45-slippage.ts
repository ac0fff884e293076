// RC45: limits the cost of fills: each against the mid at the intent and against its limit price,
// and the mean against the mid.
import { z } from 'zod';
import { perClass } from '../limit-schemas.js';
import type { RiskRule } from '../../rule.js';

const MEAN_OF = 20;

const params = z
  .strictObject({
    single: perClass({ G10: 10, EM: 30, DA: 75 }, 'largest slippage of one fill, basis points'),
    mean: perClass({ G10: 3, EM: 10, DA: 25 }, 'largest mean of 20 fills, basis points'),
    softShare: z
      .number()
      .positive()
      .max(1)
      .default(0.5)
      .describe('alert above this share of the limit'),
  })
  .prefault({});

/** Cost of a fill in basis points, and its intent id. */
interface Cost {
  readonly of: number;
  readonly cost: number;
}

/** Adds a cost; the trade of a provisional fill replaces its entry. */
function note(list: Cost[], one: Cost, isReplacement = false): void {
  const booked = isReplacement ? list.findLastIndex(({ of }) => of === one.of) : -1;
  if (booked >= 0) list[booked] = one;
  else list.push(one);
  if (list.length > MEAN_OF) list.shift();
}

export const rc45: RiskRule<typeof params> = {
  id: 'RC45',
  name: 'slippage',
  summary: 'Slippage',
  stage: 'post',
  alsoChecks: [],
  class: 'T',
  research: 'observed',
  live: 'D',
  mitigates: 'fills that are worse than the market was',
  action: 'HALT(symbol); soft alert',
  params,
  keys: { maxFillBps: 'single', maxMeanBps: 'mean', alertAtShare: 'softShare' },
  create: ({ single, mean, softShare }, { symbols, act }) => {
    const recent: Cost[][] = symbols.map(() => []);
    return {
      onFill: ({ terms }, { priceTicks, tradeId, isReplacement }) => {
        const { instrument } = terms.symbol;
        const costAgainst = (ticks2: number): number =>
          ticks2 > 0 ? (((2 * priceTicks - ticks2) * terms.sign) / ticks2) * 10_000 : -Infinity;
        const byMid = costAgainst(terms.arrivalTicks2);
        const byLimit = terms.type === 'AtBest' ? -Infinity : costAgainst(2 * terms.priceTicks);
        const cost = Math.max(byMid, byLimit);
        // unreached: in range
        const list = recent[instrument.id] ?? [];
        if (byMid > -Infinity) note(list, { of: terms.intentId, cost: byMid }, isReplacement);
        const average = list.reduce((sum, one) => sum + one.cost, 0) / list.length;
        const counted = list.length < MEAN_OF ? -Infinity : average;
        const one = single[instrument.class];
        const some = mean[instrument.class];
        if (cost <= one * softShare && counted <= some * softShare) return;
        const isSingle = cost / one >= counted / some;
        const what = isSingle ? `trade ${tradeId}` : `the mean of ${String(MEAN_OF)} fills`;
        const value = isSingle ? cost : counted;
        const limit = isSingle ? one : some;
        const of = isSingle && byLimit > byMid ? 'limit' : 'mid';
        const found = `${value.toFixed(2)} bp worse than the ${of}`;
        const text = `${what} is ${found}, limit ${String(limit)}`;
        const scope = { symbol: instrument.symbol };
        act.alert('warn', 'RC45', scope, text);
        const path = `${isSingle ? 'single' : 'mean'}.${instrument.class}`;
        if (value > limit) act.halt('RC45', scope, text, { [path]: value });
      },
    };
  },
};

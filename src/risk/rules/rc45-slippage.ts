// RC45: what fills cost against the mid when the order was made: one by one, and on average.
import { z } from 'zod';
import { byClass } from '../figures.js';
import type { RiskRule } from '../rule.js';

const MEAN_OF = 20;

const params = z
  .strictObject({
    single: byClass({ G10: 10, EM: 30, DA: 75 }, 'basis points of one fill'),
    mean: byClass({ G10: 3, EM: 10, DA: 25 }, 'basis points, mean of 20 fills'),
    softShare: z.number().positive().max(1).default(0.5).describe('alert above so much of it'),
  })
  .prefault({});

export const rc45: RiskRule<typeof params> = {
  id: 'RC45',
  summary: 'Slippage',
  stage: 'post',
  class: 'T',
  live: 'D',
  mitigates: 'fills that are worse than the market was',
  action: 'HALT(symbol); soft alert',
  params,
  create: ({ single, mean, softShare }, { symbols, act }) => {
    const recent: number[][] = symbols.map(() => []);
    return {
      onFill: ({ terms }, { priceTicks, tradeId }) => {
        const { instrument } = terms.symbol;
        const mid2 = terms.arrivalTicks2;
        if (mid2 <= 0) return;
        const cost = (((2 * priceTicks - mid2) * terms.sign) / mid2) * 10_000;
        // unreached: in range
        const list = recent[instrument.id] ?? [];
        list.push(cost);
        if (list.length > MEAN_OF) list.shift();
        const average = list.reduce((sum, one) => sum + one, 0) / list.length;
        const counted = list.length < MEAN_OF ? -Infinity : average;
        const one = single[instrument.class];
        const some = mean[instrument.class];
        if (cost <= one * softShare && counted <= some * softShare) return;
        const isSingle = cost / one >= counted / some;
        const what = isSingle ? `trade ${tradeId}` : `the mean of ${String(MEAN_OF)} fills`;
        const value = isSingle ? cost : counted;
        const limit = isSingle ? one : some;
        const text = `${what} is ${value.toFixed(2)} bp worse than the mid, limit ${String(limit)}`;
        const scope = { symbol: instrument.symbol };
        act.alert('warn', 'RC45', scope, text);
        if (value > limit) act.halt('RC45', scope, text);
      },
    };
  },
};

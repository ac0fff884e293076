// RC46: no fill is outside the limit of its order, nor far from the market where it had none.
import { z } from 'zod';
import { byClass, most } from '../figures.js';
import type { RiskRule } from '../rule.js';

const params = z
  .strictObject({
    collar: byClass(
      { G10: 50, EM: 100, DA: 300 },
      'basis points from the mid at the order, where it had no limit price',
    ),
  })
  .prefault({});

export const rc46: RiskRule<typeof params> = {
  id: 'RC46',
  summary: 'Off-limit fill',
  stage: 'post',
  class: 'T',
  live: 'F',
  mitigates: 'fills at prices that nobody agreed to',
  action: 'HALT(all)',
  params,
  ceilings: { 'collar.G10': most(500), 'collar.EM': most(1_000), 'collar.DA': most(3_000) },
  create: (limits, { act }) => ({
    onFill: ({ terms }, { tradeId, priceTicks }) => {
      const { sign, coId, type, arrivalTicks2, symbol } = terms;
      const collar = (arrivalTicks2 * limits.collar[symbol.instrument.class]) / 10_000;
      const isOutside =
        type === 'AtBest'
          ? (2 * priceTicks - arrivalTicks2) * sign > collar
          : (priceTicks - terms.priceTicks) * sign > 0;
      if (!isOutside) return;
      act.halt('RC46', {}, `trade ${tradeId} is outside the limit of order ${coId}`);
    },
  }),
};

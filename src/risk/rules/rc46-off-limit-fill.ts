// RC46: no fill is outside the limit of its order, nor far from the market where it had none.
import { z } from 'zod';
import { byClass, most } from '../figures.js';
import type { OrderFacts, RiskRule } from '../rule.js';

const params = z
  .strictObject({
    collar: byClass(
      { G10: 50, EM: 100, DA: 300 },
      'basis points from the mid at the order, either way, where it had no limit; at most RC14’s',
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
  // Fixed: a limits file may ask for less, never for more.
  ceilings: { 'collar.G10': most(50), 'collar.EM': most(100), 'collar.DA': most(300) },
  create: (limits, { act, priceBands }) => {
    const isOutside = ({ terms }: OrderFacts, ticks: number): boolean => {
      const { sign, type, arrivalTicks2, symbol } = terms;
      if (type !== 'AtBest') return (ticks - terms.priceTicks) * sign > 0;
      const { class: kind } = symbol.instrument;
      const collar = (arrivalTicks2 * Math.min(limits.collar[kind], priceBands[kind])) / 10_000;
      // A price that is far too good is no market's price either. Without a mid none is known.
      return arrivalTicks2 === 0 || Math.abs(2 * ticks - arrivalTicks2) > collar;
    };
    return {
      onFill: (order, { tradeId, priceTicks }) => {
        if (!isOutside(order, priceTicks)) return;
        act.halt('RC46', {}, `trade ${tradeId} is outside the limit of order ${order.terms.coId}`);
      },
      onAverage: (order, averageTicks) => {
        if (!isOutside(order, averageTicks)) return;
        const { coId } = order.terms;
        act.halt('RC46', {}, `order ${coId} is filled outside its limit, by its average price`);
      },
    };
  },
};

// RC46: halts on a fill beyond the limit price of its order, or far from the mid for an AtBest
// order.
import { z } from 'zod';
import type { Instrument } from '../../../domain/index.js';
import { powerOfTen } from '../../../domain/numbers/index.js';
import { perClass, formatPrice, ceiling } from '../limit-schemas.js';
import type { OrderFacts, RiskRule } from '../../rule.js';

const params = z
  .strictObject({
    collar: perClass(
      { G10: 50, EM: 100, DA: 300 },
      'without a limit: basis points from the mid at the order, either way; at most RC14’s',
    ),
  })
  .prefault({});

export const rc46: RiskRule<typeof params> = {
  id: 'RC46',
  name: 'offLimitFill',
  summary: 'Off-limit fill',
  stage: 'post',
  alsoChecks: [],
  class: 'T',
  research: 'enforced',
  live: 'F',
  mitigates: 'fills outside the limit price of their order',
  action: 'HALT(all)',
  params,
  keys: { maxBpsWithoutLimit: 'collar' },
  // Fixed: a limits file may only state smaller values.
  ceilings: { 'collar.G10': ceiling(50), 'collar.EM': ceiling(100), 'collar.DA': ceiling(300) },
  create: (limits, { act, priceBands }) => {
    /** Describes the expected price; undefined when the price is allowed. */
    const findExpected = ({ terms }: OrderFacts, ticks: number): string | undefined => {
      const { sign, type, arrivalTicks2, priceTicks, symbol } = terms;
      const { instrument } = symbol;
      if (type !== 'AtBest') {
        if (!((ticks - priceTicks) * sign > 0)) return undefined;
        return `${sign > 0 ? 'at most' : 'at least'} ${formatPrice(priceTicks, instrument)}`;
      }
      if (arrivalTicks2 === 0) return 'a mid at the time of the order';
      const band = Math.min(limits.collar[instrument.class], priceBands[instrument.class]);
      // A price that is far too good is not a market price either.
      if (Math.abs(2 * ticks - arrivalTicks2) <= (arrivalTicks2 * band) / 10_000) return undefined;
      return `within ${String(band)} bp of ${formatTicks(arrivalTicks2 / 2, instrument)}`;
    };
    return {
      onFill: (order, { tradeId, priceTicks }) => {
        const expected = findExpected(order, priceTicks);
        if (expected === undefined) return;
        const { coId, symbol } = order.terms;
        const found = `expected ${expected}, found ${formatPrice(priceTicks, symbol.instrument)}`;
        act.halt('RC46', {}, `trade ${tradeId} is outside the limit of order ${coId}: ${found}`);
      },
      onAverage: (order, averageTicks) => {
        const expected = findExpected(order, averageTicks);
        if (expected === undefined) return;
        const { coId, symbol } = order.terms;
        const found = `expected ${expected}, found ${formatTicks(averageTicks, symbol.instrument)}`;
        const what = `order ${coId} has an average price outside its limit`;
        act.halt('RC46', {}, `${what}: ${found}`);
      },
    };
  },
};

/** A price from ticks that need not be whole. */
function formatTicks(ticks: number, { ratePrecision }: Instrument): string {
  return (ticks / powerOfTen(ratePrecision)).toFixed(ratePrecision + 1);
}

// RC47: halts when an order is filled beyond its size. The fill stays booked, because the position
// is real.
import { z } from 'zod';
import { formatUnits } from '../limit-schemas.js';
import type { OrderFacts, RiskRule } from '../../rule.js';

const params = z.strictObject({});

export const rc47: RiskRule<typeof params> = {
  id: 'RC47',
  name: 'overfill',
  summary: 'Overfill',
  stage: 'post',
  alsoChecks: [],
  class: 'T',
  research: 'enforced',
  live: 'F',
  mitigates: 'a position larger than what was ordered',
  action: 'HALT(all); the fill is kept',
  params,
  create: (_, { act }) => {
    const evaluate = ({ terms: { coId, symbol, units } }: OrderFacts, filled: number) => {
      if (filled <= units) return;
      const expected = `expected at most ${formatUnits(units, symbol.instrument)}`;
      const found = `found ${formatUnits(filled, symbol.instrument)}`;
      act.halt('RC47', {}, `order ${coId} is filled beyond its size: ${expected}, ${found}`);
    };
    return {
      onStatus: (order, cumUnits) => {
        evaluate(order, cumUnits);
      },
      onFill: (order) => {
        evaluate(order, order.bookedUnits);
      },
    };
  },
};

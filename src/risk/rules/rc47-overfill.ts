// RC47: no order is filled beyond its size; the fill is kept, for the position is real.
import { z } from 'zod';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({});

export const rc47: RiskRule<typeof params> = {
  id: 'RC47',
  summary: 'Overfill',
  stage: 'post',
  class: 'T',
  live: 'F',
  mitigates: 'a position larger than what was ordered',
  action: 'HALT(all); the fill is kept',
  params,
  create: (_, { act }) => {
    const halt = (coId: string) => {
      act.halt('RC47', {}, `order ${coId} is filled beyond its size`);
    };
    return {
      onStatus: ({ terms }, cumUnits) => {
        if (cumUnits > terms.units) halt(terms.coId);
      },
      onFill: ({ terms, bookedUnits }) => {
        if (bookedUnits > terms.units) halt(terms.coId);
      },
    };
  },
};

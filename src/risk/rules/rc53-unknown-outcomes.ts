// RC53: no new risk in a symbol while the outcome of one of its orders is unknown, nor anywhere
// with two.
import { z } from 'zod';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({});

export const rc53: RiskRule<typeof params> = {
  id: 'RC53',
  summary: 'Unknown outcomes',
  stage: 'venue',
  class: 'T',
  live: 'D',
  mitigates: 'new risk while it is not known what is there',
  action: '1: PAUSE(symbol); 2: PAUSE(all); 3 or 5 min: HALT(all)',
  params,
  create: (_, { symbols }) => ({
    check: ({ symbol }) => {
      let all = 0;
      for (const one of symbols) all += one.unknownOrders;
      if (symbol.unknownOrders === 0 && all < 2) return undefined;
      const message = `expected every order's outcome known, found ${String(all)} unknown`;
      return { limit: 0, value: all, message };
    },
  }),
};

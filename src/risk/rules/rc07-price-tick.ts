// RC07: prices are whole ticks of the instrument.
import { z } from 'zod';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({});

export const rc07: RiskRule<typeof params> = {
  id: 'RC07',
  summary: 'Price tick',
  stage: 'shape',
  class: 'L',
  live: 'D',
  mitigates: 'prices that the venue turns down or rounds',
  action: 'REFUSE',
  params,
  create: () => ({
    check: ({ symbol: { instrument }, priceTicks, price }) => {
      if (!Number.isNaN(priceTicks)) return undefined;
      const limit = instrument.ratePrecision;
      const message = `expected at most ${String(limit)} decimals, found price ${String(price)}`;
      return { limit, value: price, message };
    },
  }),
};

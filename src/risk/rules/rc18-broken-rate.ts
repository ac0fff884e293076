// RC18: both sides of the rate are there, above 0 and not crossed.
import { z } from 'zod';
import { formatPrice } from '../figures.js';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({});

export const rc18: RiskRule<typeof params> = {
  id: 'RC18',
  summary: 'Broken rate',
  stage: 'market',
  fixed: false,
  params,
  create: () => ({
    check: ({ symbol }) => {
      if (symbol.hasRate) return undefined;
      const { bidTicks, offerTicks, instrument } = symbol;
      const value = `${formatPrice(bidTicks, instrument)}/${formatPrice(offerTicks, instrument)}`;
      return {
        limit: '0 < bid <= offer',
        value,
        message: `expected 0 < bid <= offer, found ${value}`,
      };
    },
  }),
};

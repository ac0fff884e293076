// RC14: the price lies within a band around the mid.
import { SECOND } from '../../domain/index.js';
import { byClass, findMid2, formatPrice } from '../figures.js';
import type { RiskRule } from '../rule.js';

const params = byClass({ G10: 50, EM: 100, DA: 300 }, 'basis points from the mid');

export const rc14: RiskRule<typeof params> = {
  id: 'RC14',
  summary: 'Price collar around the mid',
  stage: 'market',
  fixed: false,
  params,
  haltAfter: { refusals: 5, within: 300 * SECOND },
  create: (bands) => ({
    check: (candidate) => {
      const { symbol, priceTicks } = candidate;
      if (!symbol.hasRate) return undefined; // RC16 and RC18 refuse that
      const mid2 = findMid2(candidate);
      const limit = bands[symbol.instrument.class];
      const value = (Math.abs(2 * priceTicks - mid2) / mid2) * 10_000;
      if (value <= limit) return undefined;
      const price = formatPrice(priceTicks, symbol.instrument);
      const distance = value.toFixed(2);
      const message = `expected within ${limit} bp of the mid, found ${price}, ${distance} bp away`;
      return { limit, value, message };
    },
  }),
};

// RC37: refuses an order that could match an own resting order of any strategy.
import { z } from 'zod';
import { formatPrice } from '../limit-schemas.js';
import type { RiskRule } from '../../rule.js';

const params = z.strictObject({});

export const rc37: RiskRule<typeof params> = {
  id: 'RC37',
  name: 'selfMatch',
  summary: 'Self-match prevention',
  stage: 'duplicate',
  alsoChecks: [],
  class: 'L',
  research: 'observed',
  live: 'D',
  mitigates: 'trading with oneself',
  isRecomputed: true,
  action: 'REFUSE',
  params,
  create: (_, { listOrders }) => ({
    check: ({ symbol, sign, type, priceTicks }) => {
      // An AtBest order has no price limit.
      const isUnbound = type === 'AtBest';
      for (const { terms, isTerminal } of listOrders()) {
        if (isTerminal || terms.symbol !== symbol || terms.sign === sign) continue;
        if (terms.timeInForce === 'IOC' || terms.timeInForce === 'FOK') continue;
        if (!isUnbound && (priceTicks - terms.priceTicks) * sign < 0) continue;
        const limit = formatPrice(terms.priceTicks, symbol.instrument);
        const value = isUnbound ? 'any price (AtBest)' : formatPrice(priceTicks, symbol.instrument);
        const way = sign > 0 ? 'below the own offer' : 'above the own bid';
        const message = `expected a price ${way} ${limit} of ${terms.coId}, found ${value}`;
        return { limit, value, message };
      }
      return undefined;
    },
  }),
};

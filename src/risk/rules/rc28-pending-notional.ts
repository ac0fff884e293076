// RC28: the worth of everything that may still fill, in the account currency.
import { z } from 'zod';
import { mostMoney } from '../figures.js';
import { roundUp } from '../ledger/exposure.js';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({
  hard: z.number().positive().default(5_000_000).describe('units of the account currency'),
});

export const rc28: RiskRule<typeof params> = {
  id: 'RC28',
  summary: 'Pending notional',
  stage: 'exposure',
  class: 'L',
  live: 'M',
  mitigates: 'a basket of orders that all fill at once',
  action: 'REFUSE',
  params,
  must: { hard: mostMoney(500_000_000) },
  create: ({ hard: limit }, { accountCurrency, exposure }) => {
    return {
      within: limit,
      check: (candidate) => {
        if (exposure.isWell(candidate, limit)) return undefined;
        const found = exposure.pending(candidate);
        if (found <= limit) return undefined;
        if (Number.isNaN(found)) {
          const message = `no rate to convert all orders into ${accountCurrency}`;
          return { limit, value: 'no conversion rate', message };
        }
        const value = roundUp(found);
        if (value <= limit) return undefined;
        const most = `at most ${String(limit)} ${accountCurrency} pending`;
        return { limit, value, message: `expected ${most}, found ${String(value)}` };
      },
    };
  },
};

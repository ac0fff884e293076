// RC28: limits the value of everything that may still fill, in the account currency.
import { z } from 'zod';
import { findExcess, mostMoney } from '../limit-schemas.js';
import type { RiskRule } from '../../rule.js';

const params = z.strictObject({
  hard: z.number().positive().default(5_000_000).describe('units of the account currency'),
});

const SUM = ['pending', 'all orders'] as const;

export const rc28: RiskRule<typeof params> = {
  id: 'RC28',
  name: 'pendingNotional',
  summary: 'Pending notional',
  stage: 'exposure',
  alsoChecks: [],
  class: 'L',
  research: 'observed',
  live: 'M',
  mitigates: 'a basket of orders that all fill at once',
  isRecomputed: true,
  action: 'REFUSE',
  capIn: 'account',
  smallerMayPass: true,
  params,
  keys: { max: 'hard' },
  required: { hard: mostMoney(500_000_000) },
  create: ({ hard: limit }, { accountCurrency, exposure }) => {
    return {
      passesBelow: limit,
      check: (candidate) => {
        if (exposure.isClearlyBelow(candidate, limit)) return undefined;
        return findExcess(exposure.pending(candidate), limit, accountCurrency, SUM);
      },
    };
  },
};

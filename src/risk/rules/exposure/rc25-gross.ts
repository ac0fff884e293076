// RC25: limits the sum of all worst-case positions without sign, in the account currency.
import { z } from 'zod';
import { findExcess, mostMoney } from '../limit-schemas.js';
import type { RiskRule } from '../../rule.js';

const params = z.strictObject({
  hard: z.number().positive().default(20_000_000).describe('units of the account currency'),
});

const SUM = ['gross', 'all positions'] as const;

export const rc25: RiskRule<typeof params> = {
  id: 'RC25',
  name: 'grossExposure',
  summary: 'Gross exposure',
  stage: 'exposure',
  alsoChecks: ['parent'],
  class: 'L',
  research: 'observed',
  live: 'M',
  mitigates: 'many positions that each are within their limit',
  isRecomputed: true,
  action: 'REFUSE (increase only)',
  capIn: 'account',
  smallerMayPass: true,
  params,
  keys: { max: 'hard' },
  required: { hard: mostMoney(2_000_000_000) },
  create: ({ hard: limit }, { accountCurrency, exposure }) => {
    return {
      passesBelow: limit,
      check: (candidate) => {
        if (exposure.isClearlyBelow(candidate, limit)) return undefined;
        const found = exposure.gross(candidate);
        const breach = findExcess(found, limit, accountCurrency, SUM);
        // An order that does not increase the gross passes, however large the gross is.
        return breach !== undefined && found <= exposure.gross() ? undefined : breach;
      },
    };
  },
};

// RC26: limits the net open position: the net of all currencies but the account currency together.
import { z } from 'zod';
import { findExcess, mostMoney } from '../limit-schemas.js';
import type { RiskRule } from '../../rule.js';

const params = z.strictObject({
  hard: z.number().positive().default(10_000_000).describe('units of the account currency'),
});

const SUM = ['net open', 'all positions'] as const;

export const rc26: RiskRule<typeof params> = {
  id: 'RC26',
  name: 'netOpenPosition',
  summary: 'Net open position',
  stage: 'exposure',
  alsoChecks: ['parent'],
  class: 'L',
  research: 'observed',
  live: 'M',
  mitigates: 'one bet against the account currency through many symbols',
  isRecomputed: true,
  action: 'REFUSE (increase only)',
  capIn: 'account',
  smallerMayPass: true,
  params,
  keys: { max: 'hard' },
  required: { hard: mostMoney(1_000_000_000) },
  create: ({ hard: limit }, { accountCurrency, exposure }) => {
    return {
      passesBelow: limit,
      check: (candidate) => {
        if (exposure.isClearlyBelow(candidate, limit)) return undefined;
        const { base, term } = candidate.symbol.instrument;
        if (base !== accountCurrency && term !== accountCurrency) return undefined;
        const sign = term === accountCurrency ? candidate.sign : candidate.sign > 0 ? -1 : 1;
        const found = exposure.netOpen(sign, candidate);
        return findExcess(found, limit, accountCurrency, SUM);
      },
    };
  },
};

// RC25: the sum of all worst-case positions without their signs, in the account currency.
import { z } from 'zod';
import { mostMoney } from '../figures.js';
import { roundUp } from '../ledger/exposure.js';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({
  hard: z.number().positive().default(20_000_000).describe('units of the account currency'),
});

export const rc25: RiskRule<typeof params> = {
  id: 'RC25',
  summary: 'Gross exposure',
  stage: 'exposure',
  class: 'L',
  live: 'M',
  mitigates: 'many positions that each are within their limit',
  action: 'REFUSE (increase only)',
  params,
  must: { hard: mostMoney(2_000_000_000) },
  create: ({ hard: limit }, { accountCurrency, exposure }) => {
    return {
      within: limit,
      check: (candidate) => {
        if (exposure.isWell(candidate, limit)) return undefined;
        const found = exposure.gross(candidate);
        if (found <= limit) return undefined;
        if (Number.isNaN(found)) {
          const message = `no rate to convert all positions into ${accountCurrency}`;
          return { limit, value: 'no conversion rate', message };
        }
        const value = roundUp(found);
        if (value <= limit || found <= exposure.gross()) return undefined;
        const most = `${String(limit)} ${accountCurrency} gross`;
        const message = `expected at most ${most}, found ${String(value)}`;
        return { limit, value, message };
      },
    };
  },
};

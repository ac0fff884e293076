// RC05: no single order above a notional in the account currency.
import { z } from 'zod';
import { toAccount } from '../convert.js';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({
  hard: z.number().positive().default(2_000_000).describe('units of the account currency'),
});

export const rc05: RiskRule<typeof params> = {
  id: 'RC05',
  summary: 'Max order notional',
  stage: 'market',
  fixed: false,
  params,
  create: ({ hard }, { symbols, accountCurrency }) => ({
    check: ({ symbol, units }) => {
      const value = toAccount(units, symbol, symbols, accountCurrency);
      if (value === undefined) {
        const message = `no rate to convert ${symbol.instrument.base} into ${accountCurrency}`;
        return { limit: hard, value: 'no conversion rate', message };
      }
      if (value <= hard) return undefined;
      const message = `expected at most ${String(hard)} ${accountCurrency}, found ${String(value)}`;
      return { limit: hard, value, message };
    },
  }),
};

// RC29: what was dealt since 17:00 New York, in the account currency.
import { z } from 'zod';
import { mostMoney } from '../figures.js';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({
  hard: z.number().positive().default(100_000_000).describe('50 times the max order notional'),
  softShare: z.number().positive().max(1).default(0.5).describe('alert above so much of it'),
});

export const rc29: RiskRule<typeof params> = {
  id: 'RC29',
  summary: 'Daily turnover',
  stage: 'exposure',
  class: 'L',
  live: 'M',
  mitigates: 'trading in circles all day',
  action: 'REFUSE and HALT(strategy); soft alert',
  capIn: 'account',
  params,
  must: { hard: mostMoney(10_000_000_000) },
  escalation: { scope: 'strategy', refusals: 1, within: 1 },
  create: ({ hard, softShare }, { ledger, money, accountCurrency }) => {
    ledger.keepTurnover();
    return {
      check: ({ symbol, units, at }) => {
        const done = ledger.turnoverAt(at);
        if (done + units * money.factor(symbol) <= softShare * hard - 2) return undefined;
        const notional = money.exact(units, symbol);
        if (notional === undefined) {
          const message = `no rate to convert ${symbol.instrument.base} into ${accountCurrency}`;
          return { limit: hard, value: 'no conversion rate', message, isSoft: true };
        }
        const value = done + notional;
        const isHard = value > hard;
        const limit = isHard ? hard : softShare * hard;
        if (value <= limit) return undefined;
        const most = `at most ${String(limit)} ${accountCurrency} dealt today`;
        const message = `expected ${most}, found ${String(value)}`;
        return { limit, value, message, ...(isHard ? {} : { isSoft: true }) };
      },
    };
  },
};

// RC05: limits the notional of a single order in the account currency.
import { z } from 'zod';
import { mostMoney } from '../limit-schemas.js';
import { ROUNDING } from '../../ledger/exposure.js';
import type { RiskRule } from '../../rule.js';

const params = z.strictObject({
  hard: z.number().positive().default(2_000_000).describe('units of the account currency'),
  soft: z.number().positive().default(1_000_000).describe('alert above'),
});

export const rc05: RiskRule<typeof params> = {
  id: 'RC05',
  name: 'maxOrderNotional',
  summary: 'Max order notional',
  stage: 'market',
  alsoChecks: ['retry', 'manual'],
  class: 'L',
  research: 'observed',
  live: 'M',
  mitigates: 'an order worth too much by mistake',
  isRecomputed: true,
  action: 'REFUSE; above the soft limit alert',
  capIn: 'account',
  smallerMayPass: true,
  params,
  keys: { max: 'hard', alertAbove: 'soft' },
  required: { hard: mostMoney(200_000_000) },
  create: ({ hard, soft }, { money, accountCurrency }) => ({
    passesBelow: Math.min(hard, soft) - ROUNDING,
    check: ({ symbol, units }) => {
      if (money.isWell(units, symbol, Math.min(hard, soft))) return undefined;
      const value = money.exact(units, symbol);
      if (value === undefined) {
        const message = `no rate to convert ${symbol.instrument.base} into ${accountCurrency}`;
        return { limit: hard, value: 'no conversion rate', message };
      }
      if (value <= hard && value <= soft) return undefined;
      const limit = value > hard ? hard : soft;
      const most = `${String(limit)} ${accountCurrency}`;
      const message = `notional: expected at most ${most}, found ${String(value)}`;
      return {
        limit,
        value,
        message,
        needs: { hard: value },
        ...(value > hard ? {} : { isAlertOnly: true }),
      };
    },
  }),
};

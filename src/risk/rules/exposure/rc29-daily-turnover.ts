// RC29: limits the turnover since 17:00 New York, in the account currency.
import { z } from 'zod';
import { mostMoney } from '../limit-schemas.js';
import type { RiskRule } from '../../rule.js';

/** Default limit as a multiple of RC05's. */
const ORDERS = 50;
/** Limit with RC05's own default, and when RC05 is off. */
const USUAL = 100_000_000;
const MOST = 10_000_000_000;

const params = z.strictObject({
  hard: z
    .number()
    .positive()
    .optional()
    .describe('units of the account currency; absent: 50 times the hard limit of RC05'),
  softShare: z
    .number()
    .positive()
    .max(1)
    .default(0.5)
    .describe('alert above this share of the limit'),
});

/** Fills in a limit that is not stated, from the limit of RC05. */
export function resolveTurnover(limits: unknown, notional: unknown): unknown {
  const stated = limits as z.output<typeof params> | 'off' | undefined;
  if (stated === undefined || stated === 'off' || stated.hard !== undefined) return limits;
  const order = notional as { readonly hard?: number } | 'off' | undefined;
  const most = order === undefined || order === 'off' ? undefined : order.hard;
  return { ...stated, hard: most === undefined ? USUAL : Math.min(ORDERS * most, MOST) };
}

export const rc29: RiskRule<typeof params> = {
  id: 'RC29',
  name: 'dailyTurnover',
  summary: 'Daily turnover',
  stage: 'exposure',
  alsoChecks: ['parent'],
  class: 'L',
  research: 'observed',
  live: 'M',
  mitigates: 'trading in circles all day',
  isRecomputed: true,
  action: 'REFUSE and HALT(strategy); soft alert',
  capIn: 'account',
  smallerMayPass: true,
  params,
  keys: { max: 'hard', alertAtShare: 'softShare' },
  required: { hard: mostMoney(MOST) },
  escalation: { scope: 'strategy', refusals: 1, within: 1 },
  create: ({ hard = USUAL, softShare }, { ledger, money, accountCurrency }) => {
    ledger.keepTurnover();
    return {
      check: ({ symbol, units, at }) => {
        const done = ledger.turnoverAt(at);
        if (done + units * money.factor(symbol) <= softShare * hard - 2) return undefined;
        const notional = money.exact(units, symbol);
        if (notional === undefined) {
          const message = `no rate to convert ${symbol.instrument.base} into ${accountCurrency}`;
          return { limit: hard, value: 'no conversion rate', message, isAlertOnly: true };
        }
        const value = done + notional;
        const isHard = value > hard;
        const limit = isHard ? hard : softShare * hard;
        if (value <= limit) return undefined;
        const most = `at most ${String(limit)} ${accountCurrency} dealt today`;
        const message = `expected ${most}, found ${String(value)}`;
        return {
          limit,
          value,
          message,
          needs: { hard: value },
          ...(isHard ? {} : { isAlertOnly: true }),
        };
      },
    };
  },
};

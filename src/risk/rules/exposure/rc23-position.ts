// RC23: limits the worst-case position of each symbol, long and short separately, in the account
// currency.
import type { z } from 'zod';
import { perClass, mostMoney } from '../limit-schemas.js';
import { findWorst, ROUNDING } from '../../ledger/exposure.js';
import type { RiskRule } from '../../rule.js';

const params = perClass(
  { G10: 10_000_000, EM: 1_000_000, DA: 250_000 },
  'units of the account currency',
);

export type PositionLimits = z.output<typeof params>;

/** The limits of this rule; the defaults when it is off. */
export function findPositionLimits(limits: unknown): PositionLimits {
  return limits === 'off' || limits === undefined ? params.parse({}) : (limits as PositionLimits);
}

export const rc23: RiskRule<typeof params> = {
  id: 'RC23',
  name: 'positionLimit',
  summary: 'Worst-case position per symbol',
  stage: 'exposure',
  alsoChecks: ['parent'],
  class: 'L',
  research: 'observed',
  live: 'M',
  mitigates: 'a position in one symbol beyond what was meant',
  isRecomputed: true,
  action: 'REFUSE (increase only)',
  capIn: 'account',
  smallerMayPass: true,
  params,
  required: {
    G10: mostMoney(1_000_000_000),
    EM: mostMoney(100_000_000),
    DA: mostMoney(25_000_000),
  },
  create: (limits, { symbols, money, accountCurrency }) => ({
    passesBelow: Math.min(...symbols.map(({ instrument }) => limits[instrument.class])) - ROUNDING,
    check: ({ symbol, sign, units }) => {
      const limit = limits[symbol.instrument.class];
      const worst = findWorst(symbol, sign) + units;
      if (worst <= 0 || money.isWell(worst, symbol, limit)) return undefined;
      const value = money.exact(worst, symbol);
      if (value === undefined) {
        const message = `no rate to convert ${symbol.instrument.base} into ${accountCurrency}`;
        return { limit, value: 'no conversion rate', message };
      }
      if (value <= limit) return undefined;
      const way = sign > 0 ? 'long' : 'short';
      const message = `expected at most ${limit} ${accountCurrency} ${way}, found ${value}`;
      return { limit, value, message, needs: { [symbol.instrument.class]: value } };
    },
  }),
};

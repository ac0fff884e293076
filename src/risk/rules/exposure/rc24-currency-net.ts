// RC24: limits the worst-case net of each currency over all symbols, in the account currency.
import { z } from 'zod';
import { isMajor } from '../../../domain/index.js';
import { findExcess, mostMoney } from '../limit-schemas.js';
import type { Breach, Candidate, RiskRule } from '../../rule.js';

const figure = (value: number) =>
  z.number().positive().default(value).describe('units of the account currency');
const params = z.strictObject({
  hard: figure(10_000_000),
  EM: figure(2_000_000),
});

export const rc24: RiskRule<typeof params> = {
  id: 'RC24',
  name: 'netCurrencyLimit',
  summary: 'Worst-case net per currency',
  stage: 'exposure',
  alsoChecks: ['parent'],
  class: 'L',
  research: 'observed',
  live: 'M',
  mitigates: 'one currency held through many symbols',
  isRecomputed: true,
  action: 'REFUSE (increase only)',
  capIn: 'account',
  smallerMayPass: true,
  params,
  keys: { max: 'hard', maxEM: 'EM' },
  required: { hard: mostMoney(1_000_000_000), EM: mostMoney(200_000_000) },
  create: ({ hard, EM }, { symbols, accountCurrency, exposure }) => {
    // Also the currencies of symbols that the session's reference data classes as G10.
    const majors = new Set(
      symbols.flatMap(({ instrument: one }) => (one.class === 'G10' ? [one.base, one.term] : [])),
    );
    const least = Math.min(hard, EM);
    const measure = (candidate: Candidate, currency: string, sign: 1 | -1): Breach | undefined => {
      // The account currency is the other side of all others.
      if (currency === accountCurrency) return undefined;
      const limit = isMajor(currency) || majors.has(currency) ? hard : Math.min(hard, EM);
      const found = exposure.net(currency, sign, candidate);
      if (found <= limit) return undefined;
      const sum = `of ${currency} ${sign > 0 ? 'long' : 'short'}`;
      return findExcess(
        found,
        limit,
        accountCurrency,
        [sum, currency],
        limit === EM ? 'EM' : 'hard',
      );
    };
    return {
      passesBelow: least,
      check: (candidate) => {
        if (exposure.isClearlyBelow(candidate, least)) return undefined;
        const { symbol, sign } = candidate;
        const { base, term } = symbol.instrument;
        const first = measure(candidate, base, sign);
        const second = measure(candidate, term, sign > 0 ? -1 : 1);
        if (first === undefined || second === undefined) return first ?? second;
        return { ...first, worst: Math.max(Number(first.value), Number(second.value)) };
      },
    };
  },
};

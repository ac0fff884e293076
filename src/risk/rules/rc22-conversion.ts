// RC22: the rates that turn an order into the account currency are there and young.
import { z } from 'zod';
import { formatDuration, SECOND } from '../../domain/index.js';
import type { RiskRule } from '../rule.js';

const params = z.strictObject({
  seconds: z.number().positive().default(60).describe('oldest conversion rate, seconds'),
});

export const rc22: RiskRule<typeof params> = {
  id: 'RC22',
  summary: 'Conversion rates',
  stage: 'market',
  class: 'L',
  live: 'D',
  mitigates: 'limits that are computed with rates of long ago',
  action: 'REFUSE',
  params,
  create: ({ seconds }, { money, medianGap, accountCurrency }) => ({
    check: ({ symbol, at }) => {
      const { base, term } = symbol.instrument;
      // Its own rate, or none: other rules judge that.
      if (base === accountCurrency || term === accountCurrency) return undefined;
      const rates = money.listRates(symbol);
      if (rates === undefined) {
        const message = `expected rates from ${base} to ${accountCurrency}, found none`;
        return { limit: 'a rate', value: 'none', message };
      }
      for (const { instrument, receivedAt } of rates) {
        const limit = Math.max(seconds * SECOND, 3 * medianGap(instrument));
        const value = at - receivedAt;
        if (value <= limit) continue;
        const name = instrument.symbol;
        const most = formatDuration(limit);
        const found = formatDuration(Math.round(value / 1_000) * 1_000);
        const message = `expected a rate of ${name} at most ${most} old, found ${found}`;
        return { limit, value, message };
      }
      return undefined;
    },
  }),
};

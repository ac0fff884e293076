// RC23: the worst-case position of a symbol, long and short apart, in the account currency.
import { toAccount } from '../convert.js';
import { byClass } from '../figures.js';
import type { RiskRule } from '../rule.js';

const params = byClass(
  { G10: 10_000_000, EM: 1_000_000, DA: 250_000 },
  'units of the account currency',
);

export const rc23: RiskRule<typeof params> = {
  id: 'RC23',
  summary: 'Worst-case position per symbol',
  stage: 'exposure',
  fixed: false,
  params,
  create: (limits, { symbols, accountCurrency }) => ({
    check: ({ symbol, sign, units }) => {
      const limit = limits[symbol.instrument.class];
      const worst =
        sign > 0
          ? symbol.position + symbol.workingBuy + units
          : -symbol.position + symbol.workingSell + units;
      if (worst <= 0) return undefined;
      const value = toAccount(worst, symbol, symbols, accountCurrency);
      if (value === undefined) {
        const message = `no rate to convert ${symbol.instrument.base} into ${accountCurrency}`;
        return { limit, value: 'no conversion rate', message };
      }
      if (value <= limit) return undefined;
      const way = sign > 0 ? 'long' : 'short';
      const message = `expected at most ${limit} ${accountCurrency} ${way}, found ${value}`;
      return { limit, value, message };
    },
  }),
};

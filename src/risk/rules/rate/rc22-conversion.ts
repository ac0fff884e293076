// RC22: the rates that convert an order and all positions and open orders into the account currency
// must exist, be recent, and be trusted by all rules.
import { z } from 'zod';
import { formatDuration, type Instant, type Micros, SECOND } from '../../../domain/index.js';
import { findWorst } from '../../ledger/exposure.js';
import type { Breach, RiskRule } from '../../rule.js';
import type { SymbolState } from '../../gate/symbol-state.js';

const params = z.strictObject({
  seconds: z.number().positive().default(60).describe('oldest conversion rate, seconds'),
});

export const rc22: RiskRule<typeof params> = {
  id: 'RC22',
  name: 'conversionRateAge',
  summary: 'Conversion rates',
  stage: 'market',
  alsoChecks: ['retry'],
  class: 'L',
  research: 'enforced',
  live: 'D',
  mitigates: 'limits computed with old conversion rates',
  isRecomputed: true,
  action: 'REFUSE',
  params,
  keys: { maxSeconds: 'seconds' },
  create: ({ seconds }, { symbols, money, medianGap, seesEveryRate, checkedAt }) => {
    const limits = symbols.map(({ instrument }) =>
      Math.max(seconds * SECOND, 3 * medianGap(instrument)),
    );
    const findOld = ({ instrument, receivedAt }: SymbolState, at: Instant): Breach | undefined => {
      const limit = limits[instrument.id] as Micros;
      const value = at - receivedAt;
      if (value <= limit) return undefined;
      const most = formatDuration(limit);
      const found = formatDuration(Math.round(value / 1_000) * 1_000);
      const message = `expected a rate of ${instrument.symbol} at most ${most} old, found ${found}`;
      return { limit, value, message };
    };
    /** Checks the conversion rates of its base and its own rate: P&L is in its term. */
    const evaluate = (symbol: SymbolState, at: Instant): Breach | undefined => {
      const rates = money.listRates(symbol);
      if (rates === undefined) return toMissing(symbol, money.account);
      for (const one of rates) {
        const old = findOld(one, at);
        if (old !== undefined) return old;
      }
      return findOld(symbol, at);
    };
    return {
      check: ({ symbol, sign, units, at: decidedAt }) => {
        const at = checkedAt(decidedAt);
        const own = evaluate(symbol, at);
        // An order that only reduces its position increases no sum, so other symbols need not
        // convert.
        if (own !== undefined || findWorst(symbol, sign) + units <= 0) return own;
        for (const one of symbols) {
          if (one !== symbol && !isUsed(one)) continue;
          // A recording has no polls that confirm an unchanged rate, so the age of other rates is
          // not checked.
          const old = one === symbol || seesEveryRate ? undefined : evaluate(one, at);
          const found = old ?? findDoubted(money.listRates(one), symbol);
          if (found !== undefined) return found;
        }
        return undefined;
      },
    };
  },
};

function toMissing({ instrument }: SymbolState, account: string): Breach {
  const message = `expected rates from ${instrument.base} to ${account}, found none`;
  return { limit: 'a rate', value: 'none', message };
}

/** A distrusted rate of the order's own symbol is handled by the rule that distrusts it. */
function findDoubted(
  rates: readonly SymbolState[] | undefined,
  own: SymbolState,
): Breach | undefined {
  const doubted = rates?.find((one) => one !== own && one.isDistrusted);
  if (doubted === undefined) return undefined;
  const { symbol } = doubted.instrument;
  const message = `the rate of ${symbol} is needed for the conversion, and a rule distrusts it`;
  return { limit: 'a trusted rate', value: symbol, message };
}

/** True when the symbol has a position or an open order. */
function isUsed({ position, workingBuy, workingSell }: SymbolState): boolean {
  return position !== 0 || workingBuy !== 0 || workingSell !== 0;
}

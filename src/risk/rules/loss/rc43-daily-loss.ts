// RC43: limits the loss since 17:00 New York, of a strategy and of all, marked at the side that
// loses.
import { z } from 'zod';
import { mostMoney } from '../limit-schemas.js';
import type { PnlTotals } from '../../ledger/pnl-totals.js';
import type { RiskRule } from '../../rule.js';

const figure = (value: number) =>
  z.number().positive().default(value).describe('units of the account currency');
const params = z.strictObject({
  strategy: figure(5_000),
  all: figure(10_000),
  softShare: z
    .number()
    .positive()
    .max(1)
    .default(0.5)
    .describe('alert above this share of the limit'),
});

/** A loss equal to the limit halts, so the needed limit is a cent more. */
const CENT = 0.01;

export const rc43: RiskRule<typeof params> = {
  id: 'RC43',
  name: 'dailyLoss',
  summary: 'Daily loss',
  stage: 'post',
  alsoChecks: [],
  class: 'T',
  research: 'observed',
  live: 'M',
  mitigates: 'losing without end',
  action: 'HALT(scope)+CXL; soft alert',
  params,
  keys: { maxPerStrategy: 'strategy', maxTotal: 'all', alertAtShare: 'softShare' },
  required: { strategy: mostMoney(500_000), all: mostMoney(1_000_000) },
  create: (limits, { ledger, act, accountCurrency }) => {
    ledger.keepBooks();
    const warned = new Set<string>();
    const evaluate = (totals: PnlTotals, strategy: string, limit: number) => {
      const loss = -totals.day / 100;
      if (loss < limit * limits.softShare) {
        if (loss <= 0) warned.delete(strategy);
        return;
      }
      const describe = () => {
        const who = strategy === '' ? 'all strategies' : strategy;
        const lost = `${loss.toFixed(2)} ${accountCurrency}`;
        return `${who} lost ${lost} today, limit ${String(limit)}`;
      };
      const scope = strategy === '' ? {} : { strategy };
      if (loss >= limit) {
        act.halt('RC43', scope, describe, { [strategy === '' ? 'all' : 'strategy']: loss + CENT });
      } else if (!warned.has(strategy)) {
        warned.add(strategy);
        act.alert('warn', 'RC43', scope, describe());
      }
    };
    const checkAll = () => {
      for (const [strategy, totals] of ledger.strategies()) {
        evaluate(totals, strategy, limits.strategy);
      }
      evaluate(ledger.all, '', limits.all);
    };
    return { onRate: checkAll, onFill: checkAll };
  },
};

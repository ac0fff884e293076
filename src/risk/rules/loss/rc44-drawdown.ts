// RC44: limits the loss since the highest equity of this run and of all runs.
import { z } from 'zod';
import { ceiling, mostMoney } from '../limit-schemas.js';
import type { RiskRule } from '../../rule.js';

const params = z.strictObject({
  equity: z
    .number()
    .positive()
    .default(1_000_000)
    .describe('equity at the start, units of the account currency'),
  runPercent: z
    .number()
    .positive()
    .max(100)
    .default(1.5)
    .describe('largest drawdown in this run, per cent of equity'),
  lifetimePercent: z
    .number()
    .positive()
    .max(100)
    .default(5)
    .describe('of all runs, per cent of equity'),
});

export const rc44: RiskRule<typeof params> = {
  id: 'RC44',
  name: 'drawdown',
  summary: 'Drawdown',
  stage: 'post',
  alsoChecks: [],
  class: 'T',
  research: 'observed',
  live: 'M',
  mitigates: 'giving back day by day what the daily limit allows',
  action: 'HALT(all)+CXL',
  params,
  keys: {
    startingEquity: 'equity',
    maxRunPercent: 'runPercent',
    maxLifetimePercent: 'lifetimePercent',
  },
  required: {
    equity: mostMoney(500_000_000),
    runPercent: ceiling(20),
    lifetimePercent: ceiling(50),
  },
  create: ({ equity, runPercent, lifetimePercent }, { ledger, act, accountCurrency }) => {
    ledger.keepBooks();
    const run = (equity * runPercent) / 100;
    const life = (equity * lifetimePercent) / 100;
    const evaluate = () => {
      const { net, peakRun, peakLife } = ledger.all;
      const lost = (peakRun - net) / 100;
      const lostOfAll = (peakLife - net) / 100;
      if (lost < run && lostOfAll < life) return;
      const limit = lost >= run ? run : life;
      const found = lost >= run ? lost : lostOfAll;
      const describe = () => {
        const since = lost >= run ? 'of this run' : 'of all runs';
        const below = `the P&L is ${found.toFixed(2)} ${accountCurrency} below its peak ${since}`;
        return `${below}, limit ${String(limit)}`;
      };
      // The equity of which the drawdown is less than both percentages.
      const asked = Math.max(lost / runPercent, lostOfAll / lifetimePercent) * 100;
      act.halt('RC44', {}, describe, { equity: asked + 1 });
    };
    return { onRate: evaluate, onFill: evaluate };
  },
};

// The order of a sweep's runs.
import { expect, it } from 'vitest';
import { rank } from '../../../backtest/sweep/rank.js';

it('halted runs rank after all that ran to their end, whatever they gained', () => {
  const objective = { figure: 'pnl', best: 'highest' } as const;
  const rows = [
    { id: 'halted', figures: { pnl: 900, halts: 1 } },
    { id: 'low', figures: { pnl: -50, halts: 0 } },
    { id: 'apart', figures: { pnl: 2_000, halts: 0, orders: 1 } },
    { id: 'high', figures: { pnl: 70, halts: 0 } },
  ].map((row) => ({ ...row, figures: { orders: 10, ...row.figures } }));
  const ranked = rank(rows, { objective, where: [{ figure: 'orders', min: 2 }] });
  expect(ranked.map(({ id }) => id)).toEqual(['high', 'low', 'apart', 'halted']);
});

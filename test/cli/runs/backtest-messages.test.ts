// What a backtest prints of many refusals: the first of each rule, their number, and every halt.
import { expect, it } from 'vitest';
import { MAX_TOLD, BacktestMessages } from '../../../src/cli/runs/backtest-messages.js';

it('run output has the first lines of each rule, every halt, and a count at the end', () => {
  const lines: string[] = [];
  const reported = new BacktestMessages((line) => lines.push(line));
  for (let i = 1; i <= 1_234; i++) {
    reported.add(`refused ${String(i)}`, { kind: 'refusal', rule: 'RC14' });
    if (i === 1_000) reported.add('refused by another', { kind: 'refusal', rule: 'RC23' });
    if (i > 1_230) reported.add(`halt ${String(i)}`, { kind: 'halt', rule: 'RC14' });
    if (i < 6) reported.add(`alert ${String(i)}`, { kind: 'alert', rule: 'RC14' });
  }
  reported.end();
  expect(MAX_TOLD).toBe(3);
  expect(lines).toEqual([
    ...['refused 1', 'alert 1', 'refused 2', 'alert 2', 'refused 3', 'alert 3'],
    ...['refused by another', 'halt 1231', 'halt 1232', 'halt 1233', 'halt 1234'],
    ...['1,234 refusals by RC14 in all', '5 alerts of RC14 in all'],
  ]);
});

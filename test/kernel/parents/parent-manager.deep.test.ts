// Bound on the parents of a very long session.
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type ExecutionAlgorithm, listAlgorithms } from '../../../src/algorithms/index.js';
import { Bot } from '../harness.js';

it('session accepts at most 10,000 parents, whatever became of them', () => {
  const algorithms = listAlgorithms() as ExecutionAlgorithm[];
  const brief: ExecutionAlgorithm = {
    id: 'brief',
    summary: 'Stops at once.',
    params: z.any(),
    start: (parent) => parent.stop('enough'),
  };
  algorithms.push(brief);
  onTestFinished(() => void algorithms.pop());
  const bot = new Bot().calibrate().warmUp();
  const order = { algorithm: 'brief', symbol: 'EUR/USD', side: 'Buy', size: 4_000 } as const;
  for (let count = 0; count < 10_500; count += 500) {
    bot.act('alpha', (ctx) => {
      for (let index = count; index < count + 500; index += 1) {
        ctx.execute({ ...order, key: `key-${String(index)}`, params: {} });
      }
    });
    expect(bot.halts.length).toBe(count < 10_000 ? 0 : 1);
  }
  expect(bot.halts).toMatchObject([{ strategy: 'alpha', reason: 'more than 10000 parent orders' }]);
});

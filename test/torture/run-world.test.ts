// A torture world without faults.
import { expect, it } from 'vitest';
import { run } from './one-world.js';

it('world without faults trades and ends with every invariant', async () => {
  const report = await run({ faults: [] });
  expect(report.breach).toBeUndefined();
  expect(report.orders).toBeGreaterThan(5);
  expect(report.counts.size).toBe(0);
});

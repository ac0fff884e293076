// A torture world without faults; what is repeated by its seed is a test of the deep suite.
import { expect, it } from 'vitest';
import { run } from './one-world.js';

it('trades in a world without faults and ends with all that must hold', async () => {
  const report = await run({ faults: [] });
  expect(report.breach).toBeUndefined();
  expect(report.orders).toBeGreaterThan(5);
  expect(report.counts.size).toBe(0);
});

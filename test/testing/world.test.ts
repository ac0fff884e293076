// Torture worlds: repeated exactly by their seed, and what must hold is checked in them.
import { expect, it } from 'vitest';
import { run } from './one-world.js';

it('trades in a world without faults and ends with all that must hold', async () => {
  const report = await run({ faults: [] });
  expect(report.breach).toBeUndefined();
  expect(report.orders).toBeGreaterThan(5);
  expect(report.counts.size).toBe(0);
});

it('is the same world again with the same seed, and another one with another', async () => {
  const faults = ['N06', 'N08', 'V03', 'V06', 'P14'];
  const first = await run({ seed: 3, faults });
  expect((await run({ seed: 3, faults })).hash).toBe(first.hash);
  expect((await run({ seed: 6, faults })).hash).not.toBe(first.hash);
  expect(first.counts.get('N06')).toBeGreaterThan(0);
});

// Torture worlds of some length: faults of groups, and no part of the date.
import { expect, it } from 'vitest';
import { EPOCH } from '../../src/testing/world/run-world.js';
import { run } from './one-world.js';

const WEEK = 7 * 86_400_000_000;
it('does not depend on the date', async () => {
  const faults = ['N06', 'V06'];
  const first = await run({ seed: 5, faults });
  const later = await run({ seed: 5, faults, epoch: EPOCH + WEEK });
  expect(later.hash).toBe(first.hash);
});

it('draws faults of the groups that it is given', async () => {
  const kinds = new Set<string>();
  for (let seed = 1; seed <= 8; seed++) {
    const { faults } = await run({ seed, groups: new Set(['D']), span: 5_000_000 });
    for (const fault of faults) kinds.add(fault.slice(0, 1));
  }
  expect([...kinds]).toEqual(['D']);
});

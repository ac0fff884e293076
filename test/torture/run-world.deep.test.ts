// Torture worlds are repeated exactly by their seed.
import { expect, it } from 'vitest';
import { run } from './one-world.js';

it('world is the same with the same seed, and another with another', async () => {
  const faults = ['N06', 'N08', 'V03', 'V06', 'P14'];
  const first = await run({ seed: 3, faults });
  expect((await run({ seed: 3, faults })).hash).toBe(first.hash);
  expect((await run({ seed: 6, faults })).hash).not.toBe(first.hash);
  expect(first.counts.get('N06')).toBeGreaterThan(0);
});

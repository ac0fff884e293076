// Torture worlds: repeated exactly by their seed, and what must hold is checked in them.
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { unwrap } from '../../src/domain/index.js';
import { loadPlan, type Plan } from '../../src/session/index.js';
import { runWorld, type WorldOptions, type WorldReport } from '../../src/testing/index.js';

const SPAN = 30_000_000;
let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

async function run(options: Partial<WorldOptions>): Promise<WorldReport> {
  return unwrap(await runWorld({ plan, seed: 1, span: SPAN, ...options }));
}

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

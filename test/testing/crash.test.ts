// Crash enumeration: effects have numbers, and the bot dies at the one that is asked for.
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { unwrap } from '../../src/domain/index.js';
import { loadPlan, type Plan } from '../../src/session/index.js';
import {
  CRASH_SCENARIOS,
  countEffects,
  type CrashRun,
  enumerateCrashes,
  runWorld,
} from '../../src/testing/index.js';

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

async function collect(depth: 1 | 2, most: number, counts: readonly number[]) {
  const runs: CrashRun[] = [];
  for await (const run of enumerateCrashes({ plan, depth, most }, counts)) runs.push(unwrap(run));
  return runs;
}

it('numbers the effects of each scenario, the same at every run', async () => {
  const counts = unwrap(await countEffects(plan));
  expect(counts).toHaveLength(CRASH_SCENARIOS.length);
  expect(Math.min(...counts)).toBeGreaterThan(20);
  expect(unwrap(await countEffects(plan))).toEqual(counts);
}, 300_000);

it('dies at the effect that is asked for, and once', async () => {
  const lines: string[] = [];
  const report = unwrap(
    await runWorld({
      ...{ plan, seed: 1, faults: [], span: 15_000_000 },
      crashes: [{ at: 60, survivors: { kind: 'synced' } }],
      tell: (line) => lines.push(line),
    }),
  );
  expect(report.effects).toBe(60);
  expect(report.breach).toBeUndefined();
  expect(lines.filter((line) => line.includes('crash of life')).length).toBe(1);
});

it('meets every scenario and every disk, also when spread over few runs', async () => {
  const runs = await collect(
    1,
    40,
    CRASH_SCENARIOS.map(() => 50),
  );
  expect(new Set(runs.map(({ scenario }) => scenario.name)).size).toBe(CRASH_SCENARIOS.length);
  const disks = runs.map(({ points }) => points[0]?.survivors.kind);
  expect(new Set(disks)).toEqual(new Set(['synced', 'all', 'some', 'torn']));
  expect(runs.filter(({ report }) => report.breach !== undefined)).toEqual([]);
});

it('dies again while it recovers, at depth 2', async () => {
  const [run] = await collect(2, 1, [60, ...CRASH_SCENARIOS.slice(1).map(() => 0)]);
  expect(run?.points).toHaveLength(2);
  expect(run?.report.breach).toBeUndefined();
});

// Two instances that start on one machine in the same moment: exactly one of them trades.
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { SECOND, unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { INVARIANTS, runWorld } from '../../../src/torture/index.js';
import type { World } from '../../../src/torture/simulation/world.js';

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

it.each([1, 2, 3])('instance that trades is the one with the lock (seed %i)', async (seed) => {
  let world!: World;
  const prepare = (made: World) => {
    world = made;
    made.startsTwice = true;
    made.time.at(20 * SECOND, () => {
      made.crash({ kind: 'all' });
    });
  };
  const options = { plan, seed, faults: [], span: 60 * SECOND, invariants: INVARIANTS, prepare };
  const { breach, orders } = unwrap(await runWorld(options));
  expect(breach).toBeUndefined();
  expect(orders).toBeGreaterThan(0);
  expect(world.bots).toHaveLength(2);
  const [twin, second] = world.others;
  const locked = { kind: 'not-opened', message: expect.stringContaining('is already running') };
  expect([twin?.end, second?.end]).toEqual([locked, locked]);
});

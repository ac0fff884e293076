// A start that a 500 fails: everything is halted, and orders of the previous run are cancelled.
import { expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { SECOND, unwrap } from '../../../src/domain/index.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { runWorld } from '../../../src/torture/index.js';
import type { World } from '../../../src/torture/simulation/world.js';

const FAILED = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"message":"internal server error"}'),
};

it('start under a 500 cancels own orders of the previous run, though it never trades', async () => {
  const plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
  const worlds: World[] = [];
  let hasFailed = false;
  const prepare = (world: World) => {
    worlds.push(world);
    world.wire.meddlers.push((call, wire) => {
      const isOfStart = call.life === 2 && call.request.method === 'GET';
      if (!isOfStart || hasFailed) return;
      hasFailed = true;
      wire.instead = FAILED;
    });
  };
  const crashes = [{ at: 220, survivors: { kind: 'synced' } }] as const;
  const report = unwrap(
    await runWorld({ plan, seed: 3, faults: [], span: 40 * SECOND, prepare, crashes }),
  );
  expect(report.breach).toBeUndefined();
  expect(worlds[0]?.bots[1]?.told).toContainEqual(
    expect.stringMatching(/^[1-9]\d* own orders cancelled: weir-0001-/),
  );
});

// RC72 in a running bot: an order that waited for the disk is looked at again in the tick in which
// it would leave. What waits for a connection for so long is given up by the client itself.
import { expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { SECOND, unwrap } from '../../src/domain/index.js';
import { EGRESS_CHECKS } from '../../src/session/egress.js';
import { loadPlan } from '../../src/session/index.js';
import { runWorld } from '../../src/testing/index.js';
import type { World } from '../../src/testing/world/world.js';
import { withoutUntil } from '../kernel/without.js';

/** What was told of orders that did not leave though the budget let them, on a slow disk. */
async function run(): Promise<readonly string[]> {
  const plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
  const worlds: World[] = [];
  const prepare = (world: World) => {
    worlds.push(world);
    const { disk } = world;
    const { before } = disk;
    disk.before = (effect, name) => {
      before(effect, name);
      if (effect === 'sync') world.block(0.6 * SECOND);
    };
  };
  const report = unwrap(
    await runWorld({ plan, seed: 1, faults: [], span: 40 * SECOND, prepare, invariants: [] }),
  );
  expect(report.orders).toBeGreaterThan(0);
  const told = worlds.flatMap(({ bots }) => bots.flatMap((bot) => bot.told));
  return told.filter((line) => line.startsWith('not sent: ') && !line.includes(': RC34: '));
}

it('keeps back an order whose approval is older than 500 ms by then', async () => {
  const kept = await run();
  expect(kept).not.toEqual([]);
  for (const line of kept) {
    expect(line).toMatch(/: RC72: expected an approval of at most 500 ms ago, found \d{3,4} ms$/);
  }
});

it('lets it go once the line of RC72 is gone', async () => {
  expect(await withoutUntil(EGRESS_CHECKS, 'RC72', run)).toEqual([]);
});

// RC40 in the egress check of a running bot: a parent that a defect enlarges after acceptance.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { SECOND, unwrap } from '../../../src/domain/index.js';
import { ParentOrder } from '../../../src/kernel/parents/parent-order.js';
import { EGRESS_CHECKS } from '../../../src/session/egress/checks.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { runWorld } from '../../../src/torture/index.js';
import { parents } from '../../../src/torture/invariants/orders/parents.js';
import type { World } from '../../../src/torture/simulation/world.js';
import { withoutUntil } from '../../kernel/without.js';

const ours = ParentOrder.prototype as { placeChild: ParentOrder['placeChild'] };
const { placeChild } = ours;

/** With each child its parent grows by as much: the rule of the gate sees nothing wrong. */
beforeEach(() => {
  ours.placeChild = function (this: ParentOrder, order) {
    Object.assign(this, { units: this.units + order.units });
    placeChild.call(this, { ...order, units: 2 * order.units });
  };
});

afterEach(() => {
  ours.placeChild = placeChild;
});

async function run() {
  const plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
  const strategies = plan.strategies.filter(({ name }) => name === 'twap');
  const worlds: World[] = [];
  const report = unwrap(
    await runWorld({
      ...{ plan: { ...plan, strategies }, seed: 1, faults: [], span: 200 * SECOND },
      invariants: [parents],
      prepare: (world) => worlds.push(world),
    }),
  );
  const halts = worlds.flatMap(({ bots }) => bots.flatMap(({ told }) => told));
  return { ...report, halts: halts.filter((line) => line.startsWith('HALT ')) };
}

it('egress check stops what exceeds the recorded parent, and halts everything', async () => {
  const { breach, halts, orders } = await run();
  expect(breach).toBeUndefined();
  expect(orders).toBe(6);
  expect(halts).toEqual([
    expect.stringMatching(/^HALT \(RC40\): RC40: the children of .+ would exceed it by \d+ EUR$/),
  ]);
});

it('egress check lets it leave once its line of RC40 is removed', async () => {
  const { breach } = await withoutUntil(EGRESS_CHECKS, 'RC40', run);
  expect(breach).toMatchObject({ invariant: 15 });
});

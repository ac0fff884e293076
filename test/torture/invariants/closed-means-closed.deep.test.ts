// Invariant 21 compares ended orders of the bot with the books of the venue.
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import type { OrderState, OrderView } from '../../../src/domain/events/index.js';
import { unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { closedMeansClosed } from '../../../src/torture/invariants/orders/closed-means-closed.js';
import { runWorld } from '../../../src/torture/index.js';
import { EPOCH } from '../../../src/torture/run-world.js';
import { World } from '../../../src/torture/simulation/world.js';

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

/** Of an order that the venue has never seen. */
function judge(state: OrderState): string | undefined {
  const world = unwrap(World.open({ plan, seed: 1, epoch: EPOCH }));
  const view = { coId: 'weir-0001-0000001-0000', state, reason: '' } as OrderView;
  const found = closedMeansClosed.onOrder?.(world, view);
  world.venue.close();
  return found;
}

it('invariant 21 finds an ended order that the venue does not have as ended', () => {
  for (const state of ['FILLED', 'CANCELED', 'EXPIRED', 'FAILED', 'REPLACED'] as const) {
    expect(judge(state)).toContain(`${state} (), at the venue it is none such`);
  }
  expect(judge('REJECTED')).toContain('REJECTED (), at the venue it is not answered');
  for (const state of ['LOST', 'ABANDONED', 'UNKNOWN', 'WORKING'] as const) {
    expect(judge(state)).toBeUndefined();
  }
});

it('invariant 21 checks every state of an order', async () => {
  const views: OrderState[] = [];
  const { onOrder } = closedMeansClosed;
  const seen = {
    ...closedMeansClosed,
    onOrder: (world: World, view: OrderView) => {
      views.push(view.state);
      return onOrder?.(world, view);
    },
  };
  Object.assign(closedMeansClosed, seen);
  try {
    const report = unwrap(await runWorld({ plan, seed: 1, faults: [], span: 30_000_000 }));
    expect(report.breach).toBeUndefined();
  } finally {
    Object.assign(closedMeansClosed, { onOrder });
  }
  expect(views).toContain('FILLED');
  expect(views).toContain('WORKING');
});

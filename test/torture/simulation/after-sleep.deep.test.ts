// A machine after sleep: no order leaves before active orders and positions were read.
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { MILLISECOND, type Micros, SECOND, unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { isPlace } from '../../../src/torture/platform/request-kinds.js';
import { INVARIANTS, runWorld } from '../../../src/torture/index.js';
import type { World } from '../../../src/torture/simulation/world.js';
import { sendPast } from '../send-past.js';

const SPAN = 90 * SECOND;
const ASLEEP: Micros = 20 * SECOND;
const SLEEP: Micros = 30 * SECOND;
const invariants = INVARIANTS.filter(({ number }) => number === 4);
let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

interface Night {
  /** Requests of this target get no answer from the sleep on. */
  readonly lost?: string;
  /** When an order is sent past the gate, after the sleep. */
  readonly sentAfter?: Micros;
}

async function sleep({ lost, sentAfter }: Night) {
  let orders = 0;
  const prepare = (world: World) => {
    world.time.at(ASLEEP, () => {
      world.suspend(SLEEP);
    });
    world.wire.meddlers.push(({ request }, wirePlan) => {
      if (world.time.now >= ASLEEP && request.target === lost) wirePlan.isUnanswered = true;
    });
    world.wire.watchers.push(({ at, call }) => {
      if (at > ASLEEP && at < SPAN && isPlace(call)) orders += 1;
    });
    if (sentAfter === undefined) return;
    world.time.at(ASLEEP + sentAfter, () => {
      sendPast(world);
    });
  };
  const options = { plan, seed: 1, faults: [], span: SPAN, invariants, prepare };
  const { breach } = unwrap(await runWorld(options));
  return { found: breach?.found, orders };
}

it('bot lets orders leave after sleep once both were read', async () => {
  const { found, orders } = await sleep({});
  expect(found).toBeUndefined();
  expect(orders).toBeGreaterThan(0);
});

it.each(['/v2/orders', '/v2/positions'])(
  'invariant finds an order that leaves before %s is read',
  async (lost) => {
    const { found } = await sleep({ lost, sentAfter: 5 * SECOND });
    expect(found).toBe(`an order left after a sleep, before ${lost} was read: /v2/orders`);
  },
);

it.each(['/v2/orders', '/v2/positions'])(
  'bot lets no order leave after sleep while %s is not read',
  async (lost) => {
    expect(await sleep({ lost })).toEqual({ found: undefined, orders: 0 });
  },
);

it('invariant finds an order that leaves at once after sleep', async () => {
  const { found } = await sleep({ sentAfter: MILLISECOND });
  expect(found).toMatch(/^an order left after a sleep, before/);
});

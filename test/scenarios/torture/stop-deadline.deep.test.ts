// A stop keeps its deadline (RC65), whatever the venue does: over virtual time.
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { type Micros, SECOND, unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { runWorld } from '../../../src/torture/index.js';
import type { WirePlan } from '../../../src/torture/platform/wire-types.js';
import type { WireCall } from '../../../src/torture/platform/wire-types.js';
import type { BotEnd } from '../../../src/torture/simulation/bot.js';
import type { World } from '../../../src/torture/simulation/world.js';

/** Own orders are at the venue then. */
const STOPPED: Micros = 20 * SECOND;
/** Of the 20 s of a stop, what its session gets: the process has to end as well. */
const MOST: Micros = 18 * SECOND;

const JSON_TYPE = { 'content-type': 'application/json' };

/** What a venue answers that knows of no order. */
function forget({ method, target }: WireCall['request']): WirePlan['instead'] {
  if (method === 'DELETE') return { status: 202, headers: JSON_TYPE, body: Buffer.from('{}') };
  const isList = target === '/v2/orders';
  const body = Buffer.from(isList ? '[]' : '{}');
  return { status: isList ? 200 : 404, headers: JSON_TYPE, body };
}

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

it.each<[string, boolean, (call: WireCall, plan: WirePlan, since: Micros) => void]>([
  [
    'sends no response',
    false,
    (_, wire) => {
      wire.isLost = true;
    },
  ],
  [
    'accepts cancels and answers no query',
    false,
    ({ request }, wire) => {
      wire.isLost = request.method === 'GET';
    },
  ],
  [
    'has lost its orders: no query finds them, cancels have no effect',
    false,
    ({ request }, wire) => {
      if (!request.target.startsWith('/v2/orders')) return;
      wire.isLost = true;
      wire.instead = forget(request);
    },
  ],
  [
    'responds again after the session gave up its cancels',
    true,
    (_, wire, since) => {
      wire.isLost = since < 10 * SECOND;
    },
  ],
])('stop ends in time where the venue %s: proven %s', async (_, isProven, meddle) => {
  let open = 0;
  let end: BotEnd | undefined;
  const prepare = (world: World) => {
    world.time.at(STOPPED, () => {
      world.wire.meddlers.push((call, wire) => {
        meddle(call, wire, world.time.now - STOPPED);
      });
      open = world.bot?.session?.view().openOrders ?? 0;
      world.bot?.session?.stop('SIGTERM by a person');
    });
    world.time.at(STOPPED + MOST, () => {
      end = world.bots[0]?.end;
    });
  };
  unwrap(await runWorld({ plan, seed: 1, faults: [], span: 60 * SECOND, prepare }));
  expect(open).toBeGreaterThan(0);
  expect(end).toMatchObject({ kind: 'ended', end: { reason: 'stopped', isProven } });
  expect(end?.kind === 'ended' ? end.end.open.length > 0 : undefined).toBe(!isProven);
});

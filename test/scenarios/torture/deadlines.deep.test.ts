// Requests whose responses never end: each is given up in time, or invariant 14 reports it.
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { SECOND, unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { INVARIANTS, runWorld } from '../../../src/torture/index.js';
import { BASE_URL } from '../../../src/torture/simulation/bot.js';
import type { World } from '../../../src/torture/simulation/world.js';

const SPAN = 60 * SECOND;
const FROM = 15 * SECOND;
const invariants = INVARIANTS.filter(({ number }) => number === 14);
let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

/** From then on every second answer to such requests never comes to its end. */
const hang = (pattern: RegExp, how: 'isUnanswered' | 'trickle') => (world: World) => {
  world.wire.meddlers.push(({ number, request: { method, target } }, wirePlan) => {
    if (world.time.now < FROM || number % 2 === 0) return;
    if (!pattern.test(`${method} ${target}`)) return;
    if (how === 'trickle') wirePlan.trickle = SECOND;
    else wirePlan.isUnanswered = true;
  });
};

/** A request of a client that knows no deadline. */
const waitFor = (method: 'DELETE' | 'GET' | 'POST', path: string) => (world: World) => {
  world.wire.meddlers.push(({ request }, wirePlan) => {
    if (request.headers['x-patient'] !== undefined) wirePlan.isUnanswered = true;
  });
  world.time.at(FROM, () => {
    const lane = world.createPorts(world.bot!.life, world.machine).http.createLane!;
    const handler = { onResponseError: () => undefined };
    const request = { method, path, headers: { 'x-patient': 'yes' } } as const;
    lane('trading', BASE_URL).dispatch({ origin: BASE_URL, ...request }, handler);
  });
};

async function run(prepare: (world: World) => void) {
  const options = { plan, seed: 1, faults: [], span: SPAN, invariants, prepare };
  return unwrap(await runWorld(options)).breach;
}

const KINDS = [
  ['POST', '/v2/orders', 10],
  ['DELETE', '/v2/orders/1', 8],
  ['GET', '/v2/orders', 8],
  ['GET', '/v2/positions', 8],
  ['GET', '/v2/trades?orderId=1', 8],
  ['GET', '/v2/sso/token/renew', 8],
  ['POST', '/v2/sso/login', 8],
  ['POST', '/v2/rfs', 8],
  ['POST', '/v2/rfs/1', 10],
  ['GET', '/v2/ticker', 4],
  ['GET', '/v2/trades/stp/messages', 15],
] as const;

it.each(KINDS)(
  'invariant 14 finds %s %s that is open for over %i s',
  async (method, path, seconds) => {
    const breach = await run(waitFor(method, path));
    expect(breach?.found).toContain(`${method} ${path} of life 1 is open for`);
    const at = Number(breach?.at) / SECOND;
    expect(at).toBeGreaterThan(15 + seconds + 1);
    expect(at).toBeLessThan(15 + seconds + 2);
  },
);

it.each([/^POST .*orders/, /^GET .*orders/, /positions/, /rates/, /trades/, /sso/])(
  'world holds where responses to %s never come, or byte by byte',
  async (pattern) => {
    expect((await run(hang(pattern, 'isUnanswered')))?.found).toBeUndefined();
    expect((await run(hang(pattern, 'trickle')))?.found).toBeUndefined();
  },
);

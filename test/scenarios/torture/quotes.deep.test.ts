// Worlds that deal on firm quotes: the invariants of orders apply to acceptances.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import type { OrderView } from '../../../src/domain/events/index.js';
import { unwrap } from '../../../src/domain/index.js';
import { RemoteQuotes } from '../../../src/gateway/remote/quotes.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { INVARIANTS, runWorld } from '../../../src/torture/index.js';
import { isAccept } from '../../../src/torture/platform/request-kinds.js';
import { BASE_URL } from '../../../src/torture/simulation/bot.js';
import { findRequest, listDeals } from '../../../src/torture/simulation/quote-trades.js';
import type { World } from '../../../src/torture/simulation/world.js';

const SPAN = 90_000_000;
let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture-quotes.yaml', await loadRegistry()));
});

/** A world and what it reports. */
async function play(seed: number, faults: readonly string[], prepare?: (world: World) => void) {
  let world: World | undefined;
  const keep = (one: World) => {
    world = one;
    prepare?.(one);
  };
  const report = unwrap(await runWorld({ plan, seed, faults, span: SPAN, prepare: keep }));
  return { breach: report.breach, world: world! };
}

/** Deals of a world whose acceptance had another fate than an answer 202. */
function countUnclear(world: World): number {
  const dealt = new Set(
    listDeals(world).flatMap(({ event, requestId }) =>
      event === 'TRADE_VERIFIED' ? [requestId] : [],
    ),
  );
  return world.departures.filter(({ call }) => {
    const { status, request } = call;
    return isAccept(call) && status !== 202 && dealt.has(request.target.split('/').at(-1)!);
  }).length;
}

it.each([
  ['lost responses', ['N06'], false],
  ['reset connections', ['N08', 'N09'], true],
  ['lost, late or duplicated requests', ['N05', 'N10', 'N11'], false],
  ['responses 502 to 504 and invalid JSON', ['V03', 'V22'], false],
  ['a killed process', ['P01', 'P02'], false],
])('invariants hold in quote worlds with %s', async (_, faults, isUnclear) => {
  let [deals, unclear] = [0, 0];
  for (let seed = 1; seed <= 6; seed++) {
    const { breach, world } = await play(seed, faults);
    expect([seed, breach]).toEqual([seed, undefined]);
    deals += listDeals(world).length;
    unclear += countUnclear(world);
  }
  expect(deals).toBeGreaterThan(5);
  if (isUnclear) expect(unclear).toBeGreaterThan(0);
});

describe('quote worlds detect a defect', () => {
  const find = async (number: number, prepare?: (world: World) => void) => {
    const invariants = INVARIANTS.filter((one) => one.number === number);
    const options = { plan, seed: 1, faults: [], span: SPAN, invariants };
    return unwrap(await runWorld({ ...options, ...(prepare && { prepare }) })).breach?.found;
  };

  it('that repeats an acceptance, past the gate', async () => {
    const again = (world: World) => {
      world.time.at(SPAN, () => {
        const { bot, call } = world.departures.find((sent) => isAccept(sent.call))!;
        const { createLane } = world.createPorts(bot!.life, world.machine).http;
        const { body, target: path } = call.request;
        const request = { origin: BASE_URL, method: 'POST', path, headers: {}, body } as const;
        const handler = { onResponseError: () => undefined };
        createLane!('trading', BASE_URL).dispatch(request, handler);
      });
    };
    expect(await find(13, again)).toMatch(/^the same order left again: .*quoteId/);
    expect(await find(13)).toBeUndefined();
  });

  it('that accepts twice: the egress check stops the second', async () => {
    const desk = RemoteQuotes.prototype as { accept: RemoteQuotes['accept'] };
    const { accept } = desk;
    desk.accept = function (...words) {
      accept.apply(this, words);
      accept.apply(this, words);
    };
    try {
      expect(await find(9)).toMatch(/^an order was on its way past a control/);
    } finally {
      desk.accept = accept;
    }
  });

  it('that treats a deal as no deal', async () => {
    const lie = (world: World) => {
      const [judge] = world.orderWatchers;
      world.orderWatchers.push((view) => {
        if (view.state !== 'FILLED' || findRequest(world, view.coId) === undefined) return;
        const get = (order: OrderView, key: keyof OrderView) =>
          key === 'state' ? 'REJECTED' : order[key];
        judge?.(new Proxy(view, { get: (order, key) => get(order, key as keyof OrderView) }));
      });
    };
    expect(await find(21, lie)).toMatch(/REJECTED .* at the venue it is TRADE_VERIFIED$/);
  });

  it('that reports another position than was dealt', async () => {
    const other = (world: World) => {
      world.time.at(SPAN, () => {
        const trade = listDeals(world).find((deal) => deal.trade !== undefined)!.trade!;
        Object.assign(trade.near, { baseUnits: trade.near.baseUnits + 1 });
      });
    };
    expect(await find(3, other)).toMatch(/the bot has .*, the venue has/);
  });
});

// Invariants of worlds: each is broken here once, by a defect beside the bot, and detected.
import { of } from 'rxjs';
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import type { OrderView } from '../../../src/domain/events/index.js';
import { unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { realClock } from '../../../src/host/clock.js';
import { INVARIANTS, runWorld } from '../../../src/torture/index.js';
import { noteLoss } from '../../../src/torture/invariants/orders/lost-journal.js';
import { BASE_URL, CONTROL_DIR, JOURNAL_DIR } from '../../../src/torture/simulation/bot.js';
import { StrategyFaults } from '../../../src/torture/faults/strategy-faults.js';
import { placeByHand } from '../../../src/torture/simulation/venue-actions.js';
import { BOT_LOGIN } from '../../../src/torture/simulation/venue.js';
import type { World } from '../../../src/torture/simulation/world.js';

const SPAN = 30_000_000;
let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

/** What a world without faults says of one invariant, with a defect in it. */
async function findBreach(number: number, prepare: (world: World) => void) {
  const invariants = INVARIANTS.filter((one) => one.number === number);
  expect(invariants).toHaveLength(1);
  const options = { plan, seed: 1, faults: [], span: SPAN, invariants };
  expect(unwrap(await runWorld(options)).breach).toBeUndefined();
  return unwrap(await runWorld({ ...options, prepare })).breach;
}

/** At a time when the bot trades. */
const during =
  (act: (world: World) => void, at = 20_000_000) =>
  (world: World) => {
    world.time.at(at, () => {
      act(world);
    });
  };

/** Once the bot has ended, before all is judged. */
const afterEnd = (act: (world: World) => void) => (world: World) => {
  const check = () => {
    if (world.bot?.end !== undefined) act(world);
    else world.time.after(1_000_000, check);
  };
  world.time.after(1_000_000, check);
};

const ORDER = {
  coId: 'weir-0001-zzzzzzz-0000',
  ...{ type: 'Limit', side: 'Buy', symbol: 'EUR/USD', currency: 'EUR', size: 10_000 },
  ...{ price: 1.14, timeInForce: 'IOC' },
};

/** Bytes leave past the bot's gate, on a connection of its own. */
function sendPast(
  world: World,
  order: object | string = ORDER,
  origin = BASE_URL,
  bot = world.bot,
) {
  const ports = world.createPorts(bot!.life, world.machine);
  const body = Buffer.from(typeof order === 'string' ? order : JSON.stringify(order));
  const request = { method: 'POST', path: '/v2/orders', headers: {}, body } as const;
  const handler = { onResponseError: () => undefined };
  ports.http.createLane!('trading', origin).dispatch({ origin, ...request }, handler);
}

/** The bot says something else of an order than what is. */
const lie = (change: Partial<OrderView>) => (world: World) => {
  const [judge] = world.orderWatchers;
  world.orderWatchers.push((view) => {
    if (view.state !== 'WORKING') return;
    const get = (order: OrderView, key: keyof OrderView) => change[key] ?? order[key];
    judge?.(new Proxy(view, { get: (order, key) => get(order, key as keyof OrderView) }));
  });
};

const firstOrder = (world: World) => world.listOwnOrders().find(({ cumUnits }) => cumUnits > 0)!;

/** The venue forgets the coId of an order, and has another one of it. */
function placeAgain(world: World, size: number): void {
  const [account] = world.venue.venue.accounts;
  account?.forgetCoIds(() => true);
  const [instrument] = world.plan.instruments;
  const { coId } = firstOrder(world).terms;
  placeByHand(world, { coId, instrument: instrument!, side: 'Buy', size, through: 50 });
}

const DEFECTS: [number, string, (world: World) => void, RegExp][] = [
  [
    1,
    'a second order of one coId',
    afterEnd((world) => {
      placeAgain(world, 10_000);
    }),
    /two venue orders have coId/,
  ],
  [
    2,
    'an order that no journal has',
    during((world) => {
      const [instrument] = world.plan.instruments;
      const order = { coId: 'weir-9', side: 'Buy', size: 10_000, through: 5 } as const;
      placeByHand(world, { ...order, instrument: instrument! });
    }),
    /no journal names it/,
  ],
  [
    3,
    'a fill that the bot did not see',
    afterEnd((world) => {
      firstOrder(world).cumBaseUnits += 1;
    }),
    /the bot has -?\d+, the venue has/,
  ],
  [
    4,
    'an order after a halt',
    during((world) => {
      world.bot?.session?.halt('a test');
      world.time.after(1, () => {
        sendPast(world);
      });
    }),
    /an order left though trading is halted/,
  ],
  [
    5,
    'records that are missing',
    afterEnd((world) => {
      const name = world.disk
        .list(JOURNAL_DIR)
        .filter((one) => one.endsWith('jsonl'))
        .toSorted()
        .at(-1)!;
      world.disk.tamper(JOURNAL_DIR, name, (bytes) => {
        const lines = bytes.toString().split('\n');
        return Buffer.from(`${lines.slice(0, Math.floor(lines.length / 2)).join('\n')}\n`);
      });
    }),
    /the journal folds to/,
  ],
  [6, 'a rejection that nobody has stated', lie({ state: 'REJECTED' }), /whole answers to it: 202/],
  [
    7,
    'an order of a life after a halt',
    during((world) => {
      world.latched = 'a test';
      sendPast(world);
    }),
    /everything was halted before: a test/,
  ],
  [
    8,
    'an order that is left behind',
    afterEnd((world) => {
      const [instrument] = world.plan.instruments;
      const order = { coId: 'weir-9', side: 'Buy', size: 10_000, through: -500 } as const;
      placeByHand(world, { ...order, instrument: instrument!, expirySeconds: 3_600 });
    }),
    /order weir-9 is \w+ at the venue after the end/,
  ],
  [
    8,
    'a cancel of all orders, also those of others on the login',
    during((world) => {
      const lane = world.createPorts(world.bot!.life, world.machine).http.createLane!;
      const request = { method: 'DELETE', path: '/v2/orders', headers: {}, body: null } as const;
      const handler = { onResponseError: () => undefined };
      lane('safety', BASE_URL).dispatch({ origin: BASE_URL, ...request }, handler);
    }),
    /a cancel left for what is no own order: \/v2\/orders$/,
  ],
  [
    9,
    'bytes that no record has',
    during((world) => {
      sendPast(world);
    }),
    /no durable record has the hash/,
  ],
  [
    9,
    'an order that nobody approved, turned back at its connection',
    during((world) => {
      world.bot?.session?.egress.checkBeforeWrite('weir-0001-zzzzzzz-0000.1', '{}');
    }),
    /on its way past a control: request weir-0001-zzzzzzz-0000\.1 was never approved by the gate/,
  ],
  [
    10,
    'a second writer',
    during((world) => {
      const former = world.bot;
      world.startBot(2);
      world.time.after(5_000_000, () => {
        sendPast(world, ORDER, BASE_URL, former);
      });
    }),
    /life 1 sends although life 2 has begun/,
  ],
  [
    13,
    'the same order again and again',
    during((world) => {
      for (let times = 0; times < 5; times++) sendPast(world);
    }),
    /the same order left/,
  ],
  [
    13,
    'the same order a third time, after each was answered 401',
    during((world) => {
      const answer = { status: 401, headers: {}, body: Buffer.from('{}') };
      world.wire.meddlers.push(({ request }, plan) => {
        if (request.body.includes(ORDER.coId)) plan.instead = answer;
      });
      for (let times = 0; times < 3; times++) {
        world.time.after(times * 1_000_000, () => {
          sendPast(world);
        });
      }
    }),
    /the same order left again/,
  ],
  [
    13,
    'two renewals, of which one waits for the connection of the other',
    during((world) => {
      const lane = world.createPorts(world.bot!.life, world.machine).http.createLane!(
        ...(['safety', BASE_URL] as const),
      );
      const path = '/v2/sso/token/renew';
      const renewal = { origin: BASE_URL, method: 'POST', path, headers: {} } as const;
      for (let times = 0; times < 2; times++) lane.dispatch(renewal, {});
    }),
    /renew though \S+renew was under way/,
  ],
  [
    14,
    'a network that never comes back',
    during((world) => {
      const { wire } = world;
      const calm = wire.plan.bind(wire);
      wire.plan = (call) => ({ ...calm(call), isLost: true });
    }),
    /the newest rate is .* s old/,
  ],
  [
    15,
    'more children than a parent has',
    afterEnd((world) => {
      for (const order of world.listOwnOrders()) order.cumBaseUnits += 1_000_000_000;
    }),
    /parent .* has \d+, \d+ were filled/,
  ],
  [
    16,
    'a reservation too many',
    during((world) => {
      const session = world.bot!.session!;
      const list = session.listAtWork.bind(session);
      session.listAtWork = () => {
        const { orders, pauses, reserved } = list();
        return { orders, pauses, reserved: reserved.map((one) => ({ ...one, buy: one.buy + 1 })) };
      };
    }),
    /reserved \d+\/\d+, open orders leave/,
  ],
  [
    16,
    'a reservation too many that is gone before the next request',
    during((world) => {
      const session = world.bot!.session!;
      const list = session.listAtWork.bind(session);
      let isTelling = false;
      world.orderWatchers.unshift(() => (isTelling = true));
      world.orderWatchers.push(() => (isTelling = false));
      session.listAtWork = () => {
        const { orders, pauses, reserved } = list();
        const more = isTelling ? 1 : 0;
        return {
          orders,
          pauses,
          reserved: reserved.map((one) => ({ ...one, buy: one.buy + more })),
        };
      };
    }),
    /reserved \d+\/\d+, open orders leave/,
  ],
  [
    17,
    'a password in a file',
    during((world) => {
      world.disk.tamper(CONTROL_DIR, 'notes', () => Buffer.from(BOT_LOGIN.password));
    }),
    /a secret stands in \/bot\/state\/control\/notes/,
  ],
  [
    18,
    'limits that nobody approved',
    during((world) => {
      Object.assign(world.plan, { limitsVersion: 'another' });
    }),
    /limits [0-9a-f]{12}$/,
  ],
  [
    19,
    'time of the platform',
    during(() => {
      expect(() => realClock.wallMillis()).toThrow('within a world');
    }),
    /Date\.now of the platform was used at clock\.ts:\d+$/,
  ],
  [
    20,
    'another host',
    during((world) => {
      sendPast(world, ORDER, 'http://127.0.0.2:9');
    }),
    /left for http:\/\/127/,
  ],
  [
    21,
    'an end that has not come',
    lie({ state: 'CANCELED' }),
    /the bot holds order weir-\S+ CANCELED/,
  ],
  [
    22,
    'bytes of nobody',
    during((world) => {
      sendPast(world);
    }),
    /no journal has the bytes/,
  ],
  [
    23,
    'an order given up that was alive',
    lie({ state: 'LOST', reason: 'no trace of it' }),
    /holds order weir-\S+ LOST, which was alive: no trace of it/,
  ],
  [
    24,
    'an end that names an open order',
    afterEnd(({ bot }) => {
      if (bot?.end?.kind === 'ended') Object.assign(bot.end.end, { open: ['weir-9'] });
    }),
    /an end is proven, and names order weir-9 as open/,
  ],
  [
    25,
    'a start that does not see that its journal was lost',
    (world) => {
      noteLoss(world);
    },
    /life \d+ goes on from a journal that was lost/,
  ],
  [
    28,
    'an order that the gate has not counted',
    during((world) => {
      placeAgain(world, 1_000_000);
    }),
    /^EUR\/USD Buy: \d+ held, \d+ counted at worst$/,
  ],
  [
    28,
    'an excess by a doubled order that halts nothing',
    during((world) => {
      world.phantoms.add('weir-9');
      const { limits } = world.plan;
      const rules = { ...limits.rules, RC23: { G10: 1 } };
      Object.assign(world.plan, { limits: { ...limits, rules } });
    }, 100_000),
    /^[A-Z]{3}\/USD: nothing halts a position of \d+ above 1$/,
  ],
];

it.each(DEFECTS)('invariant %i finds %s', async (number, _, prepare, words) => {
  const breach = await findBreach(number, prepare);
  expect(breach?.invariant).toBe(number);
  expect(breach?.found).toMatch(words);
});

it('invariants each have a planted defect', () => {
  const elsewhere = [11, 12];
  const tested = new Set([...DEFECTS.map(([number]) => number), ...elsewhere]);
  expect(INVARIANTS.map(({ number }) => number).filter((number) => !tested.has(number))).toEqual(
    [],
  );
});

const TOO_MUCH: [string, object | string, RegExp][] = [
  ['RC01', { ...ORDER, symbol: 'USD/JPY' }, /^RC01/],
  ['RC02', { ...ORDER, timeInForce: 'GTC' }, /^RC02/],
  ['RC03', { ...ORDER, timeInForce: 'GTT' }, /^RC03/],
  ['RC04', { ...ORDER, size: 1_000_001 }, /^RC04/],
  ['RC06', { ...ORDER, size: 999 }, /^RC06/],
  ['RC07', { ...ORDER, price: 1.140_001 }, /^RC07/],
  ['RC08', JSON.stringify(ORDER).replace('10000', '1e4'), /^RC08: size is spelled 1e4/],
  ['RC09', { ...ORDER, currency: 'JPY' }, /^RC09/],
  ['RC12', { ...ORDER, timeInForce: 'GTT', expiryTime: 3_601 }, /^RC12/],
  ['RC13', { ...ORDER, coId: 'mine_1' }, /^RC13/],
  ['RC14', { ...ORDER, price: 1.1 }, /^RC14/],
  ['RC15', { ...ORDER, price: 1.1444 }, /^RC15/],
];

it.each(TOO_MUCH)('invariant finds an order beyond %s', async (_, order, words) => {
  const breach = await findBreach(
    12,
    during((world) => {
      sendPast(world, order);
    }),
  );
  expect(breach?.found).toMatch(words);
});

it('invariants find an order on stale rates, and one despite a kill file', async () => {
  const stale = (world: World) => {
    world.suspend(60_000_000);
    sendPast(world);
  };
  expect((await findBreach(12, during(stale)))?.found).toBe('RC16: no rate that is young');
  const killed = (world: World) => {
    world.disk.tamper(CONTROL_DIR, 'KILL', () => Buffer.from(''));
    sendPast(world);
  };
  expect((await findBreach(12, during(killed)))?.found).toMatch(/^RC62/);
});

it('invariants find an order that leaves more than 500 ms after its approval', async () => {
  const approveEarlier = ({ disk }: World) => {
    const find = disk.findDurably.bind(disk);
    const earlier = (_: string, at: string) => `"t_mono":${String(Number(at) - 500_001)}`;
    disk.findDurably = (...words) => {
      const text = find(...words)?.toString();
      return text === undefined ? undefined : Buffer.from(text.replace(/"t_mono":(\d+)/g, earlier));
    };
  };
  const breach = await findBreach(12, during(approveEarlier, 10_000_000));
  expect(breach?.found).toMatch(/^RC72: an order left 5\d\d\.\d+ ms after its approval/);
});

it('invariants find too many orders in a second', async () => {
  const many = (world: World) => {
    for (let number = 0; number < 8; number++) {
      sendPast(world, { ...ORDER, coId: `weir-0001-${String(number)}` });
    }
  };
  expect((await findBreach(12, during(many)))?.found).toMatch(/^RC33/);
});

it('invariants find a refusal that its own figures do not support', async () => {
  const widen = (world: World) => {
    Object.assign(world.plan, { limitsVersion: 'another' });
  };
  const { breach } = unwrap(
    await runWorld({
      ...{ plan, seed: 1, faults: ['P06'], span: SPAN, prepare: afterEnd(widen) },
      invariants: INVARIANTS.filter(({ number }) => number === 12),
    }),
  );
  expect(breach?.found).toMatch(/^RC\d\d refused without cause: limits /);
});

it('invariants find a fill that a strategy receives twice', () => {
  const found: string[] = [];
  const faults = new StrategyFaults((_, words) => found.push(words));
  const [planned] = faults.wrap(
    plan.strategies.map((one) => ({
      ...one,
      definition: {
        ...one.definition,
        run: (context: never) => (context as { fills: never }).fills,
      },
    })),
  );
  const fill = { tradeId: 'T1', at: 5 };
  const context = {
    fills: of(fill, { tradeId: 'T2', at: 6 }, fill),
    orders: of(),
    rates: () => of(),
  };
  planned?.definition.run(context as never).subscribe();
  expect(found).toEqual([
    'a strategy was told twice of trade T1',
    'a strategy was told of trade T1 after a newer one',
  ]);
});

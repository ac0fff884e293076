// Invariants of scoped halts, of pressure and of calm: each is broken here, and detected.
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { MILLISECOND, type Micros, SECOND, unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { INVARIANTS, runWorld } from '../../../src/torture/index.js';
import { BASE_URL } from '../../../src/torture/simulation/bot.js';
import { placeByHand } from '../../../src/torture/simulation/venue-actions.js';
import { BOT_LOGIN } from '../../../src/torture/simulation/venue.js';
import type { World } from '../../../src/torture/simulation/world.js';

const SPAN = 30 * SECOND;
/** Faults stop at the span; a minute later all is judged. */
const CALM = SPAN + 60 * SECOND;
let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

const at = (span: Micros, act: (world: World) => void) => (world: World) => {
  world.time.at(span, () => {
    act(world);
  });
};

const both =
  (...acts: readonly ((world: World) => void)[]) =>
  (world: World) => {
    for (const act of acts) act(world);
  };

/** Bytes leave past the bot's gate, on a connection of their own. */
function send(world: World, method: 'GET' | 'POST', path: string, body = '', times = 1): void {
  const ports = world.createPorts(world.bot!.life, world.machine);
  const lane = ports.http.createLane!('trading', BASE_URL);
  for (let time = 0; time < times; time++) {
    const request = { method, path, headers: {}, body: Buffer.from(body) };
    lane.dispatch({ origin: BASE_URL, ...request }, { onResponseError: () => undefined });
  }
}

const sendOrder = (world: World) => {
  const order = {
    ...{ coId: 'weir-0001-zzzzzzz-0000', type: 'Limit', side: 'Buy', symbol: 'GBP/USD' },
    ...{ currency: 'GBP', size: 10_000, price: 1.33, timeInForce: 'IOC' },
  };
  send(world, 'POST', '/v2/orders', JSON.stringify(order));
};

/** Terms that nobody could keep halt their symbol. */
const haltSymbol = ({ bot }: World) => {
  bot?.session?.take({ type: 'reference', symbol: 'GBP/USD', terms: { minSize: -1 } });
};

/** By its own words a strategy is halted, and it goes on. */
const sayHalted = (world: World) => {
  const session = world.bot!.session!;
  const found = session.snapshot.bind(session);
  const halt = { scope: 'strategy', strategy: 'restless', rule: 'RC08', reason: 'a size' };
  const snapshot = () => ({ ...found(), gate: { ...found().gate, halts: [halt] } });
  Object.assign(session, { snapshot });
};

/** The bot says of itself that it is otherwise. */
const lie = (change: object) => (world: World) => {
  const session = world.bot!.session!;
  const found = session.inspect();
  Object.assign(session, { inspect: () => ({ ...found, ...change }) });
};

const UNKNOWN = {
  mode: 'ready',
  snapshot: { positions: [], orders: [{ coId: 'weir-1', state: 'UNKNOWN' }] },
};

const restOwn = (world: World) => {
  const [instrument] = world.plan.instruments;
  const order = { coId: 'weir-9', side: 'Buy', size: 10_000, through: -900 } as const;
  placeByHand(world, { ...order, instrument: instrument!, expirySeconds: 300 });
};

const DEFECTS: [number, string, (world: World) => void, RegExp][] = [
  [
    ...([4, 'an order of a halted symbol'] as const),
    both(at(20 * SECOND, haltSymbol), at(21 * SECOND, sendOrder)),
    /its symbol is halted/,
  ],
  [
    ...([4, 'an order of a halted strategy'] as const),
    at(5 * SECOND, sayHalted),
    /its strategy is halted/,
  ],
  [
    ...([7, 'an order of a symbol that was halted before the restart'] as const),
    both(
      at(18 * SECOND, haltSymbol),
      at(20 * SECOND, (world) => {
        world.crash({ kind: 'all' });
      }),
      at(29 * SECOND, sendOrder),
    ),
    /though its symbol was halted before/,
  ],
  [
    ...([8, 'an order at work long after the halt'] as const),
    both(
      at(20 * SECOND, ({ bot }) => bot?.session?.halt('a test')),
      at(CALM - 50 * MILLISECOND, restOwn),
    ),
    /weir-9 is NEW at the venue, though all has long been halted/,
  ],
  [
    ...([13, 'logins without end'] as const),
    both(
      ...Array.from({ length: 14 }, (_, index) =>
        at((10 + 3 * index) * SECOND, (world) => {
          send(world, 'POST', '/v2/sso/login', '{}');
        }),
      ),
    ),
    /13 logins within ten minutes/,
  ],
  [
    ...([13, 'more requests than the budget has'] as const),
    at(20 * SECOND, (world) => {
      send(world, 'GET', '/v2/orders', '', 210);
    }),
    /121 requests within ten seconds/,
  ],
  [
    ...([14, 'a start without an end'] as const),
    at(CALM - SECOND, lie({ mode: 'recovering' })),
    /still recovering/,
  ],
  [
    ...([14, 'an order that stays unknown'] as const),
    at(CALM - SECOND, lie(UNKNOWN)),
    /weir-1 is still UNKNOWN/,
  ],
  [
    ...([14, 'two polls of one rate'] as const),
    at(20 * SECOND, (world) => {
      send(world, 'GET', '/v2/rates/spot?symbol=EUR%2FUSD', '', 2);
    }),
    /two polls of .* are in flight/,
  ],
  [
    ...([14, 'a queue without an end'] as const),
    at(20 * SECOND, (world) => {
      send(world, 'GET', '/v2/orders', '', 300);
    }),
    /201 requests wait/,
  ],
  [
    ...([17, 'a password in hex'] as const),
    at(20 * SECOND, ({ disk }) => {
      disk.createDirectory('/bot/other');
      disk
        .create('/bot/other', 'a')
        .write(Buffer.from(Buffer.from(BOT_LOGIN.password).toString('hex')));
    }),
    /a secret stands in/,
  ],
];

it.each(DEFECTS)('invariant %d finds %s', async (number, _, prepare, words) => {
  const invariants = INVARIANTS.filter((one) => one.number === number);
  const options = { plan, seed: 1, faults: [], span: SPAN, invariants };
  expect(unwrap(await runWorld({ ...options, prepare })).breach?.found).toMatch(words);
});

it('invariants compare positions of a trading bot after a while without deals', async () => {
  const calm = 110 * SECOND;
  const invariants = INVARIANTS.filter((one) => one.number === 3);
  const options = { plan, seed: 1, faults: [], span: calm - 60 * SECOND, invariants };
  expect(unwrap(await runWorld(options)).breach).toBeUndefined();
  const prepare = at(calm - SECOND, (world) => {
    const isFirst = ({ cumUnits, terms }: ReturnType<World['listOwnOrders']>[number]) =>
      cumUnits > 0 && terms.instrument.symbol === 'EUR/USD';
    world.listOwnOrders().find(isFirst)!.cumBaseUnits += 1;
  });
  const { breach } = unwrap(await runWorld({ ...options, prepare }));
  expect(breach).toMatchObject({ at: calm, found: expect.stringMatching(/EUR.USD: the bot has/) });
});

it('permanent invariants are checked after each crash, not only at the end', async () => {
  const invariants = INVARIANTS.filter((one) => one.number === 2);
  const options = { plan, seed: 1, faults: [], span: SPAN, invariants };
  const prepare = both(
    at(15 * SECOND, (world) => {
      const [instrument] = world.plan.instruments;
      const order = { coId: 'weir-9', side: 'Buy', size: 10_000, through: 5 } as const;
      placeByHand(world, { ...order, instrument: instrument! });
    }),
    at(16 * SECOND, (world) => {
      world.crash({ kind: 'all' });
    }),
  );
  const { breach } = unwrap(await runWorld({ ...options, prepare }));
  expect(breach?.found).toBe('the venue has order weir-9, and no journal names it');
  expect(breach!.at).toBeLessThan(CALM);
});

it('invariants find nothing of these in a world without defects', async () => {
  const options = { plan, seed: 1, faults: [], span: SPAN };
  expect(unwrap(await runWorld(options)).breach).toBeUndefined();
});

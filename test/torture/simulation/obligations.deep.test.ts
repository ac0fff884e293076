// Obligations of a bot after responses: an order that leaves nevertheless, or a missing halt.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { MILLISECOND, type Micros, SECOND, unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { editObjects } from '../../../src/torture/faults/edits.js';
import { isPlace } from '../../../src/torture/platform/request-kinds.js';
import { INVARIANTS, runWorld } from '../../../src/torture/index.js';
import type { WirePlan } from '../../../src/torture/platform/wire-types.js';
import type { WireCall } from '../../../src/torture/platform/wire-types.js';
import type { World } from '../../../src/torture/simulation/world.js';
import { sendPast } from '../send-past.js';

const SPAN = 60 * SECOND;
const FROM: Micros = 15 * SECOND;
const PAST: Micros = 50 * SECOND;
let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

/** Requests are met by that from then on. */
const meddle =
  (change: (plan: WirePlan, call: WireCall) => void, isIt = isPlace) =>
  ({ time, wire }: World) => {
    wire.meddlers.push((call, one) => {
      if (time.now >= FROM && isIt(call)) change(one, call);
    });
  };

const refuse = (errorCode: string) =>
  meddle((one) => {
    one.isLost = true;
    const headers = { 'content-type': 'application/json' };
    one.instead = { status: 400, headers, body: Buffer.from(JSON.stringify({ errorCode })) };
  });

const isOrderRead = ({ request }: WireCall) => request.target.startsWith('/v2/orders?coId');
const isTradeRead = ({ request }: WireCall) => request.target.startsWith('/v2/trades?');
const edit = (change: object, isIt = isPlace) =>
  meddle((one) => {
    one.edits.push(editObjects((fields) => ({ ...fields, ...change })));
  }, isIt);

/** The bot says that nothing is halted. */
function deny({ bot }: World): void {
  const { session } = bot!;
  const view = session!.view.bind(session);
  session!.view = () => ({ ...view(), halt: undefined });
}

/** As soon as a bot has to keep what an answer obliges it to. */
function whenDue(world: World, act: (world: World) => void): void {
  const { mustHalt, mustPause } = world.bot ?? {};
  const duty = mustHalt ?? mustPause;
  if (duty !== undefined && duty.at < world.time.now) act(world);
  else
    world.time.after(MILLISECOND, () => {
      whenDue(world, act);
    });
}

async function run(prepare: (world: World) => void, act?: (world: World) => void) {
  const invariants = INVARIANTS.filter(({ number }) => number === 7);
  const options = { plan, seed: 1, faults: [], span: SPAN, invariants };
  const report = await runWorld({
    ...options,
    prepare: (world) => {
      prepare(world);
      if (act !== undefined) whenDue(world, act);
    },
  });
  return unwrap(report).breach?.found;
}

const END: (status: string) => (world: World) => void = (reason) => (world) => {
  for (let at = FROM; at < PAST; at += SECOND) {
    world.time.at(at, () => {
      world.endOrders('FAILED', reason);
    });
  }
};

const CASES: [string, (world: World) => void, RegExp][] = [
  ['V15', refuse('RequestValidationError.DuplicateOrder'), /a first attempt was answered/],
  ['V24', edit({ coId: 'weir-0-of-somebody-else' }), /was answered as weir-0-of-somebody-else/],
  ['V24', edit({ size: 1 }, isOrderRead), /is told of with another size/],
  ['V24', edit({ price: 1.5 }, isOrderRead), /is told of with another price/],
  ['V24', edit({ cumQty: 9_000_000 }, isOrderRead), /is filled beyond its size/],
  ['V24', edit({ dealtAmount: 9_000_000 }, isTradeRead), /trade \S+ is more than its order/],
  ['V24', edit({ rate: 9 }, isTradeRead), /is worse than the limit of its order/],
  ['V24', edit({ side: 'Buy' }, isTradeRead), /trade \S+ is of the other side/],
  ['V25', edit({ orderId: 'another' }, isOrderRead), /is there twice/],
  ['V05', END('internal server error'), /has the reason internal server error/],
  ['V05', END('a word never seen'), /failed for a word never seen/],
];

it.each(CASES)(
  '%s halts before the next order, or invariant 7 reports it',
  async (_, prepare, words) => {
    expect(await run(prepare)).toBeUndefined();
    expect(await run(prepare, sendPast)).toMatch(words);
    const missing = await run(prepare, deny);
    expect(missing).toMatch(/^nothing is halted though/);
    expect(missing).toMatch(words);
  },
);

it('V17 lets nothing leave until the operator resumes, or invariant 7 reports it', async () => {
  const disabled = refuse('RequestValidationError.tradingDisabled');
  expect(await run(disabled)).toBeUndefined();
  expect(await run(disabled, sendPast)).toMatch(/an order left though .*tradingDisabled/);
});

describe('restart after V17', () => {
  const DIES: Micros = 30 * SECOND;

  /** Trading is disabled for one order; then the process dies, with what its disk keeps. */
  const die =
    (kind: 'all' | 'synced', act?: (world: World) => void) =>
    (world: World): void => {
      let isDone = false;
      world.wire.meddlers.push((call, one) => {
        if (isDone || world.time.now < FROM || !isPlace(call)) return;
        isDone = true;
        one.isLost = true;
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify({ errorCode: 'RequestValidationError.tradingDisabled' });
        one.instead = { status: 400, headers, body: Buffer.from(body) };
      });
      world.time.at(DIES, () => {
        world.crash({ kind });
      });
      world.time.at(PAST, () => act?.(world));
    };

  it.each(['all', 'synced'] as const)(
    'keeps V17 in force, or invariant 7 reports it (%s)',
    async (kind) => {
      expect(await run(die(kind))).toBeUndefined();
      const found = await run(die(kind, sendPast));
      expect(found).toMatch(/an order left after a restart, though .*tradingDisabled/);
    },
  );
});

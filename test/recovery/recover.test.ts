// The start of a bot over a scripted venue: how long it waits and what it reads before it trades.
import { describe, expect, it } from 'vitest';
import type { BotEvent } from '../../src/domain/events/index.js';
import { createInstrument, MINUTE, SECOND, unwrap } from '../../src/domain/index.js';
import type { KernelSnapshot, OpenOrder } from '../../src/kernel/index.js';
import { EMPTY_MEMORY, type RecoveredState, recover } from '../../src/recovery/index.js';
import {
  byCoId,
  fillsByCoId,
  fillsOf,
  json,
  LIST,
  START_AT,
  startSession,
} from '../gateway/remote-session.js';
import { toOrder, toTrade } from '../polling/scripted-venue.js';

const POSITIONS = 'GET /v2/positions';
/** One that ended a moment before the bot was killed. */
const KNOWN = 'weir-0001-0000001-0000';
const KERNEL = {
  positions: [],
  parents: [],
  orders: [],
  kept: [],
  longestUnseen: 0,
} as unknown as KernelSnapshot;

type LoginUse = Parameters<typeof recover>[0]['policy']['loginUse'];

async function start(
  memory: Partial<RecoveredState>,
  ended: readonly string[] = [],
  loginUse: LoginUse = 'unstated',
  {
    isHalted = false,
    isFrozen = false,
    open = [],
    isGuarded = () => true,
  }: {
    isHalted?: boolean;
    isFrozen?: boolean;
    open?: readonly OpenOrder[];
    isGuarded?: () => boolean;
  } = {},
) {
  const session = await startSession();
  session.on(LIST, json(200, []));
  session.on(POSITIONS, json(200, []));
  const taken: BotEvent[] = [];
  const kernel = memory.kernel ?? KERNEL;
  const over = recover({
    clock: { ...session.clock, speed: 1 },
    gateway: session.gateway,
    memory: { ...EMPTY_MEMORY, epoch: 1, kernel, ...memory },
    policy: { loginUse, orders: 'cancel', parents: 'resume' },
    botTag: 'weir',
    instruments: [unwrap(createInstrument(0, 'EUR/USD'))],
    isResolutionDue: () => false,
    listOpen: () => open,
    isHalted: () => isHalted,
    isFrozen: () => isFrozen,
    listEnded: (since, most) => (since < session.clock.now() - MINUTE ? [] : ended.slice(-most)),
    snapshot: () => kernel,
    take: (event) => taken.push(event),
    isOver: () => false,
    isGuarded,
    notify: () => undefined,
    waitFor: () => undefined,
  });
  let found: unknown = 'not yet';
  void over.then((halt) => (found = halt));
  return { ...session, taken, found: () => found };
}

/** When the list of active orders was first asked for: the settling is over. */
const settledAfter = ({ times }: Awaited<ReturnType<typeof start>>) => times(LIST)[0];

describe('start of a bot', () => {
  it('waits 20 s after the last request, and longer where orders stayed unseen', async () => {
    const quick = await start({ lastSendAt: START_AT });
    await quick.advance(MINUTE);
    expect(settledAfter(quick)).toBe(20 * SECOND);
    const slow = await start({
      ...{ lastSendAt: START_AT, kernel: { ...KERNEL, longestUnseen: 15 * SECOND } },
    });
    await slow.advance(MINUTE);
    expect(settledAfter(slow)).toBe(45 * SECOND);
    expect(slow.found()).toBeUndefined();
  });

  it('resumes parents once the watchdog’s heartbeat was read', async () => {
    let isHeard = false;
    const kernel = { ...KERNEL, parents: [{ state: 'HELD' }] } as unknown as KernelSnapshot;
    const bot = await start({ kernel }, [], 'unstated', { isGuarded: () => isHeard });
    const goes = () =>
      bot.taken.some((event) => 'step' in event && event.step === 'resume-parents');
    await bot.advance(10 * SECOND);
    expect([goes(), bot.found()]).toEqual([false, 'not yet']);
    isHeard = true;
    await bot.advance(2 * SECOND);
    expect([goes(), bot.found()]).toEqual([true, undefined]);
  });

  it('queries an order that was just reported, by coId or by its trades', async () => {
    for (const shown of ['order', 'trade']) {
      const bot = await start({}, [KNOWN]);
      const order = json(200, toOrder(KNOWN, 'FILLED', 1_000_000));
      bot.on(byCoId(KNOWN), shown === 'order' ? order : json(404, {}));
      bot.on(fillsByCoId(KNOWN), json(200, shown === 'trade' ? [toTrade(KNOWN, 'T1', 1)] : []));
      await bot.advance(MINUTE);
      expect(bot.found()).toBeUndefined();
      expect(bot.taken).toContainEqual(expect.objectContaining({ type: 'recovery' }));
    }
  });

  it.each([
    ['its positions', POSITIONS],
    ['its active orders', LIST],
  ])('reads %s again no sooner than the venue allows', async (_, call) => {
    const bot = await start({});
    // As the session notes the Retry-After of any answer.
    bot.gateway.budget.blockUntil(bot.clock.now() + 40 * SECOND);
    bot.on(call, json(429, {}), json(200, []));
    await bot.advance(MINUTE);
    const [first, second] = bot.times(call);
    expect([first, second]).toEqual([expect.any(Number), 40 * SECOND]);
    expect(bot.found()).toBeUndefined();
  });

  it.each([
    [true, ['cancel']],
    [false, []],
  ])(
    'cancels open orders at once, also unknown ones, under a halt: %s',
    async (isHalted, steps) => {
      const doubtful = { coId: KNOWN, orderId: '', isUnknown: true } as unknown as OpenOrder;
      const bot = await start({}, [], 'unstated', { isHalted, open: [doubtful] });
      bot.on(byCoId(KNOWN), json(404, {}));
      await bot.advance(5 * SECOND);
      expect(bot.found()).toBe('not yet');
      expect(bot.taken.map((event) => (event.type === 'recovery' ? event.step : ''))).toEqual(
        steps,
      );
    },
  );

  it.each([true, false])(
    'waits for the end of open orders unless they are frozen: %s',
    async (isFrozen) => {
      const order = { coId: KNOWN, orderId: '7', isUnknown: false };
      const bot = await start({}, [], 'unstated', { isHalted: true, isFrozen, open: [order] });
      bot.on(byCoId(KNOWN), json(200, toOrder(KNOWN, 'NEW', 0)));
      bot.on(LIST, json(200, [toOrder(KNOWN, 'NEW', 0)]));
      await bot.advance(MINUTE);
      expect(bot.found()).toBe(isFrozen ? undefined : 'not yet');
    },
  );

  it.each([
    ['has open orders', [KNOWN], [{ symbol: 'EUR/USD', units: 700 }], ['baseline']],
    ['has no open orders', [], [{ symbol: 'EUR/USD', units: 700 }], []],
    ['never compared its positions', [KNOWN], null, []],
  ])('reports its positions at the start when it %s', async (_, coIds, baseline, steps) => {
    const open = coIds.map((coId) => ({ coId, orderId: '', isUnknown: true }));
    const bot = await start({ baseline }, [], 'unstated', { open });
    bot.on(byCoId(KNOWN), json(404, {}));
    await bot.advance(SECOND);
    const taken = bot.taken.filter(({ type }) => type === 'recovery');
    expect(taken).toMatchObject(steps.map((step) => ({ step, baseline })));
  });

  it('queries the trades of an order without any record until they come', async () => {
    const filled = { coId: 'a', orderId: 'id-a', side: 'Buy', symbol: 'EUR/USD', type: 'Limit' };
    const order = { ...filled, cumUnits: 40_000_000, provisional: null };
    const kept = [
      { ...order, provisional: { units: 40_000_000, priceTicks: 109_500 } },
      { ...order, coId: 'b', orderId: 'id-b' },
      { ...order, coId: 'c', orderId: 'id-c', type: 'PQ', provisional: { units: 1 } },
    ];
    const kernel = { ...KERNEL, kept } as unknown as KernelSnapshot;
    const bot = await start({ kernel });
    bot.on(fillsOf('a'), json(200, []));
    bot.on(fillsByCoId('a'), json(200, []));
    bot.on(byCoId('a'), json(200, toOrder('a', 'FILLED', 400_000, 100)));
    await bot.advance(3 * MINUTE);
    expect(bot.found()).toBeUndefined();
    expect(bot.told).toEqual(['trades a failed 0', 'a FILLED 400000']);
    bot.on(fillsOf('a'), json(200, [toTrade('a', 'T1', 400_000)]));
    await bot.advance(MINUTE);
    expect(bot.told.slice(2)).toEqual(['a T1 400000']);
    const asked = bot.times(fillsOf('a')).length;
    await bot.advance(5 * MINUTE);
    expect(bot.times(fillsOf('a'))).toHaveLength(asked);
    expect([...bot.times(fillsOf('b')), ...bot.times(fillsOf('c'))]).toEqual([]);
  });

  it('halts (RC53) when the venue finds none of its previous orders', async () => {
    const bot = await start({}, [KNOWN]);
    bot.on(byCoId(KNOWN), json(503, {}), json(404, {}));
    bot.on(fillsByCoId(KNOWN), json(404, {}));
    await bot.advance(MINUTE);
    expect(bot.found()).toMatchObject({
      rule: 'RC53',
      reason: expect.stringContaining(`the venue does not find ${KNOWN}`) as string,
    });
    expect(bot.times(POSITIONS)).toEqual([]);
  });

  it.each([
    [
      'weir-0009-0000001-0000',
      'unstated',
      /^active orders of this bot that the journal does not have/,
    ],
    [
      'weir-0009-0000001-0000',
      'shared',
      /^active orders of this bot that the journal does not have/,
    ],
    [
      'by-hand',
      'unstated',
      /^active orders of others on this login: by-hand; set loginUse: shared/,
    ],
    ['by-hand', 'shared', undefined],
    // Another bot of Weir is somebody else.
    [
      'weirab-0009-0000001-0000',
      'unstated',
      /^active orders of others on this login: weirab-0009-/,
    ],
    ['weirab-0009-0000001-0000', 'shared', undefined],
  ] as const)(
    'over a live order %s, with login use %s, halts: %s',
    async (coId, loginUse, reason) => {
      const bot = await start({}, [], loginUse);
      bot.on(LIST, json(200, [toOrder(coId, 'NEW', 0)]));
      await bot.advance(MINUTE);
      const reported: unknown = reason && expect.stringMatching(reason);
      expect(bot.found()).toEqual(reason && { rule: 'RC48', reason: reported });
    },
  );
});

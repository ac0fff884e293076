// Parent orders: accepted whole or refused, one for each key, conserved over their children.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type ExecutionAlgorithm, listAlgorithms } from '../../../src/algorithms/index.js';
import { SECOND } from '../../../src/domain/index.js';
import type { ExecuteIntent } from '../../../src/domain/orders/index.js';
import { Bot, EUR_USD, THOUSAND, USD_JPY } from '../harness.js';

function start(bot: Bot, parent: Partial<ExecuteIntent> = {}, name = 'alpha'): void {
  bot.act(name, (ctx) => {
    ctx.execute({
      algorithm: 'twap',
      key: 'main',
      symbol: 'EUR/USD',
      side: 'Buy',
      size: 4_000,
      params: { duration: '40s', slices: 4 },
      ...parent,
    });
  });
  bot.wait(0);
}

describe('parent order', () => {
  it('is reported on acceptance, at every slice and at its end', () => {
    const bot = new Bot().warmUp();
    const at = bot.now;
    start(bot, { limitPrice: 1.1002 });
    expect(bot.parents).toHaveLength(2);
    expect(bot.parents[0]).toEqual({
      at,
      strategy: 'alpha',
      key: 'main',
      algorithm: 'twap',
      instrument: EUR_USD,
      side: 'Buy',
      units: 4 * THOUSAND,
      filledUnits: 0,
      bookedUnits: 0,
      bookedCash: 0n,
      limitTicks: 110_020,
      arrivalTicks2: 220_010,
      startedAt: at,
      slicesDone: 0,
      slices: 0,
      state: 'WORKING',
      reason: '',
    });
    expect(bot.parents[1]).toMatchObject({ state: 'WORKING', slicesDone: 1, slices: 4 });
    expect(bot.kernel.listParents()).toMatchObject([{ key: 'main', state: 'WORKING' }]);
  });

  it('is reported to its strategy, and its child orders carry its key', () => {
    const seen: string[] = [];
    const bot = new Bot().warmUp();
    bot.act('alpha', (ctx) => {
      ctx.parents.subscribe((view) => seen.push(`parent ${view.slicesDone}`));
      ctx.orders.subscribe((view) => seen.push(`order of ${view.parent}`));
    });
    start(bot);
    bot.mustPlace();
    expect(seen).toEqual(['parent 0', 'parent 1', 'order of main', 'order of ']);
  });

  it('sums the fills of its children, with cash for the average price', () => {
    const bot = new Bot().warmUp();
    start(bot);
    const [child] = bot.placed;
    bot.trade(child!, 't1', 60_000, 110_000);
    bot.trade(child!, 't2', 40_000, 110_005);
    bot.status(child!, 'FILLED', THOUSAND);
    bot.wait(10 * SECOND);
    expect(bot.parents.at(-1)).toMatchObject({
      filledUnits: THOUSAND,
      bookedUnits: THOUSAND,
      bookedCash: 60_000n * 110_000n + 40_000n * 110_005n,
    });
  });

  it('is reported again for each trade after its end', () => {
    const bot = new Bot().warmUp();
    start(bot, { size: 1_000, params: { duration: '1s', slices: 1 } });
    const child = bot.placed[0]!;
    bot.status(child, 'FILLED', THOUSAND);
    expect(bot.parents.at(-1)).toMatchObject({ state: 'DONE', bookedUnits: 0, bookedCash: 0n });
    bot.trade(child, 't1', 60_000, 110_000);
    bot.trade(child, 't2', 40_000, 110_005);
    expect(bot.parents.at(-1)).toMatchObject({
      state: 'DONE',
      bookedUnits: THOUSAND,
      bookedCash: 60_000n * 110_000n + 40_000n * 110_005n,
    });
  });

  it('is DONE when it is filled', () => {
    const bot = new Bot().warmUp();
    start(bot);
    for (let slice = 0; slice < 4; slice++) {
      const child = bot.placed[slice]!;
      expect(bot.kernel.listParents()).toHaveLength(1);
      expect(bot.kernel.endedParents).toBe(0);
      bot.trade(child, `t${slice}`, THOUSAND);
      bot.status(child, 'FILLED', THOUSAND);
      bot.wait(10 * SECOND);
    }
    expect(bot.parents.at(-1)).toMatchObject({ state: 'DONE', filledUnits: 4 * THOUSAND });
    expect(bot.kernel.listParents()).toEqual([]);
    expect(bot.kernel.endedParents).toBe(1);
  });

  it('starts once for each key of a strategy, even after its end', () => {
    const bot = new Bot({ hands: ['alpha', 'beta'] }).warmUp();
    start(bot, { size: 1_000, params: { duration: '1s', slices: 1 } });
    start(bot, { size: 2_000 });
    expect(bot.notes).toMatchObject([
      { strategy: 'alpha', text: 'parent main is known and is not started again' },
    ]);
    bot.trade(bot.placed[0]!, 't1', THOUSAND);
    bot.status(bot.placed[0]!, 'FILLED', THOUSAND);
    start(bot);
    expect(bot.notes).toHaveLength(2);
    expect(bot.parents.at(-1)?.state).toBe('DONE');
    start(bot, { key: 'second' });
    start(bot, {}, 'beta');
    expect(bot.kernel.listParents().map(({ strategy, key }) => `${strategy}/${key}`)).toEqual([
      'alpha/second',
      'beta/main',
    ]);
  });

  it('that already exists is reported again to its strategy with its rest', () => {
    const bot = new Bot().warmUp();
    const seen: unknown[] = [];
    bot.act('alpha', (ctx) => {
      ctx.parents.subscribe(({ key, units, filledUnits, state }) => {
        seen.push([key, units - filledUnits, state]);
      });
    });
    start(bot);
    bot.trade(bot.placed[0]!, 't1', 60_000);
    const { length } = bot.parents;
    start(bot, { size: 9_000 });
    expect(seen.at(-1)).toEqual(['main', 4 * THOUSAND - 60_000, 'WORKING']);
    expect(bot.notes.at(-1)?.fields).toEqual({ state: 'WORKING', rest: 3_400 });
    expect(bot.parents).toHaveLength(length);
  });

  it('that ended in a previous run is noted as not started, and only that one', () => {
    const bot = new Bot().warmUp();
    start(bot, { size: 1_000, params: { duration: '1s', slices: 1 } });
    bot.trade(bot.placed[0]!, 't1', THOUSAND);
    bot.status(bot.placed[0]!, 'FILLED', THOUSAND);
    start(bot);
    start(bot, { key: 'second' });
    expect([bot.notes.length, bot.unstarted]).toEqual([1, []]);
    const again = new Bot({ restored: bot.kernel.snapshot(), epoch: 2 }).warmUp();
    start(again);
    start(again, { key: 'second' });
    expect(again.unstarted).toMatchObject([{ key: 'main', state: 'DONE', filledUnits: THOUSAND }]);
    expect(again.placed).toEqual([]);
    expect(again.kernel.endedParents).toBe(0);
  });

  it('without a key takes one from its terms, whatever the order of its fields', () => {
    const bot = new Bot().warmUp();
    const ask = (size: number, params: object) => {
      bot.act('alpha', (ctx) => {
        ctx.execute({ algorithm: 'twap', symbol: 'EUR/USD', side: 'Buy', size, params });
      });
    };
    const keys = () => bot.kernel.listParents().map(({ key }) => key);
    ask(4_000, { duration: '40s', slices: 4 });
    const [key = ''] = keys();
    expect(key).toMatch(/^twap-[0-9a-f]{12}$/);
    ask(4_000, { slices: 4, duration: '40s' });
    expect(keys()).toEqual([key]);
    ask(5_000, { duration: '40s', slices: 4 });
    ask(4_000, { duration: '41s', slices: 4 });
    expect(new Set(keys()).size).toBe(3);
    const again = new Bot({ restored: bot.kernel.snapshot(), epoch: 2 }).warmUp();
    again.act('alpha', (ctx) => {
      const params = { duration: '40s', slices: 4 };
      ctx.execute({ algorithm: 'twap', symbol: 'EUR/USD', side: 'Buy', size: 4_000, params });
    });
    const text = `parent ${key} is known and is not started again`;
    expect(again.notes).toMatchObject([{ text }]);
    expect(again.kernel.listParents()).toHaveLength(3);
  });

  it('ends with the reason of its strategy’s halt and runs no further slice', () => {
    const bot = new Bot({ hands: ['alpha', 'beta'] }).warmUp();
    start(bot);
    start(bot, {}, 'beta');
    bot.place({ size: Number.NaN });
    bot.status(bot.placed[0]!, 'CANCELED');
    expect(bot.parents.at(-1)).toMatchObject({ state: 'STOPPED', reason: 'halted by RC08' });
    bot.wait(10 * SECOND);
    expect(bot.placed.slice(2).map((child) => bot.view(child).strategy)).toEqual(['beta']);
  });

  it('ends with an operator’s stop and the stated reason', () => {
    const bot = new Bot().warmUp();
    start(bot);
    bot.event({ type: 'operator', action: 'stop', reason: 'end of day' });
    expect(bot.cancels).toHaveLength(1);
    bot.status(bot.placed[0]!, 'CANCELED');
    expect(bot.parents.at(-1)).toMatchObject({ state: 'STOPPED', reason: 'end of day' });
    const { length } = bot.parents;
    bot.wait(60 * SECOND);
    expect(bot.placed).toHaveLength(1);
    expect(bot.parents).toHaveLength(length);
  });

  it('draws its own random numbers, seeded by its key', () => {
    const draw = (key: string) => {
      const bot = new Bot().warmUp();
      start(bot, { key, params: { duration: '40s', slices: 4, sizeJitter: 0.9 }, size: 100_000 });
      return bot.placed[0]?.units;
    };
    expect(draw('a')).toBe(draw('a'));
    expect(draw('a')).not.toBe(draw('b'));
  });
});

describe('parent order', () => {
  it.each([
    ['RC01', { symbol: 'USD/JPY' }, 'USD/JPY'],
    ['RC06', { size: 999.99 }, 99_999],
    ['RC06', { size: 4_000.001 }, 4_000.001],
    ['RC07', { limitPrice: 1.100_001 }, 1.100_001],
    ['RC08', { size: -1 }, '-1'],
    ['RC08', { limitPrice: 0 }, '0'],
    ['RC23', { size: 100_000 }, 110_005],
  ] as const)('is refused as a whole by %s: %o', (rule, parent, value) => {
    const limits = { RC01: { symbols: ['EUR/USD'] }, RC23: { G10: 100_000 } };
    const bot = new Bot({ limits }).warmUp();
    start(bot, parent);
    expect(bot.refusals.map((refusal) => refusal.rule)).toContain(rule);
    expect(bot.refusals.find((refusal) => refusal.rule === rule)?.value).toBe(value);
    expect(bot.parents).toEqual([]);
    expect(bot.placed).toEqual([]);
    start(bot, { size: 1_000 });
    const hasHalted = rule === 'RC08';
    expect(bot.parents.length > 0).toBe(!hasHalted);
    expect(bot.halts).toMatchObject(hasHalted ? [{ scope: 'strategy', rule }] : []);
  });

  it('is reported with its terms and the rules that refused it', () => {
    const bot = new Bot({ limits: { RC23: { G10: 1_000 } } }).warmUp();
    start(bot, { key: 'big', size: 1e6 });
    start(bot, { key: 'unknown', symbol: 'XAU/USD', size: 3 });
    expect(bot.refusedParents).toMatchObject([
      { strategy: 'alpha', key: 'big', symbol: 'EUR/USD', size: 1e6, causes: [{ rule: 'RC23' }] },
      { strategy: 'alpha', key: 'unknown', symbol: 'XAU/USD', causes: [{ rule: 'RC01' }] },
    ]);
    expect(bot.refusedParents[0]?.causes[0]?.message).toBe(bot.refusals[0]?.message);
  });

  it('is not refused under a pause and starts when the pause has ended', () => {
    const bot = new Bot().warmUp();
    const host = { type: 'host', loopLag: 0, memoryBytes: 1 } as const;
    bot.event({ ...host, orderGap: 7 * SECOND });
    expect(bot.place()).toBeUndefined();
    start(bot, { params: { duration: '60s', slices: 2 } });
    expect([bot.parents.at(-1)?.state, bot.refusedParents, bot.placed]).toEqual([
      'WORKING',
      [],
      [],
    ]);
    bot.event({ ...host, orderGap: 0 });
    bot.wait(10 * SECOND);
    bot.rate(EUR_USD, 110_000, 110_010);
    bot.wait(20 * SECOND);
    expect(bot.placed.map(({ units }) => units)).toEqual([4 * THOUSAND]);
  });

  it('is refused by RC01, which halts its strategy at the third refusal in a minute', () => {
    const bot = new Bot({ limits: { RC01: { restricted: ['EUR/USD'] } } }).warmUp();
    for (const count of [0, 0, 1]) {
      start(bot, { key: `k${String(bot.refusals.length)}` });
      expect(bot.halts).toHaveLength(count);
    }
    expect(bot.halts).toMatchObject([{ scope: 'strategy', strategy: 'alpha', rule: 'RC01' }]);
  });

  it('is refused by what is already filled and working', () => {
    const bot = new Bot({ limits: { RC23: { G10: 10_000 } }, instruments: [EUR_USD, USD_JPY] });
    bot.warmUp();
    const inYen = { symbol: 'USD/JPY', price: 150.01 };
    bot.trade(bot.mustPlace({ ...inYen, size: 3_000 }), 't1', 3 * THOUSAND);
    bot.mustPlace({ ...inYen, size: 2_000 });
    start(bot, { symbol: 'USD/JPY', size: 5_000.01 });
    expect(bot.refusals.map(({ rule }) => rule)).toEqual(['RC23']);
    start(bot, { symbol: 'USD/JPY', size: 5_000 });
    expect(bot.parents).not.toEqual([]);
  });

  it('is refused without a rate to convert its size', () => {
    const bot = new Bot();
    start(bot);
    const rules = ['RC23', 'RC24', 'RC25', 'RC26', 'RC30'];
    expect(bot.refusals).toMatchObject(
      rules.map((rule) => ({ rule, value: 'no conversion rate' })),
    );
    expect(bot.parents).toEqual([]);
  });

  it('is refused when its whole size exceeds the turnover of the day', () => {
    const bot = new Bot({ limits: { RC29: { hard: 5_000, softShare: 1 } } }).warmUp();
    start(bot, { size: 5_000 });
    expect(bot.refusals.map(({ rule }) => rule)).toEqual(['RC29']);
    expect([bot.parents, bot.placed]).toEqual([[], []]);
  });

  it('may exceed the largest size of one order', () => {
    const bot = new Bot({ limits: { RC04: { G10: 1_000 } } }).warmUp();
    start(bot);
    expect(bot.refusals).toEqual([]);
    expect(bot.placed.map(({ units }) => units)).toEqual([THOUSAND]);
  });
});

describe('parent order that is invalid', () => {
  it.each([
    [{ algorithm: 'vwap' }, 'expected an algorithm (twap, resting), found "vwap"'],
    [{ params: { duration: '0s' } }, 'expected a duration above 0'],
    [{ params: { duration: '5s', slices: 0 } }, 'algorithm twap: '],
    [{ params: undefined }, 'algorithm twap: '],
  ])('%o halts its strategy', (parent, reason) => {
    const bot = new Bot({ hands: ['alpha', 'beta'] }).warmUp();
    start(bot, parent);
    expect(bot.halts).toMatchObject([{ scope: 'strategy', strategy: 'alpha', rule: 'strategy' }]);
    expect(bot.halts[0]?.reason).toContain(reason);
    expect(bot.parents).toEqual([]);
    start(bot, {}, 'beta');
    expect(bot.placed).toHaveLength(1);
  });
});

describe('algorithm that requests too much', () => {
  const algorithms = listAlgorithms() as ExecutionAlgorithm[];
  const order = { priceTicks: 110_010, timeInForce: 'GTT', expirySeconds: 30 } as const;
  const greedy: ExecutionAlgorithm = {
    id: 'greedy',
    summary: 'Asks for half, then for all.',
    params: z.any(),
    start(parent) {
      parent.placeChild({ ...order, units: parent.units / 2 });
      parent.placeChild({ ...order, units: parent.units });
    },
  };
  const restless: ExecutionAlgorithm = {
    id: 'restless',
    summary: 'Stops with a child out, and goes on.',
    params: z.any(),
    start(parent) {
      parent.placeChild({ ...order, units: parent.units / 2 });
      parent.at(parent.now() + SECOND, () => parent.progress(9, 9));
      parent.stop('enough');
      parent.placeChild({ ...order, units: parent.units / 4 });
    },
  };
  beforeAll(() => algorithms.push(greedy, restless));
  afterAll(() => algorithms.splice(-2));

  it('gets a refusal beyond its parent order’s size, and its strategy is halted', () => {
    const bot = new Bot().warmUp();
    start(bot, { algorithm: 'greedy' });
    expect(bot.placed).toMatchObject([
      { units: 2 * THOUSAND, timeInForce: 'GTT', expirySeconds: 30 },
    ]);
    expect(bot.refusals).toMatchObject([
      { rule: 'RC40', limit: 2 * THOUSAND, value: 4 * THOUSAND },
    ]);
    expect(bot.halts).toMatchObject([{ scope: 'strategy', strategy: 'alpha', rule: 'RC40' }]);
    expect(bot.cancels).toHaveLength(1);
  });

  it('gets no child and no timer once it has stopped, while a child may still fill', () => {
    const bot = new Bot().warmUp();
    start(bot, { algorithm: 'restless' });
    bot.wait(5 * SECOND);
    expect(bot.commands.map(({ kind }) => kind)).toEqual(['place', 'cancel']);
    expect(bot.parents.at(-1)).toMatchObject({ state: 'WORKING', slicesDone: 0 });
    bot.status(bot.placed[0]!, 'CANCELED');
    expect(bot.parents.at(-1)).toMatchObject({ state: 'STOPPED', reason: 'enough' });
  });
});

function startParent(bot: Bot, parent: Partial<ExecuteIntent> = {}, name = 'alpha'): void {
  bot.act(name, (ctx) => {
    const order = { algorithm: 'twap', key: 'main', symbol: 'EUR/USD', side: 'Buy' } as const;
    ctx.execute({ ...order, size: 4_000, params: { duration: '40s', slices: 4 }, ...parent });
  });
  bot.wait(0);
}

describe('parent order of an algorithm with two children', () => {
  it('rests no further child while one is of unknown outcome', () => {
    const algorithms = listAlgorithms() as ExecutionAlgorithm[];
    const child = { units: THOUSAND, priceTicks: 109_990, expirySeconds: 30 } as const;
    const twice: ExecutionAlgorithm = {
      ...{ id: 'twice', summary: 'Rests a child, and later another.', params: z.any() },
      start: (parent) => {
        parent.placeChild({ ...child, timeInForce: 'GTT' });
        parent.at(parent.now() + SECOND, () => {
          parent.placeChild({ ...child, timeInForce: 'GTT' });
        });
      },
    };
    algorithms.push(twice);
    onTestFinished(() => void algorithms.pop());
    const bot = new Bot({ limits: { RC53: 'off' } }).calibrate().warmUp();
    startParent(bot, { algorithm: 'twice' });
    const [first] = bot.placed;
    if (first !== undefined) bot.answer(first, 'unknown');
    bot.wait(SECOND);
    expect(bot.placed).toHaveLength(1);
  });
});

describe('parent order', () => {
  it('that already works is unchanged when held parents are resumed', () => {
    const bot = new Bot().calibrate().warmUp();
    startParent(bot);
    const before = bot.parents.length;
    bot.event({ type: 'recovery', step: 'resume-parents', reason: '' });
    expect(bot.parents).toHaveLength(before);
    expect(bot.parents.at(-1)).toMatchObject({ state: 'WORKING', slicesDone: 1 });
  });

  it('uses default sizes and order rate where their rules are off', () => {
    const limits = { RC04: 'off', RC15: 'off', RC33: 'off' };
    const bot = new Bot({ limits }).calibrate().warmUp();
    startParent(bot);
    for (let second = 0; second < 45; second += 1) {
      bot.rate(EUR_USD, 110_000 + (second % 2), 110_010 + (second % 2));
      bot.wait(SECOND);
    }
    expect(bot.placed.length).toBeGreaterThanOrEqual(4);
    expect(bot.halts).toEqual([]);
  });

  it('that the operator stops without a reason has the reason "stopped"', () => {
    const bot = new Bot().calibrate().warmUp();
    startParent(bot);
    const [child] = bot.placed;
    bot.event({ type: 'operator', action: 'stop', reason: '' });
    if (child !== undefined) bot.status(child, 'CANCELED');
    expect(bot.parents.at(-1)).toMatchObject({ state: 'STOPPED', reason: 'stopped' });
  });

  it('may note a text without fields', () => {
    const algorithms = listAlgorithms() as ExecutionAlgorithm[];
    const params = z.any();
    const terse: ExecutionAlgorithm = {
      ...{ id: 'terse', summary: 'Says a word.', params },
      start: (parent) => {
        parent.note('a word');
        parent.stop('');
        parent.at(parent.now(), () => parent.progress(9, 9));
      },
    };
    algorithms.push(terse);
    onTestFinished(() => void algorithms.pop());
    const bot = new Bot().calibrate().warmUp();
    startParent(bot, { algorithm: 'terse' });
    bot.wait(SECOND);
    expect(bot.notes).toMatchObject([{ text: 'a word', fields: {} }]);
    expect(bot.parents.at(-1)).toMatchObject({ state: 'STOPPED', slicesDone: 0 });
  });
});

// From intent to command: what is sent, what is refused, and what counts as an identical order.
import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { stop } from '../../../src/strategy/index.js';
import { Bot, type BotOptions, buy, LENIENT, THOUSAND, USD_JPY } from '../harness.js';

describe('intent', () => {
  it('becomes a command in exact integers', () => {
    const bot = new Bot().warmUp();
    const order = { symbol: 'USD/JPY', side: 'Sell', size: 1_234.56, price: 150.001 } as const;
    expect(bot.mustPlace({ ...order, timeInForce: 'GTT', expirySeconds: 60 })).toEqual({
      kind: 'place',
      coId: 'w1-0001-0000001-0016',
      intentId: 1,
      instrument: USD_JPY,
      side: 'Sell',
      type: 'Limit',
      timeInForce: 'GTT',
      units: 123_456,
      priceTicks: 150_001,
      expirySeconds: 60,
      attempt: 1,
      limitsVersion: 'test',
      valueDate: '',
    });
  });

  it('may name only the base currency', () => {
    const bot = new Bot().warmUp();
    expect(bot.place({ currency: 'EUR' })).toBeDefined();
    expect(bot.place({ currency: 'USD' })).toBeUndefined();
    expect(bot.refusals).toMatchObject([{ rule: 'RC09', value: 'USD' }]);
  });

  it('that breaks several rules of a stage is refused by each of them', () => {
    const bot = new Bot().warmUp();
    bot.place({ timeInForce: 'GTC', size: 999, price: 1.100_001 });
    expect(bot.refusals.map(({ rule }) => rule)).toEqual(['RC02', 'RC07', 'RC06']);
    expect(new Set(bot.refusals.map(({ intentId }) => intentId)).size).toBe(1);
  });

  it('halts its strategy with the third refusal of a size in a minute', () => {
    const bot = new Bot().warmUp();
    for (let i = 0; i < 3; i++) {
      expect(bot.halts).toEqual([]);
      bot.place({ size: 1_000_001 });
      bot.wait(SECOND);
    }
    expect(bot.halts).toMatchObject([{ scope: 'strategy', strategy: 'alpha', rule: 'RC04' }]);
  });

  it('counts in the order rate once it is sent, not when it is refused', () => {
    const bot = new Bot({ hands: ['alpha', 'beta'], limits: { RC33: {} } }).warmUp();
    for (let i = 0; i < 9; i++) bot.place({ timeInForce: 'GTC' });
    bot.place();
    bot.place({ size: 3_000 });
    expect(bot.place({ size: 2_000 })).toBeUndefined();
    expect(bot.refusals.at(-1)?.rule).toBe('RC33');
    expect(bot.place({ size: 2_000 }, 'beta')).toBeDefined();
    bot.wait(SECOND);
    expect(bot.place({ size: 2_000 })).toBeDefined();
  });
});

describe('identical order', () => {
  /** Only the venue's word counts: no time has to pass. */
  const limits = { RC36: { windowMs: 0 }, RC53: 'off' };
  const create = () => new Bot({ hands: ['alpha', 'beta'], limits }).warmUp();

  it('is refused while the first is on its way, awaits a report, or is unknown', () => {
    const bot = create();
    const first = bot.mustPlace();
    const isRefused = () => bot.place() === undefined;
    expect(isRefused()).toBe(true);
    expect(bot.refusals.at(-1)).toMatchObject({ rule: 'RC36', value: 'pending' });
    bot.answer(first, 'unknown', { status: 0 });
    expect(isRefused()).toBe(true);
    bot.status(first, 'RECEIVED');
    expect(isRefused()).toBe(true);
    bot.status(first, 'NEW');
    expect(isRefused()).toBe(false);
  });

  it('differs by strategy, side, size, price, symbol or time in force', () => {
    const bot = create();
    bot.mustPlace();
    expect(bot.place({}, 'beta')).toBeDefined();
    expect(bot.place({ side: 'Sell' })).toBeDefined();
    expect(bot.place({ size: 1_000.01 })).toBeDefined();
    expect(bot.place({ price: 1.10009 })).toBeDefined();
    expect(bot.place({ timeInForce: 'GTT', expirySeconds: 60 })).toBeDefined();
    expect(bot.place({ symbol: 'USD/JPY', price: 150 })).toBeDefined();
    expect(bot.place()).toBeUndefined();
  });

  it('differs by type, also at the same price', () => {
    const bot = new Bot({ limits: { ...limits, RC02: { allowed: ['Limit/IOC', 'Market/IOC'] } } });
    const { priceTicks } = bot.warmUp().mustPlace();
    expect(bot.mustPlace({ type: 'Market' }).priceTicks).toBe(priceTicks);
    expect(bot.place({ type: 'Market' })).toBeUndefined();
  });

  it('differs by symbol, also at as many ticks', () => {
    const bot = new Bot({ limits: { ...limits, RC14: 'off', RC15: 'off' } }).warmUp();
    const { priceTicks } = bot.mustPlace({ price: 1.1 });
    expect(bot.place({ price: 1.1 })).toBeUndefined();
    expect(bot.mustPlace({ symbol: 'USD/JPY', price: 110 }).priceTicks).toBe(priceTicks);
  });

  it('is allowed once the first has ended', () => {
    const bot = create();
    const first = bot.mustPlace();
    bot.answer(first, 'rejected');
    expect(bot.mustPlace().units).toBe(THOUSAND);
  });
});

describe('known outcome of an order', () => {
  it('reopens its symbol: by the order’s status or by three empty probes', () => {
    const bot = new Bot({ policy: LENIENT }).warmUp().calibrate();
    const isOpen = () => bot.place({ size: 5_000 }) !== undefined;
    const first = bot.mustPlace();
    bot.answer(first, 'unknown', { status: 0 });
    expect(isOpen()).toBe(false);
    bot.answer(first, 'rejected', { status: 400 });
    expect(isOpen()).toBe(false);
    bot.status(first, 'REJECTED');
    expect(isOpen()).toBe(true);
    const second = bot.mustPlace();
    bot.answer(second, 'weak', { status: 400 });
    expect(isOpen()).toBe(false);
    bot.now += 5 * SECOND;
    for (let i = 0; i < 3; i++) bot.readEmpty(second);
    expect(isOpen()).toBe(true);
  });
});

describe('intent', () => {
  it('of the step that halts everything is ignored', () => {
    const strategies = {
      answering: (ctx: Parameters<NonNullable<BotOptions['strategies']>[string]>[0]) =>
        ctx.faults.pipe(map(() => ({ kind: 'place', ...buy() }) as const)),
    };
    const bot = new Bot({ strategies }).calibrate().warmUp();
    const broken = { subject: 'rate', key: 'EUR/USD', outcome: 'failed', status: 500 } as const;
    bot.event({ type: 'poll', ...broken, message: '' });
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC52' }]);
    expect([bot.placed.length, bot.refusals.length]).toEqual([0, 0]);
  });

  it('with a stop price off the tick is refused', () => {
    const limits = { RC02: { allowed: ['Stop/GTC'] } };
    const bot = new Bot({ limits }).warmUp();
    const order = { symbol: 'EUR/USD', side: 'Buy', size: 1_000, price: 1.1002 } as const;
    expect(bot.place(stop({ ...order, stopPrice: 1.100012 }))).toBeUndefined();
    expect(bot.refusals.map(({ rule }) => rule)).toContain('RC07');
  });
});

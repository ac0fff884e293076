// Limits that a live session applies although its limits file does not state them.
import { describe, expect, it } from 'vitest';
import { describeSupportBundle } from '../../src/domain/events/index.js';
import { MINUTE, SECOND } from '../../src/domain/index.js';
import type { ExecuteIntent } from '../../src/domain/orders/index.js';
import { hashSnapshot } from '../../src/kernel/index.js';
import { Bot, type BotOptions, START, THOUSAND } from './harness.js';

const HOUR = 3_600 * SECOND;

const bands = { 'EUR/USD': [0.7, 1.8] };

/** Controls that refuse an order at 17:01 New York, or alert before. */
function playNight(isLive: boolean): readonly string[] {
  const startAt = START + 8 * HOUR + (29 * 60 + 50) * SECOND;
  const bot = new Bot({
    startAt,
    isLive,
    polled: true,
    limits: { RC21: { bands, missing: 'pass' } },
  }).warmUp();
  const command = bot.mustPlace();
  bot.answer(command, 'accepted');
  bot.trade(command, 'T1', command.units);
  bot.status(command, 'FILLED', command.units);
  bot.wait(15 * SECOND);
  const alerts = bot.alerts.map(({ rule }) => rule);
  bot.wait(31 * 60 * SECOND);
  bot.place({ side: 'Sell', price: 1.1 });
  return [...alerts, ...bot.refusals.map(({ rule }) => rule)];
}

it('live session sends no order without a recent mid of another source (RC21)', () => {
  const bot = new Bot({ isLive: true, limits: { RC21: { bands }, RC70: { hours: 'always' } } });
  bot.warmUp();
  const notify = () => {
    bot.event({ type: 'benchmark', symbol: 'EUR/USD', source: 'benchmark', midTicks: 110_004 });
  };
  bot.place();
  expect(bot.refusals.map(({ rule, message }) => [rule, message])).toEqual([
    ['RC21', 'expected a mid of another source of the last 120 s for EUR/USD, found none'],
  ]);
  notify();
  bot.mustPlace();
});

it('live session refuses orders outside FX hours (RC70) and warns of overnight positions', () => {
  expect(playNight(true)).toEqual(['RC31', 'RC70']);
});

it('session that is not live applies FX hours and RC31 only where its limits state them', () => {
  expect(playNight(false)).toEqual([]);
});

const RESTING = { timeInForce: 'GTT', expirySeconds: 60, price: 1.0999 } as const;

describe('kernel', () => {
  it('latches one halt for several commands, and another one only for a repeated command', () => {
    const bot = new Bot().warmUp();
    const halt = { type: 'operator', action: 'halt', reason: 'a drill', who: 'Ada' } as const;
    bot.event({ ...halt, id: 'kill-1' });
    bot.event({ ...halt, id: 'kill-2' });
    expect(bot.halts.map(({ id, who }) => [id, who])).toEqual([['kill-1', 'Ada']]);
    bot.event({ ...halt, id: 'kill-2', isAgain: true });
    expect(bot.halts.map(({ id }) => id)).toEqual(['kill-1', 'kill-2']);
  });

  it('rejects a rate of an unknown instrument', () => {
    const bot = new Bot();
    expect(() => {
      bot.kernel.rate(bot.now, 7, 1, 2, 0, 0, bot.now);
    }).toThrow('no instrument 7');
  });

  it('pages when the trade download does not end, and ignores its other steps', () => {
    const bot = new Bot().warmUp();
    bot.event({ type: 'stp', step: 'stuck', text: 'the last page never came' } as never);
    bot.event({ type: 'stp', step: 'done', text: '' } as never);
    expect(bot.alerts).toMatchObject([
      { level: 'page', rule: 'RC50', text: 'the last page never came' },
    ]);
  });

  it('cancels own orders and stops held parents when recovery says so', () => {
    const bot = new Bot().warmUp();
    const command = bot.mustPlace(RESTING);
    bot.status(command, 'NEW');
    bot.event({ type: 'recovery', step: 'parents', reason: 'the start' } as never);
    expect(bot.cancels).toEqual([]);
    bot.event({ type: 'recovery', step: 'cancel', reason: 'the start' } as never);
    expect(bot.cancels.map(({ coId }) => coId)).toEqual([command.coId]);
  });

  it('halts everything when an order is FILLED with a filled quantity below its size', () => {
    const bot = new Bot().warmUp();
    const command = bot.mustPlace();
    bot.status(command, 'FILLED', command.units - 1);
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC48' }]);
    expect(bot.halts[0]?.reason).toContain(
      'has the status FILLED but a filled quantity below its size',
    );
  });

  it('ignores a trade and a bust of an unknown order', () => {
    const bot = new Bot().warmUp();
    const before = hashSnapshot(bot.kernel.snapshot());
    const facts = { coId: 'w1-0000-0000009-0009', tradeId: 'T9', units: 1, priceTicks: 1 };
    bot.event({ type: 'bust', ...facts });
    bot.event({ type: 'trade', ...facts, orderId: '', executedAt: bot.now });
    expect(hashSnapshot(bot.kernel.snapshot())).toBe(before);
    expect(bot.halts).toEqual([]);
  });

  it('pauses everything once when two health samples demand it, with one alert', () => {
    const bot = new Bot().warmUp();
    const sample = (positionGap: number) => {
      bot.event({ type: 'host', loopLag: 0, memoryBytes: 1, positionGap });
    };
    sample(121 * SECOND);
    sample(122 * SECOND);
    expect(bot.alerts.filter(({ rule }) => rule === 'RC56')).toHaveLength(1);
    expect(bot.place()).toBeUndefined();
    sample(0);
    bot.wait(10 * SECOND);
    expect(bot.place()).toBeDefined();
  });

  it('lists positions by strategy and symbol', () => {
    const bot = new Bot({ hands: ['beta', 'alpha'] }).warmUp();
    for (const [name, symbol, price] of [
      ['beta', 'USD/JPY', 150.01],
      ['beta', 'EUR/USD', 1.1001],
      ['alpha', 'USD/JPY', 150.01],
    ] as const) {
      const command = bot.mustPlace({ symbol, price }, name);
      bot.trade(command, `T${String(bot.placed.length)}`, command.units);
    }
    const names = bot.kernel.snapshot().positions.map((one) => `${one.strategy} ${one.symbol}`);
    expect(names).toEqual(['alpha USD/JPY', 'beta EUR/USD', 'beta USD/JPY']);
  });
});

describe('RC31 overnight position', () => {
  it('counts a strategy that only rests an order in the symbol, and none without one', () => {
    // Ten seconds before 16:30 in New York.
    const startAt = START + 8 * 3_600 * SECOND + 30 * MINUTE - 10 * SECOND;
    const bands = { 'EUR/USD': [0.7, 1.8], 'USD/JPY': [100, 200] };
    const limits = { RC02: { allowed: ['Limit/GTC'] }, RC21: { bands, missing: 'pass' } };
    const options = { hands: ['alpha', 'beta'], startAt, isLive: true, polled: true, limits };
    const bot = new Bot(options).calibrate().warmUp();
    for (const order of [{ price: 1.0999 }, { symbol: 'USD/JPY', price: 149.99 }]) {
      const name = order.symbol === undefined ? 'alpha' : 'beta';
      const command = bot.mustPlace({ timeInForce: 'GTC', ...order }, name);
      bot.answer(command, 'accepted', { status: 202 });
    }
    bot.wait(15 * SECOND);
    const held = bot.alerts.filter(({ rule }) => rule === 'RC31');
    expect(held.map(({ strategy, symbol }) => `${strategy} ${symbol}`)).toEqual([
      ...['alpha EUR/USD', 'beta USD/JPY'],
    ]);
  });
});

function start(bot: Bot, parent: Partial<ExecuteIntent> = {}, name = 'alpha'): void {
  bot.act(name, (ctx) => {
    const order = { algorithm: 'twap', key: 'main', symbol: 'EUR/USD', side: 'Buy' } as const;
    ctx.execute({ ...order, size: 4_000, params: { duration: '40s', slices: 4 }, ...parent });
  });
  bot.wait(0);
}

describe('session without a rate', () => {
  const off = [
    ...['RC04', 'RC05', 'RC10', 'RC14', 'RC15', 'RC17', 'RC18', 'RC19', 'RC20', 'RC21', 'RC22'],
    ...['RC23', 'RC24', 'RC25', 'RC26', 'RC28', 'RC29', 'RC30', 'RC43', 'RC44'],
  ];
  const limits = Object.fromEntries(off.map((id) => [id, 'off']));

  it('sends an order without an arrival mid', () => {
    const bot = new Bot({ limits }).calibrate();
    const command = bot.mustPlace();
    expect(bot.view(command)).toMatchObject({ arrivalTicks2: 0 });
  });

  it('keeps a parent waiting without an arrival mid', () => {
    const bot = new Bot({ limits }).calibrate();
    start(bot);
    bot.wait(SECOND);
    expect([bot.placed, bot.halts]).toEqual([[], []]);
    expect(bot.parents.at(-1)).toMatchObject({ state: 'WORKING', arrivalTicks2: 0 });
  });
});

const LONG_RESTING = { timeInForce: 'GTT', expirySeconds: 600, price: 1.0999 } as const;

/** A bot with an order that the venue has taken, with or without an id for it. */
function sendOrder(options: BotOptions = {}, orderId = '77') {
  const bot = new Bot(options).calibrate().warmUp();
  const command = bot.mustPlace(LONG_RESTING);
  bot.answer(command, 'accepted', { status: 202, orderId });
  return { bot, command };
}

describe('consumption of a parent by an order', () => {
  it('is known for open and ended orders, and for no other id', () => {
    const { bot, command } = sendOrder();
    const stands = () => bot.kernel.findConsumption(command.coId);
    const open = { isTerminal: false, isSettled: false, takenUnits: THOUSAND };
    expect(stands()).toMatchObject({ state: 'PENDING_VENUE', attempts: 1, ...open });
    bot.status(command, 'CANCELED');
    expect(stands()).toMatchObject({ state: 'CANCELED', isTerminal: true, takenUnits: 0 });
    expect(bot.kernel.findConsumption('nobody')).toBeUndefined();
  });
});

describe('support bundle', () => {
  it('alerts the operator, who sends it to support', () => {
    const { bot } = sendOrder();
    bot.event({ type: 'support', file: 'support-1.json' });
    expect(bot.alerts.at(-1)?.text).toBe(describeSupportBundle('support-1.json'));
  });
});

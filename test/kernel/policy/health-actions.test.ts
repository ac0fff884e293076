// Samples of host and venue that pause or halt a running bot.
import { describe, expect, it } from 'vitest';
import type { HostEvent } from '../../../src/domain/events/index.js';
import { DAY, MINUTE, SECOND } from '../../../src/domain/index.js';
import { Bot } from '../harness.js';

const CALM = { type: 'host', loopLag: 0, memoryBytes: 1 } as const;

function start() {
  const bot = new Bot().warmUp();
  const sample = (found: Partial<HostEvent> = {}) => {
    bot.event({ ...CALM, ...found });
  };
  const refusedBy = () => {
    const before = bot.refusals.length;
    return bot.place() === undefined ? bot.refusals.slice(before).map(({ rule }) => rule) : [];
  };
  return { bot, sample, refusedBy };
}

const SLOW = { callMillis: new Array<number>(90).fill(5), callTimeouts: 10 };

describe('health sample', () => {
  it('within every limit stops nothing', () => {
    const { bot, sample, refusedBy } = start();
    const calls = { clockOffset: 0, callMillis: [3, 4], orderGap: SECOND };
    sample({ ...calls, heapBytes: 1, heapLimit: 100, clockStep: 0 });
    expect(refusedBy()).toEqual([]);
    expect(bot.alerts).toEqual([]);
  });

  it.each([
    ['RC55', { clockOffset: 31 * SECOND }, { clockOffset: 0 }],
    ['RC55', { clockStep: SECOND }, { clockOffset: 0 }],
    ['RC56', { orderGap: 7 * SECOND }, { orderGap: SECOND }],
    ['RC67', { guardSilence: 15 * SECOND }, { guardSilence: 0 }],
  ])('pauses by %s after %j, until 10 s after %j', (control, bad, good) => {
    const { bot, sample, refusedBy } = start();
    sample(bad);
    expect(refusedBy()).toEqual([control]);
    bot.wait(100 * SECOND);
    expect(refusedBy()).toEqual([control]);
    sample(good);
    bot.wait(10 * SECOND - 1);
    expect(refusedBy()).toEqual([control]);
    bot.wait(1);
    expect(refusedBy()).toEqual([]);
    expect(bot.alerts.filter(({ rule }) => rule === control)).not.toEqual([]);
  });

  it.each([
    ['RC57', SLOW, 60],
    ['RC58', { loopLag: SECOND }, 10],
    ['RC58', { heapBytes: 80, heapLimit: 100 }, 10],
  ])('pauses by %s after %j, for %d s', (control, bad, seconds) => {
    const { bot, sample, refusedBy } = start();
    sample(bad);
    bot.wait(seconds * SECOND - 1);
    expect(refusedBy()).toEqual([control]);
    bot.wait(1);
    expect(refusedBy()).toEqual([]);
  });

  it('of an event loop that was blocked for 5 s halts everything', () => {
    const { bot, sample } = start();
    sample({ loopLag: 5 * SECOND });
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC58' }]);
  });

  it('of a slow venue lowers the request budget', () => {
    const { bot, sample } = start();
    sample(SLOW);
    const until = bot.now + 60 * SECOND;
    expect(bot.asks).toMatchObject([{ kind: 'throttle', what: 'budget', share: 0.5, until }]);
  });

  it('that ends a pause or reports a clock step triggers a read of all positions', () => {
    const { bot, sample } = start();
    sample({ clockOffset: 31 * SECOND });
    expect(bot.asks).toEqual([]);
    sample({ clockOffset: 0 });
    expect(bot.asks).toEqual([]);
    bot.wait(10 * SECOND);
    sample({ clockOffset: 0 });
    expect(bot.asks).toMatchObject([{ kind: 'probe', what: 'positions' }]);
    sample({ loopLag: SECOND });
    bot.wait(10 * SECOND);
    sample();
    expect(bot.asks).toHaveLength(2);
    sample({ clockStep: -SECOND / 2 });
    expect(bot.asks).toHaveLength(2);
    sample({ clockStep: -SECOND / 2 - 1 });
    expect(bot.asks).toHaveLength(3);
  });

  it('never delays a cancel', () => {
    const { bot, sample } = start();
    const command = bot.mustPlace();
    bot.status(command, 'NEW');
    sample({ clockOffset: 31 * SECOND, loopLag: 5 * SECOND });
    expect(bot.cancels).toHaveLength(1);
  });
});

it('restart does not end the FX day before the venue’s clock is known', () => {
  const limits = { RC29: { hard: 10_000_000 } };
  const before = new Bot({ limits }).warmUp();
  const order = before.mustPlace({ size: 1_000 });
  before.trade(order, 't1', order.units);
  const restored = before.kernel.snapshot();
  // A clock that was set a day ahead while the bot was down.
  const bot = new Bot({ limits, restored, epoch: 2, startAt: before.now + DAY }).warmUp();
  const deal = (tradeId: string) => {
    const dealt = bot.mustPlace({ size: 1_000 });
    bot.trade(dealt, tradeId, dealt.units);
    return bot.kernel.snapshot().gate.ledger.turnover;
  };
  const one = restored.gate.ledger.turnover;
  expect(one).toBeGreaterThan(1_000);
  expect(deal('t2')).toBe(2 * one);
  bot.event({ ...CALM, clockOffset: -DAY });
  expect(bot.kernel.snapshot().gate.ledger.turnover).toBe(2 * one);
  bot.event({ ...CALM, clockOffset: 0 });
  bot.wait(10 * SECOND);
  expect(deal('t3')).toBe(one);
});

it('restart reports that the FX day goes on when no response states the time', () => {
  const limits = { RC29: { hard: 10_000_000 } };
  const before = new Bot({ limits }).warmUp();
  const order = before.mustPlace({ size: 1_000 });
  before.trade(order, 't1', order.units);
  const restored = before.kernel.snapshot();
  const restart = (startAt: number) => new Bot({ limits, restored, epoch: 2, startAt }).warmUp();
  const reported = ({ alerts }: Bot) => alerts.filter(({ rule }) => rule === 'RC55');
  const isOverdue = ({ kernel }: Bot) => kernel.snapshot().gate.ledger.isOverdue === true;
  const bot = restart(before.now + DAY);
  bot.event(CALM);
  expect([reported(bot), isOverdue(bot)]).toEqual([[], true]);
  for (const wait of [59, 1, 120]) {
    bot.wait(wait * SECOND);
    bot.event(CALM);
  }
  expect(reported(bot)).toMatchObject([{ level: 'warn', symbol: '' }]);
  expect(reported(bot)[0]?.text).toContain('no response of the venue since the start has a later');
  bot.event({ ...CALM, clockOffset: 0 });
  expect(isOverdue(bot)).toBe(false);
  // The same day, and one that is told the time at once.
  const early = restart(before.now + SECOND);
  const timed = restart(before.now + DAY);
  for (const one of [early, timed]) {
    const found = one === timed ? { clockOffset: 0 } : {};
    for (let i = 0; i < 3; i++) {
      one.event({ ...CALM, ...found });
      one.wait(60 * SECOND);
    }
    expect([reported(one), isOverdue(one)]).toEqual([[], false]);
  }
});

describe('pause by a health sample', () => {
  it('that is still active is lengthened without another alert', () => {
    const bot = new Bot().warmUp();
    const late = () => {
      bot.event({ type: 'host', loopLag: SECOND, memoryBytes: 1 });
    };
    late();
    bot.now += 5 * SECOND;
    late();
    const paused = () => bot.alerts.filter(({ text }) => text.startsWith('trading is paused'));
    expect(paused()).toHaveLength(1);
    bot.now += MINUTE;
    late();
    expect(paused()).toHaveLength(2);
  });
});

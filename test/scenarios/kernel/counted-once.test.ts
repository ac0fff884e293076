// What rules count and value: each execution, refusal and loss once, whatever comes late.
import { describe, expect, it } from 'vitest';
import { HOUR, SECOND } from '../../../src/domain/index.js';
import { Bot, EUR_USD } from '../../kernel/harness.js';

/** Limits on what is held and dealt, which are not what is looked at. */
const UNBOUND = { RC23: 'off', RC24: 'off', RC25: 'off', RC26: 'off', RC29: 'off' } as const;

/** How many orders are filled until a halt, at most 25; `fill` is how each is. */
function countUntilHalt(bot: Bot, fill: (bot: Bot, n: number) => void): number {
  let n = 0;
  for (; n < 25 && bot.halts.length === 0; n++) {
    fill(bot, n);
    bot.wait(SECOND);
  }
  return n;
}

/** Filled by its word, and by its record three seconds later, or at once. */
const fillBy = (isLate: boolean, price: number, ticks: number) => (bot: Bot, n: number) => {
  const command = bot.mustPlace({ price });
  bot.answer(command, 'accepted');
  bot.status(command, 'FILLED', command.units, { averageTicks: ticks });
  if (isLate) bot.wait(3 * SECOND);
  bot.trade(command, `T${String(n)}`, command.units, ticks);
};

describe('fill whose trade record comes late', () => {
  it.each([true, false])('is one execution for RC35: late %s', (isLate) => {
    const bot = new Bot({ limits: { ...UNBOUND, RC45: 'off' } }).warmUp();
    expect(countUntilHalt(bot, fillBy(isLate, 1.1001, 110_010))).toBe(20);
    expect(bot.halts).toMatchObject([{ rule: 'RC35', scope: 'strategy' }]);
  });

  it.each([true, false])('is one cost for RC45: late %s', (isLate) => {
    const bot = new Bot({ limits: { ...UNBOUND, RC35: 'off', RC45: {} } }).warmUp();
    expect(countUntilHalt(bot, fillBy(isLate, 1.1005, 110_045))).toBe(20);
    expect(bot.halts).toMatchObject([{ rule: 'RC45', scope: 'symbol' }]);
  });

  it('costs what its trade record says', () => {
    const bot = new Bot({ limits: { ...UNBOUND, RC35: 'off', RC45: {} } }).warmUp();
    const command = bot.mustPlace({ price: 1.1005 });
    bot.answer(command, 'accepted');
    bot.status(command, 'FILLED', command.units, { averageTicks: 110_010 });
    bot.wait(3 * SECOND);
    expect(bot.halts).toEqual([]);
    bot.trade(command, 'T1', command.units, 110_200);
    expect(bot.halts.map(({ rule }) => rule)).toContain('RC45');
  });
});

it('amended trade is no further execution', () => {
  const bot = new Bot({ limits: { ...UNBOUND, RC45: 'off', RC50: 'off' } }).warmUp();
  const halted = countUntilHalt(bot, (_, n) => {
    const command = bot.mustPlace();
    bot.answer(command, 'accepted');
    const { coId, units, priceTicks } = command;
    bot.trade(command, `T${String(n)}`, units);
    bot.status(command, 'FILLED', units);
    bot.event({ type: 'bust', coId, tradeId: `T${String(n)}`, units, priceTicks });
    bot.trade(command, `A${String(n)}`, units, 110_005);
  });
  expect(halted).toBe(20);
});

describe('loss of a closing fill', () => {
  const limits = { RC14: 'off', RC15: 'off', RC18: 'off', RC19: 'off', RC20: 'off' } as const;
  const OPTIONS = { limits: { ...limits, RC43: { strategy: 500, all: 100_000 } } };

  /** Long 100,000 at 1.1001, and an order to sell them at 1.0900 that works. */
  function hold() {
    const bot = new Bot(OPTIONS).warmUp();
    const bought = bot.mustPlace({ size: 100_000, price: 1.1001 });
    bot.answer(bought, 'accepted');
    bot.trade(bought, 'T1', bought.units);
    bot.status(bought, 'FILLED', bought.units);
    bot.rate(EUR_USD, 110_000, 110_010);
    const sold = bot.mustPlace({ side: 'Sell', size: 100_000, price: 1.09 });
    bot.answer(sold, 'accepted');
    return { bot, sold };
  }

  const close = (bot: Bot, sold: ReturnType<typeof hold>['sold']) => {
    bot.trade(sold, 'T2', sold.units, 109_000);
    bot.status(sold, 'FILLED', sold.units);
  };

  it('counts at once while the rate is crossed, because it needs no rate', () => {
    const { bot, sold } = hold();
    bot.wait(SECOND);
    bot.rate(EUR_USD, 109_100, 109_050);
    close(bot, sold);
    expect(bot.kernel.snapshot().gate.ledger.all.value).toBe(-101_000);
    expect(bot.halts).toMatchObject([{ rule: 'RC43', scope: 'strategy' }]);
  });

  it('counts before the first rate of the next run', () => {
    const { bot, sold } = hold();
    const restored = bot.kernel.snapshot();
    const next = new Bot({ ...OPTIONS, restored, epoch: 2, startAt: bot.now + SECOND });
    close(next, sold);
    expect(next.halts).toMatchObject([{ rule: 'RC43', scope: 'strategy' }]);
  });
});

it('bust of a trade of yesterday makes no room for today', () => {
  const bot = new Bot({ limits: { RC17: 'off', RC29: { hard: 150_000 } } }).warmUp();
  const deal = (tradeId: string) => {
    const command = bot.place({ size: 100_000 });
    if (command === undefined) return undefined;
    bot.answer(command, 'accepted');
    bot.trade(command, tradeId, command.units);
    bot.status(command, 'FILLED', command.units);
    return command;
  };
  const first = deal('T1')!;
  // 17:00 New York is over.
  bot.wait(10 * HOUR);
  bot.warmUp();
  const { coId, units, priceTicks } = first;
  bot.event({ type: 'bust', coId, tradeId: 'T1', units, priceTicks });
  bot.event({ type: 'operator', action: 'resume', reason: 'seen by a person' });
  expect(bot.kernel.snapshot().gate.ledger.turnover).toBe(0);
  expect(deal('T2')).toBeDefined();
  expect(deal('T3')).toBeUndefined();
  expect(bot.refusals.at(-1)?.rule).toBe('RC29');
});

it('orders in an unknown symbol halt their strategy at the third in a minute', () => {
  const bot = new Bot().warmUp();
  for (const halts of [0, 0, 1]) {
    bot.place({ symbol: 'GBP/USD' });
    expect(bot.halts).toHaveLength(halts);
  }
  expect(bot.halts).toMatchObject([{ scope: 'strategy', strategy: 'alpha', rule: 'RC01' }]);
});

it('timer due before the close that fires after it sends nothing', () => {
  const startAt = Date.UTC(2026, 6, 14, 20, 57) * 1_000;
  const limits = { RC16: { receiveSeconds: 1_000 }, RC22: 'off', RC70: { hours: 'fx' } };
  const bot = new Bot({ polled: true, startAt, limits }).warmUp();
  bot.act('alpha', (ctx) => {
    ctx.time.timer(30_000).subscribe(() => {
      const kind = { side: 'Buy', type: 'Limit', timeInForce: 'IOC' } as const;
      ctx.place({ symbol: 'EUR/USD', ...kind, size: 1_000, price: 1.1001 });
    });
  });
  // It was due before the daily close of 17:00.
  bot.now = Date.UTC(2026, 6, 14, 21, 0, 0) * 1_000;
  bot.event({ type: 'wake' });
  expect(bot.refusals.map(({ rule }) => rule)).toEqual(['RC70']);
});

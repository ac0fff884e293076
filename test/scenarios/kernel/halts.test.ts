// Events that halt trading, and that only cancels leave the kernel afterwards.
import { describe, expect, it } from 'vitest';
import { POLL_SUBJECTS } from '../../../src/domain/events/bot-event.js';
import type { OrderEvent } from '../../../src/domain/events/index.js';
import { SECOND } from '../../../src/domain/index.js';
import { Bot, THOUSAND } from '../../kernel/harness.js';

/** A bot with one working order. */
function work(order: Parameters<Bot['mustPlace']>[0] = {}) {
  const bot = new Bot({ hands: ['alpha', 'beta'] }).warmUp();
  const command = bot.mustPlace(order);
  bot.status(command, 'NEW');
  return { bot, command };
}

describe('impossible report of an order', () => {
  it('with a fill beyond the limit price halts everything, a fill at the limit does not', () => {
    for (const [side, price, step] of [
      ['Buy', 1.1001, 1],
      ['Sell', 1.1, -1],
    ] as const) {
      const { bot, command } = work({ side, price });
      bot.trade(command, 't1', 10_000, command.priceTicks - step);
      bot.trade(command, 't2', 10_000, command.priceTicks);
      expect(bot.halts).toEqual([]);
      bot.trade(command, 't3', 10_000, command.priceTicks + step);
      expect(bot.halts).toMatchObject([
        {
          scope: 'all',
          strategy: '',
          rule: 'RC46',
          reason: expect.stringContaining(
            `trade t3 is outside the limit of order ${command.coId}: expected at `,
          ),
        },
      ]);
      expect(bot.fills).toHaveLength(3);
    }
  });

  it('with a trade in the other currency halts everything, and the trade is not booked', () => {
    const { bot, command } = work();
    const { coId, priceTicks } = command;
    const fields = { coId, orderId: '77', tradeId: 't1', units: 1_000, priceTicks };
    bot.event({ type: 'trade', ...fields, executedAt: bot.now, dealtCurrency: 'USD' });
    const reason = 'trade t1 is dealt in USD, not in the base currency';
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC46', reason }]);
    expect(bot.fills).toEqual([]);
  });

  it('with more filled by trades than was sent halts everything, and the position is real', () => {
    const { bot, command } = work();
    let position = 0;
    bot.act('alpha', (ctx) => ctx.positions.subscribe(({ quantity }) => (position = quantity)));
    bot.trade(command, 't1', THOUSAND);
    expect(bot.halts).toEqual([]);
    bot.trade(command, 't2', 1);
    const found = ': expected at most 1000 EUR, found 1000.01 EUR';
    expect(bot.halts).toMatchObject([
      {
        scope: 'all',
        rule: 'RC47',
        reason: `order ${command.coId} is filled beyond its size${found}`,
      },
    ]);
    expect(position).toBe(1_000.01);
  });

  it('with more filled by the order’s report than was sent halts everything', () => {
    const { bot, command } = work();
    bot.status(command, 'FILLED', THOUSAND + 1);
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC47' }]);
    expect(bot.view(command)).toMatchObject({ state: 'FILLED', filledUnits: THOUSAND + 1 });
  });

  it.each([
    ['symbol', 'EUR/USD, found USD/JPY', { symbol: 'USD/JPY' }],
    ['side', 'Buy, found Sell', { side: 'Sell' }],
    ['size', '1000, found 1000.01', { units: THOUSAND + 1 }],
    ['price', '1.1001, found 1.10011', { priceTicks: 110_011 }],
    ['dealt currency', 'EUR, found USD', { dealtCurrency: 'USD' }],
    ['type', 'Limit, found Stop', { orderType: 'Stop' }],
    ['time in force', 'IOC, found FOK', { timeInForce: 'FOK' }],
  ] as [string, string, Partial<OrderEvent>][])(
    'with another %s than was sent halts everything',
    (field, figures, echo) => {
      const { bot, command } = work();
      bot.status(command, 'NEW', 0, echo);
      expect(bot.halts).toMatchObject([
        {
          scope: 'all',
          rule: 'RC48',
          reason:
            `order ${command.coId} differs at the venue from what was sent: ` +
            `${field}: expected ${figures}`,
        },
      ]);
    },
  );

  it('in a late answer counts by its terms alone', () => {
    const { bot, command } = work();
    bot.status(command, 'FILLED', THOUSAND, { isLate: true });
    bot.status(command, 'FILLED', 0, { isLate: true });
    expect(bot.view(command)).toMatchObject({ state: 'WORKING', filledUnits: 0 });
    expect(bot.halts).toEqual([]);
    bot.status(command, 'NEW', 0, { isLate: true, units: THOUSAND + 1 });
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC48' }]);
  });

  it('halts everything (RC48) for a closed order, but not for an unknown coId', () => {
    const { bot, command } = work();
    bot.status(command, 'CANCELED');
    bot.status({ ...command, coId: 'w1-0001-0000099-0016' }, 'NEW', 0, { isLate: true });
    bot.status(command, 'NEW', 0, { isLate: true, priceTicks: 0 });
    expect(bot.halts).toEqual([]);
    bot.status(command, 'NEW', 0, { isLate: true, side: 'Sell' });
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC48' }]);
  });

  it('without a price is no other price', () => {
    const { bot, command } = work();
    bot.status(command, 'PARTIALLY_FILLED', 10_000, { priceTicks: 0 });
    expect(bot.halts).toEqual([]);
  });

  it('with another symbol precision halts everything; the same or none does not', () => {
    const { bot } = work();
    bot.event({ type: 'reference', symbol: 'EUR/USD', terms: { ratePrecision: 5 } });
    bot.event({ type: 'reference', symbol: 'EUR/USD', terms: {} });
    expect(bot.halts).toEqual([]);
    bot.event({ type: 'reference', symbol: 'EUR/USD', terms: { ratePrecision: 6 } });
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC07' }]);
  });
});

describe('serious error', () => {
  const answers: readonly (readonly [string, (bot: Bot, coId: string) => void])[] = [
    [
      'the answer to a place request',
      (bot, coId) => bot.answer({ coId }, 'unknown', { status: 500 }),
    ],
    ...(['place', 'cancel'] as const).map(
      (kind) =>
        [
          `the text of an answer to a ${kind} request`,
          (bot: Bot, coId: string) =>
            bot.event({
              type: 'send-result',
              kind,
              coId,
              status: 202,
              code: '',
              message: 'SeriousError',
              orderId: '',
            }),
        ] as const,
    ),
    [
      'the answer to a cancel request',
      (bot, coId) =>
        bot.event({
          type: 'send-result',
          kind: 'cancel',
          coId,
          status: 500,
          code: '',
          message: '',
          orderId: '',
        }),
    ],
    ...POLL_SUBJECTS.map(
      (subject) =>
        [
          `a read of ${subject}`,
          (bot: Bot) => {
            const read = { subject, key: 'EUR/USD', outcome: 'failed', message: '' } as const;
            bot.event({ type: 'poll', ...read, status: 500 });
          },
        ] as const,
    ),
    [
      'the text of a read',
      (bot) => {
        const read = {
          subject: 'rate',
          key: 'EUR/USD',
          outcome: 'unchanged',
          status: 200,
        } as const;
        bot.event({ type: 'poll', ...read, message: 'Internal Server Error' });
      },
    ],
  ];

  it.each(answers)('in %s halts everything and cancels own orders', (_, answer) => {
    const { bot, command } = work();
    const second = bot.mustPlace({ symbol: 'USD/JPY', price: 150 }, 'beta');
    answer(bot, command.coId);
    expect(bot.halts).toMatchObject([{ scope: 'all', strategy: '', rule: 'RC52' }]);
    expect(bot.kernel.halt?.rule).toBe('RC52');
    expect(bot.cancels.map(({ coId }) => coId)).toEqual([command.coId, second.coId]);
    for (const name of ['alpha', 'beta']) expect(bot.place({ size: 2_000 }, name)).toBeUndefined();
  });

  it('in the reason of an order, also of an external one, halts everything', () => {
    const { bot, command } = work();
    bot.status({ ...command, coId: 'x9' }, 'NEW', 0, { reason: 'a serious matter' });
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC52' }]);
    expect(bot.cancels).toHaveLength(1);
  });

  it.each([
    ['an order', (bot: Bot, reason: string) => bot.status(bot.mustPlace(), 'NEW', 0, { reason })],
    [
      'an answer',
      (bot: Bot, message: string) =>
        bot.answer(bot.mustPlace(), 'accepted', { status: 202, message }),
    ],
    [
      'a read',
      (bot: Bot, message: string) => {
        const read = { subject: 'rate', key: 'EUR/USD', outcome: 'unchanged' } as const;
        bot.event({ type: 'poll', ...read, status: 200, message });
      },
    ],
  ])('in %s alerts with the venue’s text beside that of the policy', (_, notify) => {
    const create = () => new Bot({ seriousWords: ['core down'] }).warmUp();
    for (const text of ['SeriousError', 'the Core Down text']) {
      const bot = create();
      notify(bot, text);
      expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC52' }]);
    }
    const quiet = create();
    notify(quiet, 'nothing of note');
    expect(quiet.halts).toEqual([]);
  });

  it('is not caused by just any failed read', () => {
    const { bot } = work();
    for (const status of [0, 400, 401, 403, 404, 429, 502, 503, 504]) {
      const read = { subject: 'rate', key: 'EUR/USD', outcome: 'failed', message: '' } as const;
      bot.event({ type: 'poll', ...read, status });
    }
    expect(bot.halts).toEqual([]);
    // The same 400 would come again, and a 403 does not go away by itself.
    expect(bot.place({ size: 2_000 })).toBeUndefined();
    expect(bot.refusals.at(-1)).toMatchObject({ rule: 'RC56', limit: 'resume' });
  });
});

describe('halt of everything', () => {
  it('is latched once, for its first cause', () => {
    const { bot } = work();
    bot.event({ type: 'operator', action: 'halt', reason: 'drill' });
    bot.event({ type: 'operator', action: 'halt', reason: 'again' });
    expect(bot.halts).toEqual([
      { at: bot.now, scope: 'all', strategy: '', rule: 'RC63', reason: 'drill' },
    ]);
  });

  it('comes from an operator unless the command names another control', () => {
    const { bot } = work();
    bot.event({ type: 'operator', action: 'halt', rule: 'RC58', reason: 'loop lag' });
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC58', reason: 'loop lag' }]);
  });

  it('cancels every 5 s until the orders have ended, at most 5 times in a minute', () => {
    const { bot, command } = work();
    const start = bot.now;
    bot.event({ type: 'operator', action: 'halt', reason: 'drill' });
    const times = [0];
    for (let second = 1; second < 60; second++) {
      const before = bot.cancels.length;
      bot.wait(SECOND);
      if (bot.cancels.length > before) times.push((bot.now - start) / SECOND);
    }
    expect(times).toEqual([0, 5, 10, 15, 20]);
    expect(
      bot.cancels.every(({ coId, orderId }) => coId === command.coId && orderId === '77'),
    ).toBe(true);
  });

  it('stops cancelling an order that has ended', () => {
    const { bot, command } = work();
    const other = bot.mustPlace({ size: 2_000 });
    bot.event({ type: 'operator', action: 'halt', reason: 'drill' });
    bot.status(command, 'CANCELED');
    bot.wait(5 * SECOND);
    expect(bot.cancels.map(({ coId }) => coId)).toEqual([command.coId, other.coId, other.coId]);
  });

  it('ends strategies and parents, and still books late fills', () => {
    const { bot, command } = work();
    bot.act('beta', (ctx) => {
      const params = { duration: '10m' };
      const parent = { symbol: 'EUR/USD', side: 'Sell', size: 100_000, key: 'a' } as const;
      ctx.execute({ algorithm: 'twap', ...parent, params });
    });
    bot.wait(1);
    const child = bot.placed.at(-1)!;
    expect(child.side).toBe('Sell');
    bot.event({ type: 'operator', action: 'halt', reason: 'drill' });
    expect(bot.kernel.hasNoWork).toBe(false); // the child may still fill
    bot.trade(child, 't1', child.units);
    bot.status(child, 'FILLED', child.units);
    expect(bot.parents.at(-1)).toMatchObject({
      state: 'STOPPED',
      reason: 'halted by RC63',
      filledUnits: child.units,
    });
    expect(bot.kernel.hasNoWork).toBe(true);
    bot.status(command, 'CANCELED');
    expect(bot.kernel.isDone).toBe(true);
  });
});

describe('halt of one strategy', () => {
  it('cancels its orders and leaves the other strategy running', () => {
    const { bot, command } = work();
    const other = bot.mustPlace({ symbol: 'USD/JPY', price: 150 }, 'beta');
    bot.answer(command, 'rejected', { status: 400, code: 'BuySellMismatch' });
    expect(bot.halts).toMatchObject([{ scope: 'strategy', strategy: 'alpha', rule: 'RC39' }]);
    expect(bot.kernel.halt).toBeUndefined();
    // The venue has shown it alive: a late rejection does not take it back, so it is cancelled.
    const cancelled = () => new Set(bot.cancels.map(({ coId }) => coId));
    expect(cancelled()).toEqual(new Set([command.coId]));
    expect(bot.place({ size: 2_000 })).toBeUndefined();
    expect(bot.place({ size: 2_000 }, 'beta')).toBeDefined();
    bot.wait(5 * SECOND);
    expect(bot.view(other).isTerminal).toBe(false);
    expect(cancelled()).toEqual(new Set([command.coId]));
  });

  it('becomes a halt of everything when the answer names no own order', () => {
    const { bot } = work();
    const escape = { status: 400, code: 'BuySellMismatch' };
    bot.answer({ coId: 'w1-0001-0000099-0016' }, 'rejected', escape);
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC39' }]);
  });

  it('cancels again until its orders have ended', () => {
    const { bot } = work();
    const second = bot.mustPlace({ size: 2_000 });
    bot.answer(second, 'rejected', { status: 400, code: 'SizeNotSpecified' });
    bot.wait(5 * SECOND);
    expect(bot.cancels).toHaveLength(2);
  });

  it('is replaced by a halt of everything', () => {
    const { bot, command } = work();
    bot.answer(command, 'rejected', { status: 400, code: 'BuySellMismatch' });
    bot.event({ type: 'operator', action: 'halt', reason: 'drill' });
    expect(bot.halts.map(({ scope }) => scope)).toEqual(['strategy', 'all']);
    expect(bot.place({ size: 2_000 }, 'beta')).toBeUndefined();
  });

  it('follows refusals that may not be repeated', () => {
    const { bot } = work();
    expect(bot.place({ size: Number.NaN })).toBeUndefined();
    expect(bot.halts).toMatchObject([
      { scope: 'strategy', strategy: 'alpha', rule: 'RC08', reason: 'too many refusals by RC08' },
    ]);
    expect(bot.log.lastIndexOf('refused')).toBeLessThan(bot.log.indexOf('halted'));
    expect(bot.cancels).toHaveLength(1);
  });
});

describe('operator’s stop', () => {
  it('cancels own orders, ends strategies and parents, and latches nothing', () => {
    const { bot, command } = work();
    bot.event({ type: 'operator', action: 'stop', reason: 'end of day' });
    expect(bot.halts).toEqual([]);
    expect(bot.kernel.halt).toBeUndefined();
    expect(bot.cancels).toHaveLength(1);
    expect(bot.kernel.hasNoWork).toBe(true);
    expect(bot.kernel.isDone).toBe(false);
    expect(bot.place()).toBeUndefined();
    bot.status(command, 'CANCELED');
    expect(bot.kernel.isDone).toBe(true);
  });
});

describe('answer that would halt a halted session', () => {
  it('is counted for the operator to review and causes no second halt', () => {
    const bot = new Bot().warmUp();
    const [one, other] = [bot.mustPlace(), bot.mustPlace({ size: 2_000 })];
    bot.answer(one, 'unknown', { status: 500 });
    const before = bot.kernel.latch.found;
    expect(bot.halts).toHaveLength(1);
    bot.answer(other, 'unknown', { status: 500 });
    expect(bot.halts).toHaveLength(1);
    expect(bot.kernel.latch.found).toBe(before + 1);
  });

  it('is counted once when it is the first', () => {
    const bot = new Bot().warmUp();
    bot.answer(bot.mustPlace(), 'unknown', { status: 500 });
    expect(bot.kernel.latch.found).toBe(bot.halts.length);
  });
});

// Small words that change what a bot holds: of reads that work again, of halts that come again, of
// orders that had ended, of acceptances.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { Bot } from '../../kernel/harness.js';
import { QuoteBot } from '../../kernel/quote-bot.js';

describe('read that fails for a minute', () => {
  /** Of the trades of an order, which fail at first and after 58 s. */
  function fail() {
    const bot = new Bot().warmUp();
    const command = bot.mustPlace();
    bot.answer(command, 'accepted');
    bot.status(command, 'NEW');
    const read = () => {
      const about = { subject: 'trades', key: command.coId, outcome: 'failed' } as const;
      bot.event({ type: 'poll', ...about, status: 503, message: '' });
    };
    read();
    bot.wait(58 * SECOND);
    read();
    return { bot, command };
  }

  it('causes an alert', () => {
    const { bot } = fail();
    bot.wait(2 * SECOND);
    expect(bot.alerts).toMatchObject([{ level: 'warn', rule: 'RC56' }]);
  });

  it('causes no alert when a read succeeded in the last moment', () => {
    const { bot, command } = fail();
    bot.trade(command, 'T1', 10_000);
    bot.wait(2 * SECOND);
    expect(bot.alerts).toEqual([]);
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

describe('closed order that is kept because its trade was busted', () => {
  /** One whose only trade was taken back, and whose id the venue never told. */
  function keep(orderId: string) {
    const bot = new Bot().warmUp();
    const command = bot.mustPlace();
    bot.answer(command, 'accepted');
    const { coId, priceTicks } = command;
    const trade = { coId, orderId, tradeId: 'T1', units: 40_000, priceTicks };
    bot.event({ type: 'trade', ...trade, executedAt: bot.now });
    bot.status(command, 'CANCELED', 40_000, { orderId });
    bot.event({ type: 'bust', ...trade });
    /** The venue tells of its end again, under an id; whether that halts. */
    const notify = (id: string) => {
      bot.now += SECOND;
      bot.status(command, 'CANCELED', 40_000, { orderId: id });
      return bot.halts.map(({ rule }) => rule);
    };
    return { bot, notify };
  }

  it('learns its venue id from a later report, which tells a duplicate apart', () => {
    const { notify } = keep('');
    expect([notify(''), notify('77'), notify('77')]).toEqual([[], [], []]);
    expect(notify('78')).toEqual(['RC48']);
  });

  it('keeps the venue id that it had', () => {
    const { notify } = keep('77');
    expect([notify('77'), notify('')]).toEqual([[], []]);
    expect(notify('78')).toEqual(['RC48']);
  });
});

describe('report on an acceptance', () => {
  it('received by the venue waits for the provider, after an answer or an unknown outcome', () => {
    for (const status of [202, 0]) {
      const bot = new QuoteBot();
      const order = bot.mustAccept();
      if (status === 0) bot.result('accept', 0, { coId: order.coId, transport: 'timeout' });
      expect(bot.view(order).state).toBe(status === 0 ? 'UNKNOWN' : 'SENDING');
      bot.notify(order, 'QUOTE_ACCEPTED');
      expect(bot.view(order).state).toBe('PENDING_VENUE');
      expect(bot.withdrawn).toEqual([]);
    }
  });

  it('with an open request withdraws that request only if the acceptance is unknown', () => {
    for (const word of ['REQUEST_RECEIVED', 'QUOTE'] as const) {
      const bot = new QuoteBot();
      const order = bot.mustAccept();
      bot.notify(order, word);
      expect(bot.withdrawn).toEqual([]);
      bot.result('accept', 0, { coId: order.coId, transport: 'timeout' });
      bot.notify(order, word);
      expect(bot.withdrawn).toHaveLength(1);
    }
  });

  it('rejected keeps the venue’s reason, where there is one', () => {
    for (const [reason, told] of [
      ['too late', 'TRADE_REJECTED: too late'],
      ['', 'TRADE_REJECTED'],
    ] as const) {
      const bot = new QuoteBot();
      const order = bot.mustAccept();
      bot.result('accept', 202, { coId: order.coId });
      bot.notify(order, 'TRADE_REJECTED', { reason });
      expect(bot.view(order)).toMatchObject({ state: 'REJECTED', reason: told });
      expect(bot.reservedBuy).toBe(0);
    }
  });
});

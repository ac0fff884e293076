// Reports of an accepted quote: standing trades, busted trades and unknown statuses.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { THOUSAND } from '../harness.js';
import { QuoteBot, toTrade } from '../quote-bot.js';

describe('busted trade of a quote', () => {
  it('leaves the position, and its order unchanged', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.notify(order, 'TRADE_VERIFIED', { trades: [toTrade()] });
    expect(bot.position).toBe(THOUSAND);
    bot.notify(order, 'TRADE_VERIFIED', { busts: [toTrade()] });
    bot.notify(order, 'TRADE_VERIFIED', { busts: [toTrade()] });
    expect([bot.position, bot.view(order).state]).toEqual([0, 'FILLED']);
    expect(bot.isFolded).toBe(true);
  });

  it('removes its provisional fill when the trade itself was never booked', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.notify(order, 'TRADE_VERIFIED', { busts: [toTrade()] });
    expect(bot.position).toBe(THOUSAND);
    bot.wait(3 * SECOND);
    bot.notify(order, 'TRADE_VERIFIED', { busts: [toTrade()] });
    expect(bot.position).toBe(0);
    expect(bot.isFolded).toBe(true);
  });

  it('makes room for the trade that replaces it', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.notify(order, 'TRADE_VERIFIED', { trades: [toTrade()] });
    const next = toTrade({ tradeId: 'T2' });
    bot.notify(order, 'TRADE_VERIFIED', { trades: [next], busts: [toTrade()] });
    expect([bot.position, bot.fills.length]).toEqual([THOUSAND, 2]);
    expect(bot.halts).toEqual([]);
    expect(bot.isFolded).toBe(true);
  });
});

describe('unknown status of a quote request', () => {
  const unknown = { isKnown: false, state: 'done' } as const;

  it('fills nothing by itself: the acceptance is unknown until more is reported', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.result('accept', 202, { coId: order.coId });
    bot.notify(order, 'TRADE_MAYBE', unknown);
    expect([bot.view(order).state, bot.position]).toEqual(['UNKNOWN', 0]);
    expect(bot.reservedBuy).toBe(THOUSAND);
    bot.notify(order, 'TRADE_REJECTED');
    expect([bot.view(order).state, bot.reservedBuy]).toEqual(['REJECTED', 0]);
    expect(bot.isFolded).toBe(true);
  });

  it('fills by the trade that comes with it', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.result('accept', 202, { coId: order.coId });
    bot.notify(order, 'TRADE_MAYBE', { ...unknown, trades: [toTrade()] });
    expect([bot.view(order).state, bot.position]).toEqual(['FILLED', THOUSAND]);
    expect(bot.fills).toHaveLength(1);
    expect(bot.isFolded).toBe(true);
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

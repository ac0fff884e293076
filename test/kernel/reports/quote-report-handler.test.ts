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

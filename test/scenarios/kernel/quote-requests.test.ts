// Turns of requests for quotes that seldom come: selling, words out of turn, of nothing known, and
// of what is over.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { Bot, THOUSAND } from '../../kernel/harness.js';
import { G1, OFFER, QuoteBot, toTrade } from '../../kernel/quote-bot.js';

describe('quote request to sell', () => {
  it('is dealt at the provider’s bid', () => {
    const bot = new QuoteBot();
    const request = bot.mustAsk({ side: 'Sell' });
    expect(request.side).toBe('Sell');
    bot.notify(request, 'QUOTE', {
      quotes: [
        {
          ...{ quoteId: 'Q-1', provider: 'LP1', sellRate: OFFER - 1_000 },
          ...{ activeAt: bot.now, validUntil: bot.now + 3 * SECOND },
        },
      ],
    });
    const [quote] = bot.seen.at(-1)?.quotes ?? [];
    expect([quote?.bid, quote?.offer]).toEqual([1.10001, undefined]);
    bot.act('alpha', (ctx) => {
      ctx.accept(quote!, 'Buy');
    });
    expect(bot.placed).toEqual([]);
    expect(bot.refusals.at(-1)?.message).toContain('for this side');
    bot.act('alpha', (ctx) => {
      ctx.accept(quote!, 'Sell');
    });
    const [order] = bot.placed;
    expect(order).toMatchObject({ side: 'Sell', priceTicks: 110_001 });
    expect(bot.kernel.listAtWork().reserved[0]).toMatchObject({ buy: 0, sell: THOUSAND });
  });
});

it('quote request for neither side is refused', () => {
  const bot = new QuoteBot();
  bot.ask({ side: 'Up' as 'Buy' });
  expect(bot.refusals.at(-1)).toMatchObject({ rule: 'RC03', value: 'Up' });
  expect(bot.asked).toEqual([]);
});

it('quote request that is refused and cancelled in one step is not withdrawn', () => {
  const bot = new QuoteBot();
  bot.act('alpha', (ctx) => {
    const terms = { symbol: 'EUR/USD', side: 'Buy', size: 1_000, lifeSeconds: 0 } as const;
    ctx.rfs(terms).subscribe().unsubscribe();
  });
  expect([bot.refusals.length, bot.asked.length, bot.withdrawn.length]).toEqual([1, 0, 0]);
});

describe('answer to a quote request', () => {
  it('that was never sent ends it', () => {
    const bot = new QuoteBot();
    bot.ask();
    bot.result('rfs', 0, { coId: bot.asked[0]!.coId, transport: 'connect-refused' });
    expect(bot.seen.at(-1)?.state).toBe('ENDED');
    expect([bot.completed.length, bot.withdrawn.length]).toEqual([1, 0]);
    expect(bot.kernel.snapshot().requests).toBeUndefined();
  });

  it('that the bot did not make changes nothing', () => {
    const bot = new QuoteBot();
    bot.mustAsk();
    const before = JSON.stringify(bot.kernel.snapshot());
    bot.result('rfs', 202, { coId: 'stranger', orderId: 'G9' });
    bot.event({ type: 'egress', coId: 'stranger', kind: 'rfs', reason: 'RC69: halted' });
    bot.notify({ coId: 'stranger' }, 'QUOTE');
    expect(JSON.stringify(bot.kernel.snapshot())).toBe(before);
    expect([bot.seen.length, bot.halts.length]).toEqual([2, 0]);
  });

  it('that comes after its quotes changes nothing', () => {
    const bot = new QuoteBot();
    bot.ask();
    const [request] = bot.asked;
    bot.quote(request!);
    expect(bot.seen.at(-1)?.state).toBe('QUOTED');
    const { length } = bot.seen;
    bot.result('rfs', 400, { coId: request!.coId, code: 'NoLiquidity' });
    expect(bot.seen).toHaveLength(length);
    expect(bot.accept()).toBeDefined();
  });

  it('of unknown outcome with a venue id has it withdrawn at once', () => {
    const bot = new QuoteBot();
    bot.ask();
    const { coId } = bot.asked[0]!;
    bot.result('rfs', 0, { coId, transport: 'schema', orderId: G1 });
    expect(bot.withdrawn).toMatchObject([{ coId, requestId: G1 }]);
    expect(bot.seen.at(-1)?.state).toBe('UNKNOWN');
  });
});

describe('withdrawal', () => {
  it.each([
    [
      'is lost',
      (bot: QuoteBot, coId: string) => {
        bot.result('withdraw', 0, { coId, transport: 'timeout' });
      },
    ],
    [
      'is refused by the egress check',
      (bot: QuoteBot, coId: string) => {
        bot.event({ type: 'egress', coId, kind: 'withdraw', reason: 'the lane is closed' });
      },
    ],
  ])('that %s can be sent again', (_, lose) => {
    const bot = new QuoteBot();
    const { coId } = bot.mustAsk();
    bot.leave();
    bot.event({ type: 'operator', action: 'stop', reason: 'first' });
    expect(bot.withdrawn).toHaveLength(1);
    lose(bot, coId);
    bot.event({ type: 'operator', action: 'stop', reason: 'second' });
    expect(bot.withdrawn).toHaveLength(2);
  });
});

describe('report on a quote request', () => {
  it('that has ended shows the strategy nothing', () => {
    const bot = new QuoteBot();
    const request = bot.mustAsk();
    bot.notify(request, 'QUOTE_ACCEPTED');
    const { length } = bot.seen;
    bot.quote(request);
    bot.notify(request, 'QUOTE_ACCEPTED');
    bot.wait(31 * SECOND);
    expect([bot.seen.length - length, bot.seen.at(-1)?.state]).toEqual([0, 'ENDED']);
    expect(bot.asks).toEqual([]);
  });

  it('with an unknown status does not end the request', () => {
    const bot = new QuoteBot();
    const request = bot.mustAsk();
    bot.notify(request, 'PONDERING', { isKnown: false });
    bot.quote(request);
    expect(bot.seen.at(-1)?.state).toBe('QUOTED');
    expect(bot.accept()).toBeDefined();
  });

  it('with an unknown status makes an answered acceptance unknown', () => {
    for (const [isAnswered, word, state] of [
      [true, 'done', 'UNKNOWN'],
      [true, 'ended', 'UNKNOWN'],
      [false, 'done', 'SENDING'],
    ] as const) {
      const bot = new QuoteBot();
      const order = bot.mustAccept();
      if (isAnswered) bot.result('accept', 202, { coId: order.coId });
      bot.notify(order, 'SETTLED', { isKnown: false, state: word });
      expect([bot.view(order).state, bot.reservedBuy]).toEqual([state, THOUSAND]);
    }
  });

  it('older than the acceptance changes nothing', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.quote(order);
    bot.notify(order, 'REQUEST_RECEIVED');
    expect([bot.view(order).state, bot.withdrawn.length]).toEqual(['SENDING', 0]);
  });

  it('that a lost acceptance was dealt revives it, halts its strategy and books it', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.event({ type: 'egress', coId: order.coId, kind: 'place', reason: 'RC69: halted' });
    bot.notify(order, 'TRADE_VERIFIED', { trades: [toTrade()] });
    expect(bot.position).toBe(THOUSAND);
    expect(bot.halts).not.toEqual([]);
    expect(bot.isFolded).toBe(true);
  });

  it('that an acceptance was dealt ends the wait for it', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.result('accept', 202, { coId: order.coId });
    bot.notify(order, 'QUOTE_ACCEPTED');
    bot.wait(10 * SECOND);
    bot.notify(order, 'TRADE_VERIFIED', { trades: [toTrade()] });
    bot.wait(60 * SECOND);
    expect([bot.asks, bot.view(order).state, bot.halts]).toEqual([[], 'FILLED', []]);
  });

  it('that an acceptance was dealt counts after the end of its request too', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.result('accept', 202, { coId: order.coId });
    bot.wait(200 * SECOND);
    expect([bot.view(order).state, bot.reservedBuy]).toEqual(['PENDING_VENUE', THOUSAND]);
    bot.notify(order, 'TRADE_VERIFIED', { trades: [toTrade()] });
    expect([bot.view(order).state, bot.position]).toEqual(['FILLED', THOUSAND]);
    expect(bot.kernel.snapshot().requests).toBeUndefined();
  });

  it('that it expired makes the acceptance EXPIRED', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.result('accept', 202, { coId: order.coId });
    bot.notify(order, 'REQUEST_EXPIRED');
    expect([bot.view(order).state, bot.reservedBuy]).toEqual(['EXPIRED', 0]);
  });
});

it('kernel is stopped by a halt of everything, or by any halt once it has no work left', () => {
  const bot = new Bot();
  expect(bot.kernel.isHeld).toBe(false);
  bot.act('alpha', () => {
    throw new Error('no such level');
  });
  expect([bot.kernel.halt, bot.kernel.isHeld]).toEqual([undefined, true]);
  const two = new Bot({ hands: ['alpha', 'beta'] });
  two.act('alpha', () => {
    throw new Error('no such level');
  });
  expect(two.kernel.isHeld).toBe(false);
  two.event({ type: 'operator', action: 'halt', reason: 'by hand' });
  expect(two.kernel.isHeld).toBe(true);
});

it('halt that is adopted again is latched once and cancels the open orders each time', () => {
  const bot = new Bot().warmUp();
  const order = bot.mustPlace();
  bot.status(order, 'NEW', 0);
  const halt = {
    at: 0,
    scope: 'strategy',
    strategy: 'alpha',
    rule: 'RC08',
    reason: 'x',
    id: '1-1',
  };
  for (let i = 0; i < 2; i++) {
    bot.event({
      ...{ type: 'recovery', step: 'halt', reason: 'holds' },
      halt: { ...halt, scope: 'strategy' },
    });
  }
  expect(bot.halts).toMatchObject([{ id: '1-1', strategy: 'alpha', at: bot.now }]);
  expect(bot.cancels).toHaveLength(1);
});

// Quote requests in the kernel: sent, accepted once, dealt once, with known outcome at the end.
import type { Subscription } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { MILLISECOND, MINUTE, SECOND } from '../../../src/domain/index.js';
import { replayJournal } from '../../../src/kernel/index.js';
import { Bot, LENIENT, THOUSAND } from '../harness.js';
import { G1, OFFER, QuoteBot, toTrade } from '../quote-bot.js';

describe('quote request', () => {
  it('is sent once a strategy subscribes and shows its quotes with their lifetimes', () => {
    const bot = new QuoteBot();
    const request = bot.mustAsk({ side: 'Both' });
    expect(request).toMatchObject({ side: 'Both', units: THOUSAND, lifeSeconds: 60 });
    bot.notify(request, 'REQUEST_RECEIVED');
    bot.quote(request, { sellRate: 10_999_950 });
    expect(bot.seen.map(({ state }) => state)).toEqual(['SENDING', 'OPEN', 'OPEN', 'QUOTED']);
    // Rates between two ticks count as the worse ones.
    expect(bot.seen.at(-1)?.quotes).toEqual([
      {
        ...{ requestId: request.intentId, quoteId: 'Q-1', provider: 'LP1' },
        ...{ bid: 1.09999, offer: 1.10011, activeAt: bot.now, validUntil: bot.now + 3 * SECOND },
      },
    ]);
    expect(bot.reservedBuy).toBe(0);
    expect(bot.isFolded).toBe(true);
    bot.now += 3 * SECOND;
    bot.quote(request, { validUntil: bot.now });
    expect(bot.seen.at(-1)?.quotes).toEqual([]);
  });

  it('deals: the acceptance is an order of the same id, reserved in full and booked once', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    expect(order).toMatchObject({
      ...{ type: 'PQ', timeInForce: 'FOK', side: 'Buy', units: THOUSAND, priceTicks: 110_011 },
      coId: bot.asked[0]?.coId,
      quote: { requestId: G1, quoteId: 'Q-1', transactionId: 'T1', asked: 'Buy' },
    });
    expect(bot.reservedBuy).toBe(THOUSAND);
    bot.result('accept', 202, { coId: order.coId, orderId: G1 });
    bot.notify(order, 'QUOTE_ACCEPTED');
    expect(bot.view(order).state).toBe('PENDING_VENUE');
    expect(bot.reservedBuy).toBe(THOUSAND);
    bot.notify(order, 'TRADE_VERIFIED', { trades: [toTrade()] });
    bot.notify(order, 'TRADE_VERIFIED', { trades: [toTrade()] });
    // The same trade by another way, as the STP download tells it.
    const trade = { tradeId: 'T1', units: THOUSAND, priceTicks: 110_011, executedAt: bot.now };
    bot.event({ type: 'trade', coId: order.coId, orderId: G1, ...trade });
    expect(bot.view(order).state).toBe('FILLED');
    expect(bot.fills).toHaveLength(1);
    expect([bot.position, bot.reservedBuy]).toEqual([THOUSAND, 0]);
    expect(bot.seen.at(-1)).toMatchObject({ state: 'TRADED', isOver: true });
    expect(bot.completed).toHaveLength(1);
    expect(bot.withdrawn).toEqual([]);
    expect(bot.isFolded).toBe(true);
  });

  it('is filled by the report alone when its trade record comes later', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.notify(order, 'TRADE_VERIFIED');
    expect([bot.view(order).state, bot.position]).toEqual(['FILLED', THOUSAND]);
    expect(bot.fills).toEqual([]);
    bot.wait(SECOND);
    bot.notify(order, 'TRADE_VERIFIED', { trades: [toTrade()] });
    expect([bot.fills.length, bot.position]).toEqual([1, THOUSAND]);
    expect(bot.isFolded).toBe(true);
  });

  it('accepts once, a quote that it has, while that quote lives', () => {
    const bot = new QuoteBot({ limits: { RC16: {} } });
    const request = bot.mustAsk();
    expect(bot.accept()).toBeUndefined();
    bot.quote(request);
    expect(bot.accept('Q-9')).toBeUndefined();
    expect(bot.accept('Q-1', 99)).toBeUndefined();
    bot.wait(2_800 * MILLISECOND);
    expect(bot.accept()).toBeUndefined();
    bot.quote(request, { activeAt: bot.now + 1 });
    expect(bot.accept()).toBeUndefined();
    expect(bot.refusals.map(({ rule }) => rule)).toEqual(['RC36', 'RC36', 'RC36', 'RC16', 'RC16']);
    bot.quote(request);
    expect(bot.accept()).toBeDefined();
    expect(bot.accept()).toBeUndefined();
    expect(bot.placed).toHaveLength(1);
    expect(bot.halts).toEqual([]);
  });

  it('passes the same gate as an order, at the request and at the acceptance', () => {
    const bot = new QuoteBot({ limits: { RC04: { G10: 1_000 }, RC15: { G10: 1 } } });
    bot.ask({ size: 2_000 });
    bot.ask({ size: 1_000.001 });
    bot.ask({ lifeSeconds: 0 });
    bot.ask({ symbol: 'GBP/USD' });
    expect(bot.asked).toEqual([]);
    expect(bot.refusals.map(({ rule }) => rule)).toEqual(['RC04', 'RC06', 'RC12', 'RC01']);
    expect(bot.completed).toHaveLength(4);
    // 2 bp through the touch.
    bot.quote(bot.mustAsk(), { buyRate: 11_003_300 });
    expect(bot.accept()).toBeUndefined();
    expect(bot.refusals.at(-1)?.rule).toBe('RC15');
    expect(bot.seen.at(-1)?.state).toBe('QUOTED');
  });

  it('releases its exposure after a last-look rejection; three of them pause the symbol', () => {
    const bot = new QuoteBot();
    for (let i = 1; i <= 3; i++) {
      const order = bot.mustAccept();
      bot.notify(order, 'TRADE_REJECTED', { reason: 'PriceMoved' });
      expect(bot.view(order)).toMatchObject({
        ...{
          state: 'REJECTED',
          rejectCode: 'QUOTE_REJECTED',
          reason: 'TRADE_REJECTED: PriceMoved',
        },
      });
    }
    expect([bot.position, bot.reservedBuy]).toEqual([0, 0]);
    expect(bot.halts).toEqual([]);
    bot.ask();
    expect(bot.refusals.at(-1)?.rule).toBe('RC39');
    expect(bot.isFolded).toBe(true);
  });

  it('ends without an acceptance: expired, declined, or rejected at once', () => {
    const bot = new QuoteBot();
    bot.notify(bot.mustAsk(), 'REQUEST_EXPIRED');
    bot.notify(bot.mustAsk(), 'REQUEST_REJECTED', { reason: 'NoLiquidity' });
    bot.ask();
    bot.result('rfs', 400, { coId: bot.asked.at(-1)?.coId ?? '', code: 'NoProvider' });
    const ends = bot.seen.filter(({ isOver }) => isOver);
    expect(ends.map(({ state, reason }) => [state, reason])).toEqual([
      ['ENDED', ''],
      ['ENDED', 'NoLiquidity'],
      ['ENDED', 'NoProvider'],
    ]);
    expect(bot.completed).toHaveLength(3);
    expect(bot.kernel.snapshot().requests).toBeUndefined();
    expect(bot.isFolded).toBe(true);
  });

  it('is withdrawn when nobody subscribes, when its strategy stops, and under a halt', () => {
    const left = new QuoteBot();
    const request = left.mustAsk();
    left.leave();
    expect(left.withdrawn).toMatchObject([{ coId: request.coId, requestId: G1 }]);
    left.leave();
    left.quote(request);
    expect(left.accept()).toBeUndefined();
    expect(left.withdrawn).toHaveLength(1);

    for (const action of ['stop', 'halt'] as const) {
      const bot = new QuoteBot();
      bot.mustAsk();
      bot.event({ type: 'operator', action, reason: 'a test' });
      expect(bot.withdrawn).toHaveLength(1);
      expect(bot.isFolded).toBe(true);
    }
  });

  it('is given up long after its lifetime when the venue reports no end', () => {
    const bot = new QuoteBot();
    bot.mustAsk({ lifeSeconds: 10 });
    bot.wait(20 * SECOND);
    expect(bot.seen.at(-1)).toMatchObject({ state: 'ENDED' });
    expect(bot.kernel.snapshot().requests).toBeUndefined();
    expect(bot.isFolded).toBe(true);
  });

  it('that the venue does not know ends at once and is withdrawn when it is found', () => {
    const bot = new QuoteBot();
    bot.ask();
    const [request] = bot.asked;
    const timeout = { coId: request!.coId, transport: 'timeout' } as const;
    bot.result('rfs', 0, timeout);
    expect(bot.seen.at(-1)).toMatchObject({ state: 'UNKNOWN', isOver: true });
    expect(bot.completed).toHaveLength(1);
    expect(bot.withdrawn).toEqual([]);
    bot.quote(request!);
    expect(bot.withdrawn).toHaveLength(1);
    expect(bot.accept()).toBeUndefined();
    bot.notify(request!, 'REQUEST_WITHDRAWN');
    expect(bot.kernel.snapshot().requests).toBeUndefined();
    expect(bot.asked).toHaveLength(1);
    expect(bot.isFolded).toBe(true);
  });

  it('that the egress check refused was never sent', () => {
    const bot = new QuoteBot();
    bot.ask();
    bot.event({ type: 'egress', coId: bot.asked[0]!.coId, kind: 'rfs', reason: 'RC34: full' });
    expect(bot.seen.at(-1)).toMatchObject({ state: 'ENDED', reason: 'RC34: full' });
    expect(bot.isFolded).toBe(true);
  });

  it('counts in the order rate unless it is refused', () => {
    const bot = new QuoteBot({ limits: { RC04: { G10: 1_000 }, RC33: {} } });
    bot.ask({ size: 2_000 });
    for (let i = 0; i < 3; i++) bot.ask({ size: 1_000 });
    expect(bot.refusals.map(({ rule }) => rule)).toEqual(['RC04', 'RC33']);
    bot.now += 2 * SECOND;
    bot.ask({ size: 1_000 });
    expect(bot.asked).toHaveLength(3);
    expect(bot.isFolded).toBe(true);
  });

  it('is never accepted by anyone but the bot', () => {
    const bot = new QuoteBot();
    bot.notify(bot.mustAsk(), 'QUOTE_ACCEPTED');
    expect(bot.halts.map(({ rule }) => rule)).toEqual(['RC48']);
  });

  it('needs a customer and is limited to 20 at once', () => {
    const bot = new QuoteBot();
    for (let i = 0; i < 21; i++) bot.ask({ size: 1_000 + i * 1_000 });
    expect(bot.asked).toHaveLength(20);
    expect(bot.refusals.map(({ rule }) => rule)).toEqual(['RC27']);
  });
});

describe('quote acceptance of unknown outcome', () => {
  it('keeps its full exposure, is sent once, and ends with its request', () => {
    const bot = new QuoteBot({ resends: true });
    const order = bot.mustAccept();
    bot.result('accept', 0, { coId: order.coId, transport: 'timeout' });
    expect(bot.view(order).state).toBe('UNKNOWN');
    expect(bot.reservedBuy).toBe(THOUSAND);
    // It is not there: the withdrawal settles whether it still comes.
    bot.quote(order);
    expect(bot.withdrawn).toHaveLength(1);
    expect(bot.reservedBuy).toBe(THOUSAND);
    bot.ask();
    expect(bot.refusals.at(-1)?.rule).toBe('RC53');
    bot.notify(order, 'REQUEST_WITHDRAWN');
    expect(bot.view(order).state).toBe('CANCELED');
    expect([bot.placed.length, bot.reservedBuy]).toEqual([1, 0]);
    bot.ask();
    expect(bot.asked).toHaveLength(2);
    expect(bot.isFolded).toBe(true);
  });

  it('is booked once when it was dealt after all', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.result('accept', 0, { coId: order.coId, transport: 'reset' });
    bot.notify(order, 'TRADE_VERIFIED', { trades: [toTrade()] });
    expect(bot.view(order).state).toBe('FILLED');
    expect([bot.fills.length, bot.position, bot.reservedBuy]).toEqual([1, THOUSAND, 0]);
    expect(bot.isFolded).toBe(true);
  });

  it('is rejected by a plain 400 only once its request has ended', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.result('accept', 400, { coId: order.coId, message: 'the quote has expired' });
    expect(bot.view(order)).toMatchObject({ state: 'UNKNOWN' });
    expect(bot.reservedBuy).toBe(THOUSAND);
    bot.quote(order);
    bot.notify(order, 'REQUEST_WITHDRAWN');
    expect(bot.view(order)).toMatchObject({
      ...{ state: 'REJECTED', rejectCode: 'QUOTE_INVALID', reason: 'the quote has expired' },
    });
    expect(bot.isFolded).toBe(true);
  });

  it('that was never sent ends, and its request is withdrawn', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.event({ type: 'egress', coId: order.coId, kind: 'place', reason: 'RC69: halted' });
    expect(bot.view(order).state).toBe('ABANDONED');
    expect([bot.reservedBuy, bot.withdrawn.length]).toEqual([0, 1]);
    expect(bot.isFolded).toBe(true);
  });

  it('is stopped only by a halt of its strategy or symbol', () => {
    for (const scope of ['strategy', 'symbol'] as const) {
      const bot = new QuoteBot();
      bot.mustAccept();
      const isHalted = (strategy: string, symbol: string) =>
        bot.kernel.stopsApproved(strategy, symbol);
      expect(isHalted('alpha', 'EUR/USD')).toBe(false);
      if (scope === 'symbol') {
        const terms = { minSize: -1 };
        bot.event({ type: 'reference', symbol: 'EUR/USD', terms });
      } else {
        bot.act('alpha', () => {
          throw new Error('no such level');
        });
      }
      expect(bot.halts.map((halt) => halt.scope)).toEqual([scope]);
      expect(isHalted('alpha', 'EUR/USD')).toBe(true);
      expect(isHalted('alpha', 'USD/JPY')).toBe(scope === 'strategy');
      expect(isHalted('beta', 'EUR/USD')).toBe(scope === 'symbol');
    }
  });

  it('pauses the symbol after 30 s without the provider’s answer and halts after 5 min', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.result('accept', 202, { coId: order.coId });
    bot.notify(order, 'QUOTE_ACCEPTED');
    bot.wait(29 * SECOND);
    expect(bot.asks).toEqual([]);
    bot.wait(SECOND);
    expect(bot.asks.map(({ what }) => what)).toEqual(['trades']);
    bot.ask();
    expect(bot.refusals.at(-1)?.rule).toBe('RC39');
    bot.wait(5 * MINUTE);
    expect(bot.halts.map(({ scope }) => scope)).toEqual(['all']);
    expect(bot.cancels).toEqual([]);
  });

  it('is probed after a restart, and an open request is withdrawn', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.mustAsk({ size: 2_000 });
    const restored = replayJournal(bot.foldSetup, bot.records);
    const next = new QuoteBot({ restored, epoch: 2, startAt: bot.now + SECOND });
    expect(next.kernel.listOpenOrders()).toMatchObject([
      { coId: order.coId, orderId: G1, isUnknown: true, quoteOf: { symbol: 'EUR/USD' } },
    ]);
    expect(next.withdrawn).toMatchObject([{ coId: bot.asked[1]?.coId, requestId: G1 }]);
    expect(next.reservedBuy).toBe(THOUSAND);
    next.result('withdraw', 202, { coId: bot.asked[1]!.coId });
    next.notify(order, 'TRADE_VERIFIED', { trades: [toTrade({ rate: OFFER })] });
    expect([next.position, next.reservedBuy, next.seen.length]).toEqual([THOUSAND, 0, 0]);
    expect(next.kernel.snapshot().requests).toBeUndefined();
    expect(next.isFolded).toBe(true);
  });

  it('frees its place after a restart once it is found, though its venue id is unknown', () => {
    const bot = new QuoteBot();
    bot.ask();
    const [request] = bot.asked;
    const { coId } = request!;
    bot.result('rfs', 0, { coId, transport: 'timeout' });
    const restored = replayJournal(bot.foldSetup, bot.records);
    const next = new QuoteBot({ restored, epoch: 2, startAt: bot.now + SECOND });
    const { instrument } = request!;
    expect(next.withdrawn).toMatchObject([{ coId, requestId: '', instrument }]);
    expect(next.withdrawn[0]?.endsAt).toBeGreaterThan(bot.now + 60 * SECOND);
    next.quote(request!);
    next.result('withdraw', 202, { coId, orderId: G1 });
    expect(next.withdrawn).toHaveLength(1);
    expect(next.kernel.snapshot().requests).toBeUndefined();
    expect(next.isFolded).toBe(true);
  });
});

describe('quote request', () => {
  const WANTED = { symbol: 'EUR/USD', side: 'Buy', size: 1_000, lifeSeconds: 60 } as const;

  it('in a symbol that has no rate yet is refused', () => {
    const bot = new Bot({ limits: { RC16: {} } });
    bot.act('alpha', (ctx) => void ctx.rfs(WANTED).subscribe());
    expect([bot.commands.length, bot.refusals.length > 0]).toEqual([0, true]);
  });

  it('of a session without an account is refused', () => {
    const bot = new QuoteBot({ customer: undefined });
    bot.ask();
    expect([bot.asked.length, bot.refusals.length]).toEqual([0, 1]);
  });

  it('that its strategy unsubscribes outside a step continues until its end', () => {
    const bot = new Bot().warmUp();
    let left: Subscription | undefined;
    bot.act('alpha', (ctx) => (left = ctx.rfs(WANTED).subscribe()));
    left?.unsubscribe();
    expect(bot.commands.map(({ kind }) => kind)).toEqual(['rfs']);
  });

  it('that a busy venue answered halts everything after 30 s, unless it has ended', () => {
    for (const hasEnded of [false, true]) {
      const bot = new QuoteBot({ policy: LENIENT });
      bot.ask();
      const { coId } = bot.asked[0]!;
      bot.result('rfs', 503, { coId });
      if (hasEnded) bot.notify({ coId }, 'REQUEST_EXPIRED');
      bot.wait(31 * SECOND);
      expect(bot.halts).toMatchObject(hasEnded ? [] : [{ scope: 'all' }]);
    }
  });

  it('is dealt with the provider that the venue names', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.notify(order, 'TRADE_VERIFIED', { trades: [toTrade({ counterparty: 'LP1' })] });
    expect(bot.fills).toMatchObject([{ units: THOUSAND, counterparty: 'LP1' }]);
  });

  it('whose LOST acceptance was taken after all is kept past its lifetime', () => {
    const bot = new QuoteBot({ policy: LENIENT });
    const order = bot.mustAccept();
    bot.answer(order, 'unknown');
    const { coId } = order;
    const text = { as: 'lost', by: 'ann', reason: 'asked the desk', hasVenueWord: true } as const;
    bot.event({ type: 'resolve', coId, ...text });
    bot.notify(order, 'QUOTE_ACCEPTED');
    expect(bot.view(order).isTerminal).toBe(false);
    bot.wait(120 * SECOND);
    expect(bot.kernel.snapshot().requests).toMatchObject([{ coId }]);
  });
});

// Turns that no other test takes: words of nobody, of orders of the run before, or without a part.
import type { Subscription } from 'rxjs';
import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { describeSupportBundle, type PlaceCommand, SECOND } from '../../../src/domain/index.js';
import { stop } from '../../../src/strategy/index.js';
import { Bot, type BotOptions, buy, LENIENT, THOUSAND } from '../../kernel/harness.js';
import { QuoteBot, toTrade } from '../../kernel/quote-bot.js';

const RESTING = { timeInForce: 'GTT', expirySeconds: 600, price: 1.0999 } as const;
const SERVER_BUSY = { status: 503, code: '', message: '', orderId: '' } as const;

/** A bot with an order that the venue has taken, with or without an id for it. */
function send(options: BotOptions = {}, orderId = '77') {
  const bot = new Bot(options).calibrate().warmUp();
  const command = bot.mustPlace(RESTING);
  bot.answer(command, 'accepted', { status: 202, orderId });
  return { bot, command };
}

/** The run after. */
function goOn(before: Bot, options: BotOptions = {}): Bot {
  const restored = before.kernel.snapshot();
  return new Bot({ restored, epoch: 2, startAt: before.now + SECOND, ...options }).calibrate();
}

function trade(bot: Bot, { coId, priceTicks }: PlaceCommand, orderId: string, more: object = {}) {
  const facts = { tradeId: 'T1', units: 40_000, executedAt: bot.now };
  bot.event({ type: 'trade', coId, orderId, priceTicks, ...facts, ...more });
}

describe('order of the previous run', () => {
  it('that was partly filled is PARTIAL when it is resolved as live', () => {
    const { bot, command } = send();
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    const next = goOn(bot);
    const { coId } = command;
    expect(next.kernel.findConsumption(coId)?.state).toBe('UNKNOWN');
    const words = { as: 'live', by: 'ann', reason: 'asked the desk', hasVenueWord: true } as const;
    next.event({ type: 'resolve', coId, ...words });
    expect(next.view(command)).toMatchObject({ state: 'PARTIAL', filledUnits: 40_000 });
  });

  it('takes its venue id from a trade that is reported again', () => {
    const { bot, command } = send({}, '');
    trade(bot, command, '');
    const next = goOn(bot);
    trade(next, command, '88');
    expect(next.kernel.listOpenOrders()).toMatchObject([{ orderId: '88', isUnknown: false }]);
    expect(next.fills).toEqual([]);
  });

  it('that failed without a reason is explained in time, or halts everything', () => {
    for (const reason of ['', 'NoLiquidity']) {
      const { bot, command } = send();
      bot.status(command, 'FAILED');
      const next = goOn(bot);
      if (reason !== '') next.status(command, 'FAILED', 0, { reason });
      next.wait(61 * SECOND);
      const halted = { scope: 'all', rule: 'RC52' };
      expect(next.halts).toMatchObject(reason === '' ? [halted] : []);
    }
  });
});

describe('consumption of a parent by an order', () => {
  it('is known for open and ended orders, and for no other id', () => {
    const { bot, command } = send();
    const stands = () => bot.kernel.findConsumption(command.coId);
    const open = { isTerminal: false, isSettled: false, takenUnits: THOUSAND };
    expect(stands()).toMatchObject({ state: 'PENDING_VENUE', attempts: 1, ...open });
    bot.status(command, 'CANCELED');
    expect(stands()).toMatchObject({ state: 'CANCELED', isTerminal: true, takenUnits: 0 });
    expect(bot.kernel.findConsumption('nobody')).toBeUndefined();
  });
});

describe('report of the venue', () => {
  it('without a time ends its order now', () => {
    const { bot, command } = send();
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    trade(bot, command, '77');
    bot.now += SECOND;
    bot.status(command, 'CANCELED', 40_000, { transactAt: 0 });
    // Dealt after its end: more than the order was to take.
    trade(bot, command, '77', { tradeId: 'T2', executedAt: bot.now + SECOND });
    expect(bot.halts).toMatchObject([{ scope: 'strategy', rule: 'RC53' }]);
  });

  it('that names a closed order’s id tells a duplicate apart', () => {
    const { bot, command } = send({}, '');
    bot.status(command, 'CANCELED', 0, { orderId: '' });
    bot.status(command, 'CANCELED', 0, { orderId: '77', transactAt: bot.now + SECOND });
    bot.status(command, 'CANCELED', 0, { orderId: '77', transactAt: bot.now + 2 * SECOND });
    expect(bot.halts).toEqual([]);
    bot.now += 3 * SECOND;
    bot.status(command, 'NEW', 0, { orderId: '78' });
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC48' }]);
  });

  it('changes nothing for a closed order that is kept after a bust', () => {
    const { bot, command } = send();
    trade(bot, command, '77');
    bot.status(command, 'CANCELED', 40_000);
    const { coId, priceTicks } = command;
    const taken = { orderId: '77', tradeId: 'T1', units: 40_000, priceTicks };
    bot.event({ type: 'bust', coId, ...taken });
    const before = bot.kernel.snapshot().positions;
    bot.status(command, 'CANCELED', 40_000, { transactAt: bot.now + SECOND });
    expect(bot.kernel.snapshot().positions).toEqual(before);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
  });

  it('of a trade with a symbol but no side belongs to its order', () => {
    const { bot, command } = send();
    trade(bot, command, '77', { symbol: 'EUR/USD' });
    expect(bot.fills).toMatchObject([{ units: 40_000 }]);
    trade(bot, command, '77', { tradeId: 'T2', symbol: 'EUR/USD', side: 'Sell' });
    expect(bot.fills).toHaveLength(1);
    expect(bot.halts).toMatchObject([{ scope: 'all' }]);
  });
});

describe('answer of the venue', () => {
  it('to a trade query for the duplicate order belongs to the duplicate', () => {
    const { bot, command } = send();
    bot.status(command, 'NEW');
    bot.status(command, 'NEW', 0, { orderId: '78' });
    bot.status(command, 'FAILED', 0, { orderId: '78', reason: 'NoLiquidity' });
    const told = { subject: 'trades', key: command.coId, orderId: '78' } as const;
    expect(bot.kernel.listAtWork().reserved[0]).toMatchObject({ buy: 2 * THOUSAND });
    bot.event({ type: 'poll', ...told, outcome: 'unchanged', status: 200, message: '' });
    expect(bot.kernel.listAtWork().reserved[0]).toMatchObject({ buy: THOUSAND });
  });

  it('to a quote query or a cancel of an unknown id changes no order', () => {
    const { bot, command } = send();
    const nothing = { subject: 'rfs', key: 'nobody', outcome: 'empty', status: 404 } as const;
    bot.event({ type: 'poll', ...nothing, message: '' });
    bot.event({ type: 'send-result', kind: 'cancel', coId: 'nobody', ...SERVER_BUSY });
    expect(bot.view(command).state).toBe('PENDING_VENUE');
    expect(bot.halts).toEqual([]);
  });
});

describe('support bundle', () => {
  it('alerts the operator, who sends it to support', () => {
    const { bot } = send();
    bot.event({ type: 'support', file: 'support-1.json' });
    expect(bot.alerts.at(-1)?.text).toBe(describeSupportBundle('support-1.json'));
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
    const words = { as: 'lost', by: 'ann', reason: 'asked the desk', hasVenueWord: true } as const;
    bot.event({ type: 'resolve', coId, ...words });
    bot.notify(order, 'QUOTE_ACCEPTED');
    expect(bot.view(order).isTerminal).toBe(false);
    bot.wait(120 * SECOND);
    expect(bot.kernel.snapshot().requests).toMatchObject([{ coId }]);
  });
});

// Late order reports: after an unknown outcome, after an end, after a halt's last cancel round.
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../src/domain/index.js';
import type { PlaceCommand } from '../../../src/domain/orders/index.js';
import { replayJournal } from '../../../src/kernel/index.js';
import { Bot, type BotOptions, THOUSAND } from '../harness.js';
import { QuoteBot } from '../quote-bot.js';

const LONG = { timeInForce: 'GTT', expirySeconds: 600 } as const;

function start() {
  return new Bot({ hands: ['alpha', 'probe'] }).warmUp().calibrate();
}

/** An order that the venue has taken and shows. */
function work(bot: Bot) {
  const command = bot.mustPlace(LONG);
  bot.answer(command, 'accepted', { status: 202, orderId: '77' });
  bot.status(command, 'NEW');
  return command;
}

/** The gateway found no id of the order that is to be cancelled. */
function miss(bot: Bot, coId: string): void {
  const reported = { code: '', message: 'found none', orderId: '', status: 0 } as const;
  const ended = { class: 'not-sent', transport: 'gate', ...reported } as const;
  bot.event({ type: 'send-result', kind: 'cancel', coId, ...ended });
}

it('empty query by the order’s ids alone never makes an order LOST, however often', () => {
  const bot = start();
  const command = bot.mustPlace();
  bot.answer(command, 'unknown');
  const poll = { type: 'poll', subject: 'order', key: command.coId, outcome: 'empty' } as const;
  for (let i = 0; i < 100; i++) {
    bot.wait(SECOND);
    bot.event({ ...poll, status: 404, message: '', isPartial: true });
  }
  expect(bot.view(command).state).toBe('UNKNOWN');
  for (let i = 0; i < 40; i++) {
    bot.wait(SECOND);
    bot.readEmpty(command);
  }
  expect(bot.view(command).state).toBe('LOST');
});

it('weak rejection ends an order only after complete probes', () => {
  const bot = start();
  const command = bot.mustPlace();
  bot.answer(command, 'weak', { status: 400 });
  const poll = { type: 'poll', subject: 'order', key: command.coId, outcome: 'empty' } as const;
  for (let i = 0; i < 20; i++) {
    bot.wait(SECOND);
    bot.event({ ...poll, status: 404, message: '', isPartial: true });
  }
  expect(bot.view(command).state).toBe('UNKNOWN');
  for (let i = 0; i < 3; i++) bot.readEmpty(command);
  expect(bot.view(command).state).toBe('REJECTED');
});

describe('parent order', () => {
  it('halts its strategy when an ended child fills what another child works for', () => {
    const bot = start();
    bot.act('alpha', (ctx) => {
      const params = { duration: '10m', life: '10s', orders: 1 };
      const order = { algorithm: 'resting', symbol: 'EUR/USD', side: 'Buy' } as const;
      ctx.execute({ ...order, key: 'main', size: 4_000, limitPrice: 1.0999, params });
    });
    const [first = bot.mustPlace()] = bot.placed;
    bot.answer(first, 'accepted', { status: 202, orderId: '77' });
    bot.status(first, 'NEW');
    bot.wait(first.expirySeconds * SECOND);
    const endAt = bot.now;
    bot.status(first, 'EXPIRED', 0);
    bot.wait(3 * SECOND);
    const second = bot.placed.at(-1) ?? first;
    expect(second.coId).not.toBe(first.coId);
    bot.answer(second, 'accepted', { status: 202, orderId: '78' });
    bot.status(second, 'NEW', 0, { orderId: '78' });
    bot.now += SECOND;
    bot.status(first, 'EXPIRED', 100_000, { transactAt: endAt + 1 });
    const reason = `order ${first.coId} fills more than its parent main has left`;
    expect(bot.halts).toMatchObject([
      { scope: 'strategy', strategy: 'alpha', rule: 'RC40', reason },
    ]);
    expect(bot.cancels.map(({ coId }) => coId)).toEqual([second.coId]);
  });
});

describe('halt', () => {
  it('cancels an order of unknown outcome when it is found, however late', () => {
    for (const seconds of [25, 150]) {
      const bot = start();
      const command = bot.mustPlace(LONG);
      bot.answer(command, 'unknown');
      bot.event({ type: 'operator', action: 'halt', reason: 'a drill' });
      let answered = 0;
      for (let i = 0; i < seconds; i++) {
        for (; answered < bot.cancels.length; answered++) miss(bot, command.coId);
        bot.wait(SECOND);
      }
      const { length } = bot.cancels;
      bot.status(command, 'NEW');
      expect(bot.cancels.length - length, String(seconds)).toBe(1);
      bot.wait(0);
      bot.status(command, 'CANCELED');
      expect(bot.kernel.listOpenOrders()).toEqual([]);
    }
  });
});

it('lost order that is reported alive is cancelled, though its report did not change', () => {
  const bot = start();
  const command = work(bot);
  const transactAt = bot.now;
  const restored = replayJournal(bot.foldSetup, bot.records);
  const terms = { restored, epoch: 2, startAt: bot.now + SECOND, hands: ['alpha', 'probe'] };
  const next = new Bot(terms).calibrate();
  const by = { by: 'Ada', reason: 'the venue wrote so', hasVenueWord: true } as const;
  next.event({ type: 'resolve', coId: command.coId, as: 'lost', ...by });
  expect(next.kernel.listOpenOrders()).toEqual([]);
  next.now += SECOND;
  next.status(command, 'NEW', 0, { transactAt });
  expect(next.halts).toMatchObject([{ scope: 'strategy', strategy: 'alpha' }]);
  expect(next.cancels.map(({ coId }) => coId)).toEqual([command.coId]);
  expect(next.orders.at(-1)?.state).toBe('ZOMBIE');
});

it('second unknown outcome of an acceptance halts after its own five minutes', () => {
  const bot = new QuoteBot();
  const order = bot.mustAccept();
  bot.result('accept', 0, { coId: order.coId, transport: 'timeout' });
  bot.wait(10 * SECOND);
  bot.notify(order, 'QUOTE_ACCEPTED');
  bot.wait(10 * SECOND);
  bot.notify(order, 'MYSTERY', { state: 'done', isKnown: false });
  expect(bot.view(order).state).toBe('UNKNOWN');
  bot.wait(5 * MINUTE);
  expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC53' }]);
});

it('order that only a trade proves is probed once its lifetime is over', () => {
  const bot = start();
  const command = bot.mustPlace({ timeInForce: 'GTT', expirySeconds: 30 });
  bot.answer(command, 'unknown');
  bot.trade(command, 'T1', 40_000);
  expect(bot.view(command).state).toBe('PARTIAL');
  bot.wait(36 * SECOND);
  expect(bot.asks).toMatchObject([{ kind: 'probe', what: 'order', coId: command.coId }]);
});

it('another client’s cancel that the venue refuses does not count as ours', () => {
  const bot = start();
  const command = work(bot);
  bot.now += SECOND;
  bot.status(command, 'PENDING_CANCEL');
  bot.now += SECOND;
  bot.status(command, 'NEW');
  bot.wait(3 * MINUTE);
  expect(bot.cancels).toEqual([]);
  expect(bot.halts).toEqual([]);
});

it('cancel that the venue refuses during a stop is repeated until the venue takes one', () => {
  const stop = { type: 'operator', action: 'stop', reason: 'a test' } as const;
  const cancel = { type: 'recovery', step: 'cancel', reason: 'a test' } as const;
  for (const event of [stop, cancel]) {
    const bot = start();
    const command = work(bot);
    bot.event(event);
    const reported = { code: '', message: '', orderId: '77' } as const;
    const refused = { class: 'rejected', status: 429, ...reported } as const;
    bot.event({ type: 'send-result', kind: 'cancel', coId: command.coId, ...refused });
    bot.wait(6 * SECOND);
    expect(bot.cancels).toHaveLength(2);
    const taken = { class: 'accepted', status: 202, ...reported } as const;
    bot.event({ type: 'send-result', kind: 'cancel', coId: command.coId, ...taken });
    bot.wait(20 * SECOND);
    expect(bot.cancels).toHaveLength(2);
  }
});

const RESTING = { timeInForce: 'GTT', expirySeconds: 60, price: 1.0999 } as const;

describe('report of the venue', () => {
  it('without a venue id keeps the known one', () => {
    const bot = new Bot().calibrate().warmUp();
    const command = bot.mustPlace(RESTING);
    bot.answer(command, 'accepted', { status: 202, orderId: '77' });
    bot.status(command, 'NEW', 0, { orderId: '' });
    expect(bot.kernel.listOpenOrders()).toMatchObject([{ orderId: '77', isUnknown: false }]);
  });

  it('on a closed order, without an id or of another run, opens nothing', () => {
    const bot = new Bot({ limits: { RC48: 'off' } }).calibrate().warmUp();
    const command = bot.mustPlace();
    bot.answer(command, 'accepted', { status: 202, orderId: '77' });
    bot.trade(command, 'T1', command.units);
    bot.status(command, 'FILLED', command.units);
    const before = bot.kernel.snapshot().positions;
    bot.status(command, 'FILLED', command.units, { orderId: '' });
    const other = command.coId.replace('-0001-', '-0009-');
    bot.status({ ...command, coId: other }, 'FILLED', command.units);
    expect(other).not.toBe(command.coId);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
    expect(bot.kernel.snapshot().positions).toEqual(before);
  });

  it('of a bust is followed by a missing trade: both count once', () => {
    const bot = new Bot().calibrate().warmUp();
    const command = bot.mustPlace();
    bot.answer(command, 'accepted', { status: 202, orderId: '77' });
    bot.trade(command, 'T1', 30_000);
    bot.status(command, 'CANCELED', 60_000);
    const { coId, priceTicks } = command;
    bot.event({ type: 'bust', coId, tradeId: 'T1', units: 30_000, priceTicks });
    const position = () => bot.kernel.snapshot().positions.map(({ units }) => units);
    // 60,000 by the order's own word, less what was taken back.
    expect(position()).toEqual([30_000]);
    bot.trade(command, 'T2', 30_000);
    expect(position()).toEqual([30_000]);
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

function report(bot: Bot, { coId, priceTicks }: PlaceCommand, orderId: string, more: object = {}) {
  const facts = { tradeId: 'T1', units: 40_000, executedAt: bot.now };
  bot.event({ type: 'trade', coId, orderId, priceTicks, ...facts, ...more });
}

describe('report of the venue', () => {
  it('without a time ends its order now', () => {
    const { bot, command } = sendOrder();
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    report(bot, command, '77');
    bot.now += SECOND;
    bot.status(command, 'CANCELED', 40_000, { transactAt: 0 });
    // Dealt after its end: more than the order was to take.
    report(bot, command, '77', { tradeId: 'T2', executedAt: bot.now + SECOND });
    expect(bot.halts).toMatchObject([{ scope: 'strategy', rule: 'RC53' }]);
  });

  it('that names a closed order’s id tells a duplicate apart', () => {
    const { bot, command } = sendOrder({}, '');
    bot.status(command, 'CANCELED', 0, { orderId: '' });
    bot.status(command, 'CANCELED', 0, { orderId: '77', transactAt: bot.now + SECOND });
    bot.status(command, 'CANCELED', 0, { orderId: '77', transactAt: bot.now + 2 * SECOND });
    expect(bot.halts).toEqual([]);
    bot.now += 3 * SECOND;
    bot.status(command, 'NEW', 0, { orderId: '78' });
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC48' }]);
  });

  it('changes nothing for a closed order that is kept after a bust', () => {
    const { bot, command } = sendOrder();
    report(bot, command, '77');
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
    const { bot, command } = sendOrder();
    report(bot, command, '77', { symbol: 'EUR/USD' });
    expect(bot.fills).toMatchObject([{ units: 40_000 }]);
    report(bot, command, '77', { tradeId: 'T2', symbol: 'EUR/USD', side: 'Sell' });
    expect(bot.fills).toHaveLength(1);
    expect(bot.halts).toMatchObject([{ scope: 'all' }]);
  });
});

const SERVER_BUSY = { status: 503, code: '', message: '', orderId: '' } as const;

describe('answer of the venue', () => {
  it('to a trade query for the duplicate order belongs to the duplicate', () => {
    const { bot, command } = sendOrder();
    bot.status(command, 'NEW');
    bot.status(command, 'NEW', 0, { orderId: '78' });
    bot.status(command, 'FAILED', 0, { orderId: '78', reason: 'NoLiquidity' });
    const reported = { subject: 'trades', key: command.coId, orderId: '78' } as const;
    expect(bot.kernel.listAtWork().reserved[0]).toMatchObject({ buy: 2 * THOUSAND });
    bot.event({ type: 'poll', ...reported, outcome: 'unchanged', status: 200, message: '' });
    expect(bot.kernel.listAtWork().reserved[0]).toMatchObject({ buy: THOUSAND });
  });

  it('to a quote query or a cancel of an unknown id changes no order', () => {
    const { bot, command } = sendOrder();
    const nothing = { subject: 'rfs', key: 'nobody', outcome: 'empty', status: 404 } as const;
    bot.event({ type: 'poll', ...nothing, message: '' });
    bot.event({ type: 'send-result', kind: 'cancel', coId: 'nobody', ...SERVER_BUSY });
    expect(bot.view(command).state).toBe('PENDING_VENUE');
    expect(bot.halts).toEqual([]);
  });
});

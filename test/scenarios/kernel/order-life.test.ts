// The life of an order from each outcome of its request to its end and its last trade.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { Bot, EUR_USD, THOUSAND } from '../../kernel/harness.js';

/** A bot that is warm and has one order on its way; `probe` reads exposures. */
function send(order: Parameters<Bot['mustPlace']>[0] = {}) {
  const bot = new Bot({ hands: ['alpha', 'probe'] }).warmUp().calibrate();
  const command = bot.mustPlace(order);
  return { bot, command, exposure: () => bot.exposure('probe') };
}

const nothing = { position: 0, workingBuy: 0, workingSell: 0 };
const full = { position: 0, workingBuy: THOUSAND, workingSell: 0 };

describe('order in flight', () => {
  it('is reserved in full before any report', () => {
    const { bot, command, exposure } = send();
    expect(bot.log).toEqual(expect.arrayContaining(['order', 'place']));
    expect(command).toMatchObject({
      kind: 'place',
      side: 'Buy',
      type: 'Limit',
      timeInForce: 'IOC',
      units: THOUSAND,
      priceTicks: 110_010,
      expirySeconds: 0,
    });
    expect(bot.view(command)).toMatchObject({
      strategy: 'alpha',
      ...{ instrument: EUR_USD, side: 'Buy', type: 'Limit', timeInForce: 'IOC' },
      ...{ units: THOUSAND, priceTicks: 110_010, intentId: command.intentId, parent: '' },
      ...{ state: 'SENDING', isTerminal: false, filledUnits: 0, arrivalTicks2: 220_010 },
      ...{ reason: '', rejectCode: '', rejectPolicy: '' },
    });
    expect(exposure()).toEqual(full);
    expect(bot.kernel.listOpenOrders()).toEqual([
      { coId: command.coId, orderId: '', isUnknown: true },
    ]);
  });

  it('has a coId of tag, epoch, intent and salt, one for each intent', () => {
    const { bot, command } = send();
    expect(command.coId).toBe('w1-0001-0000001-0016');
    const second = bot.mustPlace();
    expect(second.coId).toBe('w1-0001-0000002-0016');
  });

  it('has a coId that the venue accepts: a longer tag or other letters are a bug', () => {
    expect(new Bot({ botTag: 'ABCDEFGH' }).warmUp().mustPlace().coId.length).toBeLessThan(33);
    expect(() => new Bot({ botTag: 'x'.repeat(16) })).toThrow(/^RC13/);
    for (const botTag of ['w_1', 'w 1', 'w/1']) {
      expect(() => new Bot({ botTag })).toThrow(/^RC13/);
    }
  });
});

describe('answer to a submit', () => {
  it('not sent: the order is abandoned and its exposure released', () => {
    const { bot, command, exposure } = send();
    bot.answer(command, 'not-sent', { status: 0, message: 'connect refused' });
    expect(bot.view(command)).toMatchObject({
      state: 'ABANDONED',
      isTerminal: true,
      reason: 'connect refused',
    });
    expect(exposure()).toEqual(nothing);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
  });

  it('refused by the egress check: the order is abandoned and its exposure released', () => {
    const { bot, command, exposure } = send();
    bot.event({ type: 'egress', coId: command.coId, kind: 'place', reason: 'the lock is lost' });
    expect(bot.view(command)).toMatchObject({ state: 'ABANDONED', reason: 'the lock is lost' });
    expect(exposure()).toEqual(nothing);
  });

  it('accepted: the order waits for the venue at full exposure', () => {
    const { bot, command, exposure } = send();
    bot.answer(command, 'accepted', { orderId: '77' });
    expect(bot.view(command)).toMatchObject({ state: 'PENDING_VENUE', orderId: '77' });
    expect(exposure()).toEqual(full);
    expect(bot.kernel.listOpenOrders()).toMatchObject([{ orderId: '77', isUnknown: false }]);
  });

  it('rejected: the order has ended, with code and message', () => {
    const { bot, command, exposure } = send();
    bot.answer(command, 'rejected', { status: 400, code: 'PriceMismatch', message: 'off' });
    expect(bot.view(command)).toMatchObject({
      state: 'REJECTED',
      isTerminal: true,
      reason: 'PriceMismatch: off',
    });
    expect(exposure()).toEqual(nothing);
  });

  it('duplicate: the order is unknown at full exposure, and everything halts', () => {
    const { bot, command } = send();
    bot.answer(command, 'duplicate', { status: 400, code: 'DuplicateOrder' });
    expect(bot.view(command)).toMatchObject({ state: 'UNKNOWN', isTerminal: false });
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC39' }]);
    expect(bot.kernel.listOpenOrders()).toMatchObject([{ isUnknown: true }]);
    bot.status(command, 'NEW');
    expect(bot.view(command).state).toBe('WORKING');
  });

  it('unknown: the order keeps its full exposure, and its symbol accepts no new order', () => {
    const { bot, command, exposure } = send();
    bot.answer(command, 'unknown', { status: 0, message: 'timeout' });
    expect(bot.view(command)).toMatchObject({ state: 'UNKNOWN', isTerminal: false });
    expect(exposure()).toEqual(full);
    expect(bot.place({ size: 2_000 })).toBeUndefined();
    expect(bot.refusals.at(-1)).toMatchObject({ rule: 'RC53', symbol: 'EUR/USD' });
    expect(bot.place({ symbol: 'USD/JPY', price: 150 })).toBeDefined();
  });

  it('unknown for two orders: no symbol accepts a new order', () => {
    const { bot, command } = send();
    const second = bot.mustPlace({ symbol: 'USD/JPY', price: 150 });
    for (const one of [command, second]) bot.answer(one, 'unknown');
    expect(bot.place({ symbol: 'USD/JPY', price: 150.001 })).toBeUndefined();
    expect(bot.refusals.at(-1)).toMatchObject({ rule: 'RC53', policyVersion: bot.policyVersion });
  });

  it('for an unknown order does nothing', () => {
    const { bot, exposure } = send();
    bot.answer({ coId: 'w1-0001-0000099-0016' }, 'rejected');
    expect(exposure()).toEqual(full);
  });

  it('late: what the venue has reported of the order stays in force', () => {
    for (const outcome of ['accepted', 'unknown'] as const) {
      const { bot, command, exposure } = send();
      bot.status(command, 'PARTIALLY_FILLED', 40_000);
      bot.answer(command, outcome, { status: outcome === 'accepted' ? 202 : 0 });
      expect(bot.view(command)).toMatchObject({ state: 'PARTIAL', filledUnits: 40_000 });
      expect(exposure()).toEqual({ position: 40_000, workingBuy: 60_000, workingSell: 0 });
      bot.status(command, 'FILLED', THOUSAND);
      bot.answer(command, outcome, { status: outcome === 'accepted' ? 202 : 0 });
      expect(bot.view(command)).toMatchObject({ state: 'FILLED', isTerminal: true });
    }
  });
});

describe('order of unknown outcome', () => {
  it('is found again, and its symbol trades again', () => {
    const { bot, command, exposure } = send();
    bot.answer(command, 'unknown', { status: 0 });
    bot.status(command, 'NEW');
    expect(bot.view(command)).toMatchObject({ state: 'WORKING', orderId: '77' });
    expect(exposure()).toEqual(full);
    expect(bot.place({ size: 2_000 })).toBeDefined();
  });

  it('is found ended', () => {
    const { bot, command, exposure } = send();
    bot.answer(command, 'unknown', { status: 0 });
    bot.status(command, 'EXPIRED', 0, { reason: 'no liquidity' });
    expect(bot.view(command)).toMatchObject({ state: 'EXPIRED', reason: 'no liquidity' });
    expect(exposure()).toEqual(nothing);
    expect(bot.place({ size: 2_000 })).toBeDefined();
  });

  it('halts everything after five minutes, not before', () => {
    const { bot, command, exposure } = send();
    bot.now += SECOND;
    bot.answer(command, 'unknown', { status: 0 });
    bot.wait(300 * SECOND - 1);
    expect(bot.halts).toEqual([]);
    expect(exposure()).toEqual(full);
    bot.wait(1);
    expect(bot.halts).toMatchObject([
      {
        scope: 'all',
        rule: 'RC53',
        reason: `the outcome of ${command.coId} stays unknown`,
      },
    ]);
  });

  it('halts nothing when it is found in time', () => {
    const { bot, command } = send();
    bot.answer(command, 'unknown', { status: 0 });
    bot.wait(299 * SECOND);
    bot.status(command, 'NEW');
    bot.wait(60 * SECOND);
    expect(bot.halts).toEqual([]);
  });
});

describe('rejection without a reason code', () => {
  function sendWeak() {
    const sent = send();
    sent.bot.answer(sent.command, 'weak', { status: 400, message: 'bad request' });
    return sent;
  }

  it('leaves the order unknown at first', () => {
    const { bot, command, exposure } = sendWeak();
    expect(bot.view(command)).toMatchObject({
      ...{ state: 'UNKNOWN', reason: 'bad request', rejectCode: '', rejectPolicy: '' },
    });
    expect(exposure()).toEqual(full);
  });

  it('counts as rejected after three empty probes over five seconds', () => {
    const { bot, command, exposure } = sendWeak();
    for (const wait of [1, 2]) {
      bot.now += wait * SECOND;
      bot.readEmpty(command);
    }
    expect(bot.view(command).state).toBe('QUARANTINED');
    bot.now += 2 * SECOND;
    bot.readEmpty(command);
    expect(bot.view(command)).toMatchObject({
      ...{ state: 'REJECTED', reason: 'bad request' },
      ...{ rejectCode: 'VENUE_REJECTED', rejectPolicy: bot.policyVersion },
    });
    expect(exposure()).toEqual(nothing);
  });

  it('needs the third empty probe and the full five seconds', () => {
    const slow = sendWeak();
    slow.bot.now += 10 * SECOND;
    slow.bot.readEmpty(slow.command);
    slow.bot.readEmpty(slow.command);
    expect(slow.bot.view(slow.command).state).toBe('QUARANTINED');
    const quick = sendWeak();
    quick.bot.now += 5 * SECOND - 1;
    for (let i = 0; i < 5; i++) quick.bot.readEmpty(quick.command);
    expect(quick.bot.view(quick.command).state).toBe('QUARANTINED');
    quick.bot.now += 1;
    quick.bot.readEmpty(quick.command);
    expect(quick.bot.view(quick.command).state).toBe('REJECTED');
  });

  it('needs empty answers with the venue’s own status for "no order"', () => {
    const { bot, command } = sendWeak();
    bot.now += 10 * SECOND;
    for (let i = 0; i < 5; i++) bot.readEmpty(command, 200);
    expect(bot.view(command).state).toBe('UNKNOWN');
    const blind = new Bot().warmUp();
    const lost = blind.mustPlace();
    blind.answer(lost, 'weak', { status: 400 });
    blind.now += 10 * SECOND;
    for (let i = 0; i < 5; i++) blind.readEmpty(lost);
    expect(blind.view(lost).state).toBe('UNKNOWN');
  });

  it('is discarded once the order is found', () => {
    const { bot, command, exposure } = sendWeak();
    bot.readEmpty(command);
    bot.status(command, 'NEW');
    bot.now += 10 * SECOND;
    for (let i = 0; i < 5; i++) bot.readEmpty(command);
    expect(bot.view(command).state).toBe('QUARANTINED');
    expect(exposure()).toEqual(full);
    bot.status(command, 'CANCELED');
    expect(bot.view(command)).toMatchObject({
      state: 'CANCELED',
      rejectCode: '',
      rejectPolicy: '',
    });
  });

  it('is not proven by reads that failed', () => {
    const { bot, command } = sendWeak();
    bot.now += 10 * SECOND;
    for (let i = 0; i < 5; i++) {
      const read = { subject: 'order', key: command.coId, outcome: 'failed' } as const;
      bot.event({ type: 'poll', ...read, status: 404, message: 'no such path' });
    }
    expect(bot.view(command).state).toBe('UNKNOWN');
  });
});

describe('order report of the venue', () => {
  it.each([
    ['RECEIVED', 'PENDING_VENUE'],
    ['NEW', 'WORKING'],
    ['SUSPENDED', 'WORKING_PAUSED'],
    ['PARTIALLY_FILLED', 'PARTIAL'],
    ['DONE_FOR_DAY', 'STATUS_UNKNOWN'],
    ['', 'STATUS_UNKNOWN'],
    ['PENDING_CANCEL', 'WORKING'],
  ])('%s: the order is %s at full exposure', (status, state) => {
    const { bot, command, exposure } = send();
    bot.status(command, status);
    expect(bot.view(command)).toMatchObject({ state, isTerminal: false });
    expect(exposure()).toEqual(full);
  });

  it.each(['PENDING_CANCEL', 'RECEIVED', 'NEW'])('of a live order is ignored: %s', (status) => {
    const { bot, command, exposure } = send();
    bot.status(command, 'NEW');
    const count = bot.orders.length;
    bot.status(command, status);
    expect(bot.orders).toHaveLength(count);
    expect(exposure()).toEqual(full);
  });

  it.each(['DONE_FOR_DAY', ''])('"%s" is unknown: the order is alive, in full', (status) => {
    const { bot, command, exposure } = send();
    bot.status(command, status);
    expect(bot.view(command)).toMatchObject({ state: 'STATUS_UNKNOWN', isTerminal: false });
    expect(exposure()).toEqual(full);
    expect(bot.alerts).toMatchObject([
      { level: 'page', text: `order status ${status} (order ${command.coId})` },
    ]);
    expect(bot.place({ price: 1.1 })).toBeUndefined();
    bot.status(command, 'NEW');
    expect(bot.place({ price: 1.1 })).toBeDefined();
  });

  it.each([
    ['FILLED', 'FILLED', THOUSAND],
    ['CANCELED', 'CANCELED', 30_000],
    ['EXPIRED', 'EXPIRED', 0],
    ['REJECTED', 'REJECTED', 0],
  ])('%s: the order is %s and counts only its fills', (status, state, cumUnits) => {
    const { bot, command, exposure } = send();
    bot.status(command, status, cumUnits, { reason: 'so it is' });
    expect(bot.view(command)).toMatchObject({
      state,
      isTerminal: true,
      filledUnits: cumUnits,
      reason: 'so it is',
    });
    expect(exposure()).toEqual({ position: cumUnits, workingBuy: 0, workingSell: 0 });
  });

  it('FAILED: the order has ended, and everything halts', () => {
    const { bot, command } = send();
    bot.status(command, 'FAILED', 0, { reason: 'router down' });
    expect(bot.view(command)).toMatchObject({ state: 'FAILED', isTerminal: true });
    expect(bot.halts).toMatchObject([
      { scope: 'all', rule: 'RC52', reason: 'order status FAILED (unlisted-reason): router down' },
    ]);
  });

  it('REJECTED: its reason code has its effect in the policy', () => {
    const { bot, command } = send();
    bot.status(command, 'REJECTED', 0, { reason: 'RequestValidationError.InvalidPrice' });
    expect(bot.place({ size: 2_000 })).toBeUndefined();
    expect(bot.refusals.at(-1)).toMatchObject({ rule: 'RC39' });
    bot.wait(10 * SECOND);
    expect(bot.place({ size: 2_000 })).toBeDefined();
  });

  it('of an external order changes nothing', () => {
    const { bot, command, exposure } = send();
    bot.status({ ...command, coId: 'x1' }, 'FILLED', THOUSAND);
    expect(exposure()).toEqual(full);
  });
});

describe('fills', () => {
  it('move the position at once with the order’s report', () => {
    const { bot, command, exposure } = send();
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    expect(exposure()).toEqual({ position: 40_000, workingBuy: 60_000, workingSell: 0 });
    expect(bot.fills).toEqual([]);
    bot.trade(command, 't1', 40_000);
    expect(exposure()).toEqual({ position: 40_000, workingBuy: 60_000, workingSell: 0 });
  });

  it('move the position with the trade when that comes first', () => {
    const { bot, command, exposure } = send();
    bot.trade(command, 't1', 40_000);
    expect(exposure()).toEqual({ position: 40_000, workingBuy: 60_000, workingSell: 0 });
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    expect(exposure()).toEqual({ position: 40_000, workingBuy: 60_000, workingSell: 0 });
  });

  it('are negative for a sale', () => {
    const { bot, command, exposure } = send({ side: 'Sell', price: 1.1 });
    expect(exposure()).toEqual({ position: 0, workingBuy: 0, workingSell: THOUSAND });
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    expect(exposure()).toEqual({ position: -40_000, workingBuy: 0, workingSell: 60_000 });
  });

  it('never decrease: a report with less is an older one', () => {
    const { bot, command, exposure } = send();
    bot.status(command, 'PARTIALLY_FILLED', 60_000);
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    expect(bot.view(command).filledUnits).toBe(60_000);
    expect(exposure()).toEqual({ position: 60_000, workingBuy: 40_000, workingSell: 0 });
    bot.status(command, 'CANCELED', 50_000);
    expect(exposure()).toEqual({ position: 60_000, workingBuy: 0, workingSell: 10_000 });
  });

  it('are booked once for each trade', () => {
    const { bot, command, exposure } = send();
    for (const id of ['t1', 't2', 't1', 't2', 't1']) bot.trade(command, id, 30_000);
    expect(bot.fills.map((fill) => [fill.tradeId, fill.units])).toEqual([
      ['t1', 30_000],
      ['t2', 30_000],
    ]);
    expect(exposure().position).toBe(60_000);
  });

  it('carry every field of the trade', () => {
    const { bot, command } = send();
    bot.now += 5_000;
    bot.trade(command, 't1', 30_000, 110_009);
    expect(bot.fills).toEqual([
      {
        at: bot.now,
        strategy: 'alpha',
        intentId: command.intentId,
        coId: command.coId,
        tradeId: 't1',
        instrument: command.instrument,
        side: 'Buy',
        units: 30_000,
        priceTicks: 110_009,
        executedAt: bot.now,
      },
    ]);
  });

  it('are awaited after the end: the order is closed with its last trade', () => {
    const { bot, command } = send();
    bot.status(command, 'FILLED', THOUSAND);
    expect(bot.kernel.listOpenOrders()).toHaveLength(1);
    bot.trade(command, 't1', 60_000);
    expect(bot.kernel.listOpenOrders()).toHaveLength(1);
    bot.trade(command, 't2', 40_000);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
  });

  it('beyond the last report of an ended order still count', () => {
    const { bot, command, exposure } = send();
    bot.status(command, 'CANCELED', 30_000);
    bot.trade(command, 't1', 20_000);
    bot.trade(command, 't2', 20_000);
    expect(exposure()).toEqual({ position: 40_000, workingBuy: 0, workingSell: 0 });
    expect(bot.fills).toHaveLength(2);
  });

  it('reach the strategy together with its position', () => {
    const seen: unknown[] = [];
    const { bot, command } = send();
    bot.act('alpha', (ctx) => {
      ctx.fills.subscribe((fill) => seen.push(fill.units));
      ctx.positions.subscribe((position) => seen.push(position, ctx.position('EUR/USD')));
    });
    bot.trade(command, 't1', 40_000);
    expect(seen).toEqual([40_000, { symbol: 'EUR/USD', quantity: 400 }, 400]);
  });
});

describe('cancel', () => {
  it('is sent once, by the intent’s id, also before the venue has given its order id', () => {
    const { bot, command } = send();
    const ask = () => bot.act('alpha', (ctx) => ctx.cancel(command.intentId));
    ask();
    ask();
    expect(bot.cancels).toEqual([
      { kind: 'cancel', coId: command.coId, orderId: '', intentId: command.intentId },
    ]);
    expect(bot.view(command).isTerminal).toBe(false);
  });

  it('carries the venue’s order id once that is known', () => {
    const { bot, command } = send();
    bot.answer(command, 'accepted', { orderId: '77' });
    bot.act('alpha', (ctx) => ctx.cancel(command.intentId));
    expect(bot.cancels).toMatchObject([{ orderId: '77' }]);
  });

  it('may be repeated when the egress check refused it', () => {
    const { bot, command } = send();
    bot.act('alpha', (ctx) => ctx.cancel(command.intentId));
    bot.event({ type: 'egress', coId: command.coId, kind: 'cancel', reason: 'busy' });
    bot.act('alpha', (ctx) => ctx.cancel(command.intentId));
    expect(bot.cancels).toHaveLength(2);
  });

  it('of an order that has ended or of another strategy is not sent', () => {
    const { bot, command } = send();
    bot.act('probe', (ctx) => ctx.cancel(command.intentId));
    bot.act('alpha', (ctx) => ctx.cancel(9_999));
    bot.status(command, 'EXPIRED');
    bot.act('alpha', (ctx) => ctx.cancel(command.intentId));
    expect(bot.cancels).toEqual([]);
  });

  it('in the step of its order follows it', () => {
    const bot = new Bot().warmUp();
    bot.act('alpha', (ctx) => {
      const side = 'Buy' as const;
      const order = { symbol: 'EUR/USD', side, type: 'Limit', timeInForce: 'IOC' } as const;
      ctx.cancel(ctx.place({ ...order, size: 1_000, price: 1.1 }));
    });
    expect(bot.commands.map(({ kind }) => kind)).toEqual(['place', 'cancel']);
  });
});

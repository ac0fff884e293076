// Reports after the end of an order: a successor, a late fill, a revival, a busted trade.
import { describe, expect, it } from 'vitest';
import { SECOND, unwrap } from '../../../src/domain/index.js';
import type { PlaceCommand } from '../../../src/domain/orders/index.js';
import { replayJournal } from '../../../src/kernel/index.js';
import { parsePolicy } from '../../../src/plan/load-policy.js';
import { Bot, LENIENT_TEXT, THOUSAND } from '../harness.js';

/** A bot that is warm and has one order on its way; `probe` reads exposures. */
function send(order: Parameters<Bot['mustPlace']>[0] = {}) {
  const bot = new Bot({ hands: ['alpha', 'probe'] }).warmUp().calibrate();
  const command = bot.mustPlace(order);
  return { bot, command, exposure: () => bot.exposure('probe') };
}

describe('ended order', () => {
  it('REPLACED: its unfilled rest counts until its successor is known', () => {
    const { bot, command, exposure } = send();
    bot.status(command, 'REPLACED', 40_000);
    expect(bot.view(command)).toMatchObject({ state: 'REPLACED', isTerminal: true });
    bot.trade(command, 'T1', 40_000);
    const counted = { position: 40_000, workingBuy: 60_000, workingSell: 0 };
    expect(exposure()).toEqual(counted);
    bot.status(command, 'NEW', 0, { coId: 'by-hand', originalCoId: 'another' });
    expect(exposure()).toEqual(counted);
    bot.status(command, 'NEW', 0, { coId: 'by-hand', originalCoId: command.coId });
    expect(exposure()).toEqual({ position: 40_000, workingBuy: 0, workingSell: 0 });
    expect(bot.kernel.listOpenOrders()).toEqual([]);
  });

  it('FAILED: its unfilled rest counts until all its trades are reported', () => {
    const { bot, command, exposure } = send();
    const ask = (outcome: 'unchanged' | 'empty', key = command.coId) => {
      bot.event({ type: 'poll', subject: 'trades', key, outcome, status: 200, message: '' });
    };
    bot.status(command, 'FAILED', 0, { reason: 'RequestValidationError.amount' });
    ask('empty');
    ask('unchanged', 'another');
    expect(exposure()).toEqual({ position: 0, workingBuy: THOUSAND, workingSell: 0 });
    bot.trade(command, 'T1', 30_000);
    expect(exposure()).toEqual({ position: 30_000, workingBuy: 70_000, workingSell: 0 });
    ask('unchanged');
    expect(bot.kernel.listOpenOrders()).toEqual([]);
    expect(exposure()).toEqual({ position: 30_000, workingBuy: 0, workingSell: 0 });
  });

  it('is not revived by a report that is older than its end', () => {
    const { bot, command, exposure } = send();
    const transactAt = bot.now;
    bot.status(command, 'CANCELED', 30_000, { transactAt });
    for (const status of ['NEW', 'PARTIALLY_FILLED', 'EXPIRED'])
      bot.status(command, status, 30_000, { transactAt });
    expect(bot.view(command).state).toBe('CANCELED');
    expect(exposure()).toEqual({ position: 30_000, workingBuy: 0, workingSell: 0 });
  });

  it('is not revived by an older report after a provisional fill, whose delay is measured', () => {
    const { bot, command, exposure } = send();
    bot.status(command, 'CANCELED', 30_000);
    bot.wait(31 * SECOND);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
    const { now: transactAt } = bot;
    bot.status(command, 'CANCELED', 30_000, { transactAt });
    bot.status(command, 'NEW', 30_000, { transactAt });
    expect(bot.view(command).state).toBe('CANCELED');
    expect(exposure()).toEqual({ position: 30_000, workingBuy: 0, workingSell: 0 });
    bot.status(command, 'NEW', 30_000, { transactAt: transactAt + 1_000 });
    expect(bot.view(command).state).toBe('ZOMBIE');
  });

  it('learns its venue id late, so that another id means a duplicate', () => {
    const { bot, command } = send();
    bot.status(command, 'CANCELED', 30_000, { orderId: '' });
    bot.wait(31 * SECOND);
    bot.status(command, 'CANCELED', 30_000);
    bot.now += 1_000;
    bot.status(command, 'NEW', 30_000, { orderId: '78' });
    expect(bot.view(command).state).toBe('CANCELED');
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC48' }]);
  });

  it('halts its strategy when more of it fills after a cancel, by an older report too', () => {
    const { bot, command, exposure } = send();
    bot.status(command, 'CANCELED');
    const transactAt = bot.now + SECOND;
    bot.status(command, 'CANCELED', 0, { transactAt });
    bot.status(command, 'PARTIALLY_FILLED', 30_000, { transactAt });
    expect(bot.view(command).state).toBe('CANCELED');
    expect(exposure()).toEqual({ position: 30_000, workingBuy: 0, workingSell: 0 });
    expect(bot.halts).toMatchObject([{ scope: 'strategy', strategy: 'alpha', rule: 'RC53' }]);
  });

  it('SUSPENDED: its symbol is paused for other strategies too', () => {
    const { bot, command } = send();
    bot.status(command, 'CANCELED');
    bot.now += 1_000;
    bot.status(command, 'SUSPENDED');
    expect(bot.view(command).state).toBe('ZOMBIE');
    expect(bot.place({}, 'probe')).toBeUndefined();
    bot.mustPlace({ symbol: 'USD/JPY', price: 150.01 }, 'probe');
  });

  it('is revived by a younger report: it counts again and its strategy halts', () => {
    for (const hasAllTrades of [true, false]) {
      const { bot, command, exposure } = send();
      bot.status(command, 'CANCELED', 30_000);
      if (hasAllTrades) bot.trade(command, 'T1', 30_000);
      bot.now += 1_000;
      bot.status(command, 'NEW', 30_000);
      expect(bot.view(command)).toMatchObject({ state: 'ZOMBIE', isTerminal: false });
      expect(exposure()).toEqual({ position: 30_000, workingBuy: 70_000, workingSell: 0 });
      expect(bot.halts).toMatchObject([{ scope: 'strategy', strategy: 'alpha', rule: 'RC53' }]);
      expect(bot.cancels).toMatchObject([{ coId: command.coId, orderId: '77' }]);
      bot.status(command, 'CANCELED', 30_000);
      expect(bot.view(command)).toMatchObject({ state: 'CANCELED', isTerminal: true });
      expect(exposure()).toEqual({ position: 30_000, workingBuy: 0, workingSell: 0 });
    }
  });

  it('books a fill that comes after its end, whether its trades were complete or not', () => {
    for (const hasAllTrades of [true, false]) {
      const { bot, command, exposure } = send();
      bot.status(command, 'CANCELED', 30_000);
      if (hasAllTrades) bot.trade(command, 'T1', 30_000);
      bot.status(command, 'CANCELED', 50_000);
      expect(exposure()).toEqual({ position: 50_000, workingBuy: 0, workingSell: 0 });
      bot.trade(command, 'T1', 30_000);
      bot.trade(command, 'T2', 20_000);
      bot.trade(command, 'T1', 30_000);
      expect(bot.fills.map(({ units }) => units)).toEqual([30_000, 20_000]);
      expect(bot.kernel.listOpenOrders()).toEqual([]);
      expect(bot.halts).toEqual([]);
      bot.trade(command, 'T3', 50_000);
      expect(exposure()).toEqual({ position: THOUSAND, workingBuy: 0, workingSell: 0 });
    }
  });
});

describe('trade without a quantity or a price', () => {
  it.each([
    [0, 110_010],
    [-40_000, 110_010],
    [40_000, 0],
    [40_000, -110_010],
  ])('is not booked and halts everything: %i at %i', (units, ticks) => {
    const { bot, command } = send();
    bot.status(command, 'NEW');
    bot.trade(command, 'T1', units, ticks);
    expect(bot.fills).toEqual([]);
    const reason = 'trade T1 has no quantity or no price';
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC46', reason }]);
    bot.trade(command, 'T2', 1, 1);
    expect(bot.fills).toMatchObject([{ tradeId: 'T2', units: 1, priceTicks: 1 }]);
  });
});

describe('fill that the venue reports and then denies', () => {
  /** One that works was said to be filled twice over, and ends with nothing filled. */
  function deny(endUnits = 0) {
    const sent = send();
    const { bot, command } = sent;
    bot.status(command, 'NEW');
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    bot.status(command, 'CANCELED', endUnits);
    return sent;
  }
  /** Answers to queries of its trades, five seconds apart. */
  function ask({ bot, command }: ReturnType<typeof send>, times: number) {
    for (let time = 0; time < times; time++) {
      const about = { subject: 'trades', key: command.coId, outcome: 'unchanged' } as const;
      bot.event({ type: 'poll', ...about, status: 200, message: '' });
      bot.wait(5 * SECOND);
    }
  }
  const ofContest = (bot: Bot) => bot.alerts.filter(({ rule }) => rule === 'RC49');
  const bothCount = { position: 40_000, workingBuy: 0, workingSell: 40_000 };

  it('counts both ways in an alert with its order’s name until its trades decide', () => {
    const { bot, command, exposure } = deny();
    expect(exposure()).toEqual(bothCount);
    expect(ofContest(bot)).toMatchObject([{ level: 'warn', symbol: 'EUR/USD' }]);
    expect(ofContest(bot)[0]?.text).toBe(
      `order ${command.coId}: the venue reported 400 EUR filled and later only 0; no trade shows ` +
        'the other 400: limits count this part both as filled and as not, until trades show ' +
        'which is true',
    );
    bot.status(command, 'CANCELED', 0);
    expect(ofContest(bot)).toHaveLength(1);
    expect(bot.kernel.listOpenOrders()).toHaveLength(1);
  });

  it('is reverted when no trade of it is found for thirty seconds', () => {
    const sent = deny();
    const { bot, command, exposure } = sent;
    ask(sent, 6);
    expect(exposure()).toEqual(bothCount);
    ask(sent, 1);
    expect(exposure()).toEqual({ position: 0, workingBuy: 0, workingSell: 0 });
    expect(bot.busts).toMatchObject([{ coId: command.coId, units: 40_000 }]);
    expect(ofContest(bot)[1]).toMatchObject({ level: 'page' });
    expect(ofContest(bot)[1]?.text).toMatch(
      /7 queries over 30s found none either: the provisional/,
    );
    expect(bot.alerts.filter(({ rule }) => rule === 'RC50')).toMatchObject([
      { text: `the venue denied a fill that it had reported of ${command.coId}` },
    ]);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
    // A trade of it comes after all.
    bot.trade(command, 'T1', 40_000);
    expect(exposure()).toMatchObject({ position: 40_000 });
  });

  it('stands while queries fail, or return no trades too rarely or too briefly', () => {
    const sent = deny();
    const { bot, command, exposure } = sent;
    const about = { subject: 'trades', key: command.coId, outcome: 'failed' } as const;
    for (let time = 0; time < 20; time++) {
      bot.event({ type: 'poll', ...about, status: 0, message: '' });
      bot.wait(5 * SECOND);
    }
    ask(sent, 1);
    bot.wait(60 * SECOND);
    ask(sent, 3);
    expect(exposure()).toEqual(bothCount);
    expect(bot.busts).toEqual([]);
  });

  it('stands as far as a trade proves it', () => {
    const sent = deny(10_000);
    const { bot, command, exposure } = sent;
    expect(exposure()).toMatchObject({ workingSell: 30_000 });
    bot.trade(command, 'T1', 25_000);
    expect(exposure()).toEqual({ position: 40_000, workingBuy: 0, workingSell: 15_000 });
    ask(sent, 7);
    expect(exposure()).toEqual({ position: 25_000, workingBuy: 0, workingSell: 0 });
  });

  it('is not assumed where its trades are known or an older report has less', () => {
    const { bot, command, exposure } = send();
    bot.trade(command, 'T1', 40_000);
    bot.status(command, 'CANCELED', 0);
    expect(exposure()).toEqual({ position: 40_000, workingBuy: 0, workingSell: 0 });
    expect(ofContest(bot)).toEqual([]);
  });

  it('is recognised in a later report of an ended order too', () => {
    const sent = send();
    const { bot, command, exposure } = sent;
    bot.status(command, 'CANCELED', 40_000);
    bot.wait(31 * SECOND);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
    bot.status(command, 'CANCELED', 0);
    expect(exposure()).toEqual(bothCount);
    ask(sent, 7);
    expect(exposure()).toEqual({ position: 0, workingBuy: 0, workingSell: 0 });
  });

  it('stands as far as a trade after its provisional fill proves it', () => {
    const sent = deny();
    const { bot, command, exposure } = sent;
    bot.wait(3 * SECOND);
    bot.trade(command, 'T1', 25_000);
    expect(exposure()).toEqual({ position: 40_000, workingBuy: 0, workingSell: 15_000 });
    bot.trade(command, 'T2', 15_000);
    expect(exposure()).toEqual({ position: 40_000, workingBuy: 0, workingSell: 0 });
    bot.wait(31 * SECOND);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
  });

  it('counts both ways together with the fill of a later report', () => {
    const { bot, command, exposure } = deny();
    bot.wait(SECOND);
    bot.status(command, 'PARTIALLY_FILLED', 60_000);
    expect(exposure()).toEqual({ position: 60_000, workingBuy: 40_000, workingSell: 60_000 });
    bot.status(command, 'CANCELED', 60_000);
    expect(exposure()).toEqual({ position: 60_000, workingBuy: 0, workingSell: 0 });
  });

  it('is reverted again where the venue reports more and denies that too', () => {
    const sent = deny();
    const { bot, command, exposure } = sent;
    ask(sent, 7);
    bot.status(command, 'CANCELED', 60_000);
    bot.wait(3 * SECOND);
    expect(exposure()).toMatchObject({ position: 20_000 });
    bot.status(command, 'CANCELED', 0);
    ask(sent, 7);
    expect(exposure()).toEqual({ position: 0, workingBuy: 0, workingSell: 0 });
    expect(bot.busts.map(({ units }) => units)).toEqual([40_000, 20_000]);
  });

  it('is not assumed when an end leaves out the filled quantity', () => {
    const { bot, command, exposure } = send();
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    bot.status(command, 'CANCELED', 0, { lacksFilled: true });
    expect(exposure()).toEqual({ position: 40_000, workingBuy: 0, workingSell: 0 });
    bot.wait(31 * SECOND);
    bot.status(command, 'CANCELED', 0, { lacksFilled: true, transactAt: bot.now });
    expect(exposure()).toEqual({ position: 40_000, workingBuy: 0, workingSell: 0 });
    expect(ofContest(bot)).toEqual([]);
  });

  it('stays undecided over a restart and in a replay', () => {
    const sent = deny();
    ask(sent, 3);
    const snapshot = sent.bot.kernel.snapshot();
    expect(snapshot.orders).toMatchObject([
      { contest: { endUnits: 0, units: 40_000, denials: 3 } },
    ]);
    expect(replayJournal(sent.bot.foldSetup, sent.bot.records)).toEqual(snapshot);
    const bot = new Bot({ hands: ['alpha', 'probe'], restored: snapshot, epoch: 2 }).warmUp();
    expect(bot.exposure('probe')).toEqual(bothCount);
    bot.now = sent.bot.now;
    ask({ ...sent, bot }, 4);
    expect(bot.exposure('probe')).toEqual({ position: 0, workingBuy: 0, workingSell: 0 });
  });
});

it('order that the egress check refuses is reported like a refusal of the gate', () => {
  const { bot, command } = send();
  const breach = { rule: 'RC72', message: 'too old', limit: 500_000, value: 600_000 };
  const event = { type: 'egress', coId: command.coId, kind: 'place', breach } as const;
  bot.event({ ...event, reason: 'RC72: too old' });
  expect(bot.view(command)).toMatchObject({ state: 'ABANDONED', reason: 'RC72: too old' });
  expect(bot.refusals.at(-1)).toMatchObject({
    ...{ ...breach, distance: 100_000, strategy: 'alpha', symbol: 'EUR/USD' },
    ...{ intentId: command.intentId, limitsVersion: 'test', rate: {} },
  });
  bot.answer(command, 'not-sent', { status: 0, message: 'turned back' });
  expect(bot.view(command).reason).toBe('RC72: too old');
  expect(bot.refusals).toHaveLength(1);
});

const RESTING = { timeInForce: 'GTT', expirySeconds: 60, price: 1.0999 } as const;

describe('order that failed', () => {
  it('is accounted for once, however often its trades are reported', () => {
    const bot = new Bot({ policy: unwrap(parsePolicy({ file: 'p.yaml', text: LENIENT_TEXT })) });
    bot.calibrate().warmUp();
    const command = bot.mustPlace(RESTING);
    bot.answer(command, 'accepted', { status: 202, orderId: '77' });
    bot.status(command, 'FAILED', 40_000);
    const reported = { subject: 'trades', key: command.coId, outcome: 'unchanged' } as const;
    for (const status of [200, 200]) {
      bot.event({ type: 'poll', ...reported, status, message: '' });
    }
    expect(bot.exposure('alpha')).toMatchObject({ position: 40_000, workingBuy: 0 });
  });
});

describe('order whose booked trade ids were dropped', () => {
  /** Partly filled by a run before, with the names of its trades forgotten. */
  const open = () => {
    const bot = new Bot().calibrate().warmUp();
    const command = bot.mustPlace(RESTING);
    bot.answer(command, 'accepted', { status: 202, orderId: '77' });
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    bot.trade(command, 'T1', 40_000);
    const snapshot = bot.kernel.snapshot();
    const orders = snapshot.orders.map((one) => ({ ...one, tradeIds: [], hasLostMarks: true }));
    const options = { restored: { ...snapshot, orders }, epoch: 2, startAt: bot.now + SECOND };
    return { command, next: new Bot(options).calibrate().warmUp() };
  };
  const say = (bot: Bot, { coId, priceTicks }: PlaceCommand, isResent: boolean) => {
    const trade = { coId, orderId: '77', tradeId: 'T1', units: 40_000, priceTicks, isResent };
    bot.event({ type: 'trade', ...trade, executedAt: bot.now });
  };

  it('takes a repeated trade for one of those', () => {
    const { command, next } = open();
    say(next, command, true);
    expect(next.halts).toEqual([]);
    expect(next.kernel.snapshot().positions).toMatchObject([{ units: 40_000 }]);
  });

  it('halts everything on a trade that may be new', () => {
    const { command, next } = open();
    say(next, command, false);
    expect(next.halts).toMatchObject([{ scope: 'all', rule: 'RC46' }]);
    expect(next.kernel.snapshot().positions).toMatchObject([{ units: 40_000 }]);
  });
});

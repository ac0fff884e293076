// Two venue orders under one coId (fault V25): everything halts, both count, both are cancelled.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { replayJournal } from '../../../src/kernel/index.js';
import { Bot, THOUSAND } from '../harness.js';

/** A bot that is warm and has one order at the venue, there called 77. */
function begin(order: Parameters<Bot['mustPlace']>[0] = {}) {
  const bot = new Bot().warmUp().calibrate();
  const command = bot.mustPlace(order);
  bot.answer(command, 'accepted', { orderId: '77' });
  const trade = (orderId: string, tradeId: string, units: number) => {
    const { coId, priceTicks } = command;
    const about = { coId, orderId, tradeId, units, priceTicks } as const;
    bot.event({ type: 'trade', ...about, executedAt: bot.now });
  };
  const expectFolded = () => {
    expect(replayJournal(bot.foldSetup, bot.records)).toEqual(bot.kernel.snapshot());
  };
  const exposure = () => {
    const { buy: workingBuy, sell: workingSell } = bot.kernel.listAtWork().reserved[0]!;
    return { position: bot.kernel.snapshot().positions[0]?.units ?? 0, workingBuy, workingSell };
  };
  return { bot, command, trade, expectFolded, exposure };
}

const HALTED = [{ scope: 'all', rule: 'RC48' }];

describe('duplicate order under one coId', () => {
  it('halts everything, counts in full, and both orders are cancelled by their venue ids', () => {
    const { bot, command, expectFolded, exposure } = begin();
    bot.status(command, 'NEW');
    expect(bot.halts).toEqual([]);
    bot.status(command, 'NEW', 0, { orderId: '78' });
    const { coId } = command;
    const reason = `the venue has a second order of coId ${coId}: 78 besides 77`;
    expect(bot.halts).toMatchObject([{ ...HALTED[0], strategy: '', reason }]);
    expect(exposure()).toEqual({ position: 0, workingBuy: 2 * THOUSAND, workingSell: 0 });
    const taken = { takenUnits: THOUSAND, doubledUnits: THOUSAND, isSettled: false };
    expect(bot.kernel.findConsumption(coId)).toMatchObject(taken);
    expect(bot.kernel.listDoubled()).toEqual([coId]);
    const cancels = bot.cancels.map((cancel) => [cancel.coId, cancel.orderId]);
    expect(cancels).toEqual([
      [coId, '77'],
      [coId, '78'],
    ]);
    expect(bot.kernel.listOpenOrders()).toMatchObject([
      { coId, orderId: '77' },
      { coId, orderId: '78' },
    ]);
    expectFolded();
  });

  it('is cancelled again by its own id, and its faults are evaluated separately', () => {
    const { bot, command } = begin();
    const { coId } = command;
    bot.status(command, 'NEW');
    bot.status(command, 'NEW', 0, { orderId: '78' });
    const answer = (orderId: string, status: number) => {
      const rest = { status, code: '', message: '', orderId };
      bot.event({ type: 'send-result', kind: 'cancel', coId, ...rest });
    };
    const listFaults = () => bot.kernel.snapshot().orders.filter(({ cancelFault }) => cancelFault);
    for (const orderId of ['77', '78']) answer(orderId, 502);
    expect(listFaults()).toHaveLength(2);
    for (const orderId of ['77', '78']) answer(orderId, 202);
    bot.wait(30 * SECOND);
    expect(listFaults()).toEqual([]);
    expect(bot.cancels.slice(2).map(({ orderId }) => orderId)).toEqual(['77', '78']);
  });

  it('fills and ends independently of the first order, with each trade booked once', () => {
    const { bot, command, trade, expectFolded, exposure } = begin();
    bot.status(command, 'PARTIALLY_FILLED', 30_000);
    bot.status(command, 'FILLED', THOUSAND, { orderId: '78' });
    for (let times = 0; times < 2; times++) {
      trade('78', 'T2', THOUSAND);
      trade('77', 'T1', 30_000);
    }
    expect(exposure()).toEqual({
      position: THOUSAND + 30_000,
      workingBuy: THOUSAND - 30_000,
      workingSell: 0,
    });
    bot.status(command, 'CANCELED', 30_000);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
    expect(exposure()).toEqual({ position: THOUSAND + 30_000, workingBuy: 0, workingSell: 0 });
    expect(bot.fills.map(({ units }) => units)).toEqual([THOUSAND, 30_000]);
    expect(bot.halts).toMatchObject(HALTED);
    expect(bot.view(command)).toMatchObject({ orderId: '77', state: 'CANCELED' });
    expectFolded();
  });

  it.each(['order', 'trade'] as const)(
    'is detected by its %s after the first order has long been closed',
    (by) => {
      const { bot, command, trade, expectFolded, exposure } = begin();
      bot.status(command, 'FILLED', THOUSAND);
      trade('77', 'T1', THOUSAND);
      expect(bot.kernel.listOpenOrders()).toEqual([]);
      if (by === 'order') bot.status(command, 'NEW', 0, { orderId: '78' });
      else trade('78', 'T2', 40_000);
      expect(bot.halts).toMatchObject(HALTED);
      const filled = by === 'order' ? 0 : 40_000;
      expect(exposure()).toEqual({
        position: THOUSAND + filled,
        workingBuy: THOUSAND - filled,
        workingSell: 0,
      });
      expect(bot.cancels).toMatchObject([{ orderId: '78' }]);
      bot.status(command, 'CANCELED', filled, { orderId: '78' });
      // What is heard of the first one again is no news.
      bot.status(command, 'FILLED', THOUSAND);
      trade('77', 'T1', THOUSAND);
      expect(bot.kernel.listOpenOrders()).toEqual([]);
      expect(exposure().position).toBe(THOUSAND + filled);
      expectFolded();
    },
  );

  it('is detected by a late answer to the submit', () => {
    const { bot, command, exposure } = begin();
    bot.answer(command, 'accepted', { orderId: '78' });
    expect(bot.halts).toMatchObject(HALTED);
    expect(exposure().workingBuy).toBe(2 * THOUSAND);
  });

  it('is cancelled again until it has ended, under the halt that it caused', () => {
    const { bot, command } = begin();
    bot.status(command, 'NEW', 0, { orderId: '78' });
    bot.wait(5_000_000);
    expect(bot.cancels.map(({ orderId }) => orderId)).toEqual(['77', '78', '77', '78']);
    bot.status(command, 'CANCELED');
    bot.wait(5_000_000);
    expect(bot.cancels.slice(4).map(({ orderId }) => orderId)).toEqual(['78']);
  });

  it('is known to the next run after its end, so that its trade can be busted', () => {
    const { bot, command, trade } = begin();
    trade('78', 'T2', command.units);
    bot.status(command, 'FILLED', command.units, { orderId: '78' });
    bot.status(command, 'CANCELED');
    const { kept } = bot.kernel.snapshot();
    expect(kept).toMatchObject([{ orderId: '78', isDouble: true }]);
    const restored = bot.kernel.snapshot();
    const next = new Bot({ epoch: 2, startAt: bot.now, restored });
    expect(next.kernel.snapshot().kept).toEqual(kept);
    const { coId, priceTicks, units } = command;
    next.event({ type: 'bust', coId, tradeId: 'T2', units, priceTicks });
    expect(next.kernel.snapshot().positions).toEqual([]);
  });

  it('counts in the next run, and its trade can be busted', () => {
    const { bot, command, trade } = begin();
    trade('78', 'T2', 40_000);
    const restored = bot.kernel.snapshot();
    const next = new Bot({ epoch: 2, startAt: bot.now, restored });
    expect(next.kernel.listOpenOrders()).toMatchObject([{ orderId: '77' }, { orderId: '78' }]);
    expect(next.kernel.snapshot().orders).toMatchObject([{}, { isDouble: true }]);
    const { coId, priceTicks } = command;
    const position = () => next.kernel.snapshot().positions.map(({ units }) => units);
    expect(position()).toEqual([40_000]);
    next.event({ type: 'bust', coId, tradeId: 'T2', units: 40_000, priceTicks });
    expect(position()).toEqual([]);
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

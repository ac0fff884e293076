// Orders of a previous run: what the next run knows of them, and what it does about them.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import type { PlaceCommand } from '../../../src/domain/orders/index.js';
import { replayJournal } from '../../../src/kernel/index.js';
import { Bot, type BotOptions } from '../../kernel/harness.js';
import { policyWith } from '../../kernel/policy-with.js';

/** The run after, which has everything from the snapshot. */
function restart(bot: Bot, options: ConstructorParameters<typeof Bot>[0] = {}): Bot {
  const restored = bot.kernel.snapshot();
  const hands = ['alpha', 'probe'] as const;
  return new Bot({ hands: [...hands], restored, epoch: 2, startAt: bot.now + SECOND, ...options });
}

it('own orders that a serious error froze are left untouched by the next start too', () => {
  const frozen = policyWith('onSeriousError: cancel', 'onSeriousError: freeze');
  for (const policy of [undefined, frozen]) {
    const setup = policy === undefined ? {} : { policy };
    const bot = new Bot({ hands: ['alpha', 'probe'], ...setup }).warmUp();
    const command = bot.mustPlace({ timeInForce: 'GTT', expirySeconds: 300 });
    bot.status(command, 'NEW');
    const failed = { type: 'poll', subject: 'rate', key: 'EUR/USD', outcome: 'failed' } as const;
    bot.event({ ...failed, status: 500, message: '' });
    const next = restart(bot, setup);
    const halt = bot.halts[0]!;
    next.event({ type: 'recovery', step: 'halt', reason: 'holds', halt });
    next.event({ type: 'recovery', step: 'cancel', reason: 'open under a halt' });
    next.wait(20 * SECOND);
    expect(next.cancels.length > 0).toBe(policy === undefined);
    next.event({ type: 'operator', action: 'halt', reason: 'by hand' });
    expect(next.cancels.length).toBeGreaterThan(0);
  }
});

it('GTT order of the previous run is overdue by the time of its last report', () => {
  const bot = new Bot().warmUp();
  const command = bot.mustPlace({ price: 1.099, timeInForce: 'GTT', expirySeconds: 60 });
  bot.answer(command, 'accepted', { orderId: '77' });
  bot.status(command, 'NEW');
  const since = bot.now;
  bot.wait(50 * SECOND);
  const next = new Bot({ restored: bot.kernel.snapshot(), epoch: 2, startAt: bot.now }).warmUp();
  next.status(command, 'NEW');
  next.wait(20 * SECOND);
  const overdue = next.alerts.filter(({ rule }) => rule === 'RC66').map(({ at }) => at - since);
  expect(overdue).toEqual([65 * SECOND]);
});

const RESTING = { timeInForce: 'GTT', expirySeconds: 60, price: 1.0999 } as const;

describe('order whose sending never started', () => {
  it('is abandoned by the next run, because the venue cannot have it', () => {
    const bot = new Bot().warmUp();
    const command = bot.mustPlace(RESTING);
    const records = bot.records.filter(({ type }) => type !== 'send-start');
    const restored = replayJournal(bot.foldSetup, records);
    expect(restored.orders).toMatchObject([{ coId: command.coId, state: 'JOURNALED' }]);
    const next = new Bot({ restored, epoch: 2, startAt: bot.now + SECOND });
    expect(next.orders).toMatchObject([
      { coId: command.coId, state: 'ABANDONED', reason: 'it was never sent' },
    ]);
    expect(next.kernel.listOpenOrders()).toEqual([]);
  });
});

describe('orders of a strategy that no longer exists', () => {
  it('share one place for its name, in the next run and the one after', () => {
    const bot = new Bot({ hands: ['alpha', 'beta'] }).warmUp();
    const placed = [bot.mustPlace(RESTING, 'beta'), bot.mustPlace(RESTING, 'beta')];
    for (const command of placed) bot.answer(command, 'accepted', { status: 202 });
    const restored = bot.kernel.snapshot();
    const next = new Bot({ restored, epoch: 2, startAt: bot.now + SECOND });
    expect(next.kernel.snapshot().orders).toMatchObject(
      placed.map(({ coId }) => ({ coId, strategy: 'beta', state: 'UNKNOWN' })),
    );
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

/** The run after. */
function restartAfter(before: Bot, options: BotOptions = {}): Bot {
  const restored = before.kernel.snapshot();
  return new Bot({ restored, epoch: 2, startAt: before.now + SECOND, ...options }).calibrate();
}

function report(bot: Bot, { coId, priceTicks }: PlaceCommand, orderId: string, more: object = {}) {
  const facts = { tradeId: 'T1', units: 40_000, executedAt: bot.now };
  bot.event({ type: 'trade', coId, orderId, priceTicks, ...facts, ...more });
}

describe('order of the previous run', () => {
  it('that was partly filled is PARTIAL when it is resolved as live', () => {
    const { bot, command } = sendOrder();
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    const next = restartAfter(bot);
    const { coId } = command;
    expect(next.kernel.findConsumption(coId)?.state).toBe('UNKNOWN');
    const text = { as: 'live', by: 'ann', reason: 'asked the desk', hasVenueWord: true } as const;
    next.event({ type: 'resolve', coId, ...text });
    expect(next.view(command)).toMatchObject({ state: 'PARTIAL', filledUnits: 40_000 });
  });

  it('takes its venue id from a trade that is reported again', () => {
    const { bot, command } = sendOrder({}, '');
    report(bot, command, '');
    const next = restartAfter(bot);
    report(next, command, '88');
    expect(next.kernel.listOpenOrders()).toMatchObject([{ orderId: '88', isUnknown: false }]);
    expect(next.fills).toEqual([]);
  });

  it('that failed without a reason is explained in time, or halts everything', () => {
    for (const reason of ['', 'NoLiquidity']) {
      const { bot, command } = sendOrder();
      bot.status(command, 'FAILED');
      const next = restartAfter(bot);
      if (reason !== '') next.status(command, 'FAILED', 0, { reason });
      next.wait(61 * SECOND);
      const halted = { scope: 'all', rule: 'RC52' };
      expect(next.halts).toMatchObject(reason === '' ? [halted] : []);
    }
  });
});

// Evidence of the venue on an order, weighed: defects that the model of an order's life found.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { replayJournal } from '../../../src/kernel/index.js';
import { Bot, type BotOptions, THOUSAND } from '../../kernel/harness.js';

function send(order: Parameters<Bot['mustPlace']>[0] = {}, options: BotOptions = {}) {
  const bot = new Bot({ hands: ['alpha', 'probe'], ...options }).warmUp().calibrate();
  const command = bot.mustPlace(order);
  return { bot, command, state: () => bot.view(command).state };
}

const trade = (bot: Bot, coId: string, more: object = {}) =>
  bot.event({
    ...{ type: 'trade', coId, orderId: '77', tradeId: 'T1', units: 40_000, priceTicks: 110_000 },
    executedAt: bot.now,
    ...more,
  });

describe('order of unknown outcome', () => {
  it('is found by a trade that was known before, and probed by its venue id', () => {
    const { bot, command, state } = send();
    trade(bot, command.coId);
    expect(state()).toBe('PARTIAL');
    const options = { restored: replayJournal(bot.foldSetup, bot.records), epoch: 2 };
    const next = new Bot({ ...options, hands: ['alpha', 'probe'], startAt: bot.now }).warmUp();
    expect(next.kernel.listOpenOrders()).toMatchObject([{ isUnknown: true, orderId: '77' }]);
    trade(next, command.coId);
    expect(next.kernel.listOpenOrders()).toMatchObject([{ isUnknown: false }]);
    expect(next.fills).toEqual([]);
  });

  it('is found alive although a trade was booked before its reported end', () => {
    const { bot, command } = send();
    trade(bot, command.coId);
    bot.status(command, 'CANCELED', 40_000);
    bot.now += 1_000;
    bot.status(command, 'NEW', 40_000);
    const options = { restored: replayJournal(bot.foldSetup, bot.records), epoch: 2 };
    const next = new Bot({ ...options, hands: ['alpha', 'probe'], startAt: bot.now }).warmUp();
    expect(next.kernel.listOpenOrders()).toMatchObject([{ isUnknown: true }]);
    trade(next, command.coId);
    expect(next.kernel.listOpenOrders()).toMatchObject([{ isUnknown: false }]);
    expect(next.fills).toEqual([]);
  });

  it('is not probably rejected once the position has moved', () => {
    const { bot, command, state } = send();
    bot.answer(command, 'weak', { status: 400 });
    bot.event({ type: 'position', symbol: 'EUR/USD', units: THOUSAND, baseline: 0 });
    bot.readEmpty(command);
    bot.event({ type: 'position', symbol: 'EUR/USD', units: 0, baseline: 0 });
    bot.now += 10 * SECOND;
    for (let i = 0; i < 4; i++) bot.readEmpty(command);
    expect(state()).toBe('QUARANTINED');
  });
});

describe('DuplicateOrder', () => {
  const again = (outcome: 'dns' | 'who-are-you') => {
    const { bot, command, state } = send();
    const rest = { code: '', message: '', orderId: '', kind: 'place', coId: command.coId } as const;
    if (outcome === 'dns') {
      bot.event({ type: 'send-result', status: 0, transport: 'dns', ...rest });
      bot.wait(SECOND);
    } else {
      bot.event({ type: 'send-result', status: 401, ...rest });
      const login = { subject: 'login', outcome: 'unchanged', status: 200, message: '' } as const;
      bot.event({ type: 'poll', key: '', ...login });
    }
    expect(bot.placed.map(({ attempt }) => attempt)).toEqual([1, 2]);
    bot.answer(command, 'duplicate', { resent: true });
    return { bot, state };
  };

  it('to the first attempt that was sent is a collision, although it is the second attempt', () => {
    const { bot, state } = again('dns');
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC39' }]);
    expect(state()).toBe('UNKNOWN');
  });

  it('after an attempt that was answered halts nothing', () => {
    expect(again('who-are-you').bot.halts).toEqual([]);
  });
});

describe('fill after the cancel', () => {
  const cancel = () => {
    const sent = send();
    sent.bot.status(sent.command, 'CANCELED', 0);
    return sent;
  };

  it('by a trade makes the order a ZOMBIE unless it was executed before', () => {
    const late = cancel();
    trade(late.bot, late.command.coId);
    expect(late.state()).toBe('CANCELED');
    expect(late.bot.halts).toEqual([]);
    const { bot, command, state } = cancel();
    trade(bot, command.coId, { executedAt: bot.now + 1 });
    expect(state()).toBe('ZOMBIE');
    const said =
      `order ${command.coId} is alive at the venue although it was closed: ` +
      'the venue reports its trade';
    const reason = expect.stringContaining(said) as string;
    expect(bot.halts).toMatchObject([{ scope: 'strategy', rule: 'RC53', reason }]);
    expect(bot.cancels).toHaveLength(1);
  });

  it('by the order’s report halts its strategy', () => {
    const { bot, command, state } = cancel();
    bot.status(command, 'CANCELED', 40_000, { transactAt: bot.now + 1 });
    expect(state()).toBe('CANCELED');
    expect(bot.halts).toMatchObject([{ scope: 'strategy', rule: 'RC53' }]);
  });
});

describe('cancel', () => {
  it('that was never written is sent again', () => {
    const { bot, command } = send({ timeInForce: 'GTT', expirySeconds: 60 });
    bot.status(command, 'NEW');
    const { intentId, coId } = command;
    bot.act('alpha', (ctx) => {
      ctx.cancel(intentId);
    });
    const unsent = { status: 0, transport: 'dns', code: '', message: '', orderId: '' } as const;
    bot.event({ type: 'send-result', kind: 'cancel', coId, ...unsent });
    expect(bot.cancels).toHaveLength(1);
    bot.wait(30 * SECOND);
    expect(bot.cancels).toHaveLength(2);
  });
});

describe('prices and terms', () => {
  it('average price beyond the limit halts everything, also of a closed order', () => {
    const { bot, command } = send();
    bot.status(command, 'PARTIALLY_FILLED', 40_000, { averageTicks: command.priceTicks + 0.5 });
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC46' }]);
    const ended = send();
    ended.bot.status(ended.command, 'CANCELED', 0);
    ended.bot.status(ended.command, 'CANCELED', 0, { averageTicks: 120_000 });
    expect(ended.bot.halts).toMatchObject([{ scope: 'all', rule: 'RC46' }]);
  });

  it.each([{ symbol: 'USD/JPY' }, { symbol: 'EUR/USD', side: 'Sell' }])(
    'trade of %o under its coId is booked nowhere and halts everything',
    (other) => {
      const { bot, command } = send();
      trade(bot, command.coId, other);
      expect(bot.fills).toEqual([]);
      expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC46' }]);
    },
  );

  it('other terms of a closed order halt everything', () => {
    const { bot, command } = send();
    bot.status(command, 'CANCELED', 0);
    bot.status(command, 'CANCELED', 0, { units: THOUSAND + 1 });
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC48' }]);
  });

  it('reported end of an order that was never sent halts everything', () => {
    const { bot, command, state } = send();
    bot.event({ type: 'egress', kind: 'place', coId: command.coId, reason: 'a test' });
    bot.status(command, 'CANCELED', 0);
    const reason = expect.stringMatching(
      `^Weir never sent order ${command.coId}, but the venue has it: `,
    ) as string;
    const all = { scope: 'all', strategy: '', rule: 'RC48', reason };
    expect(bot.halts).toMatchObject([{ scope: 'strategy' }, all]);
    expect(state()).toBe('CANCELED');
  });
});

describe('provisional fill', () => {
  it('is booked two seconds after the fill rose, whatever else is pending', () => {
    const { bot, command } = send();
    const other = bot.mustPlace({ side: 'Sell', price: 1.1 });
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    bot.now += SECOND;
    bot.status(other, 'PARTIALLY_FILLED', 50_000);
    bot.wait(SECOND);
    expect(bot.fills.map(({ units }) => units)).toEqual([40_000]);
    bot.wait(SECOND - 1);
    expect(bot.fills).toHaveLength(1);
    bot.wait(1);
    expect(bot.fills.map(({ units }) => units)).toEqual([40_000, 50_000]);
  });

  it('of a closed order has the average price', () => {
    const { bot, command } = send();
    const averageTicks = 110_000;
    bot.status(command, 'CANCELED', 40_000, { averageTicks });
    trade(bot, command.coId);
    bot.status(command, 'CANCELED', 60_000, { averageTicks });
    bot.wait(2 * SECOND);
    const booked = bot.fills.map(({ units, priceTicks }) => [units, priceTicks]);
    expect(booked).toEqual([
      [40_000, 110_000],
      [20_000, 110_000],
    ]);
    expect(bot.halts).toEqual([]);
  });

  it('is still due after a restart', () => {
    const { bot, command } = send();
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    const options = { restored: replayJournal(bot.foldSetup, bot.records), epoch: 2 };
    const next = new Bot({ ...options, hands: ['alpha', 'probe'], startAt: bot.now });
    next.wait(2 * SECOND);
    expect(next.fills.map(({ units }) => units)).toEqual([40_000]);
  });
});

describe('duplicate venue orders of one coId', () => {
  it('halt everything after a restart too, closed or not, and are both named', () => {
    for (const isEnded of [true, false]) {
      const { bot, command } = send();
      bot.status(command, isEnded ? 'CANCELED' : 'NEW', 0);
      const options = { restored: replayJournal(bot.foldSetup, bot.records), epoch: 2 };
      const next = new Bot({ ...options, hands: ['alpha', 'probe'], startAt: bot.now });
      next.now += SECOND;
      next.status(command, 'NEW', 0, { orderId: '78' });
      expect(next.halts).toMatchObject([{ scope: 'all', rule: 'RC48' }]);
      expect(next.halts[0]?.reason).toContain(`second order of coId ${command.coId}: 78 besides`);
      expect(next.cancels.map(({ orderId }) => orderId)).toContain('78');
      const buy = isEnded ? THOUSAND : 2 * THOUSAND;
      expect(next.kernel.listAtWork().reserved[0]).toMatchObject({ buy });
      const named = next.halts[0]?.reason ?? '';
      expect(named).toContain(isEnded ? 'besides the first' : 'besides 77');
    }
  });
});

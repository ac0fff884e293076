// Orders whose end leaves something open, and changed trades of those that work.
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../src/domain/index.js';
import { Bot, THOUSAND } from '../../kernel/harness.js';
import { policyWith } from '../../kernel/policy-with.js';

type As = 'lost' | 'live' | 'filled';

function resolve(bot: Bot, coId: string, as: As, hasVenueWord = false): void {
  bot.event({ type: 'resolve', coId, as, by: 'ann', reason: 'asked the desk', hasVenueWord });
}

/** The run after, which has everything from the snapshot. */
function restart(bot: Bot, options: ConstructorParameters<typeof Bot>[0] = {}): Bot {
  const restored = bot.kernel.snapshot();
  const hands = ['alpha', 'probe'] as const;
  return new Bot({ hands: [...hands], restored, epoch: 2, startAt: bot.now + SECOND, ...options });
}

describe('resolution of the rest of an order', () => {
  const ends = [
    ['REPLACED', '', 'resolved as'],
    ['FAILED', 'NoLiquidity', 'NoLiquidity; resolved as'],
  ];

  function end([status = '', reason = '']: readonly string[] = []) {
    const bot = new Bot({ hands: ['alpha', 'probe'] }).warmUp().calibrate();
    const command = bot.mustPlace();
    bot.trade(command, 'T1', 40_000);
    bot.status(command, status, 40_000, { reason });
    return { bot, command, reserved: () => bot.exposure('probe').workingBuy };
  }

  it.each(ends)('that %s left open as lost frees the rest', (...one: readonly string[]) => {
    const { bot, command, reserved } = end(one);
    resolve(bot, command.coId, 'lost');
    expect(bot.alerts.at(-1)?.text).toContain('or --venue-confirmed');
    expect(reserved()).toBe(60_000);
    resolve(bot, command.coId, 'lost', true);
    expect(reserved()).toBe(0);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
    expect(bot.view(command)).toMatchObject({ state: one[0], reason: `${one[2]} lost by ann` });
    expect(bot.exposure('probe').position).toBe(40_000);
  });

  it.each(ends)(
    'that %s left open as lost is accepted once the horizon is over',
    (...one: readonly string[]) => {
      const { bot, command, reserved } = end(one);
      bot.wait(MINUTE);
      resolve(bot, command.coId, 'lost');
      expect(reserved()).toBe(0);
    },
  );

  it.each(ends)(
    'that %s left open as filled is accepted, as live is refused',
    (...one: readonly string[]) => {
      const { bot, command, reserved } = end(one);
      resolve(bot, command.coId, 'live', true);
      const text = `the order ended as ${one[0]}: resolve its rest as lost or filled`;
      expect(bot.alerts.at(-1)?.text).toContain(text);
      resolve(bot, command.coId, 'filled');
      expect([reserved(), bot.exposure('probe').position]).toEqual([0, THOUSAND]);
      expect(bot.view(command)).toMatchObject({
        state: 'FILLED',
        reason: `${one[2]} filled by ann`,
      });
      bot.trade(command, 'T2', 60_000);
      expect(bot.kernel.listOpenOrders()).toEqual([]);
      expect(bot.halts).toEqual([]);
    },
  );

  it('that failed without a reason is accepted, whether its trades are known or not', () => {
    const bot = new Bot({ hands: ['alpha', 'probe'] }).warmUp().calibrate();
    const command = bot.mustPlace();
    bot.status(command, 'FAILED');
    const key = command.coId;
    bot.event({
      type: 'poll',
      subject: 'trades',
      key,
      outcome: 'unchanged',
      status: 200,
      message: '',
    });
    expect(bot.kernel.listOpenOrders()).toMatchObject([{ coId: key, hasOpenEnd: true }]);
    resolve(bot, key, 'lost', true);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
  });

  it('is accepted in the next run at once, because the order was probed by then', () => {
    const { bot, command } = end(ends[0]);
    const next = restart(bot);
    const isDue = (as: As, hasWord: boolean) =>
      next.kernel.wouldAcceptResolution(command.coId, as, hasWord);
    expect([isDue('lost', false), isDue('lost', true), isDue('live', true)]).toEqual([
      ...[false, true, false],
    ]);
  });
});

describe('trade of a working order', () => {
  /** 40,000 of 100,000 are filled by T1, which is taken back. */
  function takeBack() {
    const bot = new Bot({ hands: ['alpha', 'probe'] }).warmUp();
    const command = bot.mustPlace({ timeInForce: 'GTT', expirySeconds: 300 });
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    bot.trade(command, 'T1', 40_000);
    const { coId } = command;
    bot.event({ type: 'bust', coId, tradeId: 'T1', units: 40_000, priceTicks: 110_010 });
    bot.wait(SECOND);
    return { bot, command, held: () => bot.exposure('probe') };
  }

  it('that is amended replaces the busted one, and the rest stays reserved in full', () => {
    const { bot, command, held } = takeBack();
    bot.trade(command, 'T2', 40_000);
    expect(held()).toMatchObject({ position: 40_000, workingBuy: 60_000 });
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    bot.trade(command, 'T3', 60_000);
    bot.status(command, 'FILLED', THOUSAND);
    expect(held()).toMatchObject({ position: THOUSAND, workingBuy: 0 });
    bot.wait(10 * SECOND);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
    expect([bot.fills.length, bot.halts]).toEqual([3, []]);
  });

  it('that is amended is complete although the order’s report shows the next fill first', () => {
    const { bot, command, held } = takeBack();
    bot.trade(command, 'T2', 40_000);
    bot.status(command, 'FILLED', THOUSAND);
    bot.trade(command, 'T3', 60_000);
    expect(held()).toMatchObject({ position: THOUSAND, workingBuy: 0 });
    bot.wait(10 * SECOND);
    expect([bot.fills.length, bot.halts]).toEqual([3, []]);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
  });

  it.each(['at once', 'after a restart'])(
    'that is new, not amended, shows in the order’s report, %s',
    (when) => {
      const { bot, command } = takeBack();
      bot.trade(command, 'T2', 40_000);
      const next = when === 'at once' ? bot : restart(bot);
      next.status(command, 'PARTIALLY_FILLED', 80_000);
      expect(next.exposure('probe')).toMatchObject({ position: 40_000, workingBuy: 20_000 });
      next.wait(10 * SECOND);
      expect(next.exposure('probe').position).toBe(40_000);
      next.status(command, 'CANCELED', 80_000);
      expect(next.exposure('probe')).toMatchObject({ position: 40_000, workingBuy: 0 });
      expect(next.halts).toEqual([]);
    },
  );
});

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

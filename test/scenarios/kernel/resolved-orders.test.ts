// An operator states what became of an order of unknown outcome.
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../src/domain/index.js';
import { Bot, THOUSAND } from '../../kernel/harness.js';
import { placeUnknown } from '../../kernel/unknown-order.js';

const full = { position: 0, workingBuy: THOUSAND, workingSell: 0 };

describe('operator’s resolution', () => {
  const resolve = (
    bot: Bot,
    coId: string,
    as: 'lost' | 'live' | 'filled',
    hasVenueWord = false,
  ) => {
    bot.event({ type: 'resolve', coId, as, by: 'ann', reason: 'asked the desk', hasVenueWord });
  };

  it('as lost is accepted after the horizon or with the venue’s written confirmation', () => {
    const early = placeUnknown();
    early.bot.now += 59 * SECOND;
    resolve(early.bot, early.command.coId, 'lost');
    expect(early.state()).toBe('UNKNOWN');
    expect(early.bot.alerts.at(-1)?.text).toContain(
      '60 s of unknown outcome, or --venue-confirmed',
    );
    expect(early.bot.alerts.at(-1)?.text).toMatch(/so far it is 59 s$/);
    resolve(early.bot, early.command.coId, 'lost', true);
    expect(early.state()).toBe('LOST');
    const late = placeUnknown();
    late.bot.now += 60 * SECOND;
    resolve(late.bot, late.command.coId, 'lost');
    expect(late.bot.view(late.command)).toMatchObject({ reason: 'resolved as lost by ann' });
  });

  it('as live makes the order work at full exposure', () => {
    const { bot, command, state, exposure } = placeUnknown();
    resolve(bot, command.coId, 'live');
    expect(state()).toBe('WORKING');
    expect(exposure()).toEqual(full);
  });

  it('as filled books the fill at the limit until its trade record comes', () => {
    const { bot, command, exposure } = placeUnknown();
    resolve(bot, command.coId, 'filled');
    expect(bot.view(command).reason).toBe('resolved as filled by ann');
    expect(exposure()).toEqual({ position: THOUSAND, workingBuy: 0, workingSell: 0 });
    bot.wait(2 * SECOND);
    expect(bot.fills).toMatchObject([{ units: THOUSAND, priceTicks: command.priceTicks }]);
    expect(bot.fills[0]?.tradeId).toBe(`provisional-${command.coId}-${THOUSAND}`);
  });

  it('from before a run is applied once a probe of this run has not found the order', () => {
    const before = placeUnknown();
    before.deny(4, 14);
    const { coId } = before.command;
    const restored = before.bot.kernel.snapshot();
    const startAt = before.bot.now;
    const bot = new Bot({ hands: ['alpha', 'probe'], epoch: 2, startAt, restored }).calibrate();
    const due = () => [
      ...[
        bot.kernel.wouldAcceptResolution(coId, 'lost', false),
        bot.kernel.wouldAcceptResolution(coId, 'lost', true),
      ],
      ...[
        bot.kernel.wouldAcceptResolution(coId, 'live', true),
        bot.kernel.wouldAcceptResolution(coId, 'filled', true),
      ],
    ];
    expect(due()).toEqual([false, false, false, false]);
    bot.now += 59 * SECOND;
    bot.readEmpty(before.command);
    expect(due()).toEqual([false, true, true, true]);
    bot.now += SECOND;
    bot.readEmpty(before.command);
    expect(due()).toEqual([true, true, true, true]);
    bot.status(before.command, 'NEW');
    expect(due()).toEqual([false, false, false, false]);
    expect(bot.kernel.wouldAcceptResolution('nobody', 'live', true)).toBe(false);
  });

  it('against complete reads requires the venue’s confirmation', () => {
    const { bot, command, deny, state } = placeUnknown();
    deny(4, 14);
    for (const as of ['live', 'filled'] as const) {
      resolve(bot, command.coId, as);
      expect(bot.kernel.wouldAcceptResolution(command.coId, as, false)).toBe(false);
    }
    expect([state(), bot.alerts.length]).toEqual(['QUARANTINED', 2]);
    expect(bot.alerts[0]?.text).toContain('the venue does not show the order');
    resolve(bot, command.coId, 'filled', true);
    expect(state()).toBe('FILLED');
  });

  it('as filled is reverted in part when no record shows the fill', () => {
    const { bot, command, deny } = placeUnknown();
    deny(4, 14);
    resolve(bot, command.coId, 'filled', true);
    bot.wait(3 * SECOND);
    expect(bot.exposure('probe').position).toBe(command.units);
    resolve(bot, command.coId, 'lost');
    expect(bot.exposure('probe').position).toBe(command.units);
    resolve(bot, command.coId, 'lost', true);
    expect(bot.exposure('probe').position).toBe(0);
    resolve(bot, command.coId, 'lost', true);
    expect(bot.exposure('probe').position).toBe(0);
    expect(bot.busts).toMatchObject([{ coId: command.coId, units: command.units }]);
  });

  it('of an order that is not unknown changes nothing', () => {
    const { bot, command, state } = placeUnknown();
    bot.status(command, 'NEW');
    resolve(bot, command.coId, 'lost', true);
    resolve(bot, 'nobody', 'filled');
    expect(state()).toBe('WORKING');
    const found = bot.alerts.map(({ text }) => text.replace(/.*found /, ''));
    expect(found).toEqual(['WORKING', 'no open order of this coId']);
  });
});

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

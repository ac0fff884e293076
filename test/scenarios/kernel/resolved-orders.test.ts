// An operator states what became of an order of unknown outcome.
import { placeUnknown } from '../../kernel/unknown-order.js';
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { Bot, THOUSAND } from '../../kernel/harness.js';

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
    expect(bot.alerts.map(({ text }) => text.replace(/.*found /, ''))).toEqual(['WORKING', 'none']);
  });
});

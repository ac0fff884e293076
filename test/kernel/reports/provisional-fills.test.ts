// Fills that are booked by their order's word: when, at what price, and what becomes of them.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { replayJournal } from '../../../src/kernel/index.js';
import { Bot } from '../harness.js';

/** An order at the venue that buys 1,000 EUR/USD at 1.10010 or better. */
function send() {
  const bot = new Bot().warmUp().calibrate();
  const command = bot.mustPlace();
  const fill = (cumUnits: number, averageTicks = 0) => {
    const more = averageTicks === 0 ? {} : { averageTicks };
    bot.status(command, 'PARTIALLY_FILLED', cumUnits, more);
  };
  return { bot, command, fill };
}

const listFills = (bot: Bot) => bot.fills.map(({ units, priceTicks }) => [units, priceTicks]);
const listProbes = (bot: Bot) => bot.asks.filter(({ what }) => what === 'trades');

function restart(bot: Bot): Bot {
  const restored = replayJournal(bot.foldSetup, bot.records);
  return new Bot({ restored, epoch: 2, startAt: bot.now });
}

describe('a fill whose record is late', () => {
  it('is waited for from its first word on, however often that is told', () => {
    const { bot, fill } = send();
    for (let second = 0; second < 30; second++) {
      fill(40_000);
      expect(bot.fills).toHaveLength(second < 2 ? 0 : 1);
      expect(listProbes(bot)).toEqual([]);
      bot.wait(SECOND);
    }
    expect(listProbes(bot)).toHaveLength(1);
    const text = 'the trade reports of 400 EUR filled have been missing for 30s';
    expect(bot.alerts.map((alert) => alert.text).join()).toContain(text);
  });

  it('that came before the word is missed by nobody', () => {
    const { bot, command, fill } = send();
    bot.trade(command, 'T1', 40_000);
    fill(40_000);
    expect(bot.kernel.snapshot().orders).toMatchObject([{ missingSince: 0, unbookedSince: 0 }]);
    bot.wait(60 * SECOND);
    expect([listProbes(bot), listFills(bot)]).toEqual([[], [[40_000, command.priceTicks]]]);
  });

  it('is waited for after a restart, beside an order that lacks none', () => {
    const { bot, fill } = send();
    const other = bot.mustPlace({ side: 'Sell', price: 1.1 });
    bot.status(other, 'NEW', 0, { orderId: '78' });
    fill(40_000);
    const next = restart(bot);
    next.wait(2 * SECOND);
    expect(next.fills.map(({ units }) => units)).toEqual([40_000]);
    next.wait(30 * SECOND);
    expect(new Set(listProbes(next).map(({ coId }) => coId))).toEqual(
      new Set([bot.placed[0]?.coId]),
    );
  });
});

describe('the price of a provisional fill', () => {
  it('is the limit where the venue tells no average', () => {
    const { bot, command, fill } = send();
    fill(40_000);
    bot.wait(2 * SECOND);
    expect(listFills(bot)).toEqual([[40_000, command.priceTicks]]);
  });

  it('is the limit where the average leaves nothing for it', () => {
    const { bot, command, fill } = send();
    bot.trade(command, 'T1', 40_000, 110_005);
    fill(50_000, 50_000);
    bot.wait(2 * SECOND);
    expect(listFills(bot)).toEqual([
      [40_000, 110_005],
      [10_000, command.priceTicks],
    ]);
  });

  it('is what the average leaves beside trades that took the place of others', () => {
    const { bot, command, fill } = send();
    fill(40_000, 110_005);
    bot.wait(2 * SECOND);
    bot.trade(command, 'T1', 40_000, 110_000);
    const text = 'a trade replaces a provisional fill';
    expect(bot.notes.filter((note) => note.text === text)).toMatchObject([
      {
        fields: {
          coId: command.coId,
          tradeId: 'T1',
          priceTicks: 110_000,
          provisionalTicks: 110_005,
        },
      },
    ]);
    expect(bot.recorded).toMatchObject([
      {
        coId: command.coId,
        tradeId: 'T1',
        units: 40_000,
        priceTicks: 110_000,
        bookedTicks: 110_005,
      },
    ]);
    fill(80_000, 110_004);
    bot.wait(2 * SECOND);
    expect(listFills(bot)).toEqual([
      [40_000, 110_005],
      [40_000, 110_008],
    ]);
    expect(bot.halts).toEqual([]);
  });
});

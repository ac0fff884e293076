// Provisional fills, booked from the order report: when, at what price, and what replaces them.
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

describe('fill whose trade record is late', () => {
  it('is booked provisionally from its first report on, however often that is repeated', () => {
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

  it('is not booked provisionally when its trade came before the report', () => {
    const { bot, command, fill } = send();
    bot.trade(command, 'T1', 40_000);
    fill(40_000);
    expect(bot.kernel.snapshot().orders).toMatchObject([{ missingSince: 0, unbookedSince: 0 }]);
    bot.wait(60 * SECOND);
    expect([listProbes(bot), listFills(bot)]).toEqual([[], [[40_000, command.priceTicks]]]);
  });

  it('is awaited after a restart, beside an order that lacks no trade', () => {
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

describe('price of a provisional fill', () => {
  it('is the limit price where the venue reports no average', () => {
    const { bot, command, fill } = send();
    fill(40_000);
    bot.wait(2 * SECOND);
    expect(listFills(bot)).toEqual([[40_000, command.priceTicks]]);
  });

  it('is the limit price where the average leaves nothing for it', () => {
    const { bot, command, fill } = send();
    bot.trade(command, 'T1', 40_000, 110_005);
    fill(50_000, 50_000);
    bot.wait(2 * SECOND);
    expect(listFills(bot)).toEqual([
      [40_000, 110_005],
      [10_000, command.priceTicks],
    ]);
  });

  it('is the remainder of the average beside trades that replaced others', () => {
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

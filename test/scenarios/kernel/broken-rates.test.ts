// A rate that lacks a side is no rate: no order leaves on the rate before it (RC18).
import { expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { Bot, EUR_USD } from '../../kernel/harness.js';

const POLL = { type: 'poll', subject: 'rate', key: 'EUR/USD', status: 200 } as const;

function start() {
  const bot = new Bot({ polled: true }).warmUp();
  const say = {
    broken: () => {
      const failed = { outcome: 'failed', isBroken: true, message: 'no offer' } as const;
      bot.event({ ...POLL, ...failed });
    },
    unchanged: () => {
      bot.event({ ...POLL, outcome: 'unchanged', message: '' });
    },
    lost: () => {
      bot.event({ ...POLL, status: 0, outcome: 'failed', message: 'no answer' });
    },
    rate: () => {
      bot.rate(EUR_USD, 110_000, 110_010);
    },
  };
  /** The rules that turn an order down now. */
  const refusedBy = () => {
    const before = bot.refusals.length;
    const order = { size: 1_000 + bot.commands.length, price: 1.1001 };
    return bot.place(order) === undefined ? bot.refusals.slice(before).map(({ rule }) => rule) : [];
  };
  return { bot, say, refusedBy };
}

it.each(['rate', 'unchanged'] as const)(
  'order on a rate without a side is refused at once, until the next %s',
  (good) => {
    const { bot, say, refusedBy } = start();
    expect(refusedBy()).toEqual([]);
    say.broken();
    expect(refusedBy()).toContain('RC18');
    expect(bot.refusals.at(-1)?.message).toContain('found a one-sided rate');
    say.lost();
    expect(refusedBy()).toContain('RC18');
    say[good]();
    expect(refusedBy()).toEqual([]);
  },
);

it.each(['rate', 'unchanged'] as const)(
  'rate without a side pauses its symbol after 10 s, until the next %s',
  (good) => {
    const { bot, say, refusedBy } = start();
    const lapse = (seconds: number) => {
      for (let i = 0; i < seconds; i++) bot.wait(SECOND);
    };
    const listPauses = () => bot.kernel.snapshot().gate.pauses.map(({ control }) => control);
    say.broken();
    lapse(9);
    expect(listPauses()).toEqual([]);
    lapse(2);
    expect(listPauses()).toEqual(['RC18']);
    expect(bot.alerts.filter(({ rule }) => rule === 'RC18')).toHaveLength(1);
    say[good]();
    lapse(9);
    expect(refusedBy()).toEqual(['RC18']);
    lapse(1);
    say[good]();
    expect(refusedBy()).toEqual([]);
    lapse(20);
    expect(listPauses()).toEqual([]);
  },
);

it('rate without a side affects no other symbol; one of an untraded symbol affects none', () => {
  const { bot, refusedBy } = start();
  const failed = { outcome: 'failed', isBroken: true, message: 'no offer' } as const;
  bot.event({ ...POLL, ...failed, key: 'USD/JPY' });
  bot.event({ ...POLL, ...failed, key: 'GBP/USD' });
  expect(refusedBy()).toEqual([]);
});

// Reference data that changes in the middle of a session: sizes that orders must fit from then on.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { Bot, START } from '../../kernel/harness.js';

/** A bot whose venue now says this of EUR/USD; sizes were 1,000 and 0.01 at its start. */
function open(terms: { readonly minSize?: number; readonly sizeIncrement?: number }) {
  const bot = new Bot().warmUp();
  bot.event({ type: 'reference', symbol: 'EUR/USD', terms });
  const place = (size: number) => {
    bot.wait(2 * SECOND);
    bot.warmUp();
    const command = bot.place({ size });
    if (command !== undefined) bot.status(command, 'CANCELED', 0);
    return command !== undefined;
  };
  return { bot, place };
}

describe('reference data in the middle of a session', () => {
  it('raises the least size and the step for later orders, with one alert', () => {
    const { bot, place } = open({ minSize: 30_000, sizeIncrement: 1_000 });
    expect([29_000, 30_500, 31_000].map(place)).toEqual([false, false, true]);
    expect(bot.refusals).toMatchObject([
      {
        rule: 'RC06',
        limit: 3_000_000,
        message: 'size: expected >= 30000 EUR, found 29000',
      },
      {
        rule: 'RC06',
        limit: '1000 EUR',
        message: 'size: expected a multiple of 1000 EUR, found 30500',
      },
    ]);
    bot.event({
      type: 'reference',
      symbol: 'EUR/USD',
      terms: { minSize: 30_000, sizeIncrement: 1_000 },
    });
    const text = 'EUR/USD: the venue has minimum size 30000 and step 1000 now';
    expect(bot.alerts.filter(({ rule }) => rule === 'RC06')).toMatchObject([
      { level: 'warn', symbol: 'EUR/USD', text },
    ]);
    expect(bot.halts).toEqual([]);
  });

  it('applies to an order whose terms passed before', () => {
    const bot = new Bot().warmUp();
    expect(bot.place({ size: 2_000 })).toBeDefined();
    bot.wait(2 * SECOND);
    bot.warmUp();
    bot.event({ type: 'reference', symbol: 'EUR/USD', terms: { minSize: 5_000 } });
    expect(bot.place({ size: 2_000 })).toBeUndefined();
    expect(bot.refusals.map(({ rule }) => rule)).toContain('RC06');
  });

  it('never requires less than at the session’s start', () => {
    const { place } = open({ minSize: 10, sizeIncrement: 0.001 });
    expect([500, 1_000.001, 1_000].map(place)).toEqual([false, false, true]);
  });

  it('that lowers its sizes again is followed down to those of the start', () => {
    const { bot, place } = open({ minSize: 30_000 });
    bot.event({ type: 'reference', symbol: 'EUR/USD', terms: { minSize: 2_000 } });
    expect([1_000, 2_000].map(place)).toEqual([false, true]);
  });

  it('whose step fits no size of ours halts the symbol', () => {
    const { bot } = open({ sizeIncrement: 0.015 });
    expect(bot.halts).toMatchObject([{ scope: 'symbol', symbol: 'EUR/USD', rule: 'RC06' }]);
  });
});

describe('reference data that the venue does not have (RC01)', () => {
  const miss = (bot: Bot, outcome: 'empty' | 'failed', status: number) => {
    const about = { subject: 'reference', key: 'EUR/USD', outcome, status } as const;
    bot.event({ type: 'poll', ...about, message: outcome === 'failed' ? 'status 502' : '' });
  };
  const list = (bot: Bot) => {
    bot.event({ type: 'reference', symbol: 'EUR/USD', terms: {} });
  };
  const NONE = 'no reference data of EUR/USD: the venue has none';

  it('pauses the symbol until it is there, alerts and reads again', () => {
    const bot = new Bot().warmUp();
    miss(bot, 'empty', 404);
    miss(bot, 'empty', 404);
    expect(bot.place()).toBeUndefined();
    expect(bot.refusals).toMatchObject([{ rule: 'RC01', limit: 'listed', symbol: 'EUR/USD' }]);
    expect(bot.refusals[0]?.message).toContain(NONE);
    const about = { at: START + 3_000, symbol: 'EUR/USD' };
    expect(bot.alerts).toEqual([
      { ...about, level: 'page', rule: 'RC01', strategy: '', text: NONE },
    ]);
    const none = { coId: '', share: 0, until: 0 };
    expect(bot.asks).toEqual([
      { ...about, ...none, kind: 'refresh', what: 'refdata', reason: NONE },
    ]);
    expect(bot.place({ symbol: 'USD/JPY', price: 150.01 })).toBeDefined();
    list(bot);
    expect(bot.place()).toBeDefined();
  });

  it('is assumed from a failed read only while the venue never reported the symbol', () => {
    const bot = new Bot().warmUp();
    miss(bot, 'failed', 502);
    expect(bot.place()).toBeUndefined();
    expect(bot.alerts[0]?.text).toBe('no reference data of EUR/USD: status 502');
    list(bot);
    miss(bot, 'failed', 502);
    expect(bot.place()).toBeDefined();
    miss(bot, 'empty', 404);
    expect(bot.place()).toBeUndefined();
  });

  it('halts no strategy that keeps requesting, because no rule was broken', () => {
    const bot = new Bot().warmUp();
    miss(bot, 'failed', 503);
    for (let i = 0; i < 5; i++) bot.place();
    expect(bot.refusals).toHaveLength(5);
    expect(bot.halts).toEqual([]);
  });

  it('changes nothing for a symbol that the bot does not know', () => {
    const bot = new Bot().warmUp();
    const about = { subject: 'reference', key: 'GBP/USD', outcome: 'empty', status: 404 } as const;
    bot.event({ type: 'poll', ...about, message: '' });
    expect([bot.alerts, bot.asks]).toEqual([[], []]);
    expect(bot.place()).toBeDefined();
  });

  it('changes nothing where RC01 is off', () => {
    const bot = new Bot({ limits: { RC01: 'off' } }).warmUp();
    miss(bot, 'empty', 404);
    expect(bot.place()).toBeDefined();
  });
});

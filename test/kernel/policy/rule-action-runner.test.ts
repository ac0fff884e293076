// Actions of a risk rule besides refusing, in each scope, with a rule made for the test.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Instant, MINUTE, SECOND } from '../../../src/domain/index.js';
import type { RuleActions } from '../../../src/risk/gate/index.js';
import { type RiskRule, RULES } from '../../../src/risk/index.js';
import { Bot, EUR_USD } from '../harness.js';

const RESTING = { timeInForce: 'GTT', expirySeconds: 60 } as const;

/** A bot of two strategies with a rule more, and the actions that were given to it. */
function open() {
  const given: RuleActions[] = [];
  const begun: Instant[] = [];
  const probe: RiskRule = {
    ...{
      id: 'RC98',
      name: 'probe',
      summary: 'A probe',
      stage: 'post',
      alsoChecks: [],
      class: 'A',
      live: 'D',
      research: 'enforced',
      liveOnly: true,
    },
    ...{ mitigates: 'nothing', action: 'what the test says', params: z.strictObject({}) },
    create: (_, { act }) => {
      given.push(act);
      act.begun((now) => begun.push(now));
      return {};
    },
  };
  const rules = RULES as unknown as RiskRule[];
  rules.push(probe);
  try {
    const limits = { RC31: 'off', RC21: 'off', RC17: 'off' };
    const bot = new Bot({ hands: ['alpha', 'beta'], isLive: true, limits }).warmUp();
    const [act] = given;
    if (act === undefined) throw new RangeError('the probe was not made');
    return { bot, act, begun };
  } finally {
    rules.pop();
  }
}

const yen = { symbol: 'USD/JPY', price: 150.01 };
const refused = ({ refusals }: Bot) => refusals.splice(0).map(({ rule }) => rule);

describe('risk rule', () => {
  it('learns once that the bot has a clock, at once when it starts later', () => {
    const { bot, act, begun } = open();
    expect(begun).toHaveLength(1);
    act.begun((now) => begun.push(now));
    expect(begun).toEqual([begun[0], bot.now - 1_000]);
  });

  it('is called back at its requested time', () => {
    const { bot, act } = open();
    const calls: Instant[] = [];
    const dueAt = bot.now + SECOND;
    act.at(dueAt, (now) => calls.push(now));
    bot.wait(SECOND - 1);
    expect(calls).toEqual([]);
    bot.wait(1);
    expect(calls).toEqual([dueAt]);
  });

  it.each([
    [{}, 'RC98', 'RC98'],
    [{ strategy: 'alpha' }, 'RC98', ''],
    [{ symbol: 'EUR/USD' }, 'RC98', 'RC98'],
    [{ symbol: 'USD/JPY' }, '', ''],
  ])('pauses %j for 10 s without its condition', (scope, alpha, beta) => {
    const { bot, act } = open();
    act.pause('RC98', scope, 'a drill', 'resolved');
    const place = (name: string) => {
      bot.place({ size: 1_000 + bot.commands.length }, name);
      return refused(bot).join();
    };
    expect([place('alpha'), place('beta')]).toEqual([alpha, beta]);
    act.resolve('RC98', { symbol: 'GBP/USD' });
    expect(place('alpha')).toBe(alpha);
    act.resolve('RC98', scope);
    bot.wait(9 * SECOND);
    expect([place('alpha'), place('beta')]).toEqual([alpha, beta]);
    expect([act.recur('RC98', {}), act.recur('RC98', scope)]).toContain(true);
    expect(act.recur('RC99', scope)).toBe(false);
    bot.wait(9 * SECOND);
    act.resolve('RC98', scope);
    bot.wait(10 * SECOND - 1);
    expect([place('alpha'), place('beta')]).toEqual([alpha, beta]);
    bot.wait(1);
    expect(act.recur('RC98', scope)).toBe(false);
    expect([place('alpha'), place('beta')]).toEqual(['', '']);
  });

  it.each([
    [{}, ['alpha EUR/USD', 'alpha USD/JPY', 'beta EUR/USD']],
    [{ strategy: 'alpha' }, ['alpha EUR/USD', 'alpha USD/JPY']],
    [{ symbol: 'EUR/USD' }, ['alpha EUR/USD', 'beta EUR/USD']],
    [{ strategy: 'beta', symbol: 'USD/JPY' }, []],
  ])('cancels the orders of %j and latches nothing', (scope, expected) => {
    const { bot, act } = open();
    const orders = [
      bot.mustPlace({ ...RESTING, price: 1.0999 }),
      bot.mustPlace({ ...RESTING, ...yen, price: 149.99 }),
      bot.mustPlace({ ...RESTING, price: 1.0998 }, 'beta'),
    ];
    for (const command of orders) bot.status(command, 'NEW');
    act.cancel(scope);
    const names = bot.cancels.map(({ coId }) => {
      const { strategy, instrument } = bot.view({ coId });
      return `${strategy} ${instrument.symbol}`;
    });
    expect(names).toEqual(expected);
    expect(bot.halts).toEqual([]);
  });

  it.each([
    [{}, 'all', ['RC69', 'RC69', 'RC69']],
    [{ strategy: 'beta' }, 'strategy', ['', '', 'RC69']],
    [{ symbol: 'USD/JPY' }, 'symbol', ['', 'RC69', '']],
  ])('halts %j', (scope, name, expected) => {
    const { bot, act } = open();
    act.halt('RC98', scope, 'a drill');
    expect(bot.halts).toMatchObject([{ scope: name, rule: 'RC98', reason: 'a drill', ...scope }]);
    const gate = bot.kernel.snapshot().gate.halts;
    expect(gate.map(({ rule }) => rule)).toEqual(['RC98']);
    if (name === 'all') return;
    const found = [{}, yen].map((order) => {
      bot.place(order);
      return refused(bot).join();
    });
    // A halted strategy has ended: what it still asks for is no order.
    const before = bot.placed.length;
    bot.place({}, 'beta');
    found.push(bot.placed.length > before ? '' : 'RC69');
    expect(found).toEqual(expected);
  });

  it('alerts and throttles the session', () => {
    const { bot, act } = open();
    act.alert('warn', 'RC98', {}, 'look here');
    act.alert('page', 'RC98', { strategy: 'beta', symbol: EUR_USD.symbol }, 'and here');
    expect(bot.alerts.slice(-2)).toMatchObject([
      { level: 'warn', rule: 'RC98', strategy: '', symbol: '', text: 'look here' },
      { level: 'page', strategy: 'beta', symbol: 'EUR/USD' },
    ]);
    act.throttle('RC98', 0.5, bot.now + MINUTE, 'too much');
    expect(bot.asks.at(-1)).toMatchObject({ kind: 'throttle', what: 'budget', share: 0.5 });
  });
});

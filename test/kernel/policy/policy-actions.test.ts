// Actions of the policy in each scope and over time, with policies made for the test.
import { describe, expect, it } from 'vitest';
import type { PollEvent } from '../../../src/domain/events/index.js';
import { SECOND } from '../../../src/domain/index.js';
import type { PlaceCommand } from '../../../src/domain/orders/index.js';
import { Bot, EUR_USD, LENIENT } from '../harness.js';
import { policyWith } from '../policy-with.js';

const RESTING = { timeInForce: 'GTT', expirySeconds: 300 } as const;

/** Three orders that work: two of alpha in both symbols, one of beta in EUR/USD. */
function rest(policy = policyWith('name: default', 'name: other')) {
  const bot = new Bot({ hands: ['alpha', 'beta'], policy }).warmUp();
  const orders: PlaceCommand[] = [
    bot.mustPlace({ ...RESTING, price: 1.0999 }),
    bot.mustPlace({ ...RESTING, symbol: 'USD/JPY', price: 149.99 }),
    bot.mustPlace({ ...RESTING, price: 1.0998 }, 'beta'),
  ];
  for (const command of orders) bot.status(command, 'NEW');
  const cancelled = () =>
    bot.cancels.map(({ coId }) => orders.findIndex((command) => command.coId === coId));
  return { bot, orders, cancelled };
}

const poll = (outcome: Partial<PollEvent>): PollEvent => ({
  ...{ type: 'poll', subject: 'rate', key: 'EUR/USD', outcome: 'failed', status: 503, message: '' },
  ...outcome,
});

describe('cancel action of the policy', () => {
  /** What a 409 on an order of alpha in EUR/USD, or a refused login, cancels then. */
  const evaluator = (scope: string, isLogin: boolean) => {
    const policy = isLogin
      ? policyWith(
          'calls: [login], class: rejected, do: [{halt: all}, {alert: page}]}',
          `calls: [login], class: rejected, do: [{cancel: ${scope}}]}`,
        )
      : policyWith(
          'do: [{reject: VENUE_REJECTED}, {alert: warn}], ' +
            'steps: [{count: 2, in: 10m, do: [{halt: strategy}]}]}\n  - {status: ["413"',
          `do: [{reject: VENUE_REJECTED}, {cancel: ${scope}}]}\n  - {status: ["413"`,
        );
    const { bot, cancelled } = rest(policy);
    if (isLogin) bot.event(poll({ subject: 'login', key: '', status: 400 }));
    else bot.answer(bot.mustPlace({ size: 5_000 }), 'weak', { status: 409 });
    return cancelled();
  };

  it.each([
    ['order', []],
    ['symbol', [0, 2]],
    ['strategy', [0, 1]],
    ['all', [0, 1, 2]],
  ])('of %s cancels its orders', (scope, expected) => {
    expect(evaluator(scope, false).filter((place) => place >= 0)).toEqual(expected);
  });

  it.each(['symbol', 'strategy', 'all'])(
    'of %s cancels all orders where the scope is unknown',
    (scope) => {
      expect(evaluator(scope, true)).toEqual([0, 1, 2]);
    },
  );

  it('of an unknown order cancels none', () => {
    expect(evaluator('order', true)).toEqual([]);
  });
});

describe('serious error', () => {
  it('freezes own orders where the policy says so: a halt then cancels none of them', () => {
    const { bot, cancelled } = rest(policyWith('onSeriousError: cancel', 'onSeriousError: freeze'));
    bot.event(poll({ status: 500 }));
    bot.wait(10 * SECOND);
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC52' }]);
    expect(cancelled()).toEqual([]);
    const other = rest();
    other.bot.event(poll({ status: 500 }));
    expect(other.cancelled()).toEqual([0, 1, 2]);
  });

  const frozen = () => {
    const { bot, cancelled } = rest(policyWith('onSeriousError: cancel', 'onSeriousError: freeze'));
    bot.event(poll({ status: 500 }));
    bot.wait(SECOND);
    return { bot, cancelled };
  };

  it.each(['RC62', 'RC63', 'RC65', 'GUARD_STALE'])(
    'freezes own orders until %s, in rounds',
    (rule) => {
      const { bot, cancelled } = frozen();
      bot.event({ type: 'operator', action: 'halt', rule, reason: 'by hand', who: 'somebody' });
      expect(cancelled()).toEqual([0, 1, 2]);
      bot.wait(5 * SECOND);
      expect(cancelled()).toEqual([0, 1, 2, 0, 1, 2]);
      expect(bot.halts.map((halt) => halt.rule)).toEqual(['RC52', rule]);
      bot.event(poll({ status: 500, key: 'USD/JPY' }));
      bot.wait(5 * SECOND);
      expect(cancelled()).toHaveLength(9);
    },
  );

  it('alerts the operator of frozen orders once', () => {
    const { bot } = frozen();
    const text = '3 own orders stay open (policy: freeze): run weir kill to cancel them';
    const reported = bot.alerts.filter((alert) => alert.text.includes('stay open'));
    expect(reported).toMatchObject([{ level: 'page', rule: 'RC52', text }]);
  });

  it('freezes own orders also where the session halts for another reason', () => {
    const { bot, cancelled } = frozen();
    bot.event({ type: 'operator', action: 'halt', rule: 'RC59', reason: 'the disk is full' });
    bot.wait(10 * SECOND);
    expect(cancelled()).toEqual([]);
  });

  it.each(['stop', 'flatten'] as const)(
    'freezes no order that the operator ends by %s',
    (action) => {
      const { bot, cancelled } = frozen();
      bot.event({ type: 'operator', action, reason: 'by hand' });
      expect(cancelled()).toEqual([0, 1, 2]);
      bot.wait(5 * SECOND);
      expect(cancelled()).toEqual([0, 1, 2, 0, 1, 2]);
    },
  );
});

describe('repeated alert', () => {
  it('is raised once a minute, whatever other alerts come between', () => {
    const { bot } = rest();
    const notify = (key: string) => {
      bot.event(poll({ subject: 'trades', key, status: 418 }));
    };
    const count = () => bot.alerts.filter(({ text }) => text.includes('418')).length;
    notify('a');
    notify('a');
    expect(count()).toBe(1);
    bot.wait(60 * SECOND);
    notify('a');
    expect(count()).toBe(2);
  });
});

describe('read that fails repeatedly', () => {
  const paused = (bot: Bot) => {
    bot.refusals.length = 0;
    bot.place({ size: 7_000 });
    return bot.refusals.length > 0;
  };

  it('pauses everything after a minute', () => {
    const { bot } = rest();
    bot.event(poll({}));
    bot.now += 50 * SECOND;
    bot.event(poll({}));
    expect(paused(bot)).toBe(false);
    bot.wait(10 * SECOND);
    expect(paused(bot)).toBe(true);
  });

  it.each([
    ['does not pause if a poll worked since', (bot: Bot) => bot.rate(EUR_USD, 110_001, 110_011)],
    [
      'does not pause after an unchanged poll',
      (bot: Bot) => bot.event(poll({ outcome: 'unchanged' })),
    ],
    ['does not pause after the last poll', () => undefined],
  ])('%s', (_, between) => {
    const { bot } = rest();
    bot.event(poll({}));
    bot.now += 40 * SECOND;
    if (_.includes('worked')) bot.event(poll({}));
    bot.now += SECOND;
    between(bot);
    bot.wait(19 * SECOND);
    expect(paused(bot)).toBe(false);
  });

  it.each([
    ['a rate arrived', (bot: Bot) => bot.rate(EUR_USD, 110_001, 110_011)],
    ['a poll was unchanged', (bot: Bot) => bot.event(poll({ outcome: 'unchanged' }))],
  ])('restarts its minute where %s in between', (_, between) => {
    const { bot } = rest();
    bot.event(poll({}));
    bot.wait(5 * SECOND);
    between(bot);
    for (let second = 5; second < 65; second += 1) {
      expect(paused(bot), String(second)).toBe(false);
      bot.event(poll({}));
      bot.wait(SECOND);
    }
    expect(paused(bot)).toBe(true);
  });

  it('is dropped for the newest of a thousand others', () => {
    const { bot } = rest();
    bot.event(poll({}));
    bot.now += 59 * SECOND;
    bot.event(poll({}));
    for (let i = 0; i < 1_000; i++) bot.event(poll({ subject: 'trades', key: String(i) }));
    bot.wait(SECOND);
    expect(paused(bot)).toBe(false);
  });
});

describe('answer that leaves an order unknown', () => {
  it.each([
    ['a place', false, 1],
    ['a place whose order is reported afterwards', true, 0],
  ])('is followed up after 30 s: %s', (_, isSeen, halts) => {
    const { bot } = rest();
    const command = bot.mustPlace({ ...RESTING, price: 1.0997 });
    bot.answer(command, 'unknown', { status: 503 });
    if (isSeen) bot.status(command, 'NEW');
    bot.wait(30 * SECOND);
    expect(bot.halts.filter(({ scope }) => scope === 'all')).toHaveLength(halts);
  });

  it.each([
    ['a cancel', false, 1],
    ['a cancel whose order ends afterwards', true, 0],
  ])('is followed up after 30 s: %s', (_, hasEnded, halts) => {
    const { bot, orders } = rest();
    const [command] = orders;
    bot.act('alpha', (ctx) => {
      ctx.cancel(command!.intentId);
    });
    const { coId } = command!;
    bot.event({
      ...{ type: 'send-result', kind: 'cancel', coId, status: 503 },
      ...{ code: '', message: '', orderId: '' },
    });
    if (hasEnded) bot.status(command!, 'CANCELED');
    bot.wait(30 * SECOND);
    expect(bot.halts.filter(({ scope }) => scope === 'all')).toHaveLength(halts);
  });
});

describe('order that failed without a reason', () => {
  it.each([
    ['', 1],
    ['NoLiquidity', 0],
  ])('halts everything after a minute unless %j comes', (reason, halts) => {
    const { bot, orders } = rest(LENIENT);
    const [command] = orders;
    bot.status(command!, 'FAILED');
    bot.now += SECOND;
    if (reason !== '') bot.status(command!, 'FAILED', 0, { reason });
    bot.wait(60 * SECOND);
    expect(bot.halts.filter(({ scope }) => scope === 'all')).toHaveLength(halts);
    expect(bot.view(command!).reason).toBe(reason);
  });

  it('is not explained by the reason of another end', () => {
    const { bot, orders } = rest(LENIENT);
    bot.status(orders[0]!, 'FAILED');
    bot.now += SECOND;
    bot.status(orders[0]!, 'EXPIRED', 0, { reason: 'NoLiquidity' });
    bot.wait(60 * SECOND);
    expect(bot.halts.filter(({ scope }) => scope === 'all')).toHaveLength(1);
  });

  it('is not explained by that reason when it fails again without one', () => {
    const { bot, orders } = rest(LENIENT);
    bot.status(orders[0]!, 'FAILED');
    bot.status(orders[0]!, 'FAILED');
    bot.wait(60 * SECOND);
    expect(bot.halts).toHaveLength(1);
  });
});

describe('filled order with missing trades', () => {
  it('alerts after 30 s where the policy states no time', () => {
    const policy = policyWith(/FILLED: \{state: FILLED, .*\}/, 'FILLED: {state: FILLED}');
    const bot = new Bot({ policy }).warmUp();
    const command = bot.mustPlace();
    bot.status(command, 'FILLED', command.units);
    bot.wait(29 * SECOND);
    expect(bot.kernel.snapshot().orders).toHaveLength(1);
    bot.wait(3 * SECOND);
    expect(bot.asks.filter(({ kind }) => kind === 'probe')).toEqual([]);
  });
});

describe('policy action in a scope that the call does not have', () => {
  const BUSY = '{status: "429", calls: [any], class: failed, do: [';
  const evaluator = (deed: string, call: Partial<PollEvent>) => {
    const from = `${BUSY}{throttle: 0.5, for: 60s}, {alert: info}]}`;
    const { bot } = rest(policyWith(from, `${BUSY}{${deed}}]}`));
    bot.event(poll({ status: 429, ...call }));
    const { pauses } = bot.kernel.snapshot().gate;
    const paused = pauses.map(({ scope, key }) => `pause ${scope} ${key}`);
    const halted = bot.halts.map(
      ({ scope, symbol, strategy }) => `${scope} ${symbol ?? ''}${strategy}`,
    );
    return [...paused, ...halted];
  };
  const login = { subject: 'login', key: '' } as const;

  it.each([
    ['halt: symbol', {}, 'symbol EUR/USD'],
    ['halt: symbol', login, 'all '],
    ['halt: strategy', {}, 'all '],
    ['pause: symbol, for: 30s', {}, 'pause symbol EUR/USD'],
    ['pause: symbol, for: 30s', login, 'pause all '],
    ['pause: all, for: 30s', {}, 'pause all '],
  ])('%s of %o is of %s', (deed, call, expected) => {
    expect(evaluator(deed, call)).toEqual([expected]);
  });
});

it('throttle reports its scope, its share and its end', () => {
  const { bot } = rest();
  bot.event(poll({ status: 429 }));
  const until = bot.now + 60 * SECOND;
  const throttle = { kind: 'throttle', what: 'budget', share: 0.5, until };
  expect(bot.asks).toMatchObject([throttle]);
});

describe('read that fails for a minute', () => {
  /** Of the trades of an order, which fail at first and after 58 s. */
  function fail() {
    const bot = new Bot().warmUp();
    const command = bot.mustPlace();
    bot.answer(command, 'accepted');
    bot.status(command, 'NEW');
    const read = () => {
      const about = { subject: 'trades', key: command.coId, outcome: 'failed' } as const;
      bot.event({ type: 'poll', ...about, status: 503, message: '' });
    };
    read();
    bot.wait(58 * SECOND);
    read();
    return { bot, command };
  }

  it('causes an alert', () => {
    const { bot } = fail();
    bot.wait(2 * SECOND);
    expect(bot.alerts).toMatchObject([{ level: 'warn', rule: 'RC56' }]);
  });

  it('causes no alert when a read succeeded in the last moment', () => {
    const { bot, command } = fail();
    bot.trade(command, 'T1', 10_000);
    bot.wait(2 * SECOND);
    expect(bot.alerts).toEqual([]);
  });
});

describe('alerts', () => {
  it('of a thousand kinds are remembered; one more clears them all', () => {
    const bot = new Bot().calibrate().warmUp();
    const read = { subject: 'rate', outcome: 'failed', status: 403 } as const;
    for (let index = 0; index < 1_001; index += 1) {
      bot.event({ type: 'poll', key: 'EUR/USD', ...read, message: `no ${String(index)}` });
    }
    const reported = bot.alerts.length;
    bot.event({ type: 'poll', key: 'EUR/USD', ...read, message: 'no 1000' });
    expect(bot.alerts.length).toBe(reported);
    bot.event({ type: 'poll', key: 'EUR/USD', ...read, message: 'no 0' });
    expect(bot.alerts.length).toBe(reported + 1);
  });
});

describe('read that fails repeatedly', () => {
  it('and belongs to no symbol pauses after its time', () => {
    const bot = new Bot().calibrate().warmUp();
    const read = { subject: 'positions', key: '', outcome: 'failed', status: 503 } as const;
    for (let second = 0; second <= 65; second += 1) {
      bot.event({ type: 'poll', ...read, message: 'busy' });
      bot.wait(SECOND);
    }
    bot.place();
    expect(bot.refusals).toMatchObject([{ rule: 'RC56', limit: 'fresh' }]);
  });
});

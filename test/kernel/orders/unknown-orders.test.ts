// Orders of unknown outcome: what counts as evidence, and when an order is LOST.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import type { PlaceCommand } from '../../../src/domain/orders/index.js';
import { replayJournal, toCanonicalText } from '../../../src/kernel/index.js';
import { placeUnknown } from '../unknown-order.js';
import { Bot, THOUSAND } from '../harness.js';

const full = { position: 0, workingBuy: THOUSAND, workingSell: 0 };
const nothing = { position: 0, workingBuy: 0, workingSell: 0 };

describe('negative probe', () => {
  it('quarantines the order of unknown outcome, which keeps its full exposure', () => {
    const { state, deny, exposure, bot } = placeUnknown();
    expect(state()).toBe('UNKNOWN');
    deny(1, 1);
    expect(state()).toBe('QUARANTINED');
    expect(exposure()).toEqual(full);
    expect(bot.kernel.listOpenOrders()).toMatchObject([{ isUnknown: true }]);
  });

  it('reports the quarantine to the strategy once, however many probes follow', () => {
    const { bot, deny } = placeUnknown();
    deny(4, 1);
    expect(bot.orders.filter(({ state }) => state === 'QUARANTINED')).toHaveLength(1);
  });

  it('counts as none when a read failed or the status is not the venue’s "no result"', () => {
    const { bot, command, state } = placeUnknown();
    for (let i = 0; i < 100; i++) {
      bot.now += 2 * SECOND;
      bot.readEmpty(command, 204);
      const failed = { subject: 'order', outcome: 'failed', status: 0, message: 'reset' } as const;
      bot.event({ type: 'poll', key: command.coId, ...failed });
    }
    expect(state()).toBe('UNKNOWN');
  });

  it('counts no more once a trade proves the order, which is then no longer unknown', () => {
    const { bot, command, state, deny } = placeUnknown();
    deny(4, 20);
    expect(state()).toBe('QUARANTINED');
    bot.trade(command, 'T1', 40_000);
    expect(state()).toBe('PARTIAL');
    deny(1, 20);
    // A doubt of its own, that begins now.
    expect(state()).toBe('UNKNOWN');
    const whole = placeUnknown();
    whole.bot.trade(whole.command, 'T1', THOUSAND);
    expect(whole.state()).toBe('FILLED');
  });
});

describe('venue position', () => {
  const held = (bot: Bot, units: number, baseline?: number) =>
    bot.event({
      ...{ type: 'position', symbol: 'EUR/USD', units },
      ...(baseline === undefined ? {} : { baseline }),
    });

  it.each([
    ['Buy', THOUSAND, 'UNKNOWN'],
    ['Buy', THOUSAND / 2, 'UNKNOWN'],
    ['Buy', 0, 'LOST'],
    ['Buy', -THOUSAND, 'LOST'], // a buy cannot have done that
    ['Sell', -THOUSAND, 'UNKNOWN'],
    ['Sell', THOUSAND, 'LOST'],
  ] as const)('of a %s order that changed by %s leaves it %s', (side, change, end) => {
    const price = side === 'Buy' ? 1.1001 : 1.1;
    const { bot, state, deny } = placeUnknown({ side, price }, { limits: { RC53: 'off' } });
    held(bot, 700, 700);
    for (let i = 0; i < 6; i++) {
      held(bot, 700 + change);
      deny(1, 20);
    }
    expect(state()).toBe(end);
  });

  it.each([
    ['changed its position', THOUSAND + 700, 'UNKNOWN'],
    ['not changed its position since the previous run', 700, 'LOST'],
  ] as const)('of a bot that was down and has %s leaves an order %s', (_, units, end) => {
    const { bot, state, deny } = placeUnknown({}, { limits: { RC53: 'off' } });
    const baseline = [{ symbol: 'EUR/USD', units: 700 }];
    bot.event({ type: 'recovery', step: 'baseline', baseline, reason: '' });
    for (let i = 0; i < 6; i++) {
      held(bot, units);
      deny(1, 20);
    }
    expect(state()).toBe(end);
  });

  it('that the fills no longer explain withdraws the evidence collected before', () => {
    const { bot, state, deny } = placeUnknown({}, { limits: { RC53: 'off' } });
    held(bot, 0, 0);
    deny(4, 20);
    expect(state()).toBe('QUARANTINED');
    held(bot, THOUSAND);
    deny(1, 20);
    expect(state()).toBe('UNKNOWN');
    held(bot, 0);
    deny(4, 20);
    expect(state()).toBe('QUARANTINED');
    deny(1, 20);
    expect(state()).toBe('LOST');
  });

  /** Of unknown outcome, held against what the venue said before the order was placed. */
  const later = (prepare: (bot: Bot) => void, order: Parameters<Bot['mustPlace']>[0] = {}) => {
    const limits = { RC53: 'off', RC37: 'off' };
    const bot = new Bot({ hands: ['alpha', 'probe'], limits }).warmUp().calibrate();
    prepare(bot);
    const command = bot.mustPlace(order);
    bot.answer(command, 'unknown');
    /** The end of six denials, while the venue says that so much is held. */
    return (units: number) => {
      for (let i = 0; i < 6; i++) {
        held(bot, units);
        bot.now += 20 * SECOND;
        bot.readEmpty(command);
      }
      return bot.view(command).state;
    };
  };

  it.each([
    [700, 'LOST'],
    [700 + THOUSAND, 'UNKNOWN'],
  ])('is compared with its first report while nothing worked: 700, then %s is %s', (units, end) => {
    const findEnd = later((bot) => {
      held(bot, 700);
    });
    expect(findEnd(units)).toBe(end);
  });

  it.each([
    [700 + THOUSAND, 'LOST'],
    [700 + 2 * THOUSAND, 'UNKNOWN'],
  ])(
    'is compared less the position of our own fills: of 1,000 and 700, then %s is %s',
    (units, end) => {
      const findEnd = later((bot) => {
        const first = bot.mustPlace();
        bot.status(first, 'FILLED', THOUSAND);
        bot.trade(first, 'T1', THOUSAND);
        held(bot, 700 + THOUSAND);
      });
      expect(findEnd(units)).toBe(end);
    },
  );

  it('is compared with the first report without working orders, not with a later one', () => {
    const findEnd = later((bot) => {
      held(bot, 0);
      held(bot, THOUSAND);
    });
    expect(findEnd(THOUSAND)).toBe('UNKNOWN');
  });

  it('is no evidence when its first report came while orders worked on both sides', () => {
    const rest = { timeInForce: 'GTT', expirySeconds: 600, price: 1.0999 } as const;
    const findEnd = later((bot) => {
      bot.status(bot.mustPlace(rest), 'NEW');
      bot.status(bot.mustPlace({ ...rest, side: 'Sell', price: 1.1005 }), 'NEW');
      held(bot, 0);
    });
    expect(findEnd(THOUSAND)).toBe('LOST');
  });

  it('of a login that others share is no evidence', () => {
    const options = { sharesLogin: true, limits: { RC53: 'off' } };
    const { bot, state, deny } = placeUnknown({}, options);
    held(bot, 0, 0);
    held(bot, THOUSAND);
    deny(6, 20);
    expect(state()).toBe('LOST');
  });
});

describe('order of unknown outcome is LOST', () => {
  // Five observations, thirty seconds from the first to the last, and the horizon after the doubt.
  it.each([
    ['five over a minute', {}, 5, 12, true],
    ['only four', {}, 4, 30, false],
    ['five, but only in the 59 s before the horizon', {}, 5, 11.8, false],
    [
      'an order with a lifetime of an hour',
      { timeInForce: 'GTT', expirySeconds: 3_600 },
      5,
      12,
      true,
    ],
  ] as const)(
    'by number and span of its negative probes: %s',
    (_, order, times, seconds, isLost) => {
      const { state, deny } = placeUnknown(order);
      deny(times, seconds);
      expect(state()).toBe(isLost ? 'LOST' : 'QUARANTINED');
    },
  );

  it('not while five negative probes lie within thirty seconds', () => {
    const { bot, state, deny } = placeUnknown();
    bot.now += 100 * SECOND;
    deny(5, 7);
    expect(state()).toBe('QUARANTINED');
    deny(1, 2);
    expect(state()).toBe('LOST');
  });

  it('not before thirty seconds after the deadline of its request', () => {
    const { deny, state } = placeUnknown({}, { requestDeadline: 100 * SECOND });
    deny(5, 25);
    expect(state()).toBe('QUARANTINED');
    deny(1, 5);
    expect(state()).toBe('LOST');
  });

  it('not before three times the longest delay until an accepted order was first reported', () => {
    const { bot, deny, state } = placeUnknown();
    const slow = bot.mustPlace({ size: 2_000 });
    bot.answer(slow, 'accepted');
    bot.now += 30 * SECOND;
    bot.status(slow, 'NEW');
    // The doubt is 30 s old now: five more times 11 s make 85 s, less than 90 s.
    deny(5, 11);
    expect(state()).toBe('QUARANTINED');
    deny(1, 5);
    expect(state()).toBe('LOST');
  });

  it('by a longest delay that counts until an order is first reported, however late', () => {
    const { bot, deny, state } = placeUnknown();
    const slow = bot.mustPlace({ size: 2_000 });
    bot.answer(slow, 'accepted');
    bot.status(slow, 'RECEIVED');
    bot.now += 30 * SECOND;
    bot.status(slow, 'NEW');
    deny(5, 11);
    expect(state()).toBe('LOST');
  });

  it('not before three times the longest time after which a denied order was found', () => {
    const { bot, deny, state } = placeUnknown();
    const slow = bot.mustPlace({ size: 2_000, symbol: 'USD/JPY', price: 150.01 });
    bot.answer(slow, 'unknown');
    bot.now += 30 * SECOND;
    bot.readEmpty(slow);
    bot.status(slow, 'NEW');
    deny(5, 11);
    expect(state()).toBe('QUARANTINED');
  });

  it('by a longest delay that neither a shorter one nor a restart lowers', () => {
    const { bot, deny, state } = placeUnknown();
    for (const [seconds, symbol, price] of [
      [30, 'EUR/USD', 1.1001],
      [2, 'USD/JPY', 150.01],
    ] as const) {
      const slow = bot.mustPlace({ size: 2_000, symbol, price });
      bot.answer(slow, 'accepted');
      bot.now += seconds * SECOND;
      bot.status(slow, 'NEW');
    }
    expect(bot.kernel.snapshot().longestUnseen).toBe(30 * SECOND);
    const restored = bot.kernel.snapshot();
    const next = new Bot({ epoch: 2, startAt: bot.now, restored });
    expect(next.kernel.snapshot().longestUnseen).toBe(30 * SECOND);
    // The doubt is 32 s old now, and 87 s then.
    deny(5, 11);
    expect(state()).toBe('QUARANTINED');
  });

  it('by a delay that counts until the last denial, however long reads failed afterwards', () => {
    const { bot, deny, state } = placeUnknown();
    const slow = bot.mustPlace({ size: 2_000, symbol: 'USD/JPY', price: 150.01 });
    bot.answer(slow, 'unknown');
    bot.readEmpty(slow);
    bot.now += 30 * SECOND;
    bot.status(slow, 'NEW');
    deny(5, 11);
    expect(state()).toBe('LOST');
  });

  it('not before the clock of a venue that lags ours has passed the horizon', () => {
    const { bot, deny, state } = placeUnknown();
    bot.event({ type: 'host', loopLag: 0, memoryBytes: 1, clockOffset: -1.5 * SECOND });
    deny(5, 12.2);
    expect(state()).toBe('QUARANTINED');
    deny(1, 0.5);
    expect(state()).toBe('LOST');
  });

  it('without exposure, with its evidence reported, and no timer waits for it', () => {
    const { bot, command, deny, exposure } = placeUnknown();
    deny(6, 12);
    expect(exposure()).toEqual(nothing);
    expect(bot.view(command)).toMatchObject({
      state: 'LOST',
      isTerminal: true,
      reason: '5 negative probes over 48 s, outcome unknown for 60 s, horizon 60 s',
    });
    expect(bot.alerts.at(-1)).toMatchObject({ level: 'page', strategy: 'alpha' });
    expect(bot.alerts.at(-1)?.text).toContain(command.coId);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
  });

  it.each(['NEW', 'PARTIALLY_FILLED', 'CANCELED', 'trade'])(
    'and halts its strategy when it is found later: %s',
    (word) => {
      const { bot, command, deny, exposure } = placeUnknown();
      deny(5, 12);
      bot.wait(3_600 * SECOND);
      if (word === 'trade') bot.trade(command, 'T1', 40_000);
      else bot.status(command, word, 40_000);
      const states = bot.orders.filter(({ coId }) => coId === command.coId).map((one) => one.state);
      expect(states).toContain('ZOMBIE');
      const isOver = word === 'CANCELED';
      expect(states.at(-1)).toBe(isOver ? 'CANCELED' : 'ZOMBIE');
      expect(exposure()).toEqual({
        position: 40_000,
        workingBuy: isOver ? 0 : 60_000,
        workingSell: 0,
      });
      expect(bot.halts.at(-1)).toMatchObject({
        scope: 'strategy',
        strategy: 'alpha',
        rule: 'RC53',
      });
      expect(bot.cancels.at(-1)).toMatchObject({ coId: command.coId });
    },
  );
});

describe('order that the venue reported once and no longer reports', () => {
  /** Placed, taken and shown so; from then on the venue knows nothing of it. */
  const forget = (shown: (bot: Bot, command: PlaceCommand) => void) => {
    const limits = { RC53: 'off', RC02: { allowed: ['Limit/GTC'] } };
    const bot = new Bot({ hands: ['alpha', 'probe'], limits }).warmUp().calibrate();
    const command = bot.mustPlace({ timeInForce: 'GTC', price: 1.0999 });
    bot.answer(command, 'accepted');
    shown(bot, command);
    const deny = (one = bot): void => {
      for (let i = 0; i < 30; i++) {
        one.now += 60 * SECOND;
        one.readEmpty(command);
      }
    };
    return { bot, command, deny };
  };

  it.each([
    ['a report', (bot: Bot, command: PlaceCommand) => bot.status(command, 'NEW')],
    [
      'a report without a time',
      (bot: Bot, command: PlaceCommand) => bot.status(command, 'NEW', 0, { transactAt: 0 }),
    ],
    ['a trade', (bot: Bot, command: PlaceCommand) => bot.trade(command, 'T1', 40_000)],
  ])('%s: it stays open at its full size, over a restart too', (_, shown) => {
    const { bot, command, deny } = forget(shown);
    deny();
    expect(bot.view(command).state).toBe('QUARANTINED');
    const text = `the venue no longer finds order ${command.coId}, which it had`;
    expect(bot.alerts.filter((one) => one.text.startsWith(text))).toHaveLength(1);
    const restored = replayJournal(bot.foldSetup, bot.records);
    expect(toCanonicalText(restored)).toBe(toCanonicalText(bot.kernel.snapshot()));
    const limits = { RC53: 'off', RC02: { allowed: ['Limit/GTC'] } };
    const hands = ['alpha', 'probe'];
    const next = new Bot({ hands, limits, epoch: 2, startAt: bot.now, restored });
    deny(next.calibrate());
    expect(next.kernel.listOpenOrders()).toMatchObject([{ coId: command.coId, isUnknown: true }]);
    const { workingBuy, position } = next.exposure('probe');
    expect(position + workingBuy).toBe(THOUSAND);
  });

  it('can be LOST like others when the venue only answered its request', () => {
    const { bot, command, deny } = forget(() => undefined);
    deny();
    expect(bot.view(command).state).toBe('LOST');
  });

  it('ends by an operator’s resolution or by a report of the venue', () => {
    const { bot, command, deny } = forget((one, sent) => one.status(sent, 'NEW'));
    deny();
    bot.event({
      type: 'resolve',
      coId: command.coId,
      as: 'lost',
      by: 'Ada',
      reason: '',
      hasVenueWord: false,
    });
    expect(bot.view(command)).toMatchObject({ state: 'LOST', reason: 'resolved as lost by Ada' });
    const other = forget((one, sent) => one.status(sent, 'NEW'));
    other.deny();
    other.bot.status(other.command, 'CANCELED');
    expect(other.bot.view(other.command).state).toBe('CANCELED');
  });
});

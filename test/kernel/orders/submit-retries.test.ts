// The second attempt of an order: when it is made, what it needs, and what prevents it.
import { describe, expect, it } from 'vitest';
import { MILLISECOND, SECOND } from '../../../src/domain/index.js';
import type { PlaceCommand } from '../../../src/domain/orders/index.js';
import { hashSnapshot, JournalReplay, toCanonicalText } from '../../../src/kernel/index.js';
import { encodeOrderRequest } from '../../../src/protocol/index.js';
import { Bot, type BotOptions, buy, EUR_USD } from '../harness.js';

const BID = 110_000;

function open(options: BotOptions = {}): Bot {
  return new Bot(options).calibrate().warmUp();
}

function refuse(bot: Bot, { coId }: PlaceCommand, resent = false): void {
  const answer = { status: 401, code: '', message: 'who?', orderId: '' };
  const again = resent ? { resent } : {};
  bot.event({ type: 'send-result', kind: 'place', coId, ...answer, ...again });
}

function lose(
  bot: Bot,
  { coId }: PlaceCommand,
  transport: 'dns' | 'connect-refused' | 'gate',
): void {
  const answer = { status: 0, transport, code: '', message: '', orderId: '' } as const;
  bot.event({ type: 'send-result', kind: 'place', coId, ...answer });
}

function logIn(bot: Bot, subject: 'login' | 'renew' = 'login', isDone = true): void {
  const outcome = isDone ? 'unchanged' : 'failed';
  bot.event({ type: 'poll', subject, key: '', outcome, status: isDone ? 200 : 503, message: '' });
}

/** Fold and session have the same state after each record. */
function checkFold(bot: Bot): void {
  const fold = new JournalReplay(bot.foldSetup);
  for (const record of bot.records) fold.take(record);
  expect(toCanonicalText(fold.snapshot())).toBe(toCanonicalText(bot.kernel.snapshot()));
  expect(hashSnapshot(fold.snapshot())).toBe(hashSnapshot(bot.kernel.snapshot()));
}

it('second attempt is followed by no identical order within a second (RC36)', () => {
  const bot = open({ limits: { RC36: {} } });
  const first = bot.mustPlace();
  refuse(bot, first);
  bot.now += 900 * MILLISECOND;
  logIn(bot);
  const [, second] = bot.placed;
  bot.answer(second as PlaceCommand, 'rejected');
  bot.now += SECOND - 1;
  expect(bot.place()).toBeUndefined();
  expect(bot.refusals.map(({ rule }) => rule)).toEqual(['RC36']);
  bot.now += 1;
  expect(bot.place()).toBeDefined();
});

describe('order that is answered 401', () => {
  it.each(['login', 'renew'] as const)(
    'is retried once, byte for byte, after the %s',
    (subject) => {
      const bot = open();
      const first = bot.mustPlace();
      refuse(bot, first);
      expect(bot.view(first)).toMatchObject({ state: 'SENDING', isTerminal: false });
      bot.now += 300 * MILLISECOND;
      checkFold(bot);
      logIn(bot, subject);
      expect(bot.placed).toHaveLength(2);
      const second = bot.placed[1] as PlaceCommand;
      expect(second).toEqual({ ...first, attempt: 2 });
      expect(encodeOrderRequest(second)).toBe(encodeOrderRequest(first));
      const starts = bot.records.filter(({ type }) => type === 'send-start');
      expect(starts.map(({ data }) => data)).toMatchObject([
        { attempt: 1, requestId: `${first.coId}.1` },
        { attempt: 2, requestId: `${first.coId}.2` },
      ]);
      expect(bot.records.filter(({ type }) => type === 'command')).toHaveLength(1);
      checkFold(bot);
      bot.answer(second, 'accepted', { status: 202, orderId: '77' });
      expect(bot.view(first).state).toBe('PENDING_VENUE');
      bot.status(second, 'FILLED', first.units);
      bot.trade(second, 't1', first.units);
      expect(bot.kernel.snapshot().positions).toMatchObject([{ units: first.units }]);
      checkFold(bot);
    },
  );

  it('is rejected after two seconds without a login, with the reason code of the policy', () => {
    const bot = open();
    const order = bot.mustPlace();
    refuse(bot, order);
    logIn(bot, 'renew', false);
    bot.wait(2 * SECOND - 1);
    expect(bot.view(order).state).toBe('SENDING');
    bot.wait(1);
    expect(bot.view(order)).toMatchObject({ state: 'REJECTED', rejectCode: 'AUTH' });
    logIn(bot);
    expect(bot.placed).toHaveLength(1);
    checkFold(bot);
  });

  it('is rejected at once when its intent is two seconds old', () => {
    const bot = open();
    const order = bot.mustPlace();
    bot.now += 2 * SECOND;
    refuse(bot, order);
    expect(bot.view(order).state).toBe('REJECTED');
    checkFold(bot);
  });

  it('is retried once and never twice', () => {
    const bot = open();
    const order = bot.mustPlace();
    refuse(bot, order);
    logIn(bot);
    refuse(bot, order, true);
    logIn(bot);
    expect(bot.placed).toHaveLength(2);
    expect(bot.view(order)).toMatchObject({ state: 'REJECTED', rejectCode: 'AUTH' });
    checkFold(bot);
  });

  it.each<[string, (bot: Bot) => void]>([
    ['a halt', (bot) => bot.event({ type: 'operator', action: 'halt', reason: 'x', rule: 'RC63' })],
    ['a rate that has moved away', (bot) => bot.rate(EUR_USD, BID - 500, BID - 490)],
    ['a spread that is too wide', (bot) => bot.rate(EUR_USD, BID - 900, BID + 10)],
    ['a cancel', (bot) => bot.act('alpha', (ctx) => ctx.cancel(bot.placed[0]?.intentId ?? 0))],
  ])('is not retried after %s', (_, happen) => {
    const bot = open();
    const order = bot.mustPlace();
    refuse(bot, order);
    happen(bot);
    logIn(bot);
    expect(bot.placed).toHaveLength(1);
    bot.wait(3 * SECOND);
    expect(bot.view(order).state).toBe('REJECTED');
    checkFold(bot);
  });

  it('is adopted by its coId when the first attempt had arrived after all', () => {
    const bot = open();
    const order = bot.mustPlace();
    refuse(bot, order);
    logIn(bot);
    const { coId } = order;
    const duplicate = { status: 400, code: 'DuplicateOrder', message: '', orderId: '' };
    bot.event({ type: 'send-result', kind: 'place', coId, ...duplicate, resent: true });
    expect(bot.halts).toEqual([]);
    expect(bot.view(order).state).toBe('UNKNOWN');
    bot.status(order, 'NEW');
    expect(bot.view(order).state).toBe('WORKING');
    checkFold(bot);
  });

  it('is retried at once when it was signed, because the refusal contained the time', () => {
    const bot = open({ login: 'hmac' });
    const order = bot.mustPlace();
    refuse(bot, order);
    expect(bot.asks).toMatchObject([{ kind: 'refresh', what: 'clock' }]);
    bot.wait(0);
    expect(bot.placed).toHaveLength(2);
    refuse(bot, order, true);
    expect(bot.halts).toMatchObject([{ scope: 'all' }]);
    checkFold(bot);
  });
});

describe('second attempt', () => {
  it('is not made for a market order, whose value date is not stored', () => {
    const bot = open({ limits: { RC15: { G10: 5, atBest: 'send' } } });
    const atBest = { type: 'AtBest', timeInForce: 'FOK', valueDate: '2026-07-15' } as const;
    const order = bot.mustPlace(atBest);
    lose(bot, order, 'dns');
    expect(bot.view(order).state).toBe('ABANDONED');
    bot.wait(SECOND);
    expect(bot.placed).toHaveLength(1);
  });

  it('is not made once the venue reports the order', () => {
    const bot = open();
    const order = bot.mustPlace();
    refuse(bot, order);
    bot.status(order, 'NEW');
    logIn(bot);
    expect(bot.placed).toHaveLength(1);
    expect(bot.view(order).state).toBe('WORKING');
    checkFold(bot);
  });
});

describe('second attempt that the egress check refuses', () => {
  const turnBack = (bot: Bot, { coId }: { readonly coId: string }) =>
    bot.event({ type: 'egress', coId, kind: 'place', reason: 'the wall clock was set' });

  it('ends the order as rejected when the venue had rejected the first attempt', () => {
    const bot = open({ login: 'hmac' });
    const order = bot.mustPlace();
    refuse(bot, order);
    bot.wait(0);
    turnBack(bot, order);
    expect(bot.view(order)).toMatchObject({ state: 'REJECTED', reason: 'the wall clock was set' });
    checkFold(bot);
  });

  it('abandons the order when no attempt was ever sent', () => {
    const bot = open();
    const order = bot.mustPlace();
    lose(bot, order, 'dns');
    bot.wait(250 * MILLISECOND);
    turnBack(bot, order);
    expect(bot.view(order).state).toBe('ABANDONED');
    checkFold(bot);
  });
});

describe('order that was never written', () => {
  it.each(['dns', 'connect-refused'] as const)('for %s is retried once, soon', (transport) => {
    const bot = open();
    const order = bot.mustPlace();
    lose(bot, order, transport);
    bot.wait(250 * MILLISECOND - 1);
    expect(bot.placed).toHaveLength(1);
    checkFold(bot);
    bot.wait(1);
    expect(bot.placed).toHaveLength(2);
    lose(bot, order, transport);
    expect(bot.view(order).state).toBe('ABANDONED');
    checkFold(bot);
  });

  it('is not retried when the egress check refused it', () => {
    const bot = open();
    const order = bot.mustPlace();
    lose(bot, order, 'gate');
    expect(bot.view(order).state).toBe('ABANDONED');
  });

  it('keeps its exposure while its retry is pending and releases it at its end', () => {
    const bot = open({ limits: { RC27: { symbol: 1, strategy: 1, all: 1 } } });
    const order = bot.mustPlace();
    lose(bot, order, 'connect-refused');
    expect(bot.place({ ...buy(), size: 2_000 })).toBeUndefined();
    bot.wait(250 * MILLISECOND);
    lose(bot, order, 'connect-refused');
    expect(bot.mustPlace({ size: 2_000 }).coId).not.toBe(order.coId);
    checkFold(bot);
  });
});

const RESTING = { timeInForce: 'GTT', expirySeconds: 60, price: 1.0999 } as const;

describe('order that waits for its second attempt', () => {
  const refuse = (bot: Bot, coId: string) => {
    const answer = { status: 401, code: '', message: 'who?', orderId: '' };
    bot.event({ type: 'send-result', kind: 'place', coId, ...answer });
  };

  it('continues unchanged when the venue reports it in the meantime', () => {
    const bot = new Bot().calibrate().warmUp();
    const command = bot.mustPlace(RESTING);
    refuse(bot, command.coId);
    bot.status(command, 'NEW');
    bot.wait(3 * SECOND);
    expect(bot.view(command)).toMatchObject({ state: 'WORKING', isTerminal: false });
    expect(bot.placed).toHaveLength(1);
  });

  it('after a failed connection is not sent by a login', () => {
    const bot = new Bot().calibrate().warmUp();
    const { coId } = bot.mustPlace();
    const lost = { status: 0, transport: 'connect-refused', code: '', message: '' } as const;
    bot.event({ type: 'send-result', kind: 'place', coId, orderId: '', ...lost });
    const done = { subject: 'login', key: '', outcome: 'unchanged', status: 200 } as const;
    bot.event({ type: 'poll', ...done, message: '' });
    expect(bot.placed).toHaveLength(1);
    bot.wait(250_000);
    expect(bot.placed).toHaveLength(2);
  });
});

// Policy actions other than pauses and halts: dropped rates, probes of missing trades, alerts.
import { describe, expect, it } from 'vitest';
import { SECOND, unwrap } from '../../../src/domain/index.js';
import { parsePolicy } from '../../../src/plan/load-policy.js';
import { Bot, EUR_USD, LENIENT_TEXT, PATIENT } from '../harness.js';

const CODES = { status: 400, message: '', orderId: '' };

describe('rate that the venue refuses in a poll', () => {
  it('is not traded on until another poll succeeds', () => {
    const bot = new Bot({ policy: PATIENT, limits: { RC16: {} } }).calibrate().warmUp();
    const order = bot.mustPlace();
    bot.event({
      type: 'send-result',
      kind: 'place',
      coId: order.coId,
      ...CODES,
      code: 'PriceMismatch',
    });
    expect(bot.asks).toMatchObject([{ kind: 'refresh', what: 'quote', symbol: 'EUR/USD' }]);
    expect(bot.place()).toBeUndefined();
    expect(bot.refusals.at(-1)).toMatchObject({
      rule: 'RC16',
      message: 'the venue refused an order at the newest rate: wait for the next rate',
    });
    expect(bot.place({ symbol: 'USD/JPY', price: 150.01 })).toBeDefined();
    bot.now += SECOND / 10;
    bot.rate(EUR_USD, 110_000, 110_010);
    expect(bot.place()).toBeDefined();
  });

  it('is traded on again when a poll returns it unchanged', () => {
    const bot = new Bot({ policy: PATIENT, polled: true, limits: { RC16: {} } });
    bot.calibrate().warmUp();
    const { coId } = bot.mustPlace();
    bot.event({ type: 'send-result', kind: 'place', coId, ...CODES, code: 'QuoteExpired' });
    expect(bot.place()).toBeUndefined();
    bot.now += SECOND / 10;
    const same = { outcome: 'unchanged', status: 200, message: '' } as const;
    bot.event({ type: 'poll', subject: 'rate', key: 'EUR/USD', ...same });
    expect(bot.place()).toBeDefined();
  });
});

describe('filled order with missing trades', () => {
  it('is probed and alerts after the time of the policy', () => {
    const bot = new Bot().calibrate().warmUp();
    const order = bot.mustPlace();
    bot.answer(order, 'accepted', { status: 202, orderId: '77' });
    bot.status(order, 'FILLED', order.units);
    bot.wait(29 * SECOND);
    expect(bot.asks).toEqual([]);
    bot.wait(3 * SECOND);
    expect(bot.asks).toMatchObject([{ kind: 'probe', what: 'trades', coId: order.coId }]);
    expect(bot.alerts).toMatchObject([
      { level: 'warn', text: expect.stringContaining('trade reports of 1000 EUR filled have') },
    ]);
  });
});

describe('reason code', () => {
  it('counts and alerts in any letter case', () => {
    const bot = new Bot({ policy: PATIENT }).calibrate().warmUp();
    const { coId } = bot.mustPlace();
    const odd = { ...CODES, code: 'InvalidQuoteID', isInexact: true } as const;
    bot.event({ type: 'send-result', kind: 'place', coId, ...odd });
    expect(bot.view({ coId })).toMatchObject({ state: 'REJECTED', rejectCode: 'QUOTE_INVALID' });
    const text =
      'the venue sent a reason code that matches InvalidQuoteID only without regard to upper and ' +
      'lower case; it counts as InvalidQuoteID: ask the venue for its spelling ' +
      `(order ${coId})`;
    expect(bot.alerts).toMatchObject([{ level: 'warn', text }]);
  });

  it('is mapped by the policy, whose hash the rejection names', () => {
    const bot = new Bot({ policy: PATIENT }).calibrate().warmUp();
    const first = bot.mustPlace();
    expect(bot.view(first)).toMatchObject({ rejectCode: '', rejectPolicy: '' });
    bot.answer(first, 'rejected', { status: 400, code: 'amount' });
    expect(bot.view(first)).toMatchObject({
      rejectCode: 'SIZE_INVALID',
      rejectPolicy: PATIENT.version,
    });
    expect(PATIENT.version).toMatch(/^[0-9a-f]{12}$/);
  });
});

const RESTING = { timeInForce: 'GTT', expirySeconds: 60, price: 1.0999 } as const;

/** The lenient policy with the first match replaced. */
function change(from: string | RegExp, to: string) {
  const text = LENIENT_TEXT.replace(from, to);
  expect(text).not.toBe(LENIENT_TEXT);
  return unwrap(parsePolicy({ file: 'p.yaml', text }));
}

describe('policy with a condition', () => {
  it('beside the times of a cancel runs both', () => {
    const when = '{when: no-reason, do: [{alert: info}]}, ';
    const policy = change(/(PENDING_CANCEL: .*?steps: \[)/, `$1${when}`);
    const bot = new Bot({ policy }).calibrate().warmUp();
    const command = bot.mustPlace(RESTING);
    bot.answer(command, 'accepted', { status: 202, orderId: '77' });
    bot.status(command, 'NEW');
    bot.act('alpha', (ctx) => {
      ctx.cancel(command.intentId);
    });
    bot.wait(30 * SECOND);
    expect(bot.cancels.length).toBeGreaterThanOrEqual(2);
  });

  it('beside the times of an order status runs both', () => {
    const when = '{when: no-reason, do: [{alert: info}]}, ';
    const policy = change(/(RECEIVED: .*?steps: \[)/, `$1${when}`);
    const bot = new Bot({ policy }).calibrate().warmUp();
    const command = bot.mustPlace(RESTING);
    bot.answer(command, 'accepted', { status: 202, orderId: '77' });
    bot.status(command, 'RECEIVED');
    bot.wait(10 * SECOND);
    expect(bot.alerts.map(({ level, text }) => `${level} ${text.includes('RECEIVED')}`)).toContain(
      'warn true',
    );
  });
});

describe('status that the policy maps to "not sent"', () => {
  it('ends the order: only a failed connection gets a second attempt', () => {
    const policy = change(
      '{status: "429", calls: [write], class: weak',
      '{status: "429", calls: [write], class: not-sent',
    );
    const bot = new Bot({ policy }).calibrate().warmUp();
    const command = bot.mustPlace();
    bot.answer(command, 'rejected', { status: 429 });
    expect(bot.view(command).state).toBe('ABANDONED');
    bot.wait(SECOND);
    expect(bot.placed).toHaveLength(1);
  });
});

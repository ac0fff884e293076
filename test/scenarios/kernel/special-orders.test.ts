// Order types beyond plain limits, from the strategy to the command.
import { describe, expect, it } from 'vitest';
import type { PlaceIntent } from '../../../src/domain/orders/index.js';
import { encodeRecord, FIRST_PREV } from '../../../src/journal/index.js';
import { replayJournal } from '../../../src/kernel/index.js';
import { pegged, stop, stopLimit, venueTwap } from '../../../src/strategy/index.js';
import { Bot, THOUSAND } from '../../kernel/harness.js';

const ALLOWED = [
  ...['Limit/IOC', 'Limit/GTC', 'Stop/GTC', 'StopLimit/GTT', 'Pegged/GTT', 'Algo/GTC'],
];
const STAMP = { session: 1, wall: 1, mono: 1, boot: 'a' };
const DRAFT = { prev: FIRST_PREV, stamp: STAMP, synced: 0 };
const ORDER = { symbol: 'EUR/USD', side: 'Buy', size: 1_000, price: 1.1002 } as const;

function start(limits: Readonly<Record<string, unknown>> = {}): Bot {
  return new Bot({
    hands: ['alpha', 'probe'],
    limits: { RC02: { allowed: ALLOWED, customParameters: ['a'] }, ...limits },
  }).warmUp();
}

function place(bot: Bot, intent: PlaceIntent) {
  bot.act('alpha', (ctx) => {
    ctx.place(intent);
  });
  return bot.placed.at(-1);
}

describe('order of a strategy', () => {
  it.each([
    stop({ ...ORDER, stopPrice: 1.1001 }),
    stopLimit({ ...ORDER, stopPrice: 1.1001, expirySeconds: 30, trigger: 'OfferTrigger' }),
    pegged({ ...ORDER, pegTo: 'Mid', offsetPips: 0.5, expirySeconds: 30 }),
    venueTwap({ ...ORDER, passiveTime: 1_000 }),
  ])('leaves with its details, counts at its worst price, and replays: %j', (intent) => {
    const bot = start();
    const command = place(bot, intent);
    expect(command).toMatchObject({ type: intent.type, units: THOUSAND, details: intent.details });
    const { body } = bot.records.find(({ type }) => type === 'command')?.data as { body: string };
    for (const [index, { type, data }] of bot.records.entries()) {
      expect(encodeRecord({ ...DRAFT, seq: index + 1, type, data }).line).toContain(type);
    }
    expect(JSON.parse(body)).toMatchObject({ ...intent.details, price: 1.1002 });
    expect(replayJournal(bot.foldSetup, bot.records)).toEqual(bot.kernel.snapshot());
    bot.answer(command!, 'accepted', { orderId: '77' });
    bot.status(command!, 'NEW', 0, { priceTicks: 110_020 });
    bot.trade(command!, 'T1', 40_000, 110_010);
    bot.status(command!, 'PARTIALLY_FILLED', 40_000, { priceTicks: 110_020 });
    expect(bot.view(command!)).toMatchObject({ state: 'PARTIAL', filledUnits: 40_000 });
    expect(bot.halts).toEqual([]);
    expect(replayJournal(bot.foldSetup, bot.records)).toEqual(bot.kernel.snapshot());
  });

  it('is refused with its control: the type, the trigger, the price beyond it', () => {
    const bot = start({ RC15: { G10: 5 } });
    const far = stop({ ...ORDER, stopPrice: 1.1001, price: 1.12 });
    expect(place(bot, far)).toBeUndefined();
    expect(bot.refusals.at(-1)).toMatchObject({ rule: 'RC15' });
    place(bot, { ...stop({ ...ORDER, stopPrice: 1.1001 }), timeInForce: 'DAY' });
    expect(bot.refusals.at(-1)).toMatchObject({ rule: 'RC02', value: 'Stop/DAY' });
    place(bot, { ...stop({ ...ORDER, stopPrice: 1.1001 }), details: {} });
    expect(bot.refusals.at(-1)).toMatchObject({ rule: 'RC03' });
    expect(bot.placed).toEqual([]);
  });

  it('is identical to another in flight only if its details are equal', () => {
    const bot = start({ RC36: {} });
    for (const stopPrice of [1.1001, 1.10005]) {
      expect(place(bot, stop({ ...ORDER, stopPrice }))?.details).toMatchObject({ stopPrice });
    }
    place(bot, stop({ ...ORDER, stopPrice: 1.1001 }));
    expect(bot.placed).toHaveLength(2);
    expect(bot.refusals.at(-1)).toMatchObject({ rule: 'RC36' });
  });

  it('is a copy that later changes by its author do not affect', () => {
    const bot = start();
    const execFlags = ['MidTrigger'];
    const details = { stopPrice: 1.1001, execFlags, customParameters: { a: 'b' } };
    const intent = { ...stop({ ...ORDER, stopPrice: 1 }), details };
    bot.act('alpha', (ctx) => {
      ctx.place(intent);
      execFlags.push('BidTrigger');
      details.stopPrice = 2;
      details.customParameters.a = 'c';
    });
    expect(bot.placed.at(-1)?.details).toEqual({
      stopPrice: 1.1001,
      execFlags: ['MidTrigger'],
      customParameters: { a: 'b' },
    });
  });

  it.each([
    [{ stopPrice: '1.1' }, 'details.stopPrice: expected a number, found "1.1"'],
    [{ execFlags: 'MidTrigger' }, 'details.execFlags: expected a list of texts'],
    [{ customParameters: { a: 1 } }, 'details.customParameters: expected texts by name'],
    [{ customParameters: 'a' }, 'details.customParameters: expected texts by name'],
    [{ customParameters: null }, 'details.customParameters: expected texts by name'],
    [{ customParameters: { token: 'a' } }, 'no name that looks like a secret'],
    [{ targetStrategy: 1 }, 'details.targetStrategy: expected a text, found 1'],
    [{ rateId: 'q1' }, 'details.rateId: expected no such field, found "q1"'],
    [{ valueDate: '2026-07-15' }, 'details.valueDate: expected no such field'],
    [{ odd: () => 1 }, 'details.odd: expected no such field, found function'],
  ])('with invalid details %j ends its strategy', (details, words) => {
    const bot = start();
    place(bot, { ...stop({ ...ORDER, stopPrice: 1.1 }), details } as unknown as PlaceIntent);
    expect(bot.placed).toEqual([]);
    expect(bot.halts).toMatchObject([{ scope: 'strategy', strategy: 'alpha' }]);
    expect(bot.halts[0]?.reason).toContain(words);
  });

  it('with empty details is a plain order', () => {
    const bot = start();
    const plain = { ...ORDER, kind: 'place', type: 'Limit', timeInForce: 'IOC' } as const;
    const command = place(bot, { ...plain, details: {} });
    expect(command?.details).toBeUndefined();
  });

  it('that was never sent is retried with all its details', () => {
    const bot = start();
    const plain = { ...ORDER, kind: 'place', type: 'Limit', timeInForce: 'GTC' } as const;
    const command = place(bot, { ...plain, details: { maxShow: 100 } });
    const { coId } = command!;
    const nothing = { status: 0, code: '', message: '', orderId: '' };
    const transport = 'connect-refused';
    bot.event({ type: 'send-result', kind: 'place', coId, transport, ...nothing });
    bot.wait(250_000);
    expect(bot.placed.at(-1)).toMatchObject({ attempt: 2, details: { maxShow: 100 } });
    expect(replayJournal(bot.foldSetup, bot.records)).toEqual(bot.kernel.snapshot());
  });
});

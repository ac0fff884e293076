// Malformed intents that JavaScript lets a strategy emit: refused, or the end of that strategy.
import { expect, it } from 'vitest';
import type { Intent } from '../../../src/domain/orders/index.js';
import { Bot } from '../../kernel/harness.js';

const ORDER = {
  ...{ kind: 'place', symbol: 'EUR/USD', side: 'Buy', type: 'Limit', timeInForce: 'IOC' },
  ...{ size: 1_000, price: 1.1001 },
} as const;
const PARENT = {
  ...{ kind: 'execute', algorithm: 'twap', symbol: 'EUR/USD', side: 'Buy', size: 4_000 },
  params: { duration: '10s', slices: 2 },
} as const;
const REQUEST = { kind: 'rfs', symbol: 'EUR/USD', side: 'Both', size: 1_000, lifeSeconds: 60 };

/** Emits it as an author's stream would, whatever it is. */
function emit(intent: object): Bot {
  const bot = new Bot({ hands: ['alpha', 'beta'] }).warmUp();
  bot.act('alpha', (ctx) => {
    const { kind } = intent as Intent;
    if (kind === 'place') ctx.place(intent as never);
    else if (kind === 'execute') ctx.execute(intent as never);
    else if (kind === 'rfs') ctx.rfs(intent as never).subscribe();
  });
  bot.wait(0);
  return bot;
}

it.each([
  [{ ...ORDER, side: 'buy' }, 'side of intent place: expected one of Buy, Sell, found "buy"'],
  [{ ...ORDER, side: undefined }, 'one of Buy, Sell, found undefined'],
  [{ ...ORDER, type: 'Bogus' }, 'type of intent place: expected one of Limit, '],
  [{ ...ORDER, timeInForce: 'EVER' }, 'timeInForce of intent place: expected one of IOC, '],
  [{ ...ORDER, symbol: 7 }, 'symbol of intent place: expected a text, found 7'],
  [{ ...ORDER, size: '1000' }, 'size of intent place: expected a number, found "1000"'],
  [{ ...ORDER, price: null }, 'price of intent place: expected a number, found null'],
  [{ ...ORDER, currency: 1 }, 'currency of intent place: expected a text, found 1'],
  [{ ...ORDER, expirySeconds: '9' }, 'expirySeconds of intent place: expected a number'],
  [{ ...PARENT, side: 'sell' }, 'side of intent execute: expected one of Buy, Sell'],
  [{ ...PARENT, size: {} }, 'size of intent execute: expected a number, found {}'],
])('malformed intent %j halts its strategy only', (intent, words) => {
  const bot = emit(intent);
  expect(bot.commands).toEqual([]);
  expect(bot.halts).toMatchObject([{ scope: 'strategy', strategy: 'alpha' }]);
  expect(bot.halts[0]?.reason).toContain(words);
  bot.mustPlace({}, 'beta');
});

it.each([
  ...[Number.NaN, Infinity, -Infinity].flatMap((figure) => [
    { ...ORDER, price: figure },
    { ...ORDER, size: figure },
    { ...ORDER, timeInForce: 'GTT', expirySeconds: figure },
    { ...PARENT, size: figure },
    { ...PARENT, limitPrice: figure },
    { ...REQUEST, size: figure },
    { ...REQUEST, lifeSeconds: figure },
  ]),
])('invalid number is refused with its text form: %o', (intent) => {
  const bot = emit(intent);
  expect(bot.commands).toEqual([]);
  expect(bot.refusals.length).toBeGreaterThan(0);
  for (const { data } of bot.records) {
    expect(JSON.parse(JSON.stringify(data)), JSON.stringify(data)).toEqual(data);
  }
});

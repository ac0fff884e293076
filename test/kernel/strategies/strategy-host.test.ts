// Endings of a strategy: invalid results, errors, completion, actions outside a step.
import { EMPTY, NEVER, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Note } from '../../../src/domain/events/index.js';
import { Bot, EUR_USD, type Run } from '../harness.js';

const RESTING = { timeInForce: 'GTT', expirySeconds: 60, price: 1.0999 } as const;

describe('strategy', () => {
  it.each([
    ['nothing', undefined, 'found undefined'],
    ['a figure', 5, 'found 5'],
    ['a long list', Array.from({ length: 60 }, () => 'x'), 'found ["x","x",'],
  ])('that returns %s is halted with a message for its author', (_, result, words) => {
    const bot = new Bot({ strategies: { odd: (() => result) as unknown as Run } });
    expect(bot.halts).toMatchObject([{ scope: 'strategy', strategy: 'odd', rule: 'strategy' }]);
    const [halt] = bot.halts;
    expect(halt?.reason).toContain('expected run to return an Observable of intents, ');
    expect(halt?.reason).toContain(words);
    expect(halt?.reason.length).toBeLessThan(170);
    expect(bot.warmUp().place()).toBeDefined();
  });

  it.each([
    ['no reason', undefined, 'the strategy failed without a reason'],
    ['a text', 'out of ideas', 'out of ideas'],
    ['an error', new RangeError('beyond'), 'beyond'],
    ['an object', { a: 1 }, 'the strategy threw a value of type object'],
  ])('that fails with %s is halted with that reason', (_, error, reason) => {
    const bot = new Bot({ strategies: { odd: () => throwError(() => error) } });
    expect(bot.halts).toMatchObject([{ strategy: 'odd', reason }]);
  });

  it.each([
    ['with the place in its file', 'odd.ts:3:7', 'beyond (odd.ts:3:7)'],
    ['alone where no place is known', '', 'beyond'],
  ])('that fails with an error is halted with its message, %s', (_, place, reason) => {
    const error = new RangeError('beyond');
    const locate = (found: unknown) => (found === error ? place : 'elsewhere');
    const bot = new Bot({ strategies: { odd: () => throwError(() => error) }, locate });
    expect(bot.halts).toMatchObject([{ strategy: 'odd', reason }]);
  });

  it('that has ended places nothing more, though it still receives faults', () => {
    let heard = 0;
    const brief: Run = (ctx) => {
      ctx.faults.subscribe(() => {
        heard++;
        ctx.place({ symbol: 'EUR/USD', side: 'Buy', type: 'Limit', size: 2_000, ...RESTING });
      });
      return EMPTY;
    };
    const bot = new Bot({ strategies: { brief } }).warmUp();
    bot.act('alpha', () => undefined);
    expect([heard, bot.placed]).toEqual([1, []]);
  });

  it('notes values other than text, boolean and number as text', () => {
    const bot = new Bot().warmUp();
    const fields = { a: 'x', b: true, c: 1.5, d: Number.NaN, e: undefined, f: null };
    bot.act('alpha', (ctx) => {
      ctx.note('odd', fields as unknown as Note['fields']);
      ctx.note('plain');
    });
    expect(bot.notes.map((note) => note.fields)).toEqual([
      { a: 'x', b: true, c: 1.5, d: 'NaN', e: 'undefined', f: 'null' },
      {},
    ]);
  });

  it('that acts outside a step is halted at the next rate that it receives', () => {
    let trespass = () => 0;
    const odd: Run = (ctx) => {
      ctx.rates('EUR/USD').subscribe(() => undefined);
      trespass = () =>
        ctx.place({ symbol: 'EUR/USD', side: 'Buy', type: 'Limit', size: 2_000, ...RESTING });
      return NEVER;
    };
    const bot = new Bot({ hands: [], strategies: { odd } }).warmUp();
    expect(trespass).toThrow("strategy odd: an intent was made outside the kernel's step");
    expect(bot.halts).toEqual([]);
    bot.rate(EUR_USD, 110_000, 110_010);
    expect(bot.placed).toEqual([]);
    expect(bot.halts[0]?.reason).toContain("made outside the kernel's step: use ctx.time");
  });
});

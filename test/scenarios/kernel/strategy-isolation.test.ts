// Objects handed to strategies are isolated from the gate, the records and other strategies.
import { map, skip, tap } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../../src/domain/events/index.js';
import type { Instrument, Rate } from '../../../src/domain/index.js';
import { limit } from '../../../src/strategy/index.js';
import { Bot, type Context, EUR_USD } from '../../kernel/harness.js';

/** Writes to it as an author in JavaScript can; whether that was refused. */
function write(target: unknown, fields: object): boolean {
  try {
    Object.assign(target as object, fields);
    return false;
  } catch {
    return true;
  }
}

describe('instrument handed to a strategy', () => {
  it('cannot be changed: its amounts stay what they are', () => {
    const bot = new Bot({ limits: { RC04: { G10: 10_000 } } }).warmUp();
    const refused: boolean[] = [];
    bot.act('alpha', (ctx) => {
      const instrument: Instrument = ctx.instrument('EUR/USD');
      refused.push(write(instrument, { baseDecimals: 0 }), write(ctx, { params: {} }));
      ctx.place(limit({ symbol: 'EUR/USD', side: 'Buy', size: 1_000_000, price: 1.1001 }));
    });
    bot.wait(0);
    expect({ refused, commands: bot.commands }).toEqual({ refused: [true, true], commands: [] });
    expect(bot.refusals.map(({ rule }) => rule)).toContain('RC04');
    expect(EUR_USD.baseDecimals).toBe(2);
  });
});

describe('rate handed to a strategy', () => {
  it('belongs to one subscriber, and is as fresh for each', () => {
    const seen: (readonly number[])[] = [];
    const spoil = (ctx: Context) =>
      ctx.rates('EUR/USD').pipe(
        tap((rate: Rate) => {
          seen.push([rate.bidTicks, rate.offerTicks, rate.venueAt, rate.receivedAt]);
          Object.assign(rate, { bidTicks: 1, offerTicks: 2, receivedAt: 3 });
        }),
        skip(1_000),
        map(() => limit({ symbol: 'EUR/USD', side: 'Buy', size: 1_000, price: 1.1 })),
      );
    const bot = new Bot({ hands: [], strategies: { one: spoil, two: spoil } });
    bot.kernel.rate(bot.now, 0, 110_000, 110_010, 1, 1, bot.now - 5);
    const whole = [110_000, 110_010, bot.now - 5, bot.now];
    expect(seen).toEqual([whole, whole]);
  });
});

describe('refusal handed to a strategy', () => {
  it('is recorded as the gate stated it', () => {
    const refused: boolean[] = [];
    const listen = (ctx: Context) => {
      ctx.refusals.subscribe((refusal: Refusal) => {
        refused.push(write(refusal, { rule: 'RC99' }), write(refusal.rate, { bidTicks: 1 }));
      });
      ctx.place(limit({ symbol: 'EUR/USD', side: 'Buy', size: 1_000, price: 900 }));
    };
    const bot = new Bot().warmUp();
    bot.act('alpha', listen);
    bot.wait(0);
    expect(refused).toContain(true);
    expect(refused).not.toContain(false);
    expect(bot.records.filter(({ type }) => type === 'refused')).toMatchObject(
      bot.refusals.map(({ rule }) => ({ data: { rule } })),
    );
    expect(bot.refusals.map(({ rule }) => rule)).not.toContain('RC99');
  });
});

describe('text of a strategy', () => {
  const HUGE = 'x'.repeat(17 * 1024 * 1024);
  const longest = (bot: Bot) => Math.max(...bot.records.map((one) => JSON.stringify(one).length));

  it('is copied at once, cut to a length that every record has room for', () => {
    const bot = new Bot({ hands: ['alpha', 'beta'] }).warmUp();
    let asked = 0;
    const said = { toString: () => `said ${String(++asked)} times` };
    bot.act('alpha', (ctx) => {
      ctx.note(said as never, { said: said as never, long: HUGE });
      ctx.note(HUGE);
    });
    bot.wait(0);
    const [first, second] = bot.notes;
    expect(first).toMatchObject({ text: 'said 1 times', fields: { said: 'said 2 times' } });
    expect(second?.text).toMatch(/^x{10000}\.\.\. \(17825792 characters\)$/);
    expect([asked, longest(bot) < 30_000, bot.halts]).toEqual([2, true, []]);
  });

  it.each<readonly [string, (ctx: Context) => void, string]>([
    ['a long error', () => raise(new Error(HUGE)), 'x... (17825792 characters)'],
    [
      'an error without a text',
      () => raise(Object.assign(new Error(), { message: {} })),
      '[object',
    ],
    [
      'an error that throws when it is read',
      () => raise(Object.defineProperty(new Error(), 'message', { get: () => raise(Error('no')) })),
      'the strategy threw a value that cannot be read',
    ],
    [
      'a note that throws',
      (ctx) => ctx.note({ toString: () => raise(Error('no')) } as never),
      'no',
    ],
    ['a symbol of 17 MB', (ctx) => ctx.place(order({ symbol: HUGE })), 'at most 1000 characters'],
    ['parameters of 17 MB', (ctx) => ctx.execute(parent(HUGE)), 'at most 1000 characters'],
    ['parameters without end', (ctx) => ctx.execute(parent(loop())), 'at most 10000 values'],
    ['a function', (ctx) => ctx.execute(parent(() => 1)), 'found a function'],
  ])('%s ends its strategy alone, and the records state why', (_, act, words) => {
    const bot = new Bot({ hands: ['alpha', 'beta'] }).warmUp();
    bot.act('alpha', act);
    bot.wait(0);
    expect(bot.halts).toMatchObject([{ scope: 'strategy', strategy: 'alpha' }]);
    expect(bot.halts[0]?.reason).toContain(words);
    expect(longest(bot)).toBeLessThan(30_000);
    bot.mustPlace({}, 'beta');
  });

  it('intent that changes after its check is used as it was checked', () => {
    const bot = new Bot().warmUp();
    let reads = 0;
    const intent = Object.defineProperty(order({}), 'size', {
      get: () => (reads++ === 0 ? 1_000 : 900_000),
      enumerable: true,
    });
    bot.act('alpha', (ctx) => ctx.place(intent));
    bot.wait(0);
    expect(bot.commands).toMatchObject([{ units: 100_000 }]);
  });
});

function raise(error: unknown): never {
  throw error;
}

function order(fields: object) {
  return { ...limit({ symbol: 'EUR/USD', side: 'Buy', size: 1_000, price: 1.1001 }), ...fields };
}

function parent(slices: unknown) {
  const terms = { algorithm: 'twap', symbol: 'EUR/USD', side: 'Buy', size: 4_000 } as const;
  return { ...terms, params: { duration: '10s', slices } };
}

function loop(): object {
  const own: Record<string, unknown> = {};
  return Object.assign(own, { own });
}

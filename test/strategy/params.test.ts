// Building blocks of parameters: what they accept, and their message for anything else.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  amount,
  bps,
  duration,
  listParamKinds,
  parentKey,
  price,
  side,
  symbol,
} from '../../src/strategy/index.js';

/** The messages of a value that does not fit. */
function complain(schema: z.ZodType, value: unknown): readonly string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map((issue) => issue.message);
}

describe('strategy parameter', () => {
  it('symbol is base and term with a slash', () => {
    expect(symbol().parse('EUR/USD')).toBe('EUR/USD');
    expect(complain(symbol(), 'EURUSD')).toEqual([
      'expected a symbol such as EUR/USD (did you mean EUR/USD?)',
    ]);
    expect(complain(symbol(), 5)).toEqual(['Invalid input: expected string, received number']);
  });

  it('side is Buy or Sell', () => {
    expect(side().parse('Sell')).toBe('Sell');
    expect(complain(side(), 'BUY')).toEqual(['Invalid option: expected one of "Buy"|"Sell"']);
  });

  it.each([
    ['amount', amount()],
    ['price', price()],
  ])('%s is a number above 0', (_, schema) => {
    expect(schema.parse(0.5)).toBe(0.5);
    expect(complain(schema, 0)).toEqual(['Too small: expected number to be >0']);
    expect(complain(schema, '5')).toEqual(['Invalid input: expected number, received string']);
    expect(complain(schema, Infinity)).toHaveLength(1);
    expect(complain(schema, Number.NaN)).toHaveLength(1);
  });

  it('bps is 0 or more, with a default', () => {
    expect(bps(2).parse(undefined)).toBe(2);
    expect(bps().parse(undefined)).toBe(0);
    expect(bps(2).parse(0)).toBe(0);
    expect(complain(bps(), -1)).toEqual(['Too small: expected number to be >=0']);
  });

  it('parentKey is a short name, or nothing', () => {
    expect(parentKey().parse('eur-2')).toBe('eur-2');
    expect(parentKey().parse(undefined)).toBeUndefined();
    for (const wrong of ['', 'a b', 'a/b', 'x'.repeat(65)]) {
      expect(complain(parentKey(), wrong)).toEqual([
        'expected 1 to 64 letters, digits, ".", "_" or "-"',
      ]);
    }
  });

  it('duration is text with a unit, in microseconds inside', () => {
    expect(duration().parse('8m')).toBe(480_000_000);
    expect(duration('30s').parse(undefined)).toBe(30_000_000);
    expect(complain(duration(), undefined)).toHaveLength(1);
    expect(complain(duration(), 30)).toEqual([
      'expected a duration with its unit, such as 250ms, 5s or 8m',
    ]);
    expect(complain(duration(), '30 seconds')).toEqual([
      'expected a duration such as 250ms, 5s or 8m, found "30 seconds"',
    ]);
  });

  it('has a message that says what it is', () => {
    const texts = [symbol(), side(), amount(), price(), bps(), duration()].map(
      (schema) => schema.description,
    );
    expect(texts).toEqual([
      'symbol, base and term with a slash',
      'Buy or Sell, seen from the dealt currency',
      'amount in units of the dealt currency',
      'price in units of the term currency',
      'basis points',
      'duration with its unit, such as 250ms, 5s or 8m',
    ]);
  });

  it('can be described as JSON schema by its input', () => {
    const schema = z.strictObject({ symbol: symbol(), window: duration('30s') });
    expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
      required: ['symbol'],
      properties: { symbol: { type: 'string' }, window: { type: 'string', default: '30s' } },
    });
  });

  it('for a symbol, an amount or a price is known as such, also when optional', () => {
    const schema = z.strictObject({
      pair: symbol(),
      total: amount().optional(),
      worst: price().default(1.1).optional(),
      band: bps(2),
      window: duration('30s'),
      way: side(),
      count: z.int(),
    });
    expect([...listParamKinds(schema)]).toEqual([
      ['pair', 'symbol'],
      ['total', 'amount'],
      ['worst', 'price'],
    ]);
    expect(listParamKinds(z.any()).size).toBe(0);
  });
});

// Messages for values that a schema refuses.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssues, listIssueTexts } from '../../src/validation/describe-issues.js';

const order = z.strictObject({
  symbol: z.string().min(7),
  size: z.number().positive(),
  side: z.enum(['Buy', 'Sell']),
  legs: z.array(z.strictObject({ day: z.int().min(1) })).optional(),
  how: z
    .union([
      z.strictObject({ kind: z.literal('now'), within: z.number() }),
      z.strictObject({ kind: z.literal('later'), at: z.string() }),
    ])
    .optional(),
});
const good = { symbol: 'EUR/USD', size: 1, side: 'Buy' };

it.each([
  ['a missing field', { ...good, symbol: undefined }, 'symbol: expected text, found no such key'],
  ['another type', { ...good, size: '1' }, 'size: expected a number, found "1"'],
  ['an empty value', { ...good, size: null }, 'size: expected a number, found an empty value'],
  ['a bound', { ...good, size: 0 }, 'size: expected above 0, found 0'],
  [
    'keys unknown to every form',
    { ...good, how: { zzz: 'now' } },
    'how: expected a known key, found `zzz` (known keys: kind, within, at)',
  ],
  [
    'a key unknown to one form',
    { ...good, how: { kind: 'later', at: '', zzz: 1 } },
    'how: expected a known key, found `zzz` (known keys: kind, at)',
  ],
  [
    'a misspelled value',
    { ...good, side: 'Bay' },
    'side: expected "Buy" or "Sell", found "Bay" (did you mean "Buy"?)',
  ],
  [
    'an unknown key',
    { ...good, sise: 1 },
    'expected a known key, found `sise` (did you mean `size`?)',
  ],
  [
    'a value deep inside',
    { ...good, legs: [{ day: 1 }, { day: 0.5 }] },
    'legs[1].day: expected a whole number, found 0.5',
  ],
  [
    'the closest of several forms',
    { ...good, how: { kind: 'later', at: 5 } },
    'how.at: expected text, found 5',
  ],
  ['a value of no form', 7, 'expected a map, found 7'],
])('message for %s has what was expected and what was found', (_, value, words) => {
  expect(listIssueTexts(order, value)).toEqual([words]);
});

it('message lists all problems or the first, with the place in front', () => {
  const value = { symbol: 'EUR', size: '1', side: 'Buy' };
  const first = 'body.symbol: expected at least 7 characters, found "EUR"';
  expect(listIssueTexts(order, value, ['body'])).toEqual([
    first,
    'body.size: expected a number, found "1"',
  ]);
  expect(describeIssues(order, value, ['body'])).toBe(first);
  expect(listIssueTexts(order, good)).toEqual([]);
});

it('message hides the values of secrets', () => {
  const login = z.strictObject({ password: z.string().max(3) });
  expect(describeIssues(login, { password: 'open sesame' })).toBe(
    'password: expected at most 3 characters, found [hidden]',
  );
});

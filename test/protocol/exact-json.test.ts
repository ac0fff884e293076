// JSON of custody: every number keeps its digits.
import { describe, expect, it } from 'vitest';
import { LongNumber } from '../../src/domain/numbers/index.js';
import { parseExactJson } from '../../src/protocol/index.js';
import { balanceListSchema, withdrawSchema } from '../../src/protocol/schemas/custody.js';

describe('parseExactJson', () => {
  it('returns numbers where a double can express them, and their digits otherwise', () => {
    const text = '{"a":0.25,"b":12345678.123456789012,"c":[1e-8,9007199254740993],"d":"x"}';
    const parsed = parseExactJson(text);
    expect(parsed).toEqual({
      a: 0.25,
      b: new LongNumber('12345678.123456789012'),
      c: [1e-8, new LongNumber('9007199254740993')],
      d: 'x',
    });
    expect(JSON.stringify(parsed)).toContain('"12345678.123456789012"');
  });

  it('is undefined for invalid JSON', () => {
    for (const text of ['', '{', '{"a":1}{}', 'NaN', '<html>']) {
      expect(parseExactJson(text)).toBeUndefined();
    }
  });

  it('returns long amounts as decimal texts to readers of amounts only', () => {
    const [balance] = balanceListSchema.parse(
      parseExactJson('[{"currency":"X","total":12345678.123456789012,"available":1,"locked":0}]'),
    );
    expect(balance).toMatchObject({ total: '12345678.123456789012', available: 1 });
    const withdrawal = '{"currency":"X","amount":12345678.123456789012,"address":9007199254740993}';
    const { error } = withdrawSchema.safeParse(parseExactJson(withdrawal));
    expect(error?.issues.map(({ path }) => path)).toEqual([['address']]);
  });
});

// JSON of custody: every number keeps its digits.
import { describe, expect, it } from 'vitest';
import { LongNumber } from '../../src/domain/index.js';
import { parseExactJson } from '../../src/protocol/index.js';
import { balanceListSchema, withdrawSchema } from '../../src/protocol/schemas/custody.js';

describe('parseExactJson', () => {
  it('gives numbers where a double holds them, and their digits apart where it does not', () => {
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

  it('is undefined for what is no JSON', () => {
    for (const text of ['', '{', '{"a":1}{}', 'NaN', '<html>']) {
      expect(parseExactJson(text)).toBeUndefined();
    }
  });

  it('gives long amounts as decimal texts to whoever reads amounts, and to nobody else', () => {
    const [balance] = balanceListSchema.parse(
      parseExactJson('[{"currency":"X","total":12345678.123456789012,"available":1,"locked":0}]'),
    );
    expect(balance).toMatchObject({ total: '12345678.123456789012', available: 1 });
    const withdrawal = '{"currency":"X","amount":12345678.123456789012,"address":9007199254740993}';
    const { error } = withdrawSchema.safeParse(parseExactJson(withdrawal));
    expect(error?.issues.map(({ path }) => path)).toEqual([['address']]);
  });
});

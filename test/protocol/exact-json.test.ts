// JSON of custody: every number keeps its digits.
import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../../src/protocol/index.js';

describe('parseExactJson', () => {
  it('gives numbers where a double holds them, and texts where it does not', () => {
    const text = '{"a":0.25,"b":12345678.123456789012,"c":[1e-8,9007199254740993],"d":"x"}';
    expect(parseExactJson(text)).toEqual({
      a: 0.25,
      b: '12345678.123456789012',
      c: [1e-8, '9007199254740993'],
      d: 'x',
    });
  });

  it('is undefined for what is no JSON', () => {
    for (const text of ['', '{', '{"a":1}{}', 'NaN', '<html>']) {
      expect(parseExactJson(text)).toBeUndefined();
    }
  });
});

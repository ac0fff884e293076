// Amounts of custody: exact from numbers and texts, refused where they would not be.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatShortest, parseAmount } from '../../../src/domain/numbers/index.js';

describe('parseAmount', () => {
  it.each([
    [0.25, 8, 25_000_000n],
    [1e-8, 8, 1n],
    [1e21, 0, 1_000_000_000_000_000_000_000n],
    [-1.5, 2, -150n],
    [0, 8, 0n],
    ['0.25', 8, 25_000_000n],
    ['123456789012345678.123456789012', 12, 123_456_789_012_345_678_123_456_789_012n],
    ['1.50', 1, 15n],
    ['007', 0, 7n],
  ])('reads %s at %i decimals', (value, decimals, expected) => {
    expect(parseAmount(value, decimals)).toBe(expected);
  });

  it.each([
    [0.125, 2],
    [0.1 + 0.2, 8],
    [Number.NaN, 8],
    [Infinity, 8],
    ['', 8],
    ['1e5', 8],
    ['1.', 8],
    ['.5', 8],
    ['+1', 8],
    [' 1', 8],
    ['1,5', 8],
    ['9'.repeat(50), 8],
  ])('refuses %s at %i decimals', (value, decimals) => {
    expect(parseAmount(value, decimals)).toBeUndefined();
  });

  it('reads back every text that is written', () => {
    const units = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 12 }), (value, decimals) => {
        expect(parseAmount(formatShortest(value, decimals), decimals)).toBe(value);
      }),
    );
  });
});

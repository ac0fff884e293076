// Rounding and exact texts against decimal.js and tables.
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideRounded, formatExact, toQuotient } from '../../../src/report/figures/figures.js';

const Exact = Decimal.clone({ precision: 200, toExpNeg: -200, toExpPos: 200 });

describe('divideRounded', () => {
  it.each([
    [7n, 2n, 4n],
    [-7n, 2n, -4n],
    [5n, 10n, 1n],
    [4n, 10n, 0n],
    [-4n, 10n, 0n],
    [-5n, 10n, -1n],
    [0n, 3n, 0n],
  ])('gives %s / %s = %s', (dividend, divisor, quotient) => {
    expect(divideRounded(dividend, divisor)).toBe(quotient);
  });
});

describe('toQuotient', () => {
  it('rounds halves away from zero at the asked decimal, as decimal.js does', () => {
    const dividend = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    const divisor = fc.bigInt({ min: 1n, max: 10n ** 30n });
    fc.assert(
      fc.property(dividend, divisor, fc.integer({ min: 0, max: 15 }), (a, b, decimals) => {
        const exact = new Exact(String(a)).div(String(b));
        const expected = exact.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP).toNumber();
        expect(toQuotient(a, b, decimals)).toBe(expected === 0 ? 0 : expected);
      }),
    );
  });

  it('is null over zero, never NaN', () => {
    expect(toQuotient(5n, 0n, 2)).toBeNull();
    expect(toQuotient(0n, 0n, 2)).toBeNull();
  });
});

describe('formatExact', () => {
  it.each([
    [-546745000n, 4, 2, '-54674.50'],
    [-546745123n, 4, 2, '-54674.5123'],
    [7639150000n, 3, 0, '7639150'],
    [5n, 1, 0, '0.5'],
    [0n, 8, 2, '0.00'],
    [12n, 0, 2, '12.00'],
    [10n, 1, 0, '1'],
  ])('prints %s of %s decimals with at least %s as %s', (scaled, decimals, least, text) => {
    expect(formatExact(scaled, decimals, least)).toBe(text);
  });
});

// The one rule by which numbers enter and leave, against decimal.js and big integers.
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatCount,
  formatScaled,
  formatShortest,
  fromScaled,
  MAX_DECIMALS,
  MAX_SCALED,
  multiplyDivideUp,
  parseScaled,
  powerOfTen,
  toScaled,
} from '../../../src/domain/numbers/index.js';
import { countRuns } from '../../runs.js';

const decimals = fc.integer({ min: 0, max: MAX_DECIMALS });
const scaled = fc.oneof(
  fc.integer({ min: -MAX_SCALED, max: MAX_SCALED }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
);

/** The rule by decimal.js: the shortest text of the double as a whole number of steps. */
function toScaledByText(value: number, places: number): number | undefined {
  if (!Number.isFinite(value)) return undefined;
  const steps = new Decimal(String(value)).times(new Decimal(10).pow(places));
  return steps.isInteger() && steps.abs().lte(MAX_SCALED) ? steps.toNumber() + 0 : undefined;
}

describe('toScaled', () => {
  it.each([
    [1.1, 5, 110_000],
    [1.10001, 5, 110_001],
    [150.123, 3, 150_123],
    [-0.5, 1, -5],
    [0, 5, 0],
    [1e-12, 12, 1],
    [999_999_999_999_999, 0, 999_999_999_999_999],
    [9_999_999_999.99999, 5, 999_999_999_999_999],
  ])('reads %d with %i decimals as %i', (value, places, expected) => {
    expect(toScaled(value, places)).toBe(expected);
  });

  it.each([
    ['finer than the decimals', 1.100_001, 5],
    ['half a step', 1.5, 0],
    ['a floating-point sum', 0.1 + 0.2, 5],
    ['16 digits', 1_000_000_000_000_000, 0],
    ['16 digits after scaling', 10_000_000_000, 5],
    ['not a number', Number.NaN, 5],
    ['infinite', Infinity, 5],
    ['negative infinite', -Infinity, 5],
  ])('refuses what is %s', (_, value, places) => {
    expect(toScaled(value, places)).toBeUndefined();
  });

  it('never gives minus zero', () => {
    expect(Object.is(toScaled(-0, 5), 0)).toBe(true);
  });

  it('restores every decimal of at most 15 digits from its double', () => {
    fc.assert(
      fc.property(scaled, decimals, (steps, places) => {
        const text = new Decimal(steps).div(new Decimal(10).pow(places)).toFixed();
        expect(toScaled(Number(text), places)).toBe(steps + 0);
        expect(fromScaled(steps, places)).toBe(Number(text) + 0);
      }),
      { numRuns: countRuns(2_000) },
    );
  });

  it('agrees with the decimal text of any double', () => {
    const near = fc
      .tuple(scaled, decimals, fc.integer({ min: -2, max: 2 }))
      .map(([steps, places, ulps]) => {
        const value = fromScaled(steps, places);
        return value + (ulps * Math.abs(value)) / 4_503_599_627_370_496;
      });
    const value = fc.oneof(fc.double(), near, fc.double({ min: -1e6, max: 1e6 }));
    fc.assert(
      fc.property(value, decimals, (number, places) => {
        expect(toScaled(number, places)).toBe(toScaledByText(number, places));
      }),
      { numRuns: countRuns(3_000) },
    );
  });
});

describe('texts of scaled integers', () => {
  it.each([
    [110_000, 5, '1.10000', '1.1'],
    [-5, 1, '-0.5', '-0.5'],
    [7, 3, '0.007', '0.007'],
    [100, 2, '1.00', '1'],
    [0, 2, '0.00', '0'],
    [1_000, 0, '1000', '1000'],
    [12_345_678_901_234_567_890n, 4, '1234567890123456.7890', '1234567890123456.789'],
    [-1n, 2, '-0.01', '-0.01'],
  ])('prints %s with %i decimals as %s, shortest %s', (value, places, full, shortest) => {
    expect(formatScaled(value, places)).toBe(full);
    expect(formatShortest(value, places)).toBe(shortest);
  });

  it('prints what decimal.js prints', () => {
    fc.assert(
      fc.property(scaled, decimals, (steps, places) => {
        const exact = new Decimal(steps).div(new Decimal(10).pow(places));
        expect(formatScaled(steps, places)).toBe(exact.plus(0).toFixed(places));
        expect(formatShortest(steps, places)).toBe(exact.plus(0).toFixed());
      }),
      { numRuns: countRuns(1_000) },
    );
  });

  it('reads its own texts', () => {
    fc.assert(
      fc.property(scaled, decimals, (steps, places) => {
        // 15 digits before the point are the most that a text may have
        fc.pre(formatScaled(Math.abs(steps), places).split('.')[0]!.length <= 15);
        expect(parseScaled(formatScaled(steps, places), places)).toBe(steps + 0);
        expect(parseScaled(formatShortest(steps, places), places)).toBe(steps + 0);
      }),
      { numRuns: countRuns(1_000) },
    );
  });

  it.each([
    '',
    '-',
    '.5',
    '1e3',
    '+1',
    '1,5',
    ' 1',
    '0x1',
    'NaN',
    '1.2.3',
    '1.001',
    '1'.repeat(16),
  ])('does not read "%s" as a plain decimal of 2 places', (text) => {
    expect(parseScaled(text, 2)).toBeUndefined();
  });

  it('reads trailing zeros beyond the decimals, and refuses more than 15 digits', () => {
    expect(parseScaled('1.2500', 2)).toBe(125);
    expect(parseScaled('-0.00', 2)).toBe(0);
    expect(parseScaled('9999999999999.99', 2)).toBe(MAX_SCALED);
    expect(parseScaled('10000000000000.00', 2)).toBeUndefined();
  });
});

describe('powerOfTen', () => {
  it('knows the powers from 0 to 15 and no other', () => {
    for (let i = 0; i <= 15; i++) expect(powerOfTen(i)).toBe(Number(`1e${String(i)}`));
    for (const places of [-1, 16, 1.5, Number.NaN]) {
      expect(() => powerOfTen(places)).toThrow(RangeError);
    }
  });
});

describe('multiplyDivideUp', () => {
  it.each([
    [7, 3, 2, 11],
    [6, 3, 2, 9],
    [-7, 3, 2, -11],
    [1, 1, 1_000, 1],
    [-1, 1, 1_000, -1],
    [0, 5, 3, 0],
    [9_007_199_254_740_991, 3, 9, 3_002_399_751_580_331],
  ])('%i x %i / %i is %i, away from zero', (a, b, c, expected) => {
    expect(multiplyDivideUp(a, b, c)).toBe(expected);
  });

  it('is exact at any size, by big integers', () => {
    const any = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -100_000, max: 100_000 }));
    const divisor = fc.oneof(
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    );
    fc.assert(
      fc.property(any, any, divisor, (a, b, c) => {
        const product = BigInt(a) * BigInt(b);
        const size = product < 0n ? -product : product;
        const quotient = (size + BigInt(c) - 1n) / BigInt(c);
        fc.pre(quotient <= BigInt(Number.MAX_SAFE_INTEGER));
        expect(BigInt(multiplyDivideUp(a, b, c))).toBe(product < 0n ? -quotient : quotient);
      }),
      { numRuns: countRuns(3_000) },
    );
  });
});

describe('number of things', () => {
  it.each([
    [0, '0 rates'],
    [1, '1 rate'],
    [2, '2 rates'],
    [3_551, '3,551 rates'],
  ])('%s is printed as %s', (count, text) => {
    expect(formatCount(count, 'rate')).toBe(text);
  });
});

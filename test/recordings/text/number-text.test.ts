// Numbers as texts: what doubles, floats and exponents mean, and what is finer than it may be.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePrice, parseSize, toPlain } from '../../../src/recordings/text/number-text.js';
import { countRuns } from '../../runs.js';

const price = (text: string, decimals: number) => {
  const found = parsePrice('bid price', text, decimals);
  return found.ok ? found.value : found.fault.message;
};
const size = (text: string, decimals: number) => {
  const found = parseSize('bid size', text, decimals);
  return found.ok ? found.value : found.fault.message;
};

describe('price text', () => {
  it.each([
    ['147.15200000000002', 3, 147_152],
    ['147.15399999999998', 3, 147_154],
    ['0.30000000000000004', 5, 30_000],
    ['107.089996', 3, 107_090],
    ['107.209999', 3, 107_210],
    ['107.359001', 3, 107_359],
    ['1.1427299976348877', 5, 114_273],
    ['1.14274001121521', 5, 114_274],
    ['24849.400390625', 1, 248_494],
    // As printf writes a float with %.8g.
    ['154.90401', 3, 154_904],
    ['1.1618299', 5, 116_183],
  ])(
    'within the error of a double or float of a tick is that tick: %s',
    (text, decimals, ticks) => {
      expect(price(text, decimals)).toBe(ticks);
    },
  );

  it.each([
    ['1.142731', 5],
    ['1.1427301', 5],
    ['147.1525', 3],
    ['107.0899', 3],
    ['24849.431', 2],
    ['1.14273000001', 5],
    ['0.0000001', 5],
  ])('finer than its tick is refused: %s', (text, decimals) => {
    expect(price(text, decimals)).toContain(`is finer than ${String(decimals)} decimals`);
  });

  it('is read from every double and float next to one', () => {
    const ticks = fc.integer({ min: 1_000, max: 20_000_000 });
    fc.assert(
      fc.property(ticks, fc.constantFrom(3, 5), (whole, decimals) => {
        const exact = whole / 10 ** decimals;
        expect(price(String(exact + Number.EPSILON * exact), decimals)).toBe(whole);
        const bit = 2 ** (Math.floor(Math.log2(exact)) - 23);
        if (bit * 4 <= 10 ** -decimals)
          expect(price(String(Math.fround(exact)), decimals)).toBe(whole);
      }),
      { numRuns: countRuns(300) },
    );
  });

  it.each([
    ['1.2e-10', 12, 120],
    ['1.1e0', 5, 110_000],
    ['1E8', 2, 10_000_000_000],
    ['2.5E+2', 0, 250],
    ['7283600000', -5, 72_836],
  ])('may have an exponent or a scale: %s', (text, decimals, ticks) => {
    expect(price(text, decimals)).toBe(ticks);
  });
});

describe('size text', () => {
  it.each([
    ['1.005', 2, 100],
    ['1.009', 2, 100],
    ['0.8999999761581421', 8, 89_999_997],
    ['1.7999999999999998', 8, 180_000_000],
    ['1e8', 2, 10_000_000_000],
    ['0.001', 2, 0],
  ])('is cut to its minor units: %s', (text, decimals, units) => {
    expect(size(text, decimals)).toBe(units);
  });
});

it('an exponent is written out', () => {
  const texts = ['1.2e-3', '12E2', '-1.5e+1', '0e0', '1e', 'x'];
  expect(texts.map(toPlain)).toEqual(['0.0012', '1200', '-15', '0', '1e', 'x']);
});

// Texts of rising numbers equal those that are made digit by digit.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SerialTexts } from '../../src/determinism/index.js';

describe('serial texts', () => {
  it('are the number between prefix and suffix, up or down', () => {
    const texts = new SerialTexts('FXI');
    const numbers = [50_000_001, 50_000_002, 50_000_099, 50_000_100, 50_000_099];
    expect(numbers.map((number) => texts.format(number))).toEqual([
      'FXI50000001',
      'FXI50000002',
      'FXI50000099',
      'FXI50000100',
      'FXI50000099',
    ]);
  });

  it('have leading zeros up to the width', () => {
    const texts = new SerialTexts('a-', '-z', 36, 7);
    expect([0, 35, 36, 1_296, 78_364_164_095].map((number) => texts.format(number))).toEqual([
      'a-0000000-z',
      'a-000000z-z',
      'a-0000010-z',
      'a-0000100-z',
      'a-zzzzzzz-z',
    ]);
  });

  it('refuse a number that is shorter than the digits that are shared', () => {
    expect(() => new SerialTexts('').format(99)).toThrow('too few digits');
  });

  it('equal the number’s own text in either radix', () => {
    const decimal = new SerialTexts('');
    const base36 = new SerialTexts('', '', 36, 7);
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 78_364_164_095 }), (number) => {
        expect(decimal.format(number)).toBe(String(number));
        expect(base36.format(number)).toBe(number.toString(36).padStart(7, '0'));
      }),
    );
  });
});

// Texts for readers: grouped digits, signs, spans, and lines safe for a terminal.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toQuotient } from '../../../src/report/figures/figures.js';
import {
  formatAverage,
  formatGrouped,
  formatMid,
  formatMoney,
  formatShare,
  formatSigned,
  formatSpan,
  toLine,
  toSlippageBps,
} from '../../../src/report/figures/texts.js';
import { countRuns } from '../../runs.js';
import { eurUsd } from '../twap-session.js';

describe('texts of figures', () => {
  it('never show a part as 100 %', () => {
    const shares = [0, 0.5, 0.99957, 0.9999999, 1, 1.2].map(formatShare);
    expect(shares).toEqual(['0.0 %', '50.0 %', '99.9 %', '99.9 %', '100.0 %', '120.0 %']);
  });

  it.each([
    ['5000000', '5,000,000'],
    ['-54674.5000', '-54,674.5000'],
    ['999', '999'],
    ['1000', '1,000'],
    ['2 ms', '2 ms'],
  ])('groups %s as %s', (text, grouped) => {
    expect(formatGrouped(text)).toBe(grouped);
  });

  it('shows a mid with its half tick only when there is one', () => {
    expect(formatMid(228_547, eurUsd)).toBe('1.142735');
    expect(formatMid(228_546, eurUsd)).toBe('1.14273');
    expect(formatMid(0, eurUsd)).toBe('');
  });

  it('shows an average with at least the decimals of the venue', () => {
    expect(formatAverage(1.1425, 5)).toBe('1.14250');
    expect(formatAverage(1.14250123, 5)).toBe('1.14250123');
    expect(formatAverage(null, 5)).toBe('–');
  });

  it.each([
    ['-54674.505', 2, '-54,674.51'],
    ['-0.004', 2, '0.00'],
    ['7639150.5', 0, '7,639,151'],
    ['0.00012345', 8, '0.00012345'],
  ])('rounds money of %s to %s decimals: %s', (exact, decimals, text) => {
    expect(formatMoney(exact, decimals)).toBe(text);
  });

  it('gives positive slippage a sign', () => {
    expect(formatSigned(1.5, 2)).toBe('+1.50');
    expect(formatSigned(-1.5, 2)).toBe('-1.50');
    expect(formatSigned(0, 2)).toBe('0.00');
  });

  it.each([
    [0.25, '0.25 s'],
    [59, '59 s'],
    [61, '1 min 1 s'],
    [3599.9, '1 h 0 min 0 s'],
    [360_000, '100 h 0 min 0 s'],
  ])('print %s seconds as %s', (seconds, text) => {
    expect(formatSpan(seconds)).toBe(text);
  });

  it('are one line without control or direction characters', () => {
    expect(toLine('a\u001b[31mb\r\nc\u202ed\u2028e ')).toBe('a [31mb c d e');
  });
});

describe('slippage of one fill', () => {
  it.each([
    ['Buy', 100_010, 200_000, -1],
    ['Buy', 99_990, 200_000, 1],
    ['Sell', 100_010, 200_000, 1],
    ['Sell', 99_990, 200_000, -1],
  ] as const)('of a %s at %s against %s half ticks is %s bps', (side, price, arrival2, bps) => {
    expect(toSlippageBps(side, price, arrival2)).toBe(bps);
  });

  it('is exact beyond what a number can express, and rounded alike before', () => {
    const exact = (gain2: number, arrivalTicks2: number) =>
      toQuotient(BigInt(gain2) * 10_000n, BigInt(arrivalTicks2), 4);
    const ticks = fc.integer({ min: 1, max: 10 ** 12 });
    const property = fc.property(ticks, ticks, (price, arrival2) => {
      expect(toSlippageBps('Sell', price, arrival2)).toBe(exact(2 * price - arrival2, arrival2));
      expect(toSlippageBps('Buy', price, arrival2)).toBe(exact(arrival2 - 2 * price, arrival2));
      const near = Math.round(arrival2 / 2) + (price % 100_000);
      expect(toSlippageBps('Sell', near, arrival2)).toBe(exact(2 * near - arrival2, arrival2));
    });
    fc.assert(property, { numRuns: countRuns(2_000, 100) });
  });

  it('is unknown without an arrival', () => {
    expect(toSlippageBps('Buy', 100_000, 0)).toBeNull();
  });
});

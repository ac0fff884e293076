// Tenor codes: every one of the venue's, in any case, within bounds, and back to text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatTenor,
  isSwapTenor,
  parseTenor,
  TENOR_PATTERN,
} from '../../../src/domain/dates/index.js';
import { unwrap } from '../../../src/domain/index.js';

describe('tenor code', () => {
  it.each([
    ['Today', { kind: 'TOD' }, 'TOD'],
    ['TOD', { kind: 'TOD' }, 'TOD'],
    ['ON', { kind: 'ON' }, 'ON'],
    ['TN', { kind: 'TN' }, 'TN'],
    ['SP', { kind: 'SPOT' }, 'SPOT'],
    ['SPOT', { kind: 'SPOT' }, 'SPOT'],
    ['spot', { kind: 'SPOT' }, 'SPOT'],
    ['SN', { kind: 'SN' }, 'SN'],
    ['1D', { kind: 'period', count: 1, unit: 'D' }, '1D'],
    ['2w', { kind: 'period', count: 2, unit: 'W' }, '2W'],
    ['18M', { kind: 'period', count: 18, unit: 'M' }, '18M'],
    ['10Y', { kind: 'period', count: 10, unit: 'Y' }, '10Y'],
    ['IMM', { kind: 'IMM', count: 1 }, 'IMM'],
    ['1IMM', { kind: 'IMM', count: 1 }, 'IMM'],
    ['2IMM', { kind: 'IMM', count: 2 }, '2IMM'],
    ['S1IMM', { kind: 'IMM', count: 1, from: 'SPOT' }, 'S1IMM'],
    ['SIMM', { kind: 'IMM', count: 1, from: 'SPOT' }, 'S1IMM'],
    ['s3imm', { kind: 'IMM', count: 3, from: 'SPOT' }, 'S3IMM'],
    ['T2IMM', { kind: 'IMM', count: 2, from: 'TOM' }, 'T2IMM'],
  ])('%s is read and written', (text, expected, code) => {
    const tenor = unwrap(parseTenor(text));
    expect(tenor).toEqual(expected);
    expect(formatTenor(tenor)).toBe(code);
    expect(isSwapTenor(tenor)).toBe(['ON', 'TN', 'SN', 'S1IMM', 'S3IMM', 'T2IMM'].includes(code));
  });

  it.each([
    ['SPT', 'SP'],
    ['SPOTT', 'SPOT'],
    ['Todya', 'TODAY'],
    ['3MM', '3M'],
    ['S2IM', 'S2IMM'],
    ['T12IMN', 'T12IMM'],
  ])('%s is unknown and near to %s', (text, near) => {
    expect(parseTenor(text)).toEqual({
      ok: false,
      fault: {
        code: 'tenor.unknown',
        message:
          'expected a tenor code (Today, TOD, ON, TN, SP, SPOT, SN, nD, nW, nM, nY, nIMM, ' +
          `SnIMM and TnIMM), found "${text}"; did you mean ${near}?`,
      },
    });
  });

  it.each([
    '',
    ' SPOT',
    'SPOT ',
    '1.5M',
    '-1W',
    '1W2D',
    '1M\n',
    'S1M',
    'ONON',
    '2026-07-15',
    'constructor',
  ])('%j is unknown', (text) => {
    expect(parseTenor(text)).toMatchObject({ fault: { code: 'tenor.unknown' } });
  });

  it.each([
    ['0D', '1D to 10950D'],
    ['10951D', '1D to 10950D'],
    ['1561W', '1W to 1560W'],
    ['361M', '1M to 360M'],
    ['31Y', '1Y to 30Y'],
    ['01M', '1M to 360M'],
    ['0IMM', '1IMM to 120IMM'],
    ['S121IMM', '1IMM to 120IMM'],
    ['99999999999999999999D', '1D to 10950D'],
  ])('%s is out of range', (text, range) => {
    expect(parseTenor(text)).toEqual({
      ok: false,
      fault: {
        code: 'tenor.range',
        message: `expected a tenor of ${range}, found "${text}"`,
      },
    });
  });

  it('survives formatting and parsing', () => {
    const shapes = fc.constantFrom('D', 'W', 'M', 'Y', 'IMM', 'SIMM', 'TIMM');
    fc.assert(
      fc.property(shapes, fc.integer({ min: 1, max: 30 }), (shape, count) => {
        const [, from = '', unit = ''] = /^([ST]?)(\w+)$/.exec(shape) ?? [];
        const tenor = unwrap(parseTenor(`${from}${String(count)}${unit}`));
        expect(unwrap(parseTenor(formatTenor(tenor)))).toEqual(tenor);
      }),
    );
  });

  it('matches the pattern for documents', () => {
    const pattern = new RegExp(TENOR_PATTERN, 'u');
    const units = fc.constantFrom('D', 'w', 'M', 'y', 'IMM', 'imm', '');
    const words = fc.constantFrom('Today', 'tod', 'ON', 'spot', 'SP', 'SN', 'TN', 'SPT', 'TODA');
    const counts = fc.oneof(fc.nat({ max: 400 }), fc.nat({ max: 12_000 }), fc.constant(''));
    const counted = fc
      .tuple(fc.constantFrom('', '', 's', 'T', '0', 'X'), counts, units)
      .map(([from, count, unit]) => `${from}${String(count)}${unit}`);
    fc.assert(
      fc.property(fc.oneof(counted, counted, words), (text) => {
        expect(pattern.test(text), text).toBe(parseTenor(text).ok);
      }),
    );
    for (const [unit, max] of [
      ['D', 10_950],
      ['W', 1_560],
      ['M', 360],
      ['Y', 30],
      ['IMM', 120],
    ]) {
      for (let count = 0; count <= Number(max) + 1; count += 1) {
        expect(pattern.test(`${String(count)}${String(unit)}`)).toBe(
          count > 0 && count <= Number(max),
        );
      }
    }
  });
});

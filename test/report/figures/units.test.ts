import { describe, expect, it } from 'vitest';
import { formatUnit } from '../../../src/report/figures/units.js';

describe('a figure in its unit', () => {
  it('has the decimals, the sign and the suffix of its unit', () => {
    expect(formatUnit('count', 12_345)).toBe('12,345');
    expect(formatUnit('bps', 0.12345)).toBe('+0.123');
    expect(formatUnit('ratio', -1.005)).toBe('-1.00');
    expect(formatUnit('share', 0.5)).toBe('50.0 %');
    expect(formatUnit('signedShare', 0.5)).toBe('+50.0 %');
    expect(formatUnit('percent', 0.5)).toBe('50.0');
    expect(formatUnit('milliseconds', 12.34)).toBe('12.3');
    expect(formatUnit('wait', 1_500)).toBe('1.5 s');
  });

  it('is a dash where there is none', () => {
    expect(formatUnit('count', null)).toBe('–');
    expect(formatUnit('bps', undefined)).toBe('–');
  });
});

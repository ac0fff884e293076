// The rolling median against a list that is sorted anew.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RollingMedian } from '../../src/determinism/index.js';

describe('a rolling median', () => {
  it('has no value before the first, and the upper middle of an even count', () => {
    const median = new RollingMedian(4);
    expect([median.count, median.median]).toEqual([0, Number.NaN]);
    for (const value of [3, 1]) median.add(value);
    expect([median.count, median.median]).toEqual([2, 3]);
  });

  it('agrees with sorting the last values, those of equal size and below zero included', () => {
    const values = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 80 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), values, (size, all) => {
        const median = new RollingMedian(size);
        for (const [i, value] of all.entries()) {
          median.add(value / 4);
          const last = all.slice(Math.max(0, i + 1 - size), i + 1).sort((a, b) => a - b);
          expect(median.count).toBe(last.length);
          expect(median.median).toBe((last[last.length >> 1] ?? 0) / 4);
        }
      }),
    );
  });
});

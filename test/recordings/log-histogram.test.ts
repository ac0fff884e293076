// Counts of values in buckets: exact for small ones, never further off than one part in 64.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LogHistogram } from '../../src/recordings/index.js';

function fill(values: readonly number[]): LogHistogram {
  const histogram = new LogHistogram();
  for (const value of values) histogram.add(value);
  return histogram;
}

it('log histogram is exact for small values', () => {
  const histogram = fill([5, 3, 3, 127, 0]);
  expect([histogram.count, histogram.min, histogram.max, histogram.mean]).toEqual([
    5, 0, 127, 27.6,
  ]);
  expect([0, 0.2, 0.5, 0.6, 0.8, 1].map((q) => histogram.quantile(q))).toEqual([
    0, 0, 3, 3, 5, 127,
  ]);
  expect(histogram.bars()).toEqual([
    { low: 0, high: 1, count: 1 },
    { low: 3, high: 4, count: 2 },
    { low: 5, high: 6, count: 1 },
    { low: 127, high: 128, count: 1 },
  ]);
});

it('log histogram has no quantile without values', () => {
  const histogram = new LogHistogram();
  expect([histogram.quantile(0.5), histogram.mean]).toEqual([NaN, NaN]);
  expect(histogram.bars()).toEqual([]);
});

it('log histogram has quantiles below the exact ones by less than one part in 64', () => {
  const values = fc.array(fc.maxSafeNat(), { minLength: 1 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(values, share, (all, q) => {
      const sorted = all.toSorted((a, b) => a - b);
      const exact = sorted[Math.max(1, Math.ceil(q * sorted.length)) - 1] ?? NaN;
      const found = fill(all).quantile(q);
      expect(found).toBeLessThanOrEqual(exact);
      expect(found).toBeGreaterThanOrEqual(exact < 128 ? exact : Math.floor(exact * (63 / 64)));
    }),
  );
});

it('log histogram puts each value into a bar around it', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (value) => {
      const [bar] = fill([value]).bars();
      expect(bar?.low).toBeLessThanOrEqual(value);
      expect(bar?.high).toBeGreaterThan(value);
    }),
  );
});

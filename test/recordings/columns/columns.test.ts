// Search for a row by its time.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findRow } from '../../../src/recordings/index.js';

it('column search finds the first row at or after an instant like a linear search', () => {
  const times = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 20 });
  fc.assert(
    fc.property(times, fc.integer({ min: -1, max: 31 }), fc.nat(20), (list, instant, start) => {
      const at = Float64Array.from(list.toSorted((a, b) => a - b));
      const from = Math.min(start, at.length);
      const found = at.findIndex((time, row) => row >= from && time >= instant);
      expect(findRow(at, from, at.length, instant)).toBe(found === -1 ? at.length : found);
    }),
  );
});

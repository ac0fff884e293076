// Sorted lists against a search from the start.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSorted, insertSorted, removeSorted } from '../../../src/domain/numbers/index.js';
import { findPlace } from '../../../src/domain/numbers/sorted.js';

const keyOf = (item: { readonly key: number }) => item.key;

describe('sorted list', () => {
  it('finds the place of a key, or where it would go', () => {
    const list = [10, 20, 30].map((key) => ({ key }));
    expect([5, 10, 15, 30, 35].map((key) => findPlace(list, key, keyOf))).toEqual([0, 0, 1, 2, 3]);
    expect(findPlace([], 5, keyOf)).toBe(0);
  });

  it('finds what a search from the start finds', () => {
    const keys = fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { maxLength: 30 });
    fc.assert(
      fc.property(keys, fc.integer({ min: -60, max: 60 }), (unsorted, key) => {
        const list = unsorted.toSorted((a, b) => a - b).map((one) => ({ key: one }));
        expect(findSorted(list, key, keyOf)).toBe(list.find((item) => item.key === key));
        const first = list.findIndex((item) => item.key >= key);
        expect(findPlace(list, key, keyOf)).toBe(first === -1 ? list.length : first);
      }),
    );
  });

  it('inserts and removes items like a list that is sorted anew', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 200 });
    fc.assert(
      fc.property(steps, (keys) => {
        const list: { readonly key: number }[] = [];
        let expected: { readonly key: number }[] = [];
        for (const key of keys) {
          const known = expected.find((item) => item.key === key);
          if (known === undefined) {
            const item = { key };
            insertSorted(list, item, keyOf);
            expected = [...expected, item].sort((a, b) => a.key - b.key);
          } else {
            expect(removeSorted(list, { key }, keyOf)).toBe(false);
            expect(removeSorted(list, known, keyOf)).toBe(true);
            expected = expected.filter((item) => item !== known);
          }
          expect(list).toEqual(expected);
        }
      }),
    );
  });

  it('finds no item for a NaN key', () => {
    expect(findSorted([{ key: 1 }], Number.NaN, keyOf)).toBeUndefined();
  });
});

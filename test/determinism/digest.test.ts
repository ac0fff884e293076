// The running digest: every bit of every value counts, and so does their order.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Digest } from '../../src/determinism/index.js';
import { countRuns } from '../runs.js';

type Value = number | string;

function digest(...values: readonly Value[]): string {
  const digest = new Digest();
  for (const value of values) {
    if (typeof value === 'number') digest.int(value);
    else digest.text(value);
  }
  return digest.hex();
}

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -3, max: 3 }),
  fc.string({ maxLength: 8 }),
);

describe('digest', () => {
  it('is 32 hex digits, also of nothing', () => {
    expect(digest()).toMatch(/^[0-9a-f]{32}$/);
    expect(digest(1, 'a')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('depends on the order', () => {
    expect(digest(1, 2)).not.toBe(digest(2, 1));
    expect(digest('a', 'b')).not.toBe(digest('b', 'a'));
    expect(digest(1, 'a')).not.toBe(digest('a', 1));
  });

  it('distinguishes where one text ends and the next starts', () => {
    expect(digest('ab', 'c')).not.toBe(digest('a', 'bc'));
    expect(digest('ab')).not.toBe(digest('ab', ''));
  });

  it('reads all 53 bits and the sign of an integer', () => {
    const integers = [0, 1, -1, 2 ** 31, -(2 ** 31), 2 ** 32, -(2 ** 32), 2 ** 32 + 1];
    const large = [2 ** 33, 2 ** 52, 2 ** 53 - 1, 1 - 2 ** 53];
    const all = [...integers, ...large].map((integer) => digest(integer));
    expect(new Set(all).size).toBe(integers.length + large.length);
    expect(digest(-0)).toBe(digest(0));
  });

  it('can be read at any time and continues', () => {
    const one = new Digest();
    one.int(1);
    const half = one.hex();
    expect(one.hex()).toBe(half);
    one.int(2);
    expect(one.hex()).toBe(digest(1, 2));
  });

  it('keeps its values from version to version', () => {
    expect(digest()).toBe('3a976ca93e38e6be42077713a481874f');
    const values = [1, -1, 1_783_944_000_000_000, 'EUR/USD'];
    expect(digest(...values)).toBe('6992131e312c3f18ecc6a1494fc372f4');
  });

  it('has no collision among 100,000 near neighbours', () => {
    const seen = new Set<string>();
    for (let a = 0; a < 1_000; a++) {
      for (let b = 0; b < 100; b++) seen.add(digest(a, b));
    }
    expect(seen.size).toBe(100_000);
  });

  it('is equal for equal values, and different for others', () => {
    fc.assert(
      fc.property(fc.array(value), fc.array(value), (a, b) => {
        const areEqual = JSON.stringify(a) === JSON.stringify(b);
        expect(digest(...a) === digest(...b)).toBe(areEqual);
        expect(digest(...a)).toBe(digest(...a));
      }),
      { numRuns: countRuns(500) },
    );
  });

  it('changes with every single change of a list', () => {
    const list = fc.array(value, { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(list, fc.nat(), value, (values, place, other) => {
        const at = place % values.length;
        fc.pre(!Object.is(values[at], other));
        expect(digest(...values.with(at, other))).not.toBe(digest(...values));
        expect(digest(...values.toSpliced(at, 1))).not.toBe(digest(...values));
      }),
      { numRuns: countRuns(500) },
    );
  });

  it('spreads a one-bit change over about half of its bits', () => {
    let changed = 0;
    const base = BigInt(`0x${digest(0)}`);
    for (let bit = 0; bit < 53; bit++) {
      const difference = base ^ BigInt(`0x${digest(2 ** bit)}`);
      changed += difference.toString(2).replaceAll('0', '').length;
    }
    expect(changed / 53 / 128).toBeGreaterThan(0.4);
    expect(changed / 53 / 128).toBeLessThan(0.6);
  });
});

// The running sum against bigint arithmetic.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactSum } from '../../../src/report/figures/exact-sum.js';

const factor = fc.maxSafeInteger();

describe('exact sum', () => {
  it('equals the sum of bigint products whatever their size', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(factor, factor)), (pairs) => {
        const sum = new ExactSum();
        for (const [a, b] of pairs) sum.addProduct(a, b);
        const expected = pairs.reduce((total, [a, b]) => total + BigInt(a) * BigInt(b), 0n);
        expect(sum.value()).toBe(expected);
      }),
    );
  });

  it('stays exact when many small products pass the range of a double', () => {
    const sum = new ExactSum();
    for (let count = 0; count < 10_001; count++) sum.addProduct(4_503_599_627_369, 999);
    expect(sum.value()).toBe(4_503_599_627_369n * 999n * 10_001n);
  });
});

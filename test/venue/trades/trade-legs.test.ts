// Trade legs divided into parts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TradeLeg } from '../../../src/domain/venue/index.js';
import { splitLeg } from '../../../src/venue/trades/trade-legs.js';

const LEG: TradeLeg = {
  valueDate: '2026-07-15',
  side: 'Buy',
  dealtUnits: 100,
  baseUnits: 100,
  termUnits: 111n,
  rate: 11_100_000,
  forwardPoints: 0,
};

describe('leg in parts', () => {
  it('has parts of every amount that add up to it, each off its share by less than one', () => {
    const shares = fc.array(fc.integer({ min: 1, max: 1_000_000 }), {
      minLength: 1,
      maxLength: 20,
    });
    const leg = fc.tuple(fc.maxSafeInteger(), fc.bigInt(0n, 10n ** 20n));
    fc.assert(
      fc.property(shares, leg, (parts, [base, termUnits]) => {
        const dealtUnits = parts.reduce((sum, part) => sum + part, 0);
        const baseUnits = Math.abs(base);
        const made = splitLeg({ ...LEG, dealtUnits, baseUnits, termUnits }, parts);
        expect(made.map((one) => one.dealtUnits)).toEqual(parts);
        const sum = (pick: (one: TradeLeg) => bigint) =>
          made.reduce((total, one) => total + pick(one), 0n);
        expect(sum((one) => BigInt(one.baseUnits))).toBe(BigInt(baseUnits));
        expect(sum((one) => one.termUnits)).toBe(termUnits);
        for (const [i, one] of made.entries()) {
          const gap = one.termUnits * BigInt(dealtUnits) - termUnits * BigInt(parts[i] ?? 0);
          expect(gap < BigInt(dealtUnits) && -gap < BigInt(dealtUnits)).toBe(true);
        }
      }),
    );
  });

  it('is cut at the running sum, rounded half up', () => {
    // 111 x 50 / 100 = 55.5.
    expect(splitLeg(LEG, [50, 50]).map((one) => one.termUnits)).toEqual([56n, 55n]);
  });
});

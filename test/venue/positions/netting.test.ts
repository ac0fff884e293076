// Average cost of positions, against exact fractions.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFlow, type Flow, NOTHING } from '../../../src/venue/positions/netting.js';

/** Base of either sign, never 0, at a rate above 0: term of the other sign. */
const flow: fc.Arbitrary<Flow> = fc
  .tuple(fc.bigInt(-1_000_000n, 1_000_000n), fc.bigInt(1n, 1_000_000n), fc.bigInt(1n, 999n))
  .filter(([base]) => base !== 0n)
  .map(([base, term, rate]) => {
    return { tradeId: 'x', base, term: base > 0n ? -term : term, cost: base * rate };
  });

const flows = fc.array(flow, { maxLength: 15, size: 'max' });

/** A fraction, never shortened: numerators grow, but nothing is rounded. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const toFraction = (over: bigint, under = 1n): Fraction => ({ over, under });
const plus = (a: Fraction, b: Fraction): Fraction =>
  toFraction(a.over * b.under + b.over * a.under, a.under * b.under);
const times = (a: Fraction, b: Fraction): Fraction =>
  toFraction(a.over * b.over, a.under * b.under);

/** Realized P&L of average cost without any rounding. */
function realizeExactly(all: readonly Flow[]): { realized: Fraction; closings: bigint } {
  let [base, cost, realized, closings] = [0n, toFraction(0n), toFraction(0n), 0n];
  for (const next of all) {
    const reduces = base * next.base < 0n;
    if (!reduces) {
      cost = plus(cost, toFraction(next.term));
      base += next.base;
      continue;
    }
    const size = (value: bigint) => (value < 0n ? -value : value);
    const closed = size(base) < size(next.base) ? size(base) : size(next.base);
    const taken = times(cost, toFraction(closed, size(base)));
    const got = toFraction(next.term * closed, size(next.base));
    realized = plus(realized, plus(taken, got));
    cost = plus(plus(cost, times(taken, toFraction(-1n))), toFraction(next.term));
    cost = plus(cost, times(got, toFraction(-1n)));
    base += next.base;
    closings++;
  }
  return { realized, closings };
}

describe('netted position', () => {
  it('conserves cash: cost and realized P&L are all that was paid', () => {
    fc.assert(
      fc.property(flows, (all) => {
        const { base, term, realized } = all.reduce(applyFlow, NOTHING);
        expect(base).toBe(all.reduce((sum, one) => sum + one.base, 0n));
        expect(term + realized).toBe(all.reduce((sum, one) => sum + one.term, 0n));
        if (base === 0n) expect(term).toBe(0n);
      }),
    );
  });

  it('realizes what exact fractions realize, within about half a unit at each closing', () => {
    fc.assert(
      fc.property(flows, (all) => {
        const { realized } = all.reduce(applyFlow, NOTHING);
        const exact = realizeExactly(all);
        const gap = plus(toFraction(realized), times(exact.realized, toFraction(-1n)));
        const size = gap.over * gap.under < 0n ? -gap.over * gap.under : gap.over * gap.under;
        // Each closing rounds the cost and the proceeds once, and later ones pass the cost on.
        expect(size <= 2n * exact.closings * gap.under * gap.under).toBe(true);
      }),
    );
  });

  it('keeps its rate within those that were dealt', () => {
    fc.assert(
      fc.property(flows, (all) => {
        const { base, cost } = all.reduce(applyFlow, NOTHING);
        if (base === 0n) expect(cost).toBe(0n);
        const size = (value: bigint) => (value < 0n ? -value : value);
        expect(size(cost)).toBeGreaterThanOrEqual(size(base) - BigInt(all.length));
        expect(size(cost)).toBeLessThanOrEqual(999n * size(base) + BigInt(all.length));
      }),
    );
  });

  it('rounds the cost of a part half up', () => {
    const bought = applyFlow(NOTHING, { tradeId: 'a', base: 2n, term: -5n, cost: 250n });
    // Half of 5 is 2.5: 3 leave with the part, 2 stay; 125 of 250 leave.
    expect(applyFlow(bought, { tradeId: 'b', base: -1n, term: 4n, cost: -400n })).toEqual({
      base: 1n,
      term: -2n,
      cost: 125n,
      realized: 1n,
    });
  });

  it('that is reversed restarts at the rate of the reversing trade', () => {
    const sold = applyFlow(NOTHING, { tradeId: 'a', base: -100n, term: 120n, cost: -120n });
    expect(applyFlow(sold, { tradeId: 'b', base: 300n, term: -330n, cost: 330n })).toEqual({
      base: 200n,
      term: -220n,
      cost: 220n,
      realized: 10n,
    });
  });
});

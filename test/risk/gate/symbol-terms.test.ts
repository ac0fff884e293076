// Least size and size step from two sources, session and venue: an accepted size fits both.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstrument, unwrap } from '../../../src/domain/index.js';
import { SymbolState, applySymbolTerms } from '../../../src/risk/gate/index.js';

const own = fc.integer({ min: 1, max: 500_000 });

function open(minSize: number, sizeIncrement: number) {
  const terms = { minSize: minSize / 100, sizeIncrement: sizeIncrement / 100 };
  return new SymbolState(unwrap(createInstrument(0, 'EUR/USD', terms)));
}

describe('size terms of venue and session', () => {
  it('accept a size that fits both, and no other', () => {
    fc.assert(
      fc.property(own, own, own, own, fc.integer({ min: 1, max: 1e9 }), (a, b, c, d, units) => {
        const state = open(a, b);
        expect(applySymbolTerms(state, { minSize: c / 100, sizeIncrement: d / 100 })).not.toBe(
          'unfit',
        );
        const passes = units >= state.leastUnits && units % state.stepUnits === 0;
        expect(passes).toBe(units >= a && units >= c && units % b === 0 && units % d === 0);
        // Few draws pass by themselves: a common multiple does.
        const both = b * d * Math.ceil(Math.max(a, c) / (b * d));
        expect([both % state.stepUnits, both >= state.leastUnits]).toEqual([0, true]);
      }),
    );
  });

  it('accept none where the least common step exceeds exact integers', () => {
    // Steps of 3 and of 8e15 minor units: their least common multiple is 2.4e16.
    expect(applySymbolTerms(open(100_000, 3), { sizeIncrement: 8e13 })).toBe('unfit');
    expect(applySymbolTerms(open(100_000, 3), { sizeIncrement: 8e12 })).not.toBe('unfit');
  });

  it('are those of the session where the venue states none, and change once', () => {
    const state = open(100_000, 1);
    expect(applySymbolTerms(state, {})).toBe('same');
    expect([state.leastUnits, state.stepUnits]).toEqual([100_000, 1]);
    expect(applySymbolTerms(state, { minSize: 2_000 })).toBe('changed');
    expect(applySymbolTerms(state, { minSize: 2_000 })).toBe('same');
    expect(state.leastUnits).toBe(200_000);
  });

  it.each([
    [{ sizeIncrement: 0.01 }, 'same'],
    [{ sizeIncrement: 0.005 }, 'same'],
    [{ sizeIncrement: 0.003 }, 'unfit'],
    [{ sizeIncrement: 0.025 }, 'unfit'],
    [{ sizeIncrement: -1 }, 'unfit'],
    [{ sizeIncrement: Infinity }, 'unfit'],
    [{ sizeIncrement: 1e300 }, 'unfit'],
    [{ minSize: 1_000.001 }, 'changed'],
    [{ minSize: Infinity }, 'unfit'],
    [{ minSize: -1 }, 'unfit'],
  ] as const)('%j are read as %s', (terms, taken) => {
    const state = open(100_000, 1);
    expect(applySymbolTerms(state, terms)).toBe(taken);
    if (taken === 'unfit') expect([state.leastUnits, state.stepUnits]).toEqual([100_000, 1]);
  });
});

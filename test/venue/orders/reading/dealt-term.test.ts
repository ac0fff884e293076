// Amounts of the term currency against the base: as decimal arithmetic gives them.
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstrument, UNLIMITED, unwrap } from '../../../../src/domain/index.js';
import { toDealtBase, toDealtTerm } from '../../../../src/venue/orders/reading/dealt-term.js';
import { EURUSD, USDJPY } from '../harness.js';

const BTCUSD = unwrap(
  createInstrument(2, 'BTC/USD', { ratePrecision: 2, baseDecimals: 8, sizeIncrement: 0.00000001 }),
);
const PRECISE = Decimal.clone({ precision: 60 });

describe('amount of the term currency', () => {
  const input = fc.record({
    instrument: fc.constantFrom(EURUSD, USDJPY, BTCUSD),
    units: fc.integer({ min: 1, max: 1e12 }),
    ticks: fc.integer({ min: 1, max: 1e8 }),
  });

  it('is the base times the rate, rounded down', () => {
    fc.assert(
      fc.property(input, ({ instrument, units, ticks }) => {
        const { baseDecimals, ratePrecision, termDecimals } = instrument;
        const exact = new PRECISE(units)
          .times(ticks)
          .times(new PRECISE(10).pow(termDecimals - baseDecimals - ratePrecision));
        const expected = Math.min(UNLIMITED, exact.floor().toNumber());
        expect(toDealtTerm(instrument, units, ticks)).toBe(expected);
      }),
    );
    expect(toDealtTerm(EURUSD, UNLIMITED, 1)).toBe(UNLIMITED);
  });

  it('is worth its amount / rate in the base, halves up, and at least a minor unit', () => {
    fc.assert(
      fc.property(input, ({ instrument, units, ticks }) => {
        const { baseDecimals, ratePrecision, termDecimals } = instrument;
        const exact = new PRECISE(units)
          .times(new PRECISE(10).pow(baseDecimals + ratePrecision - termDecimals))
          .div(ticks)
          .toDecimalPlaces(0, Decimal.ROUND_HALF_UP)
          .toNumber();
        expect(toDealtBase(instrument, units, ticks)).toBe(Math.max(1, exact));
      }),
    );
    // 1 JPY at 300 is a third of a cent; at 200 it is half a cent, at 150 two thirds.
    const cents = [300_000, 200_000, 150_000, 100_000, 40_000].map((ticks) =>
      toDealtBase(USDJPY, 1, ticks),
    );
    expect(cents).toEqual([1, 1, 1, 1, 3]);
  });

  it('never takes more of the base than it was worth', () => {
    fc.assert(
      fc.property(input, ({ instrument, units, ticks }) => {
        const worth = toDealtTerm(instrument, units, ticks);
        if (worth === 0 || worth === UNLIMITED) return;
        expect(toDealtBase(instrument, worth, ticks)).toBeLessThanOrEqual(units);
      }),
    );
  });
});

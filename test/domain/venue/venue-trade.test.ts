// Amounts and rates of trades, each of the other two.
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstrument, type Instrument, unwrap } from '../../../src/domain/index.js';
import { toBaseUnits, toTermUnits } from '../../../src/domain/venue/index.js';

const COINS = { ratePrecision: 12, baseDecimals: 12, termDecimals: 0, sizeIncrement: 1 };
const INSTRUMENTS = [
  unwrap(createInstrument(0, 'EUR/USD')),
  unwrap(createInstrument(1, 'USD/JPY')),
  unwrap(createInstrument(2, 'BTC/USD', { ratePrecision: 2, sizeIncrement: 0.00000001 })),
  unwrap(createInstrument(3, 'AAA/BBB', COINS)),
];

describe('the term amount', () => {
  it('is base x rate, rounded half up to the term currency', () => {
    const trade = fc.tuple(fc.constantFrom(...INSTRUMENTS), fc.nat(1e9), fc.nat(1e9));
    fc.assert(
      fc.property(trade, ([instrument, units, rate]) => {
        const amount = new Decimal(units)
          .times(rate)
          .div(new Decimal(10).pow(instrument.baseDecimals + instrument.ratePrecision + 2))
          .times(new Decimal(10).pow(instrument.termDecimals))
          .toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
        expect(toTermUnits(instrument, units, rate)).toBe(BigInt(amount.toFixed()));
      }),
    );
  });

  it('of half a yen is one yen', () => {
    // USD 1 at 150.5 is JPY 150.5.
    const [, usdJpy] = INSTRUMENTS;
    expect(usdJpy && toTermUnits(usdJpy, 100, 15_050_000)).toBe(151n);
  });

  it.each([
    [0, 0, 0n],
    [1e9, 1e9, 0n],
    [7e14, 8e14, 5600n],
  ])('of %s units at %s is %s in a pair of 26 digits more than its term', (units, rate, amount) => {
    const [, , , finest] = INSTRUMENTS;
    expect(finest && toTermUnits(finest, units, rate)).toBe(amount);
  });
});

/** 10^(decimals of base x rate - decimals of term). */
function scaleOf({ baseDecimals, ratePrecision, termDecimals }: Instrument): Decimal {
  return new Decimal(10).pow(baseDecimals + ratePrecision + 2 - termDecimals);
}

/** Enough digits for exact quotients of the numbers below, before they are rounded. */
const Exact = Decimal.clone({ precision: 80 });

describe('the base amount', () => {
  const trade = fc.tuple(
    fc.constantFrom(...INSTRUMENTS),
    fc.bigInt(0n, 1_000_000_000n),
    fc.integer({ min: 1, max: 1_000_000_000 }),
  );

  it('is the term amount / rate, rounded half up', () => {
    fc.assert(
      fc.property(trade, ([instrument, term, divisor]) => {
        const quotient = new Exact(String(term))
          .times(new Exact(scaleOf(instrument)))
          .div(divisor)
          .toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
        expect(toBaseUnits(instrument, term, divisor)).toBe(BigInt(quotient.toFixed()));
      }),
    );
  });

  it('of USD 1 million at 1.1001 is EUR 909,008.27', () => {
    const [eurUsd] = INSTRUMENTS;
    expect(eurUsd && toBaseUnits(eurUsd, 100_000_000n, 11_001_000)).toBe(90_900_827n);
  });
});

// Term amounts of trades.
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstrument, toTermUnits, unwrap } from '../../src/domain/index.js';

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
});

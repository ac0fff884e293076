// Prices that authors compute become whole ticks, rounded to the passive side.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toScaled } from '../../src/domain/numbers/index.js';
import { roundPassive } from '../../src/strategy/index.js';

const EUR_USD = { ratePrecision: 5 };
const USD_JPY = { ratePrecision: 3 };

it.each([
  [1.142867, 'Buy', EUR_USD, 1.14286],
  [1.142861, 'Sell', EUR_USD, 1.14287],
  [147.1239, 'Buy', USD_JPY, 147.123],
  [147.1231, 'Sell', USD_JPY, 147.124],
  [1.14286, 'Buy', EUR_USD, 1.14286],
  [1.14286, 'Sell', EUR_USD, 1.14286],
  // The digits of the reckoning are none of the price.
  [1.1 + 0.00008 + Number.EPSILON, 'Sell', EUR_USD, 1.10008],
  [1.10008 - 3 * Number.EPSILON, 'Buy', EUR_USD, 1.10008],
  // Less than a tick: nothing for a buy, which the gate refuses, a tick for a sell.
  [0.000004, 'Buy', EUR_USD, 0],
  [0.000004, 'Sell', EUR_USD, 0.00001],
] as const)(
  'roundPassive rounds %d for a %s to whole ticks',
  (price, side, instrument, expected) => {
    expect(roundPassive(price, side, instrument)).toBe(expected);
  },
);

it.each([Number.NaN, Infinity, -Infinity, 1e21])('roundPassive leaves %d to the gate', (price) => {
  expect(roundPassive(price, 'Buy', EUR_USD)).toBe(price);
});

it('roundPassive moves a price by less than a tick, to the passive side, and is exact', () => {
  const prices = fc.double({ min: 1e-4, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(prices, fc.constantFrom('Buy', 'Sell'), (price, side) => {
      const rounded = roundPassive(price, side, EUR_USD);
      expect(toScaled(rounded, 5)).toBeDefined();
      const noise = price * 1e-14;
      const away = side === 'Buy' ? price - rounded : rounded - price;
      expect(away).toBeGreaterThan(-noise);
      expect(away).toBeLessThan(0.00001 + noise);
    }),
  );
});

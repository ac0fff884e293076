// Amounts of positions as people write them.
import { expect, it } from 'vitest';
import { createInstrument, unwrap } from '../../../src/domain/index.js';
import {
  comparePositions,
  createSayAmount,
  describePositions,
} from '../../../src/session/recovery/positions.js';

const TERMS = { ratePrecision: 2, sizeIncrement: 0.001, baseDecimals: 3 };
const say = createSayAmount([unwrap(createInstrument(0, 'BTC/USD', TERMS))]);

it('are in units of the base: as the session has it, as usual, or as they are', () => {
  const held = ['BTC/USD', 'EUR/USD', 'USD/JPY', 'JPY/KRW', 'XXX/YYY'].map((symbol) => ({
    symbol,
    units: 1_050,
  }));
  expect(describePositions(held, say)).toBe(
    'BTC/USD 1.05, EUR/USD 10.5, USD/JPY 10.5, JPY/KRW 1050 minor units, XXX/YYY 1050 minor units',
  );
  expect(describePositions([], say)).toBe('none');
});

it('are compared symbol by symbol', () => {
  const [ours, theirs] = [100_000, -50];
  const words = comparePositions(
    [{ symbol: 'EUR/USD', units: ours }],
    [{ symbol: 'EUR/USD', units: theirs }],
    say,
  );
  expect(words).toBe('EUR/USD: 1000 by the journal, -0.5 at the venue');
});

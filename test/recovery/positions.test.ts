// Position amounts as operators write them.
import { expect, it } from 'vitest';
import { createInstrument, parseInstant, unwrap } from '../../src/domain/index.js';
import {
  compareOpen,
  comparePositions,
  createSayAmount,
  describePositions,
  listOwn,
  listSettled,
  subtract,
} from '../../src/recovery/positions.js';

const TERMS = { ratePrecision: 2, sizeIncrement: 0.001, baseDecimals: 3 };
const say = createSayAmount([unwrap(createInstrument(0, 'BTC/USD', TERMS))]);

it('position amounts are in base units, by the session’s instrument or the usual digits', () => {
  const held = ['BTC/USD', 'EUR/USD', 'USD/JPY', 'JPY/KRW', 'XXX/YYY'].map((symbol) => ({
    symbol,
    units: 1_050,
  }));
  expect(describePositions(held, say)).toBe(
    'BTC/USD 1.05, EUR/USD 10.5, USD/JPY 10.5, JPY/KRW 1050 minor units, XXX/YYY 1050 minor units',
  );
  expect(describePositions([], say)).toBe('none');
});

it('position amounts are compared symbol by symbol', () => {
  const [ours, theirs] = [100_000, -50];
  const parts = comparePositions(
    [{ symbol: 'EUR/USD', units: ours }],
    [{ symbol: 'EUR/USD', units: theirs }],
    say,
  );
  expect(parts).toBe('EUR/USD: 1000 by the journal, -0.5 at the venue');
});

it('position amounts with a value date count to its end, dropped by the venue or not', () => {
  const eurUsd = unwrap(createInstrument(0, 'EUR/USD'));
  const dated = [
    { symbol: 'EUR/USD', valueDate: '2026-07-15', units: 700, term: '-1' },
    { symbol: 'EUR/USD', valueDate: '2026-07-16', units: -200, term: '1' },
  ];
  const settled = [{ symbol: 'EUR/USD', units: 5_000 }];
  const ledger = { settlement: { dated, settled, cash: [] } } as never;
  const book = {
    positions: [{ strategy: 'a', symbol: 'EUR/USD', units: 5_500 }],
    gate: { ledger },
  };
  const own = listOwn(book);
  const found = dated.map(({ symbol, valueDate, units }) => ({ symbol, valueDate, units }));
  const compareAt = (text: string, list = found) =>
    compareOpen(own, list, [eurUsd], unwrap(parseInstant(text)));
  expect(compareAt('2026-07-15T20:00:00Z')).toBe('');
  expect(compareAt('2026-07-15T20:00:00Z', found.slice(1))).toBe(
    'EUR/USD: 5 by the journal, -2 at the venue',
  );
  // A little before the end of its day the venue may have dropped it.
  expect(compareAt('2026-07-15T20:56:00Z', found.slice(1))).toBe('');
  expect(compareAt('2026-07-15T21:00:00Z', found.slice(1))).toBe('');
  expect(compareAt('2026-07-15T21:00:00Z')).toBe('');
  const at = unwrap(parseInstant('2026-07-15T21:00:00Z'));
  const sum = listSettled(book, [eurUsd], at).reduce((total, { units }) => total + units, 0);
  expect(sum).toBe(5_700);
  expect(subtract(found, own)).toEqual([]);
});

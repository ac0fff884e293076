// Amounts in the account currency: every conversion path, with figures worked by hand.
import { describe, expect, it } from 'vitest';
import { createInstrument, unwrap } from '../../../src/domain/index.js';
import { SymbolState } from '../../../src/risk/gate/index.js';
import { AccountValues } from '../../../src/risk/ledger/account-values.js';
import { quote } from '../candidate.js';

const make = (id: number, symbol: string) => unwrap(createInstrument(id, symbol));
/** Mids 1.10005, 150.005, 1.30005, 0.85005 and 165.005 5. */
const EUR_USD = quote(make(0, 'EUR/USD'), 110_000, 110_010);
const USD_JPY = quote(make(1, 'USD/JPY'), 150_000, 150_010);
const GBP_USD = quote(make(2, 'GBP/USD'), 130_000, 130_010);
const EUR_GBP = quote(make(3, 'EUR/GBP'), 85_000, 85_010);
const EUR_JPY = quote(make(4, 'EUR/JPY'), 165_005, 165_006);
/** The same ones, from 0 on, as the account numbers them. */
const renumber = (states: readonly SymbolState[]) =>
  states.map(({ instrument, bidTicks, offerTicks }, id) =>
    quote({ ...instrument, id }, bidTicks, offerTicks),
  );

/** Of the first of these symbols, in an account in dollars. */
function value(...states: readonly SymbolState[]) {
  const symbols = renumber(states);
  const [symbol] = symbols;
  if (symbol === undefined) throw new RangeError('no symbol');
  return { symbol, symbols, values: new AccountValues(symbols, 'USD') };
}

describe('base currency amount', () => {
  it.each([
    // 1,000.00 of the base each: 1,000 x 1.10005 and so on, up to whole dollars.
    ['converts at the mid if the term is the account currency', [EUR_USD], 0.011_000_5, 1_101],
    ['is worth itself where it is the account', [USD_JPY], 0.01, 1_000],
    // 0.85005 x 1.30005 = 1.1051075025
    ['converts through its term', [EUR_GBP, GBP_USD], 0.011_051_075_025, 1_106],
    // 165.0055 / 150.005 = 1.1
    ['converts through its term by an inverse rate', [EUR_JPY, USD_JPY], 0.011, 1_100],
    ['converts directly if its base is quoted', [EUR_JPY, USD_JPY, EUR_USD], 0.011_000_5, 1_101],
  ])('%s', (_, states, factor, thousand) => {
    const { symbol, values } = value(...states);
    expect(values.factor(symbol)).toBeCloseTo(factor, 15);
    expect(values.exact(100_000, symbol)).toBe(thousand);
    expect(values.exact(-100_000, symbol)).toBe(-thousand);
    expect(values.exact(0, symbol)).toBe(0);
  });

  it('has no value while a rate on its path is missing, and is not taken for small', () => {
    for (const missing of [0, 1]) {
      const { symbol, symbols, values } = value(EUR_GBP, GBP_USD);
      const lacking = symbols[missing];
      if (lacking !== undefined) lacking.bidTicks = lacking.offerTicks = lacking.rateCount = 0;
      expect(values.factor(symbol)).toBeNaN();
      expect(values.termFactor(symbol)).toBeNaN();
      expect(values.exact(1, symbol)).toBeUndefined();
      expect(values.isWell(1, symbol, Infinity)).toBe(false);
      expect(values.listRates(symbol)).toBeUndefined();
    }
  });

  it('has no value without any path to the account currency', () => {
    const { symbol, values } = value(EUR_GBP);
    expect(values.factor(symbol)).toBeNaN();
    expect(values.exact(1, symbol)).toBeUndefined();
  });
});

describe('term currency amount', () => {
  it.each([
    ['is worth itself where it is the account', [EUR_USD], 1],
    // 1 / 150.005
    ['converts at the inverse of the mid', [USD_JPY], 0.006_666_444_451_8],
    ['converts by its own symbol', [EUR_GBP, GBP_USD], 1.300_05],
    // 1 / 150.005, by 1.1 / 165.0055
    ['converts by the inverse of another symbol', [EUR_JPY, USD_JPY], 0.006_666_444_451_8],
  ])('%s', (_, states, factor) => {
    const { symbol, values } = value(...states);
    expect(values.termFactor(symbol)).toBeCloseTo(factor, 12);
  });
});

describe('quick check of a value', () => {
  it('answers yes only two units below a limit', () => {
    const { symbol, values } = value(USD_JPY);
    // 1,000 dollars.
    expect(values.isWell(100_000, symbol, 1_002.000_01)).toBe(true);
    expect(values.isWell(100_000, symbol, 1_002)).toBe(false);
    expect(values.isWell(100_000, symbol, 1_000)).toBe(false);
  });
});

describe('rates on a conversion path', () => {
  it.each([
    [[EUR_USD], [0]],
    [[USD_JPY], []],
    [
      [EUR_GBP, GBP_USD],
      [0, 1],
    ],
    [[EUR_JPY, USD_JPY, EUR_USD], [2]],
  ])('are named: %#', (states, ids) => {
    const { symbol, values } = value(...states);
    expect(values.listRates(symbol)?.map(({ instrument }) => instrument.id)).toEqual(ids);
  });
});

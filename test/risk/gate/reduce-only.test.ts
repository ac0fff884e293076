// REDUCE_ONLY: which orders make the worst-case position smaller, with figures worked by hand.
import { describe, expect, it } from 'vitest';
import { createInstrument, unwrap } from '../../../src/domain/index.js';
import { toSign } from '../../../src/domain/orders/index.js';
import { AccountValues } from '../../../src/risk/ledger/account-values.js';
import { Exposure } from '../../../src/risk/ledger/exposure.js';
import { ReduceOnly, isReducing } from '../../../src/risk/gate/reduce-only.js';
import { candidate, quote } from '../candidate.js';

const make = (id: number, symbol: string) => unwrap(createInstrument(id, symbol));

/** Positions in whole euros, in an account in dollars; 100 minor units are one. */
function hold(eurUsd: number, eurGbp = 0) {
  const symbols = [
    quote(make(0, 'EUR/USD')),
    quote(make(1, 'EUR/GBP'), 85_000, 85_010),
    quote(make(2, 'GBP/USD'), 130_000, 130_010),
  ] as const;
  symbols[0].position = eurUsd * 100;
  symbols[1].position = eurGbp * 100;
  const exposure = new Exposure(symbols, new AccountValues(symbols, 'USD'));
  const only = new ReduceOnly();
  const order = (side: 'Buy' | 'Sell', euros: number) => ({
    symbol: symbols[0],
    sign: toSign(side),
    units: euros * 100,
  });
  return { symbols, exposure, only, order };
}

describe('order reduces the exposure', () => {
  it.each([
    [1_000, 'Sell', 1, true],
    [1_000, 'Sell', 1_000, true],
    [1_000, 'Sell', 1_000.01, false],
    [1_000, 'Buy', 1, false],
    [-1_000, 'Buy', 1_000, true],
    [-1_000, 'Buy', 1_000.01, false],
    [-1_000, 'Sell', 1, false],
    [0, 'Buy', 1, false],
    [0, 'Sell', 1, false],
  ] as const)('of a position of %d by %s %d: %s', (position, side, euros, isLess) => {
    const { exposure, order } = hold(position);
    expect(isReducing(exposure, order(side, euros))).toBe(isLess);
  });

  it('less what already works on its side, and regardless of the other side', () => {
    const { symbols, exposure, order } = hold(1_000);
    symbols[0].workingSell = 40_000;
    symbols[0].workingBuy = 500_000;
    expect(isReducing(exposure, order('Sell', 600))).toBe(true);
    expect(isReducing(exposure, order('Sell', 600.01))).toBe(false);
  });

  it('not when a currency grows beyond its other side', () => {
    // Long 1,000 and short 2,000 euros: what sells euros adds to the short side of the euro.
    const { exposure, order } = hold(1_000, -2_000);
    expect(isReducing(exposure, order('Sell', 1))).toBe(false);
    expect(isReducing(exposure, order('Sell', 1), 'symbol')).toBe(true);
    // Long both: it does not.
    const both = hold(1_000, 2_000);
    expect(isReducing(both.exposure, both.order('Sell', 1_000))).toBe(true);
  });

  it('while it turns a currency at most to the same amount on the other side', () => {
    // 1,000 euros less 600 are 400 long; sold 800, they are 400 short.
    const { exposure, order } = hold(1_000, -600);
    expect(isReducing(exposure, order('Sell', 800))).toBe(true);
    expect(isReducing(exposure, order('Sell', 800.01))).toBe(false);
  });

  it('not while its currencies cannot be valued, except within the symbol', () => {
    const { symbols, exposure, order } = hold(1_000, 500);
    for (const symbol of symbols) symbol.bidTicks = symbol.offerTicks = symbol.rateCount = 0;
    expect(isReducing(exposure, order('Sell', 1))).toBe(false);
    expect(isReducing(exposure, order('Sell', 1), 'symbol')).toBe(true);
  });
});

describe('reduce-only mode', () => {
  const refused = { rule: 'RC31', limit: 'reduce only', value: 'increases' };

  it('is on while any rule requests it, in its scope', () => {
    const { symbols, exposure, only } = hold(1_000);
    const buy = candidate({ symbol: symbols[0], strategy: 'alpha' });
    expect(only.find(buy, exposure)).toEqual([]);
    only.set('RC31', { strategy: 'alpha' }, 'weekend');
    only.set('RC31', { symbol: 'EUR/GBP' }, 'overnight');
    const message = 'only orders that reduce the exposure may leave: weekend';
    expect(only.find(buy, exposure)).toEqual([{ ...refused, message }]);
    expect(only.find({ ...buy, strategy: 'beta' }, exposure)).toEqual([]);
    expect(only.find({ ...buy, strategy: 'beta', symbol: symbols[1] }, exposure)).toMatchObject([
      refused,
    ]);
    expect(only.find({ ...buy, side: 'Sell', sign: -1, units: 100_000 }, exposure)).toEqual([]);
    only.set('RC31', { strategy: 'alpha' }, '');
    expect(only.find(buy, exposure)).toEqual([]);
    only.set('RC31', { symbol: 'EUR/GBP' }, '');
  });

  it('has one reason for a rule and scope: the newest', () => {
    const { symbols, exposure, only } = hold(0);
    only.set('RC31', {}, 'first');
    only.set('RC31', {}, 'second');
    only.set('flatten', {}, 'third', 'symbol');
    only.set('RC31', {}, '');
    const message = 'only orders that reduce the exposure may leave: third';
    const found = only.find(candidate({ symbol: symbols[0] }), exposure);
    expect(found).toEqual([{ ...refused, rule: 'flatten', message }]);
  });
});

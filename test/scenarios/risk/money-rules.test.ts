// Rules on the value of orders in the account currency: conversion rates and credit.
import { describe, expect, it } from 'vitest';
import { createInstrument, SECOND, unwrap } from '../../../src/domain/index.js';
import { SymbolState } from '../../../src/risk/gate/index.js';
import type { Candidate } from '../../../src/risk/index.js';
import { candidate, EUR_TRY, EUR_USD, NOW, quote, USD_JPY, watch } from '../../risk/candidate.js';

describe('RC22 conversion rates', () => {
  it('refuses an order that no rates convert into the account currency', () => {
    const symbol = quote(unwrap(createInstrument(0, 'CHF/SEK')));
    const { check } = watch('RC22', {}, [symbol]);
    expect(check(candidate({ symbol }))).toEqual({
      limit: 'a rate',
      value: 'none',
      message: 'expected rates from CHF to USD, found none',
    });
  });

  const CABLE = unwrap(createInstrument(1, 'GBP/USD'));
  const MINUTE = 60 * SECOND;
  /** The order is in EUR/USD, whose rate is always new; that of GBP/USD is of NOW. */
  const cross = (seesEveryRate = false) => {
    const [euro, cable] = [quote(EUR_USD), quote(CABLE, 130_000, 130_010)];
    const { check } = watch('RC22', {}, [euro, cable], { seesEveryRate });
    const ask = (after: number, order: Partial<Candidate> = {}) => {
      euro.receivedAt = NOW + after;
      return check(candidate({ symbol: euro, at: NOW + after, ...order }))?.message;
    };
    return { euro, cable, ask, check };
  };
  const OLD = 'expected a rate of GBP/USD at most 1m old, found 60001ms';

  it('requires the rates of other positions and working orders', () => {
    const { cable, ask } = cross();
    expect(ask(MINUTE + 1_000)).toBeUndefined();
    for (const field of ['position', 'workingBuy', 'workingSell'] as const) {
      cable[field] = 100;
      expect(ask(MINUTE)).toBeUndefined();
      expect(ask(MINUTE + 1_000)).toBe(OLD);
      cable[field] = 0;
    }
  });

  it('takes other rates as they were in a recording, which confirms nothing', () => {
    const { cable, ask, euro, check } = cross(true);
    cable.position = 100;
    expect(ask(MINUTE + 1_000)).toBeUndefined();
    const at = euro.receivedAt + MINUTE + 1_000;
    expect(check(candidate({ symbol: euro, at }))?.message).toContain('EUR/USD at most 1m old');
  });

  it('requires only its own rates of an order that reduces its position', () => {
    const { euro, cable, ask } = cross();
    cable.position = 100;
    euro.position = 100_000;
    const sell = { side: 'Sell', sign: -1 } as const;
    expect(ask(MINUTE + 1_000, { ...sell, units: 100_000 })).toBeUndefined();
    expect(ask(MINUTE + 1_000, { ...sell, units: 100_001 })).toBe(OLD);
    euro.workingSell = 1;
    expect(ask(MINUTE + 1_000, { ...sell, units: 100_000 })).toBe(OLD);
  });

  it('requires its own rate too where the account currency is one of its two', () => {
    for (const instrument of [EUR_USD, USD_JPY]) {
      const symbol = quote(instrument);
      const { check } = watch('RC22', {}, [quote(EUR_USD), symbol]);
      expect(check(candidate({ symbol, at: NOW + MINUTE }))).toBeUndefined();
      const at = NOW + MINUTE + 1_000;
      expect(check(candidate({ symbol, at }))?.message).toBe(
        OLD.replace('GBP/USD', instrument.symbol),
      );
    }
  });

  it('allows three median gaps of a recording where these are longer', () => {
    const symbol = quote(EUR_USD);
    const { check } = watch('RC22', {}, [symbol], { medianGap: () => MINUTE });
    expect(check(candidate({ symbol, at: NOW + 3 * MINUTE }))).toBeUndefined();
    expect(check(candidate({ symbol, at: NOW + 3 * MINUTE + 1 }))).toBeDefined();
  });
});

describe('RC30 credit', () => {
  const balance = (free?: number, currency = 'USD') =>
    ({ type: 'balance', currency, ...(free === undefined ? {} : { free }) }) as const;
  const yen = (position = 0) => {
    const symbol = quote(USD_JPY, 150_000, 150_010);
    symbol.position = position;
    return { ...watch('RC30', { source: 'balances' }, [quote(EUR_USD), symbol]), symbol };
  };
  const buy = (symbol: SymbolState, units: number, at = NOW) => candidate({ symbol, units, at });

  it('by balances requires the notional and 2 % more to be free', () => {
    const { check, onEvent, symbol } = yen();
    onEvent?.(balance(102), NOW);
    expect(check(buy(symbol, 10_000))).toBeUndefined();
    expect(check(buy(symbol, 10_001))).toEqual({
      limit: 102,
      value: 103,
      message:
        'the exposure with this order needs 103 USD of credit beyond what the balance has ' +
        'already deducted, found 102 free',
    });
  });

  it('by balances counts what was sent since the last read, filled or working', () => {
    const { check, onEvent, symbol } = yen();
    onEvent?.(balance(102), NOW);
    symbol.workingBuy = 6_000;
    expect(check(buy(symbol, 4_000))).toBeUndefined();
    expect(check(buy(symbol, 4_001))?.value).toBe(103);
    symbol.workingBuy = 0;
    symbol.position = 6_000;
    expect(check(buy(symbol, 4_000))).toBeUndefined();
    expect(check(buy(symbol, 4_001))?.value).toBe(103);
  });

  it('by balances counts a fill as missing in a read until the next one', () => {
    const { check, onEvent, symbol } = yen();
    onEvent?.(balance(102), NOW);
    symbol.position = 6_000;
    // The answer was on its way when the order filled.
    onEvent?.(balance(102), NOW + SECOND);
    expect(check(buy(symbol, 4_000))).toBeUndefined();
    expect(check(buy(symbol, 4_001))?.value).toBe(103);
    onEvent?.(balance(51), NOW + 20 * SECOND);
    expect(check(buy(symbol, 5_000))).toBeUndefined();
    expect(check(buy(symbol, 5_001))?.value).toBe(52);
  });

  it.each([
    ['Buy', 10_000, 6_000],
    ['Sell', -10_000, -6_000],
  ] as const)('by balances counts the remaining position for a %s', (side, before, left) => {
    const { check, onEvent, symbol } = yen(before);
    onEvent?.(balance(102), NOW);
    symbol.position = left;
    onEvent?.(balance(102), NOW + SECOND);
    const more = (units: number) =>
      check(candidate({ symbol, side, units, priceTicks: 150_005, at: NOW + SECOND }));
    expect(more(10_000)).toBeUndefined();
    expect(more(10_001)?.value).toBe(103);
  });

  it('by balances treats a reversed position as a new one', () => {
    const { check, onEvent, symbol } = yen(-10_000);
    onEvent?.(balance(102), NOW);
    symbol.position = 6_000;
    onEvent?.(balance(102), NOW + SECOND);
    expect(check(buy(symbol, 4_000))).toBeUndefined();
    expect(check(buy(symbol, 4_001))?.value).toBe(103);
  });

  it('by balances uses one for a minute, of its own currency only', () => {
    const { check, onEvent, symbol } = yen();
    const missing = 'expected a balance at most 60 s old, found none';
    expect(check(buy(symbol, 100))?.message).toBe(missing);
    onEvent?.({ type: 'wake' }, NOW);
    expect(check(buy(symbol, 100))?.message).toBe(missing);
    onEvent?.(balance(1_000), NOW);
    expect(check(buy(symbol, 100, NOW + 60 * SECOND))).toBeUndefined();
    expect(check(buy(symbol, 100, NOW + 60 * SECOND + 1))?.message).toBe(missing);
  });

  it('by balances requires none for an order that reduces', () => {
    const { check, onEvent, symbol } = yen(10_000_000);
    onEvent?.(balance(0), NOW);
    const sell = (units: number) =>
      check(candidate({ symbol, side: 'Sell', units, priceTicks: 150_005 }));
    expect(sell(20_000_000)).toBeUndefined();
    expect(sell(20_000_001)?.value).toBe(1);
  });

  it('pauses everything once when no balance can be read, until one can', () => {
    const { onEvent, told } = yen();
    const reason = 'the balance could not be read';
    onEvent?.(balance(), NOW);
    expect(told()).toEqual([`pause all: ${reason} until resolved`, `page all: ${reason}`]);
    onEvent?.(balance(5, 'EUR'), NOW);
    expect(told()).toEqual([]);
    onEvent?.(balance(5), NOW);
    expect(told()).toEqual(['resolve all']);
    onEvent?.(balance(5), NOW);
    expect(told()).toEqual([]);
  });

  it('by a static credit ignores balances, counts every position, and lets it be reduced', () => {
    const symbol = quote(USD_JPY, 150_000, 150_010);
    const { check, onEvent, told } = watch('RC30', { static: 102 }, [quote(EUR_USD), symbol]);
    onEvent?.(balance(), NOW);
    expect(told()).toEqual([]);
    symbol.position = 4_000;
    expect(check(buy(symbol, 6_000))).toBeUndefined();
    expect(check(buy(symbol, 6_001))?.value).toBe(103);
    symbol.position = 20_000;
    const sell = candidate({ symbol, side: 'Sell', units: 1_000, priceTicks: 150_005 });
    expect(check(sell)).toBeUndefined();
    expect(check(buy(symbol, 1))?.value).toBe(205);
  });

  it('refuses where a conversion rate is missing', () => {
    const symbol = quote(EUR_TRY, 4_500_000, 4_500_100);
    const { check } = watch('RC30', {}, [new SymbolState(EUR_USD), quote(USD_JPY), symbol]);
    for (const side of ['Buy', 'Sell'] as const) {
      expect(check(candidate({ symbol, side }))?.message).toBe(
        'no rate to convert all positions into USD',
      );
    }
  });
});

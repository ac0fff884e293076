// Instruments from the fallback table and from stated terms.
import { describe, expect, it } from 'vitest';
import { createInstrument, findTermsFlaw, isSymbol, unwrap } from '../../src/domain/index.js';
import { isKnownPair } from '../../src/domain/instrument.js';

describe('an instrument', () => {
  it('of a known pair needs no terms', () => {
    expect(unwrap(createInstrument(3, 'EUR/USD'))).toEqual({
      id: 3,
      symbol: 'EUR/USD',
      base: 'EUR',
      term: 'USD',
      class: 'G10',
      ratePrecision: 5,
      ticksPerUnit: 100_000,
      pipFactor: 10_000,
      baseDecimals: 2,
      termDecimals: 2,
      minSize: 100_000,
      sizeIncrement: 1,
      spotLagDays: 2,
    });
  });

  it('in yen has three decimals and a pip of a hundredth; yen itself has no minor unit', () => {
    expect(unwrap(createInstrument(0, 'USD/JPY'))).toMatchObject({
      ratePrecision: 3,
      ticksPerUnit: 1_000,
      pipFactor: 100,
      baseDecimals: 2,
      termDecimals: 0,
    });
    expect(unwrap(createInstrument(0, 'JPY/USD'))).toMatchObject({
      ratePrecision: 5,
      baseDecimals: 0,
      minSize: 1_000,
    });
  });

  it.each([
    ['EUR/USD', 'G10'],
    ['USD/TRY', 'EM'],
    ['TRY/MXN', 'EM'],
  ])('%s is of class %s', (symbol, expected) => {
    expect(unwrap(createInstrument(0, symbol)).class).toBe(expected);
  });

  it.each([
    ['USD/CAD', 1],
    ['USD/TRY', 1],
    ['CAD/USD', 2],
    ['EUR/USD', 2],
  ])('%s settles %i business days after the trade', (symbol, days) => {
    expect(unwrap(createInstrument(0, symbol)).spotLagDays).toBe(days);
  });

  it('outside the table takes what its terms say', () => {
    const terms = { ratePrecision: 2, sizeIncrement: 0.001, minSize: 0.01 };
    expect(unwrap(createInstrument(0, 'BTC/USD', terms))).toMatchObject({
      class: 'DA',
      ratePrecision: 2,
      baseDecimals: 8,
      termDecimals: 2,
      minSize: 1_000_000,
      sizeIncrement: 100_000,
    });
    const smallest = { ratePrecision: 2, sizeIncrement: 0.5 };
    expect(unwrap(createInstrument(0, 'BTC/USD', smallest)).minSize).toBe(1);
  });

  it('lets terms win over the table', () => {
    const terms = {
      class: 'EM' as const,
      ratePrecision: 4,
      pipFactor: 1_000,
      baseDecimals: 0,
      termDecimals: 3,
      minSize: 5_000,
      sizeIncrement: 500,
      spotLagDays: 0,
    };
    expect(unwrap(createInstrument(0, 'EUR/USD', terms))).toMatchObject(terms);
  });

  it.each([
    ['EURUSD', {}, 'instrument.unknown', 'expected a symbol such as EUR/USD, found "EURUSD"'],
    [
      'BTC/USD',
      { sizeIncrement: 1 },
      'instrument.unknown',
      'BTC/USD is not in the fallback table: instruments."BTC/USD".ratePrecision is missing',
    ],
    [
      'BTC/USD',
      { ratePrecision: 2 },
      'instrument.unknown',
      'BTC/USD is not in the fallback table: instruments."BTC/USD".sizeIncrement is missing',
    ],
    [
      'EUR/USD',
      { ratePrecision: 13 },
      'instrument.terms',
      'EUR/USD: decimals must be 0 to 12, found 13',
    ],
    [
      'EUR/USD',
      { baseDecimals: 1.5 },
      'instrument.terms',
      'EUR/USD: decimals must be 0 to 12, found 1.5',
    ],
    [
      'EUR/USD',
      { termDecimals: -1 },
      'instrument.terms',
      'EUR/USD: decimals must be 0 to 12, found -1',
    ],
    [
      'EUR/USD',
      { sizeIncrement: 0 },
      'instrument.terms',
      'EUR/USD: minSize and sizeIncrement must be above 0',
    ],
    [
      'EUR/USD',
      { minSize: 0.001 },
      'instrument.terms',
      'EUR/USD: minSize and sizeIncrement must be above 0',
    ],
  ])('%s with %o is refused with %s', (symbol, terms, code, message) => {
    expect(createInstrument(0, symbol, terms)).toEqual({ ok: false, fault: { code, message } });
  });
});

describe('stated sizes', () => {
  it.each([
    [{ sizeIncrement: 0.015 }, 'sizeIncrement', 'at most 2 decimals of EUR, found 0.015'],
    [{ minSize: 1000.005 }, 'minSize', 'at most 2 decimals of EUR, found 1000.005'],
    [{ baseDecimals: 0, minSize: 0.5 }, 'minSize', 'at most 0 decimals of EUR, found 0.5'],
    [{ minSize: 1_500, sizeIncrement: 1_000 }, 'minSize', 'a multiple of sizeIncrement 1000'],
    [{ minSize: 0.1, sizeIncrement: 0.03 }, 'minSize', 'a multiple of sizeIncrement 0.03'],
  ])('that no order can have are a flaw: %j', (terms, key, message) => {
    const flaw = findTermsFlaw('EUR/USD', terms);
    expect(flaw?.key).toBe(key);
    expect(flaw?.message).toContain(message);
  });

  it.each([
    {},
    { minSize: 1_000 },
    { minSize: 3_000, sizeIncrement: 1_000 },
    { minSize: 0.3, sizeIncrement: 0.1 },
    { baseDecimals: 3, sizeIncrement: 0.015 },
  ])('are fine otherwise: %j', (terms) => {
    expect(findTermsFlaw('EUR/USD', terms)).toBeUndefined();
  });
});

describe('a symbol', () => {
  it.each(['EUR/USD', 'BTC/USDT', '1INCH/USD'])('can be %s', (text) => {
    expect(isSymbol(text)).toBe(true);
  });

  it.each(['EURUSD', 'eur/usd', 'EUR/USD/X', '/USD', 'E/USD', 'EUR-USD', ' EUR/USD', 'EUR/USD\n'])(
    'cannot be "%s"',
    (text) => {
      expect(isSymbol(text)).toBe(false);
    },
  );

  it('is known when the table has both currencies', () => {
    expect(isKnownPair('EUR/TRY')).toBe(true);
    expect(isKnownPair('BTC/USD')).toBe(false);
    expect(isKnownPair('EUR/EUR')).toBe(false);
    expect(isKnownPair('EUR')).toBe(false);
  });
});

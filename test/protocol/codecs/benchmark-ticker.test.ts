// Benchmark and ticker on the wire.
import { describe, expect, it } from 'vitest';
import { createInstrument, unwrap } from '../../../src/domain/index.js';
import { decodeTicker, encodeBenchmark, encodeTicker } from '../../../src/protocol/codecs/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { DEFAULT_MARKET_PROFILE } from '../../../src/protocol/profile/market-profile.js';

const AUDUSD = unwrap(createInstrument(0, 'AUD/USD'));
const EURUSD = unwrap(createInstrument(1, 'EUR/USD'));
/** The sample of wire facts 3.5. */
const BENCHMARK = {
  symbol: 'AUD/USD',
  rate: 0.66151,
  uid: 'G-1a2b3c4d5-19b9021aa10-FXB-01',
  timestamp: 1_767_693_605_000,
};
const TICKER = { symbol: 'EUR/USD', price: 1.09515, timestamp: 1_767_693_601_250 };

describe('benchmark', () => {
  it('is half of bid plus offer, exactly', () => {
    const at = BENCHMARK.timestamp * 1_000;
    expect(JSON.parse(encodeBenchmark(AUDUSD, 132_302, BENCHMARK.uid, at))).toEqual(BENCHMARK);
    expect(encodeBenchmark(AUDUSD, 132_303, 'u', at)).toContain('"rate":0.661515,');
  });
});

describe('ticker', () => {
  const trade = {
    ...{ instrument: EURUSD, priceTicks: 109_515, units: 12_345, side: 'Sell' as const },
    at: 1_767_693_601_250_999,
  };

  it('is the last price with its time, size and side', () => {
    const body: unknown = JSON.parse(encodeTicker(trade));
    expect(body).toEqual({ ...TICKER, size: 123.45, side: 'Sell' });
    const least = { ...trade, units: undefined, side: undefined };
    expect(JSON.parse(encodeTicker(least))).toEqual(TICKER);
    expect(unwrap(decodeTicker(body, EURUSD))).toEqual({ ...trade, at: 1_767_693_601_250_000 });
  });

  it('has the names of the profile', () => {
    const tickerFields = { price: 'lastPx', time: 'lastTime' };
    const profile = { ...DEFAULT_PROFILE, market: { ...DEFAULT_MARKET_PROFILE, tickerFields } };
    const body = JSON.parse(encodeTicker(trade, profile)) as object;
    expect(body).toMatchObject({ lastPx: 1.09515, lastTime: TICKER.timestamp });
    expect(unwrap(decodeTicker(body, EURUSD, profile)).priceTicks).toBe(109_515);
    expect(decodeTicker(body, EURUSD)).toMatchObject({ fault: { code: 'protocol.shape' } });
  });

  it.each(['price', 'rate', 'lastPrice'])('is read with its price as %s', (name) => {
    const body = { symbol: 'EUR/USD', [name]: 1.09515, time: TICKER.timestamp };
    expect(unwrap(decodeTicker(body, EURUSD))).toEqual({
      ...{ instrument: EURUSD, priceTicks: 109_515, units: undefined, side: undefined },
      at: TICKER.timestamp * 1_000,
    });
  });

  it('may be without a time', () => {
    expect(unwrap(decodeTicker({ symbol: 'EUR/USD', price: 1.1 }, EURUSD)).at).toBeUndefined();
  });

  it.each([
    [[], 'protocol.shape'],
    [{ ...TICKER, symbol: undefined }, 'protocol.symbol'],
    [{ ...TICKER, price: undefined }, 'protocol.shape'],
    [{ ...TICKER, price: 1.123456 }, 'protocol.value'],
    [{ ...TICKER, size: 0.001 }, 'protocol.value'],
  ])('fails on %j', (body, code) => {
    expect(decodeTicker(body, EURUSD)).toMatchObject({ fault: { code } });
  });
});

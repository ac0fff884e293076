// The spot rate in both directions, and its hand-written guard against the schema.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNLIMITED, unwrap } from '../../../src/domain/index.js';
import { MAX_SCALED } from '../../../src/domain/numbers/index.js';
import { decodeSpotRate, encodeSpotRate } from '../../../src/protocol/codecs/index.js';
import { isSpotRateBody } from '../../../src/protocol/codecs/spot-rate.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { spotRateSchema } from '../../../src/protocol/schemas/market.js';
import { BTCUSD, EURUSD, INSTRUMENTS, mangled } from '../samples.js';
import { countRuns } from '../../runs.js';

const BODY = {
  symbol: 'EUR/USD',
  bid: 1.09512,
  offer: 1.09519,
  bidLimit: 1000000,
  offerLimit: 2000000,
  time: 1767693605123,
  rateId: '2026-01-06-EURUSD-SPOT-5c01aa97be',
};

const RATE = {
  type: 'rate',
  symbol: 'EUR/USD',
  bidTicks: 109_512,
  offerTicks: 109_519,
  bidUnits: 100_000_000,
  offerUnits: 200_000_000,
  venueAt: 1_767_693_605_123_000,
};

describe('spot rate', () => {
  it('is read in ticks, minor units and microseconds', () => {
    expect(unwrap(decodeSpotRate(BODY, EURUSD))).toEqual(RATE);
  });

  it('is written with exact decimals and no exponent', () => {
    const text = encodeSpotRate(BTCUSD, 2_441_150, 2_441_200, 1, 12_345_678, 1_000, 'a|"b');
    expect(text).toBe(
      '{"symbol":"BTC/USD","bid":24411.5,"offer":24412,"bidLimit":0.00000001,' +
        '"offerLimit":0.12345678,"time":1,"rateId":"a|\\"b"}',
    );
  });

  it('survives encoding and decoding, whatever its numbers', () => {
    const amount = fc.integer({ min: 0, max: MAX_SCALED });
    const price = fc.integer({ min: 1, max: MAX_SCALED });
    fc.assert(
      fc.property(
        fc.constantFrom(...INSTRUMENTS),
        price,
        price,
        amount,
        amount,
        fc.integer({ min: 0, max: 4_102_444_800_000 }),
        (instrument, bidTicks, offerTicks, bidUnits, offerUnits, millis) => {
          const at = millis * 1_000;
          const text = encodeSpotRate(
            instrument,
            bidTicks,
            offerTicks,
            bidUnits,
            offerUnits,
            at,
            'id',
          );
          const rate = unwrap(decodeSpotRate(JSON.parse(text), instrument));
          expect(rate).toMatchObject({ bidTicks, offerTicks, bidUnits, offerUnits, venueAt: at });
        },
      ),
    );
  });

  it('omits an unlimited size and reads it by the profile', () => {
    const text = encodeSpotRate(EURUSD, 1, 2, UNLIMITED, UNLIMITED, 0, 'id');
    expect(text).not.toContain('Limit');
    const body: unknown = JSON.parse(text);
    const unlimited = decodeSpotRate(body, EURUSD, { ...DEFAULT_PROFILE, spotSize: 'unlimited' });
    expect(unwrap(unlimited)).toMatchObject({ bidUnits: UNLIMITED, offerUnits: UNLIMITED });
    const sized = decodeSpotRate(body, EURUSD, { ...DEFAULT_PROFILE, spotSize: 5 });
    expect(unwrap(sized)).toMatchObject({ bidUnits: 500, offerUnits: 500 });
  });

  it.each([
    ['a body that is not an object', [], 'protocol.shape', 'symbol, bid'],
    ['a price of type text', { ...BODY, bid: '1.09512' }, 'protocol.shape', 'EUR/USD'],
    ['no time', { ...BODY, time: undefined }, 'protocol.shape', 'time'],
    ['a time with a fraction', { ...BODY, time: 1.5 }, 'protocol.shape', 'time'],
    ['another symbol', { ...BODY, symbol: 'USD/EUR' }, 'protocol.symbol', 'found "USD/EUR"'],
    ['one side only', { ...BODY, offer: null }, 'protocol.one-sided', 'found no offer'],
    ['a zero bid', { ...BODY, bid: 0 }, 'protocol.one-sided', 'bid above 0'],
    ['a negative offer', { ...BODY, offer: -1 }, 'protocol.one-sided', 'offer above 0, found -1'],
    [
      'a price with too many decimals',
      { ...BODY, bid: 1.095123 },
      'protocol.value',
      'found 1.095123',
    ],
    ['a size with too many decimals', { ...BODY, bidLimit: 0.001 }, 'protocol.value', 'bidLimit'],
    ['no size', { ...BODY, bidLimit: undefined }, 'protocol.size-missing', 'bidLimit'],
  ])('is a fault with %s', (_, body, code, words) => {
    const result = decodeSpotRate(body, EURUSD);
    expect(result).toMatchObject({ ok: false, fault: { code } });
    expect(result.ok ? '' : result.fault.message).toContain(words);
  });

  it('passes a crossed rate on to the gate', () => {
    expect(decodeSpotRate({ ...BODY, bid: 1.2 }, EURUSD).ok).toBe(true);
  });

  it('has a guard that agrees with the schema on every body', () => {
    let [taken, refused] = [0, 0];
    fc.assert(
      fc.property(mangled(BODY), (body) => {
        const isSound = spotRateSchema.safeParse(body).success;
        if (isSound) taken += 1;
        else refused += 1;
        expect(isSpotRateBody(body)).toBe(isSound);
      }),
      { numRuns: countRuns(2_000) },
    );
    expect(Math.min(taken, refused)).toBeGreaterThan(countRuns(100));
  });
});

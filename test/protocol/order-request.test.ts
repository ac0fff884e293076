// The body of a place: canonical bytes out, strict checks in.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BugError } from '../../src/domain/fault.js';
import { unwrap } from '../../src/domain/index.js';
import { decodeOrderRequest, encodeOrderRequest } from '../../src/protocol/index.js';
import { DEFAULT_PROFILE } from '../../src/protocol/profile/index.js';
import { orderRequestSchema } from '../../src/protocol/schemas/order-request.js';
import { BTCUSD, EURUSD, mangled, PLACE, USDJPY } from './samples.js';
import { countRuns } from '../runs.js';

const BODY = {
  coId: 'bot7-000123',
  type: 'Limit',
  side: 'Buy',
  symbol: 'EUR/USD',
  currency: 'EUR',
  size: 1000000,
  price: 1.0952,
  timeInForce: 'GTT',
  expiryTime: 60,
};

/** With every field beyond a plain order's, but for the words that the profile spells. */
const FULL = {
  ...BODY,
  rateId: 'r',
  org: 'DeskOrg',
  account: 'DeskOrgLE',
  valueDate: '2026-01-08',
  stopPrice: 1.1,
  execFlags: ['BidTrigger'],
  minQty: 1,
  maxShow: 2,
  targetStrategy: 'TWAP',
  executionStartTime: '1',
  executionEndTime: '2',
  pegOffsetValue: -1,
  actionOnExpiry: 'Twap',
  sliceSize: 3,
  passiveTime: 4,
  passiveTimeFactorPercentage: 5,
  sliceInterval: 6,
  randomizeSliceSizePercentage: 7,
  randomizeSliceIntervalPercentage: 8,
  tobRange: 9,
  customParameters: { key: 'value' },
};

/** Types and lengths of the fields, without what an order needs: each may be missing. */
const FIELDS = z
  .strictObject({
    ...orderRequestSchema.shape,
    coId: z.string().max(255),
    type: z.string(),
    side: z.string(),
    timeInForce: z.string(),
  })
  .partial();

describe('encoded order request', () => {
  it('is canonical: the order of fields of the specification, exact decimals, no blanks', () => {
    expect(encodeOrderRequest(PLACE)).toBe(
      '{"coId":"bot7-000123","type":"Limit","side":"Buy","symbol":"EUR/USD","currency":"EUR",' +
        '"size":1000000,"price":1.0952,"timeInForce":"IOC"}',
    );
  });

  it('carries the seconds of a GTT order only', () => {
    const gtt = encodeOrderRequest({ ...PLACE, timeInForce: 'GTT', expirySeconds: 120 });
    expect(gtt).toMatch(/"timeInForce":"GTT","expiryTime":120}$/);
    expect(encodeOrderRequest({ ...PLACE, expirySeconds: 120 })).not.toContain('expiryTime');
  });

  it.each([
    [USDJPY, 1, 1, '"size":0.01,"price":0.001'],
    [EURUSD, 10, 100_000, '"size":0.1,"price":1,'],
    [BTCUSD, 1, 999_999_999_999_999, '"size":0.00000001,"price":9999999999999.99'],
  ])('prints scaled integers, never a double (%#)', (instrument, units, priceTicks, text) => {
    expect(encodeOrderRequest({ ...PLACE, instrument, units, priceTicks })).toContain(text);
  });

  it('has the fields of special orders in the order of the specification', () => {
    const details = { maxShow: 0.1, execFlags: ['BidTrigger'], stopPrice: 1.1, passiveTime: 2.5 };
    const body = encodeOrderRequest({ ...PLACE, type: 'Stop', timeInForce: 'GTC', details });
    const stop = '"stopPrice":1.1,"execFlags":["BidTrigger"]';
    expect(body).toContain(`"timeInForce":"GTC",${stop},"maxShow":0.1,"passiveTime":2.5}`);
    const atBest = encodeOrderRequest({ ...PLACE, valueDate: '2026-01-08', details: { org: 'A' } });
    expect(atBest).toMatch(/"org":"A","valueDate":"2026-01-08"}$/);
  });

  it('is read by the venue as it was meant, whatever it contains', () => {
    const amount = fc.integer({ min: 0, max: 1e9 }).map((units) => units / 100);
    const parts = fc.record(
      {
        stopPrice: fc.integer({ min: 1, max: 1e7 }).map((ticks) => ticks / 1e5),
        execFlags: fc.subarray(['BidTrigger', 'OfferTrigger', 'MidTrigger']),
        minQty: amount,
        maxShow: amount,
        pegPriceType: fc.constantFrom('Mid', 'Bid', 'Offer'),
        pegOffsetValue: fc.integer({ min: -1e6, max: 1e6 }).map((pips) => pips / 1e4),
        targetStrategy: fc.constant('TWAP'),
        passiveTimeFactorPercentage: fc.integer({ min: 0, max: 1e6 }).map((one) => one / 1e4),
        customParameters: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(parts, (details) => {
        const body = encodeOrderRequest({ ...PLACE, details });
        const read = unwrap(decodeOrderRequest(JSON.parse(body)));
        expect(read.details ?? {}).toEqual(details);
      }),
    );
  });

  it('throws a bug on a number that is not exact', () => {
    const details = { stopPrice: 1.1000001 };
    expect(() => encodeOrderRequest({ ...PLACE, details })).toThrow('at most 5 decimals');
  });

  it('escapes the coId', () => {
    const body = encodeOrderRequest({ ...PLACE, coId: 'a"\n\\b' });
    expect(JSON.parse(body)).toMatchObject({ coId: 'a"\n\\b' });
  });

  it('throws a bug without a size or a price', () => {
    expect(() => encodeOrderRequest({ ...PLACE, units: 0 })).toThrow(BugError);
    expect(() => encodeOrderRequest({ ...PLACE, priceTicks: 0 })).toThrow(BugError);
  });
});

describe('decoded order request', () => {
  it('is read as it was written', () => {
    const request = unwrap(decodeOrderRequest(JSON.parse(encodeOrderRequest(PLACE))));
    expect(request).toEqual({
      coId: 'bot7-000123',
      type: 'Limit',
      side: 'Buy',
      symbol: 'EUR/USD',
      currency: 'EUR',
      size: 1000000,
      price: 1.0952,
      timeInForce: 'IOC',
    });
  });

  it('may lack fields: the venue answers those by reason code', () => {
    expect(unwrap(decodeOrderRequest({}))).toEqual({});
  });

  it.each([
    ['an unknown field', '{"coId":"a","sise":1}', 'field "sise"'],
    ['the field __proto__', '{"__proto__":{}}', 'field "__proto__"'],
    ['a field named like a member of Object.prototype', '{"constructor":1}', 'field "constructor"'],
    ['a size of type text', '{"size":"1"}', 'expected size to be a number, found "1"'],
    ['an infinite size', '{"size":1e400}', 'expected size to be a number'],
    ['a null price', '{"price":null}', 'expected price to be a number, found null'],
    ['a side of type number', '{"side":1}', 'expected side to be a string, found 1'],
    [
      'a coId that is too long',
      JSON.stringify({ coId: 'x'.repeat(256) }),
      'at most 255 characters',
    ],
    ['an array', '[]', 'a JSON object'],
  ])('is a fault with %s', (_, text, words) => {
    const result = decodeOrderRequest(JSON.parse(text));
    expect(result.ok ? '' : result.fault.message).toContain(words);
    expect(result.ok ? '' : result.fault.code).toMatch(/^protocol\.(request|shape)$/);
  });

  it('keeps special fields separate, under the names of the specification', () => {
    const { size, price, coId, type, side, symbol, currency, timeInForce, expiryTime, ...details } =
      FULL;
    const plain = { size, price, coId, type, side, symbol, currency, timeInForce, expiryTime };
    const body = { ...FULL, priceType: 'Ndf', pegPriceType: 'Middle' };
    const profile = {
      ...DEFAULT_PROFILE,
      priceTypes: { ...DEFAULT_PROFILE.priceTypes, NDF: 'Ndf' },
      pegPriceTypes: { ...DEFAULT_PROFILE.pegPriceTypes, Mid: 'Middle' },
    };
    const request = unwrap(decodeOrderRequest(body, profile));
    expect(request).toEqual({
      ...plain,
      details: { ...details, priceType: 'NDF', pegPriceType: 'Mid' },
    });
  });

  it.each([BODY, FULL])('is checked by hand as the schema would check it (%#)', (whole) => {
    let [taken, refused] = [0, 0];
    fc.assert(
      fc.property(mangled(whole), (body) => {
        const isSound = FIELDS.safeParse(body).success;
        if (isSound) taken += 1;
        else refused += 1;
        expect(decodeOrderRequest(body).ok).toBe(isSound);
      }),
      { numRuns: countRuns(2_000) },
    );
    expect(Math.min(taken, refused)).toBeGreaterThan(countRuns(100));
  });
});

describe('schema of a place', () => {
  const check = (changes: object) => orderRequestSchema.safeParse({ ...BODY, ...changes });
  const stop = { stopPrice: 1.1, execFlags: ['MidTrigger'] };
  const algo = { targetStrategy: 'TWAP', passiveTime: 1 };

  it.each([
    [{ type: 'Limit' }, []],
    [{ type: 'Limit', price: undefined }, ['price']],
    [{ type: 'Limit', timeInForce: undefined }, ['timeInForce']],
    [{ type: 'Limit', expiryTime: undefined }, ['expiryTime']],
    [{ type: 'Market', price: undefined }, ['price']],
    [{ type: 'AtBest' }, ['valueDate']],
    [{ type: 'AtBest', valueDate: '2026-01-08', price: undefined }, []],
    [{ type: 'Stop', ...stop, timeInForce: undefined }, []],
    [{ type: 'Stop' }, ['stopPrice']],
    [{ type: 'StopLimit', price: undefined }, ['price', 'stopPrice']],
    [{ type: 'Pegged', pegPriceType: 'Mid', price: undefined }, []],
    [{ type: 'Algo', ...algo }, []],
    [{ type: 'Algo' }, ['targetStrategy', 'passiveTimeFactorPercentage']],
    [{ type: 'PQ' }, ['rateId']],
    [{ type: 'Auction' }, ['type']],
    [{ coId: undefined }, ['coId']],
    [{ side: undefined }, ['side']],
    [{ symbol: undefined }, ['symbol']],
    [{ currency: undefined }, ['currency']],
    [{ size: undefined }, ['size']],
  ])('of %j requires %j', (changes, fields) => {
    const { error } = check(changes);
    expect((error?.issues ?? []).map(({ path }) => path.join('.'))).toEqual(fields);
  });
});

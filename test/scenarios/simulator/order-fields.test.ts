// Every field of an order request over HTTP: what is accepted, echoed and rejected.
import { describe, expect, it } from 'vitest';
import { REASON_CODES } from '../../../src/domain/venue/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { orderRequestSchema } from '../../../src/protocol/schemas/order-request.js';
import { type Client, createOrder, start, USER } from '../../simulator/harness.js';

const ORGS = [
  { org: 'DeskOrg', accounts: ['DeskOrgLE'], onBehalfOf: ['ClientOrg'] },
  { org: 'ClientOrg', accounts: ['ClientLE'] },
];

async function open(changes: Parameters<typeof start>[0] = {}): Promise<Client> {
  const client = await start({ venue: { orgs: ORGS }, ...changes });
  await client.login();
  return client;
}

const ALGO = {
  type: 'Algo',
  timeInForce: 'GTC',
  targetStrategy: 'TWAP',
  price: 1.05,
  executionStartTime: '300',
  executionEndTime: '2026-07-13 13:00:00,000 +0000',
  actionOnExpiry: 'NoAction',
  sliceSize: 10_000.5,
  passiveTime: 100,
  passiveTimeFactorPercentage: 12.5,
  sliceInterval: 30_000,
  randomizeSliceSizePercentage: 10,
  randomizeSliceIntervalPercentage: 0.0001,
  tobRange: 50,
  customParameters: { desk: 'a "b"', '': 'ü' },
};
const STOP = {
  type: 'StopLimit',
  timeInForce: 'GTT',
  expiryTime: 60,
  stopPrice: 1.2,
  execFlags: ['MidTrigger'],
  price: 1.3,
  minQty: 1_000,
  maxShow: 5_000,
  org: 'ClientOrg',
  account: 'ClientLE',
  priceType: 'Spot',
  valueDate: '2026-07-20',
};
const PEG = { type: 'Pegged', timeInForce: 'GTC', pegPriceType: 'Mid', pegOffsetValue: -2.5 };

describe('response to an order query', () => {
  it.each([
    ['an algo', ALGO],
    ['a stop on behalf of another organization', STOP],
    ['a peg', PEG],
  ])('repeats every field of %s', async (_, changes) => {
    const client = await open();
    const request = createOrder('a', changes);
    expect(orderRequestSchema.parse(request)).toEqual(request);
    expect(await client.place('a', changes)).toMatchObject({ status: 202 });
    expect(await client.order('a')).toMatchObject({ ...request, status: 'NEW' });
  });

  it('names the customer of an order on behalf of one', async () => {
    const client = await open();
    await client.place('a', STOP);
    await client.place('b', { org: 'DeskOrg', account: 'DeskOrgLE' });
    expect(await client.order('a')).toMatchObject({ customerId: 'ClientOrg', org: 'ClientOrg' });
    expect(await client.order('b')).not.toHaveProperty('customerId');
  });

  it('writes dates and statuses as the profile defines them', async () => {
    const profile = {
      ...DEFAULT_PROFILE,
      orderDates: 'compact',
      pegPriceTypes: { Mid: 'MID', Bid: 'BID', Offer: 'OFR' },
      priceTypes: { Spot: 'SPOT', Outright: 'OUTRIGHT', NDF: 'NDF' },
    } as const;
    const client = await open({ profile });
    const text = { pegPriceType: 'MID', priceType: 'SPOT', valueDate: '2026-07-20' };
    await client.place('a', { ...PEG, ...text });
    expect(await client.order('a')).toMatchObject({ ...text, valueDate: '20260720' });
    expect(await client.place('b', PEG)).toMatchObject({
      ...{ status: 400, body: { message: expect.stringContaining('MID, BID, OFR') as string } },
    });
  });
});

describe('response to a place', () => {
  const HEAD = [
    ...['coId', 'type', 'timeInForce', 'side', 'currency', 'symbol', 'size', 'org', 'price'],
    ...['orderId', 'userFullName', 'action', 'status'],
  ];

  it.each([
    [ALGO, Object.keys(ALGO).filter((name) => !HEAD.includes(name))],
    [STOP, []],
    [PEG, ['pegPriceType', 'pegOffsetValue']],
    [{ customParameters: { a: 'b' } }, ['customParameters']],
  ])('to %j has the 13 fields and those of algo, peg and customParameters', async (order, more) => {
    const client = await open();
    const { status, body } = await client.place('a', order);
    expect(status).toBe(202);
    expect(Object.keys(body as object).sort()).toEqual([...HEAD, ...more].sort());
  });
});

describe('order in the term currency', () => {
  it('counts in that currency, over HTTP and in its trades', async () => {
    const client = await open();
    await client.place('a', { currency: 'USD', side: 'Sell', size: 110_020, price: 1.1002 });
    expect(await client.order('a')).toMatchObject({
      ...{ currency: 'USD', side: 'Sell', size: 110_020, status: 'FILLED' },
      ...{ cumQty: 110_020, leavesQty: 0, averagePrice: 1.1002, lastQty: 110_020 },
      settlCurrAmt: 100_000,
    });
    expect(await client.trades('a')).toMatchObject([
      {
        ...{ side: 'Sell', currency: 'USD', dealtAmount: 110_020, settledAmount: 100_000 },
        ...{ baseAmount: 100_000, termAmount: 110_020, rate: 1.1002 },
      },
    ]);
  });
});

describe('previously quoted order', () => {
  it('keeps its rateId in its trade', async () => {
    const client = await open();
    const { body } = await client.get('/v2/rates/spot?symbol=EUR%2FUSD');
    const { rateId } = body as { rateId: string };
    const placed = await client.place('a', { type: 'PQ', timeInForce: 'FOK', rateId });
    expect(placed).toMatchObject({ status: 202 });
    expect(await client.order('a')).toMatchObject({ status: 'FILLED', rateId });
    expect(await client.trades('a')).toMatchObject([{ rateId, rate: 1.1002 }]);
  });
});

describe('20 reason codes', () => {
  const PQ = { type: 'PQ', timeInForce: 'FOK', rateId: 'now' };
  const REQUESTS: Readonly<Record<(typeof REASON_CODES)[number], object>> = {
    amount: { size: 0 },
    CoIdNotSpecified: { coId: '' },
    DuplicateOrder: { coId: 'first' },
    TypeNotSpecified: { type: undefined },
    TIFNotSpecified: { timeInForce: undefined },
    SideNotSpecified: { side: undefined },
    CurrencyNotSpecified: { currency: undefined },
    InvalidDealtCcy: { currency: 'GBP' },
    SymbolNotSpecified: { symbol: undefined },
    InvalidCurrencyPair: { symbol: 'EUR/CHF' },
    SizeNotSpecified: { size: undefined },
    InvalidOrderQty: { minQty: 200_000 },
    InvalidPrice: { price: 0 },
    BuySellMismatch: { ...PQ, side: 'Sell' },
    InvalidQuoteID: { ...PQ, rateId: 'none' },
    LegalEntitySetIncorrectly: { account: 'OtherLE' },
    OrderTypeNotSupported: { type: 'Auction' },
    PriceMismatch: { ...PQ, price: 1.10019 },
    QuoteExpired: { ...PQ, rateId: 'then' },
    tradingDisabled: {},
  };

  it.each(REASON_CODES)('include %s, which a request reaches', async (code) => {
    const mute = { ...USER, user: 'mute', trading: false };
    const client = await open({ users: [USER, mute] });
    await client.place('first');
    const spot = async () =>
      ((await client.get('/v2/rates/spot?symbol=EUR%2FUSD')).body as { rateId: string }).rateId;
    const then = await spot();
    await client.moveTo(10_000);
    const rateIds: Record<string, string> = { then, now: await spot() };
    if (code === 'tradingDisabled') await client.login(mute);
    const request = REQUESTS[code] as { rateId?: string };
    const rateId = request.rateId && (rateIds[request.rateId] ?? request.rateId);
    // The rate of now is 1.1001 / 1.1003.
    const answer = await client.place('a', { price: 1.1003, ...request, rateId });
    expect(answer).toMatchObject({
      status: 400,
      body: { errorCode: `RequestValidationError.${code}` },
    });
  });
});

describe('rejection without a reason code', () => {
  it.each([
    ['stopPrice', { type: 'Stop', execFlags: ['BidTrigger'] }],
    ['execFlags', { type: 'Stop', stopPrice: 1.2 }],
    ['execFlags', { type: 'StopLimit', stopPrice: 1.2, execFlags: [] }],
    ['execFlags', { type: 'Stop', stopPrice: 1.2, execFlags: ['BidTrigger', 'MidTrigger'] }],
    ['execFlags', { execFlags: ['LastTrigger'] }],
    ['execFlags', { execFlags: 'BidTrigger' }],
    ['stopPrice', { stopPrice: 0 }],
    ['stopPrice', { stopPrice: 1.123456 }],
    ['pegPriceType', { type: 'Pegged' }],
    ['pegPriceType', { type: 'Pegged', pegPriceType: 'Last' }],
    ['pegOffsetValue', { ...PEG, pegOffsetValue: 0.05 }],
    ['valueDate', { type: 'AtBest', timeInForce: 'FOK' }],
    ['priceType', { priceType: 'Swap' }],
    ['expiryTime', { timeInForce: 'GTT' }],
    ['expiryTime', { timeInForce: 'GTT', expiryTime: 86_400 }],
    ['targetStrategy', { ...ALGO, targetStrategy: undefined }],
    ['org', { org: 'x'.repeat(31) }],
    ['org', { org: 'NoOrg', account: 'NoLE' }],
    ['account', { account: 'x'.repeat(31) }],
    ['rateId', { rateId: 'x'.repeat(256) }],
    ['customParameters', { customParameters: { a: 1 } }],
    ['customParameters', { customParameters: { a: 'x'.repeat(3_493) } }],
    ['minQty', { minQty: '1' }],
    ['sliceCount', { sliceCount: 1 }],
  ])('names %s, given %j', async (field, changes) => {
    const client = await open();
    const { status, body } = await client.place('a', changes);
    expect(status).toBe(400);
    expect(body).toEqual({ message: expect.stringContaining(field) as string });
    expect((await client.get('/v2/orders')).body).toEqual([]);
  });

  it('accepts customParameters up to their last character', async () => {
    const client = await open();
    const customParameters = { a: 'x'.repeat(3_492) };
    expect(await client.place('a', { customParameters })).toMatchObject({ status: 202 });
  });

  it('accepts the longest lifetime, and names the excess of an amount', async () => {
    const client = await open();
    const longest = { timeInForce: 'GTT', expiryTime: 86_399 };
    expect(await client.place('a', longest)).toMatchObject({ status: 202 });
    const code = 'RequestValidationError.InvalidOrderQty';
    for (const field of ['minQty', 'maxShow']) {
      for (const wrong of [-1, 100_000.01, 0.001]) {
        const { body } = await client.place(`${field}${String(wrong)}`, { [field]: wrong });
        expect(body).toMatchObject({
          errorCode: code,
          message: expect.stringContaining(field) as string,
        });
      }
    }
    expect(await client.place('b', { maxShow: 99.99 })).toMatchObject({
      body: { errorCode: code },
    });
    expect(await client.place('c', { maxShow: 100, minQty: 101 })).toMatchObject({
      body: { errorCode: code },
    });
  });
});

// Bookings of trades done elsewhere, over HTTP.
import { describe, expect, it } from 'vitest';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { type Client, createBooking, type Reply, start, WITH_INR } from '../harness.js';

async function open(changes: Parameters<typeof start>[0] = {}): Promise<Client> {
  const client = await start({ ...WITH_INR, ...changes });
  await client.login();
  return client;
}

function book(client: Client, changes: object = {}): Promise<Reply> {
  return client.ask('POST', '/v2/trades', { body: createBooking(changes) });
}

/** The trade that a booking led to. */
async function bookAndFind(client: Client, changes: object): Promise<Reply['body']> {
  const { status, body } = await book(client, changes);
  expect(status, JSON.stringify(body)).toBe(200);
  return (await client.get(`/v2/trades/${String(body.tradeId)}`)).body as unknown;
}

const INR = { symbol: 'USD/INR', dealtIns: 'USD' };
const NDF = { ...INR, type: 'NDF', spotRate: 1.1001, fixingDate: '2026-07-13' };
const SWAP = {
  type: 'Swap',
  spotRate: 1.1001,
  farDealtAmount: 1_000_000,
  farRate: 1.10112,
  farForwardPoints: 0.00102,
  farTenor: '1M',
};

describe('booking', () => {
  it('is answered with id, time and request, and found with all its fields', async () => {
    const client = await open();
    const { status, body } = await book(client, { note: 'by voice', bookName: 'A', rateId: 'r-1' });
    expect(status).toBe(200);
    expect(body).toEqual({
      tradeId: 'FXI40000001',
      createdTime: '2026-07-13 12:00:00,000 +0000',
      clientRequestId: 'book-1',
    });
    expect((await client.get('/v2/trades/FXI40000001')).body).toEqual({
      orderId: 'FXI40000001',
      tradeId: 'FXI40000001',
      coId: 'book-1',
      tradeType: 'Spot',
      tradeDate: '2026-07-13',
      valueDate: '2026-07-15',
      maker: false,
      side: 'Buy',
      status: 'Verified',
      symbol: 'EUR/USD',
      currency: 'EUR',
      customerOrg: 'DeskOrg',
      customerAccount: 'DeskOrgLE',
      user: 'algo1@DeskOrg',
      counterparty: 'LP1',
      counterpartyAccount: 'LP1LE1',
      channel: 'API/TradeEntry',
      channelCategory: 'API',
      executionTime: '2026-07-13 12:00:00,000 +0000',
      dealtAmount: 1_000_000,
      baseAmount: 1_000_000,
      termAmount: 1_100_100,
      settledAmount: 1_100_100,
      spotRate: 1.1001,
      rate: 1.1001,
      rateId: 'r-1',
      notes: 'by voice',
      bookName: 'A',
    });
  });

  it('without an id of the caller has none in its response', async () => {
    const client = await open();
    const { body } = await book(client, { clientRequestId: undefined });
    expect(Object.keys(body as object)).toEqual(['tradeId', 'createdTime']);
  });

  it('may share its request id with others, and makes a trade each time', async () => {
    const client = await open();
    const ids = [(await book(client)).body.tradeId, (await book(client)).body.tradeId];
    expect(ids).toEqual(['FXI40000001', 'FXI40000002']);
  });

  it('in the term currency has its base amount by the rate', async () => {
    const client = await open();
    // 1,000,000 / 1.1001 = 909,008.272884..., a half up in cents.
    expect(await bookAndFind(client, { dealtIns: 'USD', side: 'sell' })).toMatchObject({
      currency: 'USD',
      side: 'Sell',
      dealtAmount: 1_000_000,
      termAmount: 1_000_000,
      baseAmount: 909_008.27,
      settledAmount: 909_008.27,
    });
  });

  it('keeps its stated second amount', async () => {
    const client = await open();
    // Within a cent of what the rate makes: 1,100,100.
    const given = { baseAmount: 1_000_000, termAmount: 1_100_100.01 };
    expect(await bookAndFind(client, given)).toMatchObject({ termAmount: 1_100_100.01 });
    const inTerm = { dealtIns: 'USD', termAmount: 1_000_000, baseAmount: 909_008.28 };
    expect(await bookAndFind(client, inTerm)).toMatchObject({ baseAmount: 909_008.28 });
  });

  it('without forward points gets those that its rates imply', async () => {
    const client = await open();
    const outright = { type: 'Outright', spotRate: 1.09999, valueDate: '2026-07-22' };
    expect(await bookAndFind(client, outright)).toMatchObject({ forwardPoints: 0.00011 });
    // Points finer than the rate: 1.09999 + 0.0001149 = 1.1001049, rounded to 1.1001.
    const fine = { ...outright, forwardPoints: 0.0001149 };
    expect(await bookAndFind(client, fine)).toMatchObject({ forwardPoints: 0.0001149 });
  });

  it('of a tenor has the date that the calendars give', async () => {
    const client = await open();
    // Spot of Monday 13 July is Wednesday 15 July; 15 August is a Saturday.
    const outright = { type: 'Outright', spotRate: 1.1001, valueDate: undefined, tenor: '1M' };
    expect(await bookAndFind(client, outright)).toMatchObject({
      tradeType: 'Outright',
      tenor: '1M',
      valueDate: '2026-08-17',
    });
  });

  it('with date and tenor follows the date, or the tenor where the profile says so', async () => {
    const outright = { type: 'Outright', spotRate: 1.1001 };
    const both = { ...outright, valueDate: '2026-07-16', tenor: 'SPOT' };
    const dated = (await bookAndFind(await open(), both)) as object;
    expect(dated).toMatchObject({ valueDate: '2026-07-16' });
    expect(dated).not.toHaveProperty('tenor');
    const trades = { ...DEFAULT_PROFILE.trades, datesWin: false };
    const other = await open({ profile: { ...DEFAULT_PROFILE, trades } });
    expect(await bookAndFind(other, both)).toMatchObject({
      valueDate: '2026-07-15',
      tenor: 'SPOT',
    });
  });

  it('of a swap has a far leg, in the opposite direction unless stated otherwise', async () => {
    const client = await open();
    expect(await bookAndFind(client, { ...SWAP, farCoverRate: 1.10111 })).toMatchObject({
      tradeType: 'Swap',
      side: 'Buy',
      farSide: 'Sell',
      farTenor: '1M',
      farValueDate: '2026-08-17',
      farRate: 1.10112,
      farDealtAmount: 1_000_000,
      farTermAmount: 1_101_120,
      swapPoints: 0.00102,
      coverFarRate: 1.10111,
    });
    expect(await bookAndFind(client, { ...SWAP, farSide: 'SELL' })).toMatchObject({
      farSide: 'Sell',
    });
  });

  it('of a swap tenor has its far date', async () => {
    const client = await open();
    // The third Wednesday of September.
    expect(await bookAndFind(client, { ...SWAP, farTenor: 'S1IMM' })).toMatchObject({
      valueDate: '2026-07-15',
      farTenor: 'S1IMM',
      farValueDate: '2026-09-16',
    });
  });

  it('of a swap is a forward/forward by its near points, an NDF swap by its fixings', async () => {
    const client = await open();
    const forward = { ...SWAP, rate: 1.1002, forwardPoints: 0.0001, valueDate: '2026-07-22' };
    expect(await bookAndFind(client, forward)).toMatchObject({ tradeType: 'FwdFwd' });
    const fixed = { ...SWAP, ...INR, fixingDate: '2026-07-13', farFixingTenor: '1M' };
    expect(await bookAndFind(client, fixed)).toMatchObject({
      tradeType: 'NDFSwap',
      fixingDate: '2026-07-13',
      farFixingTenor: '1M',
      // Two business days before 17 August.
      farFixingDate: '2026-08-13',
    });
  });

  it('of an NDF is fixed on a date or by a tenor', async () => {
    const client = await open();
    expect(await bookAndFind(client, NDF)).toMatchObject({
      tradeType: 'NDF',
      fixingDate: '2026-07-13',
    });
    const byTenor = { ...NDF, fixingDate: undefined, valueDate: undefined, tenor: '1M' };
    expect(await bookAndFind(client, { ...byTenor, fixingTenor: '1M' })).toMatchObject({
      fixingTenor: '1M',
      fixingDate: '2026-08-13',
    });
  });

  it('is entered by credit or by trade', async () => {
    const client = await open();
    expect(await bookAndFind(client, { channel: '0' })).toMatchObject({
      channel: 'API/CreditEntry',
    });
  });
});

describe('booking is rejected with a message that names', () => {
  const REQUIRED = [
    ...['type', 'channel', 'counterparty', 'counterpartyAccount', 'customerOrg'],
    ...['customerAccount', 'dealtIns', 'dealtAmount', 'rate', 'side', 'symbol', 'tradeDate'],
    'valueDate',
  ];
  it.each(REQUIRED)('%s when it is missing or of another type', async (field) => {
    const client = await open();
    for (const wrong of [undefined, null, { a: 1 }]) {
      const { status, body } = await book(client, { [field]: wrong });
      expect(status).toBe(400);
      expect(body.message).toMatch(new RegExp(`\\b${field}\\b`));
    }
  });

  it.each<[string, object]>([
    ['spotRate', { type: 'Outright' }],
    ['spotRate', { ...SWAP, spotRate: undefined }],
    ['spotRate', { ...NDF, spotRate: undefined }],
    ['fixingDate', { ...NDF, fixingDate: undefined }],
    ['fixingDate', { fixingDate: '2026-07-13' }],
    ['fixingDate', { ...NDF, fixingDate: '2026-07-16' }],
    ['fixingTenor', { ...NDF, fixingDate: undefined, fixingTenor: '7Q' }],
    ['farDealtAmount', { ...SWAP, farDealtAmount: undefined }],
    ['farRate', { ...SWAP, farRate: undefined }],
    ['farValueDate', { ...SWAP, farTenor: undefined }],
    ['farFixingDate', { ...SWAP, fixingDate: '2026-07-13' }],
    ['type', { ...NDF, symbol: 'EUR/USD', dealtIns: 'EUR' }],
    ['fixingDate', { ...SWAP, fixingDate: '2026-07-13', farFixingDate: '2026-08-13' }],
    // A Saturday, and a holiday of the euro; a Sunday on the far leg.
    ['valueDate', { type: 'Outright', spotRate: 1.1001, valueDate: '2026-07-18' }],
    ['valueDate', { type: 'Outright', spotRate: 1.1001, valueDate: '2026-12-25' }],
    ['farValueDate', { ...SWAP, farValueDate: '2026-08-16' }],
    ['valueDate', { valueDate: '2026-07-16' }],
    ['tenor', { valueDate: undefined, tenor: '1W' }],
    ['spotRate', { spotRate: 1.1 }],
    ['rate', { forwardPoints: 0.0001 }],
    ['rate', { type: 'Outright', spotRate: 1.1, forwardPoints: 0.0002 }],
    ['rate', { type: 'Outright', spotRate: 1.1, forwardPoints: 0.00011 }],
    ['farRate', { ...SWAP, farForwardPoints: 0.001 }],
    ['farSide', { ...SWAP, farSide: 'BUY' }],
    ['termAmount', { termAmount: 1_100_100.02 }],
    ['termAmount', { termAmount: 1_100_099.98 }],
    ['baseAmount', { dealtIns: 'USD', baseAmount: 909_008.29 }],
    ['bookName', { bookName: 'C' }],
    ['bookName', { bookName: 'a' }],
    ['farRate', { farRate: 1.1 }],
    ['farSide', { ...SWAP, farSide: 'sell' }],
    ['farValueDate', { ...SWAP, farValueDate: '2026-07-15' }],
    ['farTenor', { ...SWAP, farTenor: 'SPOT' }],
    ['tenor', { valueDate: undefined, tenor: '1Q' }],
    ['valueDate', { valueDate: '2026-07-12' }],
    ['valueDate', { valueDate: '2026-02-30' }],
    ['tradeDate', { tradeDate: '13.07.2026' }],
    ['type', { type: 'Future' }],
    ['channel', { channel: '2' }],
    ['channel', { channel: 1 }],
    ['symbol', { symbol: 'EURUSD' }],
    ['symbol', { symbol: 'EUR/SEK' }],
    ['dealtIns', { dealtIns: 'GBP' }],
    ['dealtAmount', { dealtAmount: 0 }],
    ['dealtAmount', { dealtAmount: 0.001 }],
    ['baseAmount', { baseAmount: 999_999 }],
    ['rate', { rate: 1.100001 }],
    ['rate', { rate: 0 }],
    ['spotRate', { spotRate: 1.100001 }],
    ['coverRate', { coverRate: 1.100001 }],
    ['forwardPoints', { forwardPoints: 0.00000001 }],
    ['farRate', { ...SWAP, farRate: 1.100001 }],
    ['creditMode', { creditMode: 3 }],
    ['creditMode', { creditMode: 0.5 }],
    ['customerOrg', { customerOrg: 'Nobody' }],
    ['customerAccount', { customerAccount: 'LP1LE1' }],
    ['trader', { trader: 'nobody' }],
    ['counterparty', { counterparty: 'LP7' }],
    ['counterpartyAccount', { counterpartyAccount: 'DeskOrgLE' }],
    ['clientRequestId', { clientRequestId: '' }],
    ['clientRequestId', { clientRequestId: 'x'.repeat(256) }],
    ['referenceId', { referenceId: 'x'.repeat(256) }],
    ['note', { note: 'x'.repeat(256) }],
    ['rateId', { rateId: 'x'.repeat(256) }],
    ['bookName', { bookName: 'x'.repeat(31) }],
    ['stp', { stp: 'no' }],
    ['colour', { colour: 'red' }],
  ])('%s with %j', async (field, changes) => {
    const { status, body } = await book(await open(), changes);
    expect(status).toBe(400);
    expect(body.message).toMatch(new RegExp(`\\b${field}\\b`));
  });

  it('nothing at the edge of each length', async () => {
    const long = 'x'.repeat(255);
    const texts = { clientRequestId: long, referenceId: long, note: long, rateId: long };
    expect(await book(await open(), { ...texts, bookName: '' })).toMatchObject({ status: 200 });
  });
});

describe('organization of a booking', () => {
  const orgs = [
    { org: 'Other', accounts: ['OtherLE'] },
    { org: 'Client', accounts: ['ClientLE'] },
    { org: 'DeskOrg', accounts: ['DeskOrgLE'], onBehalfOf: ['Client'] },
  ];
  it('accepts bookings of its own users and of those who may trade for it', async () => {
    const client = await open({ venue: { orgs } });
    const of = (customerOrg: string) =>
      book(client, { customerOrg, customerAccount: `${customerOrg}LE` });
    expect(await of('Client')).toMatchObject({ status: 200 });
    expect(await of('Other')).toMatchObject({ status: 401 });
    const maker = { counterparty: 'DeskOrg', counterpartyAccount: 'DeskOrgLE' };
    const asMaker = { ...maker, customerOrg: 'Other', customerAccount: 'OtherLE' };
    expect(await book(client, asMaker)).toMatchObject({ status: 200 });
  });

  it('sees its own trades only', async () => {
    const stranger = { user: 'else', password: 'secret-2', org: 'Other', account: 'OtherLE' };
    const desk = { user: 'algo1', password: 'secret-1', org: 'DeskOrg', account: 'DeskOrgLE' };
    const client = await open({ users: [desk, stranger] });
    await book(client);
    expect(await client.get('/v2/trades/FXI40000001')).toMatchObject({ status: 200 });
    expect(await client.get('/v2/trades/FXI1')).toMatchObject({ status: 404 });
    await client.login(stranger);
    expect(await client.get('/v2/trades/FXI40000001')).toMatchObject({ status: 404 });
  });
});

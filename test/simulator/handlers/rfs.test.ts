// Quote requests over HTTP: their life, every field of a request, and rejections.
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src/protocol/index.js';
import { DEFAULT_RFS_SETTINGS } from '../../../src/venue/index.js';
import { type Client, createRfs, type Reply, start, USER } from '../harness.js';

/** With single quotes of 60 s. */
const RFQ = { rfs: { ...DEFAULT_RFS_SETTINGS, rfq: { expiry: 60_000_000 } } };

async function open(venue = {}): Promise<Client> {
  const client = await start({ venue });
  await client.login();
  return client;
}

const request = (client: Client, body: unknown) => client.ask('POST', '/v2/rfs', { body });
const query = (client: Client, id: string) => client.get(`/v2/rfs/${id}`);
const accept = (client: Client, id: string, body: unknown) =>
  client.ask('POST', `/v2/rfs/${id}`, { body });
const withdraw = (client: Client, id: string) => client.ask('DELETE', `/v2/rfs/${id}`);

async function requestId(client: Client, changes: object = {}): Promise<string> {
  const { status, body } = await request(client, createRfs('a', changes));
  expect(status).toBe(202);
  return String(body.requestId);
}

function expectRefused({ status, body }: Reply, code: string, words: string) {
  expect(status).toBe(400);
  expect(body).toMatchObject({ errorCode: expect.stringMatching(`${code}$`) as string });
  expect(body.message).toContain(words);
}

describe('stream of quotes', () => {
  it('goes from REQUEST_RECEIVED over QUOTE and QUOTE_ACCEPTED to TRADE_VERIFIED', async () => {
    const client = await open();
    const taken = await request(client, createRfs('a', { side: 'TWO_WAY' }));
    const id = String(taken.body.requestId);
    expect(id).toMatch(/^G[0-9a-f]+$/);
    const ids = { clOrderId: 'a', requestId: id };
    expect(taken).toMatchObject({ status: 202, body: { ...ids, event: 'REQUEST_RECEIVED' } });
    expect((await query(client, id)).body).toEqual({
      ...ids,
      ttl: 60,
      event: 'REQUEST_RECEIVED',
    });
    await client.moveTo(50);
    // The market is 1.10000 to 1.10020; the provider widens each side by 0.2 pips.
    const quoted = await query(client, id);
    expect(quoted.body).toEqual({
      ...ids,
      transactionId: 'FXI40000001',
      ttl: 60,
      event: 'QUOTE',
      quotes: [
        {
          requestId: id,
          quoteId: 'Q-1',
          provider: 'LP1',
          priceType: 'Spot',
          effectiveTime: 0,
          symbol: 'EUR/USD',
          ttl: 3,
          dealtCurrency: 'EUR',
          dealtAmount: 1_000_000,
          nearValueDate: '2026-07-15',
          bid: 1.09998,
          offer: 1.10022,
          bidSpotRate: 1.09998,
          offerSpotRate: 1.10022,
          bidForwardPoints: 0,
          offerForwardPoints: 0,
          time: 1_783_944_000_050,
        },
      ],
    });
    expect((await client.get('/v2/rfs?clOrderId=a')).body).toEqual(quoted.body);
    const body = { clOrderId: 'a', quoteId: 'Q-1', side: 'BUY', transactionId: 'FXI40000001' };
    expect(await accept(client, id, body)).toMatchObject({
      status: 202,
      body: { ...ids, event: 'QUOTE_ACCEPTED' },
    });
    expect((await query(client, id)).body).toMatchObject({ event: 'QUOTE_ACCEPTED' });
    await client.moveTo(70);
    const done = await query(client, id);
    expect(done.body).toMatchObject({ ...ids, event: 'TRADE_VERIFIED' });
    expect(done.body.trades).toMatchObject([
      {
        tradeId: 'FXI40000001',
        maker: true,
        coId: 'a',
        tradeType: 'Spot',
        side: 'Buy',
        status: 'Verified',
        currency: 'EUR',
        dealtAmount: 1_000_000,
        baseAmount: 1_000_000,
        termAmount: 1_100_220,
        rate: 1.10022,
        counterparty: 'LP1',
        counterpartyAccount: 'LP1LE1',
        customerOrg: 'DeskOrg',
        customerAccount: 'DeskOrgLE',
        valueDate: '2026-07-15',
        channel: 'API/REST/RFS',
        rateId: 'Q-1',
      },
    ]);
  });

  it('shows each refresh as a new quote, and only quotes that live', async () => {
    const client = await open();
    const id = await requestId(client);
    await client.moveTo(1_050);
    const names = async () =>
      (await query(client, id)).body.quotes.map((one: { quoteId: string }) => one.quoteId) as [];
    expect(await names()).toEqual(['Q-2']);
    // The first quote lives until 3,050 ms after the start, although a newer one is shown.
    await client.moveTo(3_049);
    expect(await accept(client, id, { quoteId: 'Q-1' })).toMatchObject({ status: 202 });
  });

  it('expires', async () => {
    const client = await open();
    const id = await requestId(client, { expiry: 2 });
    await client.moveTo(1_999);
    expect((await query(client, id)).body).toMatchObject({ event: 'QUOTE', ttl: 2 });
    await client.moveTo(2_000);
    const { body } = await query(client, id);
    expect(body).toMatchObject({ event: 'REQUEST_EXPIRED' });
    expect(body).not.toHaveProperty('quotes');
  });

  it('lives no longer than the venue allows, and states that', async () => {
    const client = await open();
    const id = await requestId(client, { expiry: 121 });
    expect((await query(client, id)).body).toMatchObject({ ttl: 120 });
    await client.moveTo(120_000);
    expect((await query(client, id)).body).toMatchObject({ event: 'REQUEST_EXPIRED' });
  });

  it('is withdrawn once', async () => {
    const client = await open();
    const id = await requestId(client);
    expect(await withdraw(client, id)).toMatchObject({
      status: 202,
      body: { clOrderId: 'a', requestId: id, event: 'REQUEST_WITHDRAWN' },
    });
    expectRefused(await withdraw(client, id), 'RequestNotActive', 'has ended');
    await client.moveTo(1_000);
    expect((await query(client, id)).body).toMatchObject({ event: 'REQUEST_WITHDRAWN' });
  });

  it('belongs to its user', async () => {
    const other = { ...USER, user: 'algo2' };
    const client = await start({ users: [USER, other] });
    await client.login();
    const id = await requestId(client);
    await client.login(other);
    expect(await query(client, id)).toMatchObject({ status: 404 });
    expect(await client.get('/v2/rfs?clOrderId=a')).toMatchObject({ status: 404 });
    expect(await withdraw(client, id)).toMatchObject({ status: 404 });
    expect(await accept(client, id, { quoteId: 'Q-1' })).toMatchObject({ status: 404 });
    expect(await request(client, createRfs('a'))).toMatchObject({ status: 202 });
  });
});

describe('trade by a quote', () => {
  it('is found by its id, moves the position of its date and comes by STP', async () => {
    const client = await open({ forwards: { 'EUR/USD': [{ tenor: '1W', bid: 5, offer: 6 }] } });
    const swap = { priceType: 'Swap', farValueDate: '1W', farDealtAmount: 400_000 };
    const id = await requestId(client, swap);
    await client.moveTo(50);
    await accept(client, id, { quoteId: 'Q-1' });
    await client.moveTo(70);
    const [trade] = (await query(client, id)).body.trades as [{ tradeId: string }];
    expect(trade).toMatchObject({ tradeType: 'Swap', farSide: 'Sell', farRate: 1.10072 });
    expect((await client.get(`/v2/trades/${trade.tradeId}`)).body).toEqual(trade);
    expect((await client.get('/v2/trades/stp/messages')).body).toMatchObject([
      { tradeId: trade.tradeId, event: 'NEW', coId: 'a', farValueDate: '2026-07-22' },
    ]);
    expect((await client.get('/v2/positions')).body).toMatchObject([
      { valueDate: '2026-07-15', netOpenBase: 1_000_000, netOpenterm: -1_100_220 },
      // 400,000 x 1.10072
      { valueDate: '2026-07-22', netOpenBase: -400_000, netOpenterm: 440_288 },
    ]);
  });
});

describe('single quote', () => {
  it('lives as long as requested, and is accepted by its transactionId', async () => {
    const client = await open(RFQ);
    const id = await requestId(client, { rfq: true });
    await client.moveTo(50);
    const { body } = await query(client, id);
    expect(body).toMatchObject({ ttl: 60, quotes: [{ quoteId: 'Q-1', ttl: 60 }] });
    await client.moveTo(59_000);
    expect((await query(client, id)).body.quotes).toHaveLength(1);
    expectRefused(await accept(client, id, {}), 'RequestMismatch', 'transactionId');
    const { transactionId } = body;
    expect(await accept(client, id, { transactionId })).toMatchObject({ status: 202 });
    await client.moveTo(59_020);
    expect((await query(client, id)).body).toMatchObject({ event: 'TRADE_VERIFIED' });
  });

  it('ends its request', async () => {
    const client = await open(RFQ);
    const id = await requestId(client, { rfq: true });
    await client.moveTo(60_049);
    expect((await query(client, id)).body).toMatchObject({ event: 'QUOTE' });
    await client.moveTo(60_050);
    expect((await query(client, id)).body).toMatchObject({ event: 'REQUEST_EXPIRED' });
  });

  it.each([
    ['is not enabled', {}, { rfq: true }, 'RfqNotEnabled', 'rfq:'],
    ['has another expiry', RFQ, { rfq: true, expiry: 61 }, 'InvalidExpiry', 'exactly 60'],
  ])('is rejected when it %s', async (_, venue, changes, code, words) => {
    const client = await open(venue);
    expectRefused(await request(client, createRfs('a', changes)), code, words);
  });

  it('is rejected for an organization without single quotes', async () => {
    const rfq = { expiry: 60_000_000, orgs: ['Other'] };
    const client = await open({ rfs: { ...DEFAULT_RFS_SETTINGS, rfq } });
    const reply = await request(client, createRfs('a', { rfq: true }));
    expectRefused(reply, 'RfqNotEnabled', 'DeskOrg');
  });
});

describe('quote request', () => {
  it.each([
    ...['clOrderId', 'symbol', 'amount', 'dealtCurrency', 'expiry', 'side', 'nearValueDate'],
    ...['priceType', 'customerAccount', 'customerOrg'],
  ])('without %s is rejected with its name', async (field) => {
    const client = await open();
    const { status, body } = await request(client, createRfs('a', { [field]: undefined }));
    expect(status).toBe(400);
    expect(body.message).toContain(field);
  });

  it.each([
    ['clOrderId', ''],
    ['clOrderId', 'x'.repeat(256)],
    ['clOrderId', 7],
    ['symbol', 7],
    ['amount', 0],
    ['amount', -1],
    ['amount', '1'],
    ['dealtCurrency', null],
    ['expiry', 0],
    ['expiry', 1.5],
    ['rfq', 'true'],
    ['side', 'Both'],
    ['nearValueDate', 'next week'],
    ['nearValueDate', '2026-7-1'],
    ['priceType', 'spot'],
    ['customerAccount', ''],
    ['customerOrg', 1],
    ['providers', []],
    ['providers', 'LP1'],
    ['farDealtAmount', 1],
    ['farValueDate', '1W'],
    ['fixingDate', '2026-07-14'],
    ['farFixingDate', '2026-07-14'],
    ['priceViewType', 2],
    ['depth', 0],
    ['channel', 1],
    ['strange', 1],
  ])('with %s %j is rejected', async (field, value) => {
    const client = await open();
    const { status, body } = await request(client, createRfs('a', { [field]: value }));
    expect(status).toBe(400);
    expect(body.message).toContain(field);
  });

  it.each([
    ['farDealtAmount', { priceType: 'Swap', farValueDate: '1W' }],
    ['farValueDate', { priceType: 'FwdFwd', farDealtAmount: 1 }],
    ['farValueDate', { priceType: 'NDFSwap', farDealtAmount: 1 }],
    ['farFixingDate', { priceType: 'NDF', farFixingDate: '2026-07-14' }],
    ['expiry', { rfq: true, expiry: 29 }],
    ['expiry', { rfq: true, expiry: 86_401 }],
  ])('is rejected for %s of %j', async (field, changes) => {
    const client = await open(RFQ);
    const { status, body } = await request(client, createRfs('a', changes));
    expect(status).toBe(400);
    expect(body.message).toContain(field);
  });

  it.each([
    ['InvalidCurrencyPair', 'symbol', { symbol: 'EUR/JPY' }],
    ['InvalidDealtCcy', 'dealtCurrency', { dealtCurrency: 'JPY' }],
    ['InvalidOrderQty', 'amount', { amount: 1.001 }],
    [
      'InvalidOrderQty',
      'farDealtAmount',
      { priceType: 'Swap', farValueDate: '1W', farDealtAmount: 1.001 },
    ],
    ['LegalEntitySetIncorrectly', 'customerOrg', { customerOrg: 'Other' }],
    ['LegalEntitySetIncorrectly', 'customerAccount', { customerAccount: 'Other' }],
  ])('is rejected with %s for %s', async (code, field, changes) => {
    const client = await open();
    expectRefused(await request(client, createRfs('a', changes)), code, field);
  });

  it.each(['buy', 'Buy', 'sell', 'two_way', 'TWO_WAY'])('may spell its side %s', async (side) => {
    const client = await open();
    expect(await request(client, createRfs('a', { side }))).toMatchObject({ status: 202 });
  });

  it('is rejected for a clOrderId that is known', async () => {
    const client = await open();
    await requestId(client);
    expectRefused(await request(client, createRfs('a')), 'DuplicateRequest', 'clOrderId');
  });

  it('is rejected beyond the number that may be open', async () => {
    const client = await open({ rfs: { ...DEFAULT_RFS_SETTINGS, maxOpen: 2 } });
    const first = await requestId(client);
    expect(await request(client, createRfs('b'))).toMatchObject({ status: 202 });
    expectRefused(await request(client, createRfs('c')), 'TooManyRequests', 'at most 2');
    await withdraw(client, first);
    expect(await request(client, createRfs('c'))).toMatchObject({ status: 202 });
  });

  it('is rejected for a user who may not trade', async () => {
    const client = await start({ users: [{ ...USER, trading: false }] });
    await client.login();
    expectRefused(await request(client, createRfs('a')), 'tradingDisabled', 'disabled');
  });

  it('may be for another organization that the user trades for', async () => {
    const orgs = [
      { org: 'DeskOrg', accounts: ['DeskOrgLE'], onBehalfOf: ['FundOrg'] },
      { org: 'FundOrg', accounts: ['FundLE'] },
    ];
    const client = await open({ orgs });
    const fund = { customerOrg: 'FundOrg', customerAccount: 'FundLE' };
    const id = await requestId(client, fund);
    await client.moveTo(50);
    await accept(client, id, { quoteId: 'Q-1' });
    await client.moveTo(70);
    expect((await query(client, id)).body.trades).toMatchObject([fund]);
  });
});

describe('quote acceptance', () => {
  it.each([
    ['InvalidQuoteID', {}, 'quoteId'],
    ['InvalidQuoteID', { quoteId: 'Q-9' }, 'quoteId'],
    ['RequestMismatch', { quoteId: 'Q-1', clOrderId: 'b' }, 'clOrderId'],
    ['RequestMismatch', { quoteId: 'Q-1', transactionId: 'FXI1' }, 'transactionId'],
    ['BuySellMismatch', { quoteId: 'Q-1', side: 'SELL' }, 'side'],
  ])('is rejected with %s for %j', async (code, body, field) => {
    const client = await open();
    const id = await requestId(client);
    await client.moveTo(50);
    expectRefused(await accept(client, id, body), code, field);
    expect(await accept(client, id, { quoteId: 'Q-1', side: 'buy' })).toMatchObject({
      status: 202,
    });
  });

  it.each([{ quoteId: 1 }, { side: 'TWO_WAY' }, { strange: 1 }, 7])(
    'of the wrong shape is rejected: %j',
    async (body) => {
      const client = await open();
      expect(await accept(client, await requestId(client), body)).toMatchObject({ status: 400 });
    },
  );

  it('of a two-sided quote names its side', async () => {
    const client = await open();
    const id = await requestId(client, { side: 'TWO_WAY' });
    await client.moveTo(50);
    expectRefused(await accept(client, id, { quoteId: 'Q-1' }), 'BuySellMismatch', 'BUY or SELL');
  });

  it('is rejected at the end of its quote, or of the request, or when repeated', async () => {
    const client = await open();
    const id = await requestId(client);
    expectRefused(await accept(client, id, { quoteId: 'Q-1' }), 'InvalidQuoteID', 'no quote');
    await client.moveTo(3_050);
    expectRefused(await accept(client, id, { quoteId: 'Q-1' }), 'QuoteExpired', 'expired');
    expect(await accept(client, id, { quoteId: 'Q-2' })).toMatchObject({ status: 202 });
    expectRefused(await accept(client, id, { quoteId: 'Q-3' }), 'RequestNotActive', 'accepted');
    expectRefused(await withdraw(client, id), 'RequestNotActive', 'accepted');
    await client.moveTo(4_000);
    expectRefused(await accept(client, id, { quoteId: 'Q-3' }), 'RequestNotActive', 'ended');
  });

  it('waits until its quote is active', async () => {
    const client = await open({ rfs: { ...DEFAULT_RFS_SETTINGS, activation: 500_000 } });
    const id = await requestId(client);
    await client.moveTo(549);
    expect((await query(client, id)).body.quotes).toMatchObject([{ effectiveTime: 1, ttl: 3 }]);
    expectRefused(await accept(client, id, { quoteId: 'Q-1' }), 'QuoteNotActive', 'not active');
    await client.moveTo(550);
    expect(await accept(client, id, { quoteId: 'Q-1' })).toMatchObject({ status: 202 });
  });
});

describe('unknown quote request', () => {
  it('is answered 404', async () => {
    const client = await open();
    for (const reply of [
      await query(client, 'G1'),
      await client.get('/v2/rfs?clOrderId=b'),
      await accept(client, 'G1', { quoteId: 'Q-1' }),
      await withdraw(client, 'G1'),
    ]) {
      expect(reply).toMatchObject({ status: 404, body: { message: 'The request is unknown.' } });
    }
  });

  it('is searched by clOrderId', async () => {
    const client = await open();
    expect(await client.get('/v2/rfs')).toMatchObject({ status: 400 });
    expect(await client.get('/v2/rfs?id=a')).toMatchObject({ status: 400 });
  });
});

describe('every response on quote requests', () => {
  it('has the shape of its row', async () => {
    const client = await open();
    const id = await requestId(client);
    await client.moveTo(50);
    const { response } = ROUTES.queryRfs;
    expect(response.parse((await query(client, id)).body)).toMatchObject({ event: 'QUOTE' });
    await accept(client, id, { quoteId: 'Q-1' });
    await client.moveTo(70);
    expect(response.parse((await query(client, id)).body).trades).toHaveLength(1);
  });
});

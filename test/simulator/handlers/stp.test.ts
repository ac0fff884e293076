// The STP download, over HTTP.
import { describe, expect, it } from 'vitest';
import { DAY, MILLISECOND } from '../../../src/domain/index.js';
import { ROUTES } from '../../../src/protocol/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { type Client, createBooking, createRfs, type Reply, start, USER } from '../harness.js';

const BROKER = { ...USER, role: 'broker' } as const;
const OTHER = { user: 'else', password: 'secret-2', org: 'Other', account: 'OtherLE' };

interface Stated {
  readonly tradeId: string;
  readonly status: string;
  readonly event?: string;
}

async function open(changes: Parameters<typeof start>[0] = {}): Promise<Client> {
  const client = await start({ users: [BROKER, OTHER], ...changes });
  await client.login();
  return client;
}

function post(client: Client, path: string, body: object): Promise<Reply> {
  return client.ask('POST', `/v2/trades${path}`, { body });
}

async function download(client: Client, query = ''): Promise<readonly string[]> {
  const { status, body } = await client.get(`/v2/trades/stp/messages${query}`);
  expect(status).toBe(200);
  const records = body as Stated[];
  return records.map(({ tradeId, status: word, event }) => `${tradeId} ${word} ${String(event)}`);
}

function resend(client: Client, first: string, last: string): Promise<Reply> {
  const [startDate, endDate] = [`${first},000 +0000`, `${last},000 +0000`];
  return post(client, '/stp/resend', { startDate, endDate });
}

const TODAY = ['2026-07-13 00:00:00', '2026-07-13 23:59:59'] as const;

describe('STP download', () => {
  it('has the record of a fill once, and then nothing', async () => {
    const client = await open();
    await client.place('a');
    const { body } = await client.get('/v2/trades/stp/messages');
    expect(body).toEqual([
      {
        orderId: '5120000001',
        tradeId: 'FXI50000001',
        coId: 'a',
        event: 'NEW',
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
        channel: 'API/REST/ESP',
        channelCategory: 'API',
        executionTime: '2026-07-13 12:00:00,000 +0000',
        dealtAmount: 100_000,
        baseAmount: 100_000,
        termAmount: 110_020,
        settledAmount: 110_020,
        spotRate: 1.1002,
        rate: 1.1002,
      },
    ]);
    expect(ROUTES.stpMessages.response.safeParse(body).success).toBe(true);
    expect(await download(client)).toEqual([]);
  });

  it('has 50 records at a time, or as many as requested, oldest first', async () => {
    const client = await open();
    for (let i = 0; i < 53; i++) await post(client, '', createBooking());
    expect(await download(client, '?maxCount=2')).toEqual([
      'FXI40000001 Verified NEW',
      'FXI40000002 Verified NEW',
    ]);
    expect(await download(client)).toHaveLength(50);
    expect(await download(client)).toEqual(['FXI40000053 Verified NEW']);
    expect(await download(client)).toEqual([]);
  });

  it.each(['0', '201', '-1', '1.5', 'all', ''])('refuses maxCount=%s', async (maxCount) => {
    const client = await open();
    const { status, body } = await client.get(`/v2/trades/stp/messages?maxCount=${maxCount}`);
    expect(status).toBe(400);
    expect(body.message).toContain('maxCount');
  });

  it('accepts maxCount from 1 to 200', async () => {
    const client = await open();
    expect(await download(client, '?maxCount=1')).toEqual([]);
    expect(await download(client, '?maxCount=200')).toEqual([]);
  });

  it('contains a trade that was canceled after its download again, separately', async () => {
    const client = await open();
    await post(client, '', createBooking());
    await post(client, '', createBooking());
    await download(client, '?maxCount=1');
    await post(client, '/cancel', { clientRequestId: 'book-1' });
    // The second one was not downloaded before it ended: it comes once.
    expect(await download(client)).toEqual([
      'FXI40000002 Canceled NEW',
      'FXI40000001 Canceled UPDATE',
    ]);
  });

  it('has both trades of an amendment', async () => {
    const client = await open();
    await post(client, '', createBooking());
    await download(client);
    await post(client, '/amendment', { id: 'FXI40000001', dealtAmount: 5 });
    expect(await download(client)).toEqual([
      'FXI40000001 Canceled UPDATE',
      'FXI40000002 Verified NEW',
    ]);
  });

  it('leaves out what is booked without STP, and the trades of others', async () => {
    const client = await open();
    await post(client, '', createBooking({ stp: false }));
    await post(client, '', createBooking());
    await client.login(OTHER);
    expect(await download(client)).toEqual([]);
    await client.login();
    expect(await download(client)).toEqual(['FXI40000002 Verified NEW']);
  });

  it("follows the organization's setting, unless the booking says otherwise", async () => {
    const orgs = [{ org: 'DeskOrg', accounts: ['DeskOrgLE'], stp: false }];
    const client = await open({ venue: { orgs } });
    await client.place('a');
    await post(client, '', createBooking());
    await post(client, '', createBooking({ stp: true }));
    expect(await download(client)).toEqual(['FXI40000002 Verified NEW']);
  });

  it('serves the customer and the organization that entered the trade', async () => {
    const orgs = [{ org: 'DeskOrg', accounts: ['DeskOrgLE'], onBehalfOf: ['Other'] }];
    const client = await open({ venue: { orgs } });
    await post(client, '', createBooking({ customerOrg: 'Other', customerAccount: 'OtherLE' }));
    expect(await download(client)).toHaveLength(1);
    await client.login(OTHER);
    expect(await download(client)).toHaveLength(1);
  });

  it('has what an order on behalf of another organization traded, for both', async () => {
    const orgs = [{ org: 'DeskOrg', accounts: ['DeskOrgLE'], onBehalfOf: ['Other'] }];
    const client = await open({ venue: { orgs } });
    await client.place('a', { org: 'Other', account: 'OtherLE' });
    expect(await download(client)).toEqual(['FXI50000001 Verified NEW']);
    await client.login(OTHER);
    expect((await client.get('/v2/trades/stp/messages')).body).toMatchObject([
      { customerOrg: 'Other', customerAccount: 'OtherLE', user: 'algo1@DeskOrg' },
    ]);
  });

  it('has the trade of an accepted quote, which is in the positions too', async () => {
    const client = await open();
    const asked = await client.ask('POST', '/v2/rfs', { body: createRfs('r-1') });
    await client.moveTo(100);
    const path = `/v2/rfs/${String(asked.body.requestId)}`;
    const { body: quoted } = await client.get(path);
    const [{ quoteId }] = quoted.quotes as [{ quoteId: string }];
    const { transactionId } = quoted as { transactionId: string };
    await client.ask('POST', path, { body: { quoteId, side: 'BUY', transactionId } });
    await client.moveTo(1_000);
    const [record] = (await client.get('/v2/trades/stp/messages')).body as [object];
    expect(record).toMatchObject({ coId: 'r-1', event: 'NEW', valueDate: '2026-07-15' });
    expect((await client.get('/v2/positions')).body).toMatchObject([
      { valueDate: '2026-07-15', netOpenBase: 1_000_000 },
    ]);
  });

  it('names no event of new records where the profile says so', async () => {
    const trades = { ...DEFAULT_PROFILE.trades, stpSendsNew: false };
    const client = await open({ profile: { ...DEFAULT_PROFILE, trades } });
    await post(client, '', createBooking());
    expect(await download(client)).toEqual(['FXI40000001 Verified undefined']);
    await resend(client, ...TODAY);
    expect(await download(client)).toEqual(['FXI40000001 Verified RESEND']);
  });
});

describe('STP resend', () => {
  it('makes downloaded trades available again, as RESEND', async () => {
    const client = await open();
    await post(client, '', createBooking());
    await post(client, '', createBooking());
    await download(client, '?maxCount=1');
    const { status, body } = await resend(client, ...TODAY);
    expect([status, body]).toEqual([200, undefined]);
    expect(await download(client)).toEqual([
      'FXI40000002 Verified NEW',
      'FXI40000001 Verified RESEND',
    ]);
    expect(await resend(client, ...TODAY)).toMatchObject({ status: 200 });
    // What waits already waits once.
    expect(await resend(client, ...TODAY)).toMatchObject({ status: 200 });
    expect(await download(client)).toEqual([
      'FXI40000002 Verified RESEND',
      'FXI40000001 Verified RESEND',
    ]);
  });

  it('uses the trade date in UTC, both ends included', async () => {
    const client = await open();
    await post(client, '', createBooking({ tradeDate: '2026-07-09', valueDate: '2026-07-13' }));
    await post(client, '', createBooking({ tradeDate: '2026-07-10', valueDate: '2026-07-14' }));
    await download(client);
    const statusOf = async (first: string, last: string) =>
      (await resend(client, first, last)).status;
    expect(await statusOf('2026-07-11 00:00:00', '2026-07-12 00:00:00')).toBe(404);
    expect(await statusOf('2026-07-01 00:00:00', '2026-07-08 23:59:59')).toBe(404);
    expect(await statusOf('2026-07-01 00:00:00', '2026-07-09 00:00:00')).toBe(200);
    expect(await download(client)).toEqual(['FXI40000001 Verified RESEND']);
    // 23:00 of 9 July in New York is 03:00 of 10 July in UTC.
    const zoned = {
      startDate: '2026-07-09 23:00:00,000 -0400',
      endDate: '2026-07-10 00:00:00,000 +0000',
    };
    expect(await post(client, '/stp/resend', zoned)).toMatchObject({ status: 200 });
    expect(await download(client)).toEqual(['FXI40000002 Verified RESEND']);
  });

  it.each<[string, object]>([
    ['startDate', { startDate: undefined }],
    ['endDate', { endDate: undefined }],
    ['startDate', { startDate: '2026-07-13' }],
    ['startDate', { startDate: 7 }],
    ['endDate', { endDate: '2026-07-12 00:00:00,000 +0000' }],
    ['account', { account: 'x' }],
  ])('is rejected naming %s with %j', async (field, changes) => {
    const client = await open();
    const time = '2026-07-13 00:00:00,000 +0000';
    const { status, body } = await post(client, '/stp/resend', {
      startDate: time,
      endDate: time,
      ...changes,
    });
    expect(status).toBe(400);
    expect(body.message).toContain(field);
  });

  it('is answered as the profile says', async () => {
    const trades = { ...DEFAULT_PROFILE.trades, resendAnswer: '{"status":"OK"}' };
    const client = await open({ profile: { ...DEFAULT_PROFILE, trades } });
    await post(client, '', createBooking());
    expect((await resend(client, ...TODAY)).body).toEqual({ status: 'OK' });
  });
});

describe('stored STP records', () => {
  it('outlive trades that the back office has dropped', async () => {
    const client = await open({ venue: { maxTrades: 1 } });
    for (let i = 0; i < 4; i++) await post(client, '', createBooking());
    expect(await client.get('/v2/trades/FXI40000001')).toMatchObject({ status: 404 });
    expect(await download(client)).toHaveLength(4);
  });

  it('are the newest, up to twice the maximum', async () => {
    const client = await open({ venue: { maxStpRecords: 2 } });
    for (let i = 0; i < 4; i++) await post(client, '', createBooking());
    expect(await download(client)).toEqual([
      'FXI40000003 Verified NEW',
      'FXI40000004 Verified NEW',
    ]);
  });

  it('have the trade date of session time', async () => {
    const client = await open({ recording: { loop: true } });
    await client.moveTo(DAY / MILLISECOND);
    await client.login();
    await client.place('a', { price: 1.2 });
    expect((await client.get('/v2/trades/stp/messages')).body).toMatchObject([
      { tradeDate: '2026-07-14', valueDate: '2026-07-16' },
    ]);
  });
});

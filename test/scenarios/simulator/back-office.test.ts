// Amendments, rolls, allocations and cancels of trades, over HTTP.
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../src/domain/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import {
  type Client,
  createBooking,
  type Reply,
  start,
  USER,
  WITH_INR,
} from '../../simulator/harness.js';

const BROKER = { ...USER, role: 'broker' } as const;
const ACCOUNTS = { org: 'DeskOrg', accounts: ['DeskOrgLE', 'DeskOrgLE1', 'DeskOrgLE2'] };
const BOOKED = 'FXI40000001';

type Changes = Parameters<typeof start>[0];

/** A broker's client and one trade: EUR 1 million bought at 1.1001, unless changed. */
async function open(changes: Changes = {}, booking: object = {}): Promise<Client> {
  const client = await start({ users: [BROKER], venue: { orgs: [ACCOUNTS] }, ...changes });
  await client.login();
  const { status, body } = await post(client, '', createBooking(booking));
  expect(status, JSON.stringify(body)).toBe(200);
  return client;
}

function post(client: Client, path: string, body: object): Promise<Reply> {
  return client.ask('POST', `/v2/trades${path}`, { body });
}

const amend = (client: Client, changes: object) =>
  post(client, '/amendment', { id: BOOKED, ...changes });
const roll = (client: Client, changes: object = {}) =>
  post(client, '/roll', {
    id: BOOKED,
    forwardPoints: 0.00021,
    valueDate: '2026-07-22',
    ...changes,
  });
const cancel = (client: Client, body: object) => post(client, '/cancel', body);

async function find(client: Client, id: string): Promise<Reply['body']> {
  return (await client.get(`/v2/trades/${id}`)).body as unknown;
}

/** EUR 600,000 and 400,000, unless changed. */
function allocate(client: Client, first: object = {}, id = BOOKED): Promise<Reply> {
  const part = { referenceId: 'a1', allocationAmount: 600_000, side: 'BUY' };
  const other = { referenceId: 'a2', allocationAmount: 400_000, side: 'BUY' };
  const allocations = [
    { ...part, customerAccount: 'DeskOrgLE1', ...first },
    { ...other, customerAccount: 'DeskOrgLE2' },
  ];
  return post(client, '/allocations', { id, allocations });
}

describe('amendment', () => {
  it('makes a new trade, and the old one becomes canceled', async () => {
    const client = await open();
    await client.moveTo(1_000);
    const { status, body } = await amend(client, { dealtAmount: 900_000, note: 'size corrected' });
    expect(status).toBe(200);
    expect(body).toEqual({
      originalTradeId: BOOKED,
      tradeId: 'FXI40000002',
      createdTime: '2026-07-13 12:00:01,000 +0000',
    });
    expect(await find(client, BOOKED)).toMatchObject({
      status: 'Canceled',
      dealtAmount: 1_000_000,
    });
    expect(await find(client, 'FXI40000002')).toMatchObject({
      status: 'Verified',
      dealtAmount: 900_000,
      // 900,000 x 1.1001.
      termAmount: 990_090,
      notes: 'size corrected',
      executionTime: '2026-07-13 12:00:00,000 +0000',
    });
  });

  it('of rates recomputes the all-in rate and the other amount', async () => {
    const client = await open({}, { type: 'Outright', spotRate: 1.1, forwardPoints: 0.0001 });
    await amend(client, { forwardPoints: 0.0000315 });
    expect(await find(client, 'FXI40000002')).toMatchObject({
      spotRate: 1.1,
      forwardPoints: 0.0000315,
      rate: 1.1000315,
      // 1,000,000 x 1.1000315.
      termAmount: 1_100_031.5,
    });
    await post(client, '/amendment', { id: 'FXI40000002', spotRate: 1.2 });
    expect(await find(client, 'FXI40000003')).toMatchObject({ spotRate: 1.2, rate: 1.2000315 });
  });

  it('of the customer moves the trade to another legal entity', async () => {
    const client = await open();
    await amend(client, { customerAccount: 'DeskOrgLE2' });
    expect(await find(client, 'FXI40000002')).toMatchObject({ customerAccount: 'DeskOrgLE2' });
  });

  it('keeps an even swap even', async () => {
    const far = { farDealtAmount: 1_000_000, farRate: 1.102, farForwardPoints: 0.002 };
    const near = { type: 'Swap', rate: 1.1, spotRate: 1.1, farTenor: '1M' };
    const client = await open({}, { ...near, ...far });
    await amend(client, { dealtAmount: 500_000, spotRate: 1.1005 });
    expect(await find(client, 'FXI40000002')).toMatchObject({
      dealtAmount: 500_000,
      rate: 1.1005,
      farDealtAmount: 500_000,
      farRate: 1.1025,
      farTermAmount: 551_250,
    });
  });

  it.each<[string, object]>([
    ['at least one of', {}],
    ['at least one of', { note: 'nothing else' }],
    ['dealtAmount', { dealtAmount: 0 }],
    ['dealtAmount', { dealtAmount: 1_000_000 }],
    ['dealtAmount', { dealtAmount: 0.001 }],
    ['spotRate', { spotRate: -1 }],
    ['spotRate', { spotRate: 1.100001 }],
    ['forwardPoints', { forwardPoints: 0.0001 }],
    ['customerAccount', { customerAccount: 'LP1LE1' }],
    ['note', { dealtAmount: 1, note: 'x'.repeat(256) }],
    ['id', { id: 7 }],
    ['id', { id: undefined }],
    ['rate', { dealtAmount: 1, rate: 1.1 }],
  ])('is rejected with %s for %j', async (words, changes) => {
    const client = await open();
    const { status, body } = await amend(client, changes);
    expect(status).toBe(400);
    expect(body.message).toContain(words);
    expect(await find(client, BOOKED)).toMatchObject({ status: 'Verified' });
  });

  it('of a note alone counts where the profile says so', async () => {
    const trades = { ...DEFAULT_PROFILE.trades, noteAmends: true };
    const client = await open({ profile: { ...DEFAULT_PROFILE, trades } });
    expect(await amend(client, { note: 'nothing else' })).toMatchObject({ status: 200 });
  });

  it('to just below the whole amount is accepted', async () => {
    expect(await amend(await open(), { dealtAmount: 999_999.99 })).toMatchObject({ status: 200 });
  });

  it('is accepted for 60 minutes and no longer', async () => {
    const edge = (60 * MINUTE) / 1_000;
    for (const [ms, status] of [
      [edge, 200],
      [edge + 1, 400],
    ] as const) {
      const client = await open();
      await client.moveTo(ms);
      expect(await amend(client, { dealtAmount: 1 })).toMatchObject({ status });
    }
  });

  it('of the rate is accepted 3 times along a chain of trades', async () => {
    const client = await open();
    let id = BOOKED;
    for (const spotRate of [1.11, 1.12, 1.13]) {
      const { body } = await amend(client, { id, spotRate });
      id = String(body.tradeId);
    }
    const { status, body } = await amend(client, { id, spotRate: 1.14 });
    expect(status).toBe(400);
    expect(body.message).toContain('3 times');
    expect(await amend(client, { id, dealtAmount: 1 })).toMatchObject({ status: 200 });
  });

  it('follows the limits of the organization', async () => {
    const amendment = { window: 5 * MINUTE, maxRateChanges: 0, maxPercent: 150.5 };
    const client = await open({ venue: { orgs: [{ ...ACCOUNTS, amendment }] } });
    expect(await amend(client, { spotRate: 1.2 })).toMatchObject({ status: 400 });
    expect(await amend(client, { dealtAmount: 1_505_000 })).toMatchObject({ status: 400 });
    expect(await amend(client, { dealtAmount: 1_504_999.99 })).toMatchObject({ status: 200 });
    await client.moveTo(300_001);
    const late = await amend(client, { id: 'FXI40000002', dealtAmount: 1 });
    expect(late).toMatchObject({ status: 400 });
  });
});

describe('roll', () => {
  it('makes an outright of a spot trade, at spot rate and points', async () => {
    const client = await open();
    expect((await roll(client)).body).toMatchObject({ originalTradeId: BOOKED });
    expect(await find(client, BOOKED)).toMatchObject({ status: 'Canceled' });
    expect(await find(client, 'FXI40000002')).toMatchObject({
      tradeType: 'Outright',
      valueDate: '2026-07-22',
      spotRate: 1.1001,
      forwardPoints: 0.00021,
      rate: 1.10031,
      termAmount: 1_100_310,
    });
  });

  const INR = { symbol: 'USD/INR', dealtIns: 'USD' };
  const NDF = { ...INR, type: 'NDF', spotRate: 1.1001, fixingDate: '2026-07-13' };
  it('of an NDF has a new fixing date', async () => {
    const client = await open(WITH_INR, NDF);
    expect(await roll(client)).toMatchObject({ status: 400 });
    expect(await roll(client, { fixingDate: '2026-07-23' })).toMatchObject({ status: 400 });
    expect(await roll(client, { fixingDate: '2026-07-20' })).toMatchObject({ status: 200 });
    expect(await find(client, 'FXI40000002')).toMatchObject({
      tradeType: 'NDF',
      fixingDate: '2026-07-20',
    });
  });

  it.each<[string, object]>([
    ['valueDate', { valueDate: '2026-07-15' }],
    // A Saturday, and a holiday of the euro.
    ['valueDate', { valueDate: '2026-07-18' }],
    ['valueDate', { valueDate: '2026-12-25' }],
    ['valueDate', { valueDate: '2026-07-32' }],
    ['valueDate', { valueDate: undefined }],
    ['forwardPoints', { forwardPoints: undefined }],
    ['forwardPoints', { forwardPoints: '0' }],
    ['forwardPoints', { forwardPoints: 0.00000001 }],
    ['forwardPoints', { forwardPoints: -2 }],
    ['fixingDate', { fixingDate: '2026-07-20' }],
    ['id', { id: undefined }],
  ])('is rejected with %s for %j', async (field, changes) => {
    const { status, body } = await roll(await open(), changes);
    expect(status).toBe(400);
    expect(body.message).toContain(field);
  });

  it('of a swap is rejected', async () => {
    const far = { farDealtAmount: 1, farRate: 1.2, farTenor: '1M' };
    const client = await open({}, { type: 'Swap', spotRate: 1.1, ...far });
    expect(await roll(client)).toMatchObject({ status: 400 });
  });
});

describe('allocation', () => {
  it('makes a trade of each part, and their amounts add up', async () => {
    const client = await open({}, { dealtAmount: 1_000_000.01, rate: 1.10005 });
    const { status, body } = await allocate(client, { allocationAmount: 600_000.01 });
    expect(status).toBe(200);
    expect(body).toEqual({
      originalTradeId: BOOKED,
      trades: [
        { referenceId: 'a1', tradeId: 'FXI40000002' },
        { referenceId: 'a2', tradeId: 'FXI40000003' },
      ],
    });
    // 1,000,000.01 x 1.10005 = 1,100,050.011..., 600,000.01 of them 660,030.01.
    expect(await find(client, BOOKED)).toMatchObject({
      status: 'Canceled',
      termAmount: 1_100_050.01,
    });
    expect(await find(client, 'FXI40000002')).toMatchObject({
      customerAccount: 'DeskOrgLE1',
      dealtAmount: 600_000.01,
      termAmount: 660_030.01,
    });
    expect(await find(client, 'FXI40000003')).toMatchObject({
      customerAccount: 'DeskOrgLE2',
      dealtAmount: 400_000,
      termAmount: 440_020,
    });
  });

  it.each<[string, object]>([
    ['allocations', { allocationAmount: 600_000.01 }],
    ['allocations', { allocationAmount: 599_999.99 }],
    ['allocationAmount', { allocationAmount: 0 }],
    ['allocationAmount', { allocationAmount: undefined }],
    ['referenceId', { referenceId: 'a2' }],
    ['referenceId', { referenceId: undefined }],
    ['side', { side: 'SELL' }],
    ['side', { side: 'buy' }],
    ['customerAccount', { customerAccount: 'LP1LE1' }],
    ['customerAccount', { customerAccount: undefined }],
    ['note', { note: 7 }],
  ])('is rejected with %s for %j', async (field, changes) => {
    const client = await open();
    const { status, body } = await allocate(client, changes);
    expect(status).toBe(400);
    expect(body.message).toContain(field);
    expect(await find(client, BOOKED)).toMatchObject({ status: 'Verified' });
  });

  it('needs at least one part', async () => {
    const client = await open();
    const none = { id: BOOKED, allocations: [] };
    expect(await post(client, '/allocations', none)).toMatchObject({ status: 400 });
    expect(await post(client, '/allocations', { id: BOOKED })).toMatchObject({ status: 400 });
  });
});

describe('back-office cancel', () => {
  it('of a trade cancels it alone, whatever else the request has', async () => {
    const client = await open();
    await post(client, '', createBooking());
    const { status, body } = await cancel(client, { tradeId: BOOKED, clientRequestId: 'book-1' });
    expect(status).toBe(200);
    expect(body).toEqual({ trades: [{ tradeId: BOOKED, status: 'Canceled' }] });
    expect(await find(client, 'FXI40000002')).toMatchObject({ status: 'Verified' });
    expect(await cancel(client, { tradeId: BOOKED })).toMatchObject({ status: 400 });
  });

  it('of a request cancels all its standing trades, amended ones too', async () => {
    const client = await open();
    await post(client, '', createBooking());
    await amend(client, { dealtAmount: 1 });
    await post(client, '', createBooking({ clientRequestId: 'book-2' }));
    const { body } = await cancel(client, { clientRequestId: 'book-1' });
    const ids = (body.trades as { tradeId: string }[]).map(({ tradeId }) => tradeId);
    expect(ids).toEqual(['FXI40000002', 'FXI40000003']);
    expect(await cancel(client, { clientRequestId: 'book-1' })).toMatchObject({ status: 404 });
    expect(await find(client, 'FXI40000004')).toMatchObject({ status: 'Verified' });
  });

  it('needs a known trade or request', async () => {
    const client = await open();
    expect(await cancel(client, {})).toMatchObject({ status: 400 });
    expect(await cancel(client, { tradeId: '' })).toMatchObject({ status: 400 });
    expect(await cancel(client, { tradeId: 7 })).toMatchObject({ status: 400 });
    expect(await cancel(client, { tradeId: 'FXI1' })).toMatchObject({ status: 404 });
    expect(await cancel(client, { clientRequestId: 'book-9' })).toMatchObject({ status: 404 });
  });

  it('is answered without a body where the profile says so', async () => {
    const trades = { ...DEFAULT_PROFILE.trades, cancelAnswer: 'empty' } as const;
    const client = await open({ profile: { ...DEFAULT_PROFILE, trades } });
    const { status, body } = await cancel(client, { tradeId: BOOKED });
    expect([status, body]).toEqual([200, undefined]);
  });
});

describe('back office', () => {
  it('serves brokers and sales dealers, and allocates for permitted users', async () => {
    const asked = async (changes: Changes) => {
      const client = await open(changes);
      const statuses = [];
      statuses.push((await amend(client, { dealtAmount: 0.5 })).status);
      statuses.push((await roll(client)).status);
      statuses.push((await allocate(client)).status);
      return statuses;
    };
    const wrongNow = 400;
    const dealer = { ...USER, role: 'sales-dealer' } as const;
    expect(await asked({ users: [dealer] })).toEqual([200, wrongNow, wrongNow]);
    expect(await asked({ users: [USER] })).toEqual([401, 401, 401]);
    const orgs = [{ ...ACCOUNTS, mayAllocate: true }];
    expect(await asked({ users: [USER], venue: { orgs } })).toEqual([401, 401, 200]);
    const trades = { ...DEFAULT_PROFILE.trades, forbiddenStatus: 403 };
    const profile = { ...DEFAULT_PROFILE, trades };
    expect(await asked({ users: [USER], profile })).toEqual([403, 403, 403]);
  });

  it('knows neither the trades of others nor those that ended', async () => {
    const other = { user: 'else', password: 'x', org: 'Other', account: 'OtherLE' };
    const stranger = { ...other, role: 'broker' } as const;
    const client = await open({ users: [BROKER, stranger] });
    await cancel(client, { tradeId: BOOKED });
    const asks = () => [amend(client, { dealtAmount: 1 }), roll(client), allocate(client)];
    for (const ask of asks()) expect(await ask).toMatchObject({ status: 400 });
    await client.login(stranger);
    for (const ask of asks()) expect(await ask).toMatchObject({ status: 404 });
    expect(await cancel(client, { tradeId: BOOKED })).toMatchObject({ status: 404 });
    expect(await cancel(client, { clientRequestId: 'book-1' })).toMatchObject({ status: 404 });
  });

  it('works on fills of orders, and the order shows the result', async () => {
    const client = await open();
    await client.place('a');
    const { body } = await amend(client, { id: 'FXI50000001', dealtAmount: 60_000 });
    expect(await find(client, String(body.tradeId))).toMatchObject({ coId: 'a', rate: 1.1002 });
    expect(await client.trades('a')).toMatchObject([
      { tradeId: 'FXI50000001', status: 'Canceled' },
    ]);
  });
});

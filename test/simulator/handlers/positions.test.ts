// Open positions, over HTTP.
import { describe, expect, it } from 'vitest';
import { DAY, MILLISECOND } from '../../../src/domain/index.js';
import { ROUTES } from '../../../src/protocol/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { type Client, createBooking, type Reply, start, USER } from '../harness.js';

const BROKER = { ...USER, role: 'broker' } as const;
const MATE = { ...USER, user: 'algo2', account: 'DeskOrgLE2' };
const STRANGER = { ...USER, user: 'else', org: 'Other', account: 'OtherLE' };

/** Bid 1.1 and offer 1.1002, 10 seconds later a pip higher. */
async function open(changes: Parameters<typeof start>[0] = {}): Promise<Client> {
  const client = await start({ users: [BROKER, MATE, STRANGER], ...changes });
  await client.login();
  return client;
}

async function book(client: Client, changes: object = {}): Promise<string> {
  const reply = await client.ask('POST', '/v2/trades', { body: createBooking(changes) });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return String(reply.body.tradeId);
}

async function list(client: Client, query = ''): Promise<Reply['body']> {
  const { status, body } = await client.get(`/v2/positions${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(ROUTES.positions.response.safeParse(body).success).toBe(true);
  return body as unknown;
}

describe('positions', () => {
  it('are empty before the first trade', async () => {
    expect(await list(await open())).toEqual([]);
  });

  it("without parameters are the user's own, marked where they would be closed", async () => {
    const client = await open();
    await client.place('a', { size: 1_000_000 });
    expect(await list(client)).toEqual([
      {
        side: 'Buy',
        symbol: 'EUR/USD',
        valueDate: '2026-07-15',
        level: 'USER',
        levelValue: 'algo1@DeskOrg',
        netOpenBase: 1_000_000,
        netOpenterm: -1_100_200,
        rate: 1.1002,
        realizedPnL: 0,
        // Bought at the offer of 1.1002, worth the bid of 1.1.
        unrealizedPnL: -200,
        pnlCurrency: 'USD',
        children: [],
      },
    ]);
    await client.moveTo(10_000);
    // The bid is 1.1001 now.
    expect(await list(client)).toMatchObject([{ unrealizedPnL: -100 }]);
  });

  it('realize P&L when reduced, and turn at the rate of the trade that turns them', async () => {
    const client = await open();
    await book(client, { rate: 1.1 });
    await book(client, { rate: 1.2 });
    await book(client, { rate: 1.16, side: 'SELL', dealtAmount: 500_000 });
    // Average 1.15; 500,000 x (1.16 - 1.15) realized; 1,500,000 x (1.1 - 1.15) open.
    expect(await list(client)).toMatchObject([
      {
        side: 'Buy',
        netOpenBase: 1_500_000,
        rate: 1.15,
        realizedPnL: 5_000,
        unrealizedPnL: -75_000,
      },
    ]);
    await book(client, { rate: 1.25, side: 'SELL', dealtAmount: 2_000_000 });
    // 1,500,000 x (1.25 - 1.15) on top; 500,000 x (1.25 - 1.1002) open.
    expect(await list(client)).toMatchObject([
      {
        side: 'Sell',
        netOpenBase: -500_000,
        netOpenterm: 625_000,
        rate: 1.25,
        realizedPnL: 155_000,
        unrealizedPnL: 74_900,
      },
    ]);
    await book(client, { rate: 1.2, dealtAmount: 500_000 });
    expect(await list(client)).toEqual([]);
  });

  it('of a forward date are marked with its points, others at spot', async () => {
    const forwards = { 'EUR/USD': [{ tenor: '1M', bid: 13.9, offer: 15.1 }] };
    const client = await open({ venue: { forwards } });
    const outright = { type: 'Outright', spotRate: 1.1, valueDate: '2026-08-17', rate: 1.102 };
    await book(client, outright);
    // Worth the bid of 1.1 and 0.00139: 1,101,390 against 1,102,000.
    expect(await list(client)).toMatchObject([{ rate: 1.102, unrealizedPnL: -610 }]);
    await book(client, { ...outright, side: 'SELL', dealtAmount: 2_000_000 });
    // Closed at the offer of 1.1002 and 0.00151: 1,101,710 against 1,102,000.
    expect(await list(client)).toMatchObject([{ rate: 1.102, unrealizedPnL: 290 }]);
    await book(client, { ...outright, valueDate: '2026-09-17' });
    // Beyond the curve: the bid alone.
    const [, late] = (await list(client)) as object[];
    expect(late).toMatchObject({ valueDate: '2026-09-17', unrealizedPnL: -2_000 });
  });

  it('keep the rate that was dealt, however small the amount', async () => {
    const client = await open();
    // EUR 0.03 at 1.1001 are USD 0.033003, written as 0.03.
    await book(client, { dealtAmount: 0.03 });
    expect(await list(client)).toMatchObject([
      { netOpenBase: 0.03, netOpenterm: -0.03, rate: 1.1001 },
    ]);
  });

  it('drop a canceled trade as if it had never been', async () => {
    const client = await open();
    const first = await book(client, { rate: 1.1 });
    await book(client, { rate: 1.2, side: 'SELL', dealtAmount: 1_500_000 });
    await client.ask('POST', '/v2/trades/cancel', { body: { tradeId: first } });
    expect(await list(client)).toMatchObject([
      { netOpenBase: -1_500_000, rate: 1.2, realizedPnL: 0 },
    ]);
  });

  it('move with a roll, and stay whole with an allocation', async () => {
    const orgs = [{ org: 'DeskOrg', accounts: ['DeskOrgLE', 'DeskOrgLE2'] }];
    const client = await open({ venue: { orgs } });
    const id = await book(client);
    const roll = { id, forwardPoints: 0.0002, valueDate: '2026-07-22' };
    const { body } = await client.ask('POST', '/v2/trades/roll', { body: roll });
    expect(await list(client)).toMatchObject([{ valueDate: '2026-07-22', rate: 1.1003 }]);
    const part = { side: 'BUY', allocationAmount: 500_000 };
    const allocations = [
      { ...part, referenceId: 'a', customerAccount: 'DeskOrgLE' },
      { ...part, referenceId: 'b', customerAccount: 'DeskOrgLE2' },
    ];
    const allocate = { id: String(body.tradeId), allocations };
    await client.ask('POST', '/v2/trades/allocations', { body: allocate });
    expect(await list(client, '?level=ORG')).toMatchObject([
      {
        level: 'ORG',
        levelValue: 'DeskOrg',
        netOpenBase: 1_000_000,
        children: [
          { level: 'LE', levelValue: 'DeskOrgLE', netOpenBase: 500_000, rate: 1.1003 },
          { level: 'LE', levelValue: 'DeskOrgLE2', netOpenBase: 500_000, rate: 1.1003 },
        ],
      },
    ]);
  });

  it('have the far leg of a swap on its own date', async () => {
    const client = await open();
    const far = { farDealtAmount: 1_000_000, farRate: 1.102, farValueDate: '2026-08-17' };
    await book(client, { type: 'Swap', spotRate: 1.1001, ...far });
    const both = [
      { valueDate: '2026-07-15', side: 'Buy', netOpenBase: 1_000_000 },
      { valueDate: '2026-08-17', side: 'Sell', netOpenBase: -1_000_000, rate: 1.102 },
    ];
    expect(await list(client)).toMatchObject(both);
    expect(await list(client, '/2026-08-17')).toMatchObject(both.slice(1));
    expect(await list(client, '/2026-08-18')).toEqual([]);
  });

  it('of trades in the term currency net with the others', async () => {
    const client = await open();
    await book(client);
    // Bought USD 1,100,100 at 1.1001: sold EUR 1,000,000.
    await book(client, { dealtIns: 'USD', dealtAmount: 1_100_100 });
    expect(await list(client)).toEqual([]);
  });

  it('are settled when their value date is over', async () => {
    const client = await open({ recording: { loop: true } });
    await book(client);
    // 15 July ends at 17:00 New York, 21:00 UTC.
    const settled = (2 * DAY) / MILLISECOND + 9 * 3_600_000;
    await client.moveTo(DAY / MILLISECOND);
    await client.moveTo((2 * DAY) / MILLISECOND);
    await client.moveTo(settled - 1);
    await client.login();
    expect(await list(client)).toHaveLength(1);
    await client.moveTo(settled);
    expect(await list(client)).toEqual([]);
  });

  it('outlive trades that the back office has dropped', async () => {
    const client = await open({ venue: { maxTrades: 2 } });
    for (const rate of [1.1, 1.2, 1.3, 1.4]) await book(client, { rate });
    expect(await client.get('/v2/trades/FXI40000001')).toMatchObject({ status: 404 });
    await client.ask('POST', '/v2/trades/cancel', { body: { tradeId: 'FXI40000004' } });
    expect(await list(client)).toMatchObject([{ netOpenBase: 3_000_000, rate: 1.2 }]);
  });
});

describe('positions query', () => {
  async function openTwo(): Promise<Client> {
    const client = await open();
    await client.login(MATE);
    await client.place('b', { size: 300_000 });
    await client.login();
    await client.place('a');
    return client;
  }

  it.each([
    ['', 100_000],
    ['?symbol=EUR%2FUSD', 100_000],
    ['?level=USER', 100_000],
    ['?level=USER&value=algo1', 100_000],
    ['?level=USER&value=algo2', 300_000],
    ['?level=USER&value=algo2%40DeskOrg', 300_000],
    ['?level=LE', 100_000],
    ['?level=LE&value=DeskOrgLE2', 300_000],
    ['?level=ORG', 400_000],
    ['?level=ORG&value=DeskOrg', 400_000],
  ])('of %s gives %i', async (query, netOpenBase) => {
    expect(await list(await openTwo(), query)).toMatchObject([{ netOpenBase }]);
  });

  it.each([
    ['?level=user', 400, 'level'],
    ['?level=', 400, 'level'],
    ['?value=algo1', 400, 'level'],
    ['?symbol=', 400, 'symbol'],
    ['?symbol=EUR%2FSEK', 404, 'EUR/SEK'],
    ['?org=DeskOrg', 400, 'org'],
    ['?level=USER&value=nobody', 404, 'value'],
    ['?level=USER&value=else%40Other', 404, 'value'],
    ['?level=LE&value=OtherLE', 404, 'value'],
    ['?level=ORG&value=Other', 404, 'value'],
    ['?level=ORG&value=Nobody', 404, 'value'],
    ['/tomorrow', 400, 'valueDate'],
    ['/2026-02-30', 400, 'valueDate'],
  ])('%s is answered %i naming %s', async (query, status, words) => {
    const reply = await (await openTwo()).get(`/v2/positions${query}`);
    expect(reply.status).toBe(status);
    expect(reply.body.message).toContain(words);
  });

  it('may be for an organization that the user may trade for', async () => {
    const orgs = [{ org: 'Other', accounts: ['OtherLE'], onBehalfOf: ['DeskOrg'] }];
    const client = await open({ venue: { orgs } });
    await client.place('a');
    await client.login(STRANGER);
    expect(await list(client)).toEqual([]);
    expect(await list(client, '?level=LE&value=DeskOrgLE')).toHaveLength(1);
  });

  it('is answered in the names and shape of the profile', async () => {
    const trades = {
      ...DEFAULT_PROFILE.trades,
      levels: { user: 'User', account: 'LegalEntity', org: 'Org' },
      positionSides: { Buy: 'LONG', Sell: 'SHORT' },
      positionDate: 'YYYYMMDD',
      onePosition: 'object',
      netTermField: 'netOpenTerm',
      noPositionStatus: 404,
    } as const;
    const client = await open({ profile: { ...DEFAULT_PROFILE, trades } });
    expect(await client.get('/v2/positions')).toMatchObject({ status: 404 });
    await client.place('a');
    expect((await client.get('/v2/positions?level=Org')).body).toMatchObject({
      level: 'Org',
      side: 'LONG',
      valueDate: '20260715',
      netOpenTerm: -110_020,
      children: [{ level: 'LegalEntity' }],
    });
  });
});

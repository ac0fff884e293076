// Market data over HTTP: rates by type and organization, benchmark and ticker.
import { describe, expect, it } from 'vitest';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { DEFAULT_MARKET_PROFILE } from '../../../src/protocol/profile/market-profile.js';
import { forwardsSchema, providersSchema } from '../../../src/venue/index.js';
import { type Client, createRfs, START, start, USER } from '../harness.js';

const PAIR = '?symbol=EUR%2FUSD';
const THREE = providersSchema.parse([
  { id: 'LP1' },
  { id: 'LP2', widen: 0.1, sizeFactor: 2 },
  { id: 'LP3', sizeFactor: 0.5 },
]);
const OTHER = { user: 'algo2', password: 'secret-2', org: 'OtherOrg', account: 'OtherLE' };
const NOBODY = { user: 'algo3', password: 'secret-3', org: 'LoneOrg', account: 'LoneLE' };
const ORGS = [
  { org: 'OtherOrg', accounts: ['OtherLE'], spotProviders: ['LP2'] },
  { org: 'LoneOrg', accounts: ['LoneLE'], spotProviders: [] },
  { org: 'FundOrg', accounts: ['FundLE'], spotProviders: ['LP3'] },
  { org: 'DeskOrg', accounts: ['DeskOrgLE'], onBehalfOf: ['FundOrg'] },
];

async function startThree(user = USER): Promise<Client> {
  const users = [USER, OTHER, NOBODY];
  const client = await start({ users, venue: { providers: THREE, orgs: ORGS } });
  await client.login(user);
  return client;
}

describe('spot rates by type', () => {
  it('are the market itself with one provider', async () => {
    const client = await start();
    await client.login();
    const spot = await client.get(`/v2/rates/spot${PAIR}`);
    for (const type of ['TOB', 'FULL', 'RAW']) {
      const { status, body } = await client.get(`/v2/rates/spot/${type}${PAIR}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        ...{ symbol: 'EUR/USD', bid: [1.1], offer: [1.1002] },
        ...{ bidLimit: [1_000_000], offerLimit: [2_000_000] },
        ...{ bidProviders: ['LP1'], offerProviders: ['LP1'], time: START },
        rateId: spot.body.rateId as unknown,
      });
    }
  });

  it('are all providers of the organization of the user', async () => {
    const client = await startThree();
    expect((await client.get(`/v2/rates/spot/RAW${PAIR}`)).body).toMatchObject({
      bid: [1.1, 1.1, 1.09999],
      bidLimit: [1_000_000, 500_000, 2_000_000],
      bidProviders: ['LP1', 'LP3', 'LP2'],
      offer: [1.1002, 1.1002, 1.10021],
      offerLimit: [2_000_000, 1_000_000, 4_000_000],
    });
    expect((await client.get(`/v2/rates/spot/FULL${PAIR}`)).body).toMatchObject({
      bid: [1.1, 1.09999],
      bidLimit: [1_500_000, 2_000_000],
      bidProviders: ['LP1', 'LP3', 'LP2'],
    });
    expect((await client.get(`/v2/rates/spot/TOB${PAIR}`)).body).toMatchObject({
      bid: [1.1],
      bidLimit: [1_500_000],
      offerLimit: [3_000_000],
    });
    expect((await client.get(`/v2/rates/spot${PAIR}`)).body).toMatchObject({
      ...{ bid: 1.1, offer: 1.1002, bidLimit: 1_500_000, offerLimit: 3_000_000, time: START },
    });
  });

  it('are those of an organization that is named, when the user may trade for it', async () => {
    const client = await startThree();
    expect(await client.get(`/v2/rates/spot/TOB/FundOrg${PAIR}`)).toMatchObject({
      status: 200,
      body: { bidLimit: [500_000], bidProviders: ['LP3'] },
    });
    for (const org of ['OtherOrg', 'NoOrg']) {
      const { status, body } = await client.get(`/v2/rates/spot/TOB/${org}${PAIR}`);
      expect(status).toBe(404);
      expect(body.message).toContain(org);
    }
  });

  it('are narrowed to the providers of the organization, down to none', async () => {
    const client = await startThree(OTHER);
    expect((await client.get(`/v2/rates/spot${PAIR}`)).body).toMatchObject({ bid: 1.09999 });
    await client.login(NOBODY);
    for (const path of ['', '/TOB', '/RAW', '/FULL/LoneOrg']) {
      const { status, body } = await client.get(`/v2/rates/spot${path}${PAIR}`);
      expect(status).toBe(404);
      expect(body.message).toContain('LoneOrg has no provider of EUR/USD');
    }
  });

  it('can be named by orders, which trade with the provider of the price', async () => {
    const client = await startThree();
    const order = { type: 'PQ', timeInForce: 'FOK', size: 2_500_000 };
    const best = (await client.get(`/v2/rates/spot${PAIR}`)).body;
    await client.place('best', { ...order, price: best.offer, rateId: best.rateId });
    expect(await client.order('best')).toMatchObject({ status: 'FILLED', counterparty: 'LP1' });
    const fund = (await client.get(`/v2/rates/spot/RAW/FundOrg${PAIR}`)).body;
    const sell = { ...order, side: 'Sell', size: 500_000, price: fund.bid[0] };
    await client.place('fund', { ...sell, rateId: fund.rateId });
    expect(await client.order('fund')).toMatchObject({ status: 'FILLED', counterparty: 'LP3' });
  });

  it('are what orders meet, level by level', async () => {
    const client = await startThree();
    await client.place('a', { size: 4_000_000, price: 1.10021 });
    const fills = (await client.trades('a')) as { counterparty: string; rate: number }[];
    expect(fills.map((fill) => [fill.counterparty, fill.rate])).toEqual([
      ['LP1', 1.1002],
      ['LP3', 1.1002],
      ['LP2', 1.10021],
    ]);
  });

  it.each([
    ['/v2/rates/spot/VWAP?symbol=EUR%2FUSD', 400, 'path.type'],
    ['/v2/rates/spot/tob?symbol=EUR%2FUSD', 400, 'path.type'],
    ['/v2/rates/spot/TOB', 400, 'query.symbol'],
    ['/v2/rates/spot/TOB?symbol=', 400, 'query.symbol'],
    ['/v2/rates/spot/TOB?symbol=EUR%2FUSD&tiers=1', 400, 'tiers'],
    ['/v2/rates/spot/TOB?symbol=GBP%2FUSD', 404, 'GBP/USD'],
    ['/v2/rates/spot/TOB/DeskOrg', 400, 'query.symbol'],
    ['/v2/benchmark', 400, 'query.symbol'],
    ['/v2/benchmark?symbol=GBP%2FUSD', 404, 'GBP/USD'],
    ['/v2/ticker', 400, 'query.symbol'],
    ['/v2/ticker?symbol=GBP%2FUSD', 404, 'GBP/USD'],
  ])('refuse %s with %d', async (path, status, words) => {
    const client = await start();
    await client.login();
    const reply = await client.get(path);
    expect(reply.status).toBe(status);
    expect(reply.body.message).toContain(words);
  });

  it('have the shape that the profile says', async () => {
    const market = { ...DEFAULT_MARKET_PROFILE, ladderShape: 'list' as const };
    const client = await start({
      venue: { providers: THREE },
      profile: { ...DEFAULT_PROFILE, market },
    });
    await client.login();
    const { body } = await client.get(`/v2/rates/spot/RAW${PAIR}`);
    expect(body).toMatchObject([{ bid: 1.1 }, { bid: 1.09999 }, { bid: 1.1, bidLimit: 500_000 }]);
  });

  it('wait for the first rate', async () => {
    const client = await start({
      rows: ['0,EUR/USD,1.1,1.1002,1,1', '500,USD/JPY,157.1,157.102,1,1'],
    });
    await client.login();
    const path = '/v2/rates/spot/TOB?symbol=USD%2FJPY';
    expect((await client.get(path)).status).toBe(404);
    await client.moveTo(500);
    expect((await client.get(path)).status).toBe(200);
  });
});

describe('benchmark', () => {
  // A tick a quarter of a second: the bid rises by a tick each time.
  const rows = Array.from({ length: 20 }, (_, i) => {
    const bid = (110_000 + i) / 1e5;
    return `${String(i * 250)},EUR/USD,${bid.toFixed(5)},${(bid + 0.00003).toFixed(5)},1,1`;
  });
  const ask = async (client: Client) => (await client.get(`/v2/benchmark${PAIR}`)).body;

  it('is one mid for each second, of the newest rate before it', async () => {
    const client = await start({ rows });
    await client.login();
    const first = await ask(client);
    expect(first).toEqual({
      ...{ symbol: 'EUR/USD', rate: 1.100015, timestamp: START },
      uid: expect.stringMatching(/^G-[0-9a-f]{9}-19f5b593200-FXB-01$/) as string,
    });
    await client.moveTo(999);
    expect(await ask(client)).toEqual(first);
    await client.moveTo(1_000);
    // The rates at 0, 250, 500 and 750 ms came before the second; the fourth is 3 ticks up.
    const second = await ask(client);
    expect(second).toMatchObject({ rate: 1.100045, timestamp: START + 1_000 });
    expect(second.uid).not.toBe(first.uid);
    await client.moveTo(3_400);
    expect(await ask(client)).toMatchObject({ rate: 1.100125, timestamp: START + 3_000 });
  });

  it('does not depend on who requests it when', async () => {
    const [often, seldom] = [await start({ rows }), await start({ rows })];
    for (const client of [often, seldom]) {
      await client.login();
      await ask(client);
    }
    for (let ms = 100; ms < 4_600; ms += 100) {
      await often.moveTo(ms);
      await ask(often);
    }
    await seldom.moveTo(4_500);
    expect(await ask(seldom)).toEqual(await ask(often));
  });

  it('waits for the first rate of its symbol', async () => {
    const client = await start({
      rows: ['0,EUR/USD,1.1,1.1002,1,1', '500,USD/JPY,157.1,157.102,1,1'],
    });
    await client.login();
    const path = '/v2/benchmark?symbol=USD%2FJPY';
    expect((await client.get(path)).status).toBe(404);
    await client.moveTo(500);
    expect((await client.get(path)).body).toMatchObject({ rate: 157.101, timestamp: START });
  });
});

describe('ticker', () => {
  it('is the last trade, and 404 before it', async () => {
    const client = await start();
    await client.login();
    const path = `/v2/ticker${PAIR}`;
    expect(await client.get(path)).toMatchObject({ status: 404 });
    await client.place('a');
    expect((await client.get(path)).body).toEqual({
      ...{ symbol: 'EUR/USD', price: 1.1002, size: 100_000, side: 'Buy', timestamp: START },
    });
    await client.moveTo(10_000);
    await client.place('b', { side: 'Sell', price: 1, size: 5_000 });
    expect((await client.get(path)).body).toMatchObject({
      ...{ price: 1.1001, size: 5_000, side: 'Sell', timestamp: START + 10_000 },
    });
  });

  it('includes accepted quotes, but no swap without spot', async () => {
    const forwards = forwardsSchema.parse({ 'EUR/USD': [{ tenor: '1W', bid: 4, offer: 4.2 }] });
    const client = await start({ venue: { forwards } });
    await client.login();
    const deal = async (clOrderId: string, from: number, changes = {}) => {
      const asked = createRfs(clOrderId, changes);
      const { body } = await client.ask('POST', '/v2/rfs', { body: asked });
      const path = `/v2/rfs/${String(body.requestId)}`;
      await client.moveTo(from + 50);
      const { quotes } = (await client.get(path)).body as { quotes: { quoteId: string }[] };
      await client.ask('POST', path, { body: { quoteId: quotes[0]?.quoteId, side: 'BUY' } });
      await client.moveTo(from + 70);
      return (await client.get(path)).body['event'];
    };
    expect(await deal('a', 0)).toBe('TRADE_VERIFIED');
    const ticker = (await client.get(`/v2/ticker${PAIR}`)).body;
    // LP1 widens the market's 1.1 to 1.1002 by 0.2 pips for its quotes.
    const last = { symbol: 'EUR/USD', price: 1.10022, size: 1_000_000, side: 'Buy' };
    expect(ticker).toEqual({ ...last, timestamp: START + 70 });
    const swap = { priceType: 'Swap', farDealtAmount: 1_000_000, farValueDate: '1W' };
    expect(await deal('b', 1_000, swap)).toBe('TRADE_VERIFIED');
    expect((await client.get(`/v2/ticker${PAIR}`)).body).toEqual(ticker);
  });
});

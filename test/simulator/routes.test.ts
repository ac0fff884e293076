// The simulator against the route table: every row is served under every spelling of its path.
import { describe, expect, it } from 'vitest';
import { ROUTE_IDS, type RouteId, ROUTES } from '../../src/protocol/index.js';
import { custodySchema, toCustodySettings } from '../../src/venue/index.js';
import { createBooking, createOrder, createRfs, start, USER } from './harness.js';

const LOGIN = { user: USER.user, pass: USER.password, org: USER.org };

const BROKER = { ...USER, role: 'broker' } as const;

const CUSTODY = toCustodySettings(
  custodySchema.parse({
    assets: [{ currency: 'BTC', networks: ['BTC'] }],
    balances: [{ org: USER.org, currency: 'BTC', amount: 2 }],
  }),
);

interface Sample {
  readonly query?: string;
  readonly body?: unknown;
  /** Path parameter `id`; absent: that of the active order. */
  readonly id?: string;
  /** Path that is asked for first. */
  readonly after?: string;
}

/** The first fill of the active order. */
const FILL = 'FXI50000001';

/** What makes a request of each route a good one, given an active order and a quoted request. */
const SAMPLES: Readonly<Record<RouteId, Sample>> = {
  login: { body: LOGIN },
  renewToken: {},
  spotRate: { query: '?symbol=EUR%2FUSD' },
  spotRatesByType: { query: '?symbol=EUR%2FUSD' },
  spotRatesByOrg: { query: '?symbol=EUR%2FUSD' },
  benchmark: { query: '?symbol=EUR%2FUSD' },
  ticker: { query: '?symbol=EUR%2FUSD' },
  placeOrder: { body: createOrder('sample') },
  queryOrders: {},
  queryOrder: {},
  cancelOrder: {},
  cancelAllOrders: {},
  orderFills: { query: '?coId=active' },
  requestQuotes: { body: createRfs('sample') },
  queryRfsByClientId: { query: '?clOrderId=quoted' },
  queryRfs: {},
  acceptQuote: { body: { quoteId: 'Q-1' } },
  withdrawRfs: {},
  tradeDetails: { id: FILL },
  bookTrade: { body: createBooking() },
  amendTrade: { body: { id: FILL, dealtAmount: 1_000_000 } },
  rollTrade: { body: { id: FILL, forwardPoints: 0.0001, valueDate: '2026-07-20' } },
  allocateTrade: {
    body: {
      id: FILL,
      allocations: [
        {
          referenceId: 'a1',
          allocationAmount: 2_000_000,
          side: 'BUY',
          customerAccount: USER.account,
        },
      ],
    },
  },
  cancelTrades: { body: { tradeId: FILL } },
  positions: {},
  positionsByDate: {},
  stpMessages: {},
  stpResend: {
    after: '/v2/trades/stp/messages',
    body: {
      startDate: '2026-07-13 00:00:00,000 +0000',
      endDate: '2026-07-13 23:59:59,999 +0000',
    },
  },
  symbolReference: {},
  instrumentReference: {},
  referenceList: { query: '?type=symbols' },
  assetDetail: {},
  depositAddress: { query: '?currency=BTC' },
  depositHistory: {},
  withdraw: { body: { currency: 'BTC', amount: 1, address: 'addr' } },
  withdrawHistory: {},
  balances: {},
  brokerBalances: {},
  updateBrokerBalances: { body: [{ currency: 'BTC', amount: 5 }] },
};

const SPELLINGS = ROUTE_IDS.flatMap((id) =>
  [ROUTES[id].path, ...ROUTES[id].aliases].map((path) => [id, ROUTES[id].method, path] as const),
);

describe('the route', () => {
  it.each(SPELLINGS)('%s at %s %s answers in its shape', async (id, method, path) => {
    const { body, query = '', id: sampleId, after } = SAMPLES[id];
    const client = await start({ users: [BROKER], custody: CUSTODY });
    const token = await client.login();
    const placed = await client.place('active', { timeInForce: 'GTC', size: 3_000_000 });
    const quoted = await client.ask('POST', '/v2/rfs', { body: createRfs('quoted') });
    await client.moveTo(100);
    const target = path
      .replace('{id}', sampleId ?? String(placed.body.orderId))
      .replace('{valueDate}', '2026-07-15')
      .replace('{symbol}', 'EUR%2FUSD')
      .replace('{instrument}', 'EUR')
      .replace('{type}', 'TOB')
      .replace('{org}', USER.org)
      .replace('{requestId}', String(quoted.body.requestId));
    const route = ROUTES[id];
    const ask = body === undefined ? {} : { body };
    if (route.auth === 'token') {
      for (const wrong of ['', 'x'.repeat(60), `${token}x`]) {
        const refused = await client.ask(method, target + query, { ...ask, token: wrong || ' ' });
        expect(refused.status).toBe(401);
      }
    }
    if (after !== undefined) await client.get(after);
    const reply = await client.ask(method, target + query, ask);
    expect(reply.status).toBe(route.success[0]);
    expect(() => route.response.parse(reply.body)).not.toThrow();
  });
});

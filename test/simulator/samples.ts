// A good request of every route, and a simulator on which each of them succeeds.
import type { RouteId } from '../../src/protocol/index.js';
import { custodySchema, dataSetsSchema, toCustodySettings } from '../../src/venue/index.js';
import { type Client, createBooking, createOrder, createRfs, start, USER } from './harness.js';

const LOGIN = { user: USER.user, pass: USER.password, org: USER.org };

const BROKER = { ...USER, role: 'broker' } as const;

const CUSTODY = toCustodySettings(
  custodySchema.parse({
    assets: [{ currency: 'BTC', networks: ['BTC'] }],
    balances: [{ org: USER.org, currency: 'BTC', amount: 2 }],
  }),
);

const MARKET_DATA_SETS = dataSetsSchema.parse([
  { id: 'RealTimeMDS', kind: 'regular', symbols: ['EUR/USD'] },
]);

export interface Sample {
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
export const SAMPLES: Readonly<Record<RouteId, Sample>> = {
  login: { body: LOGIN },
  renewToken: {},
  spotRate: { query: '?symbol=EUR%2FUSD' },
  spotRatesByType: { query: '?symbol=EUR%2FUSD' },
  spotRatesByOrg: { query: '?symbol=EUR%2FUSD' },
  marketDataSet: { query: '?id=RealTimeMDS&symbol=EUR%2FUSD&tenor=SPOT' },
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

/** A venue with an active order that is partly filled, and with a quoted request. */
export interface Scene {
  readonly client: Client;
  /** A path of a route with its parameters filled in. */
  readonly toPath: (path: string, sample: Sample) => string;
}

export async function openScene(): Promise<Scene> {
  const venue = { marketDataSets: MARKET_DATA_SETS };
  const client = await start({ users: [BROKER], custody: CUSTODY, venue });
  await client.login();
  const placed = await client.place('active', { timeInForce: 'GTC', size: 3_000_000 });
  const quoted = await client.ask('POST', '/v2/rfs', { body: createRfs('quoted') });
  await client.moveTo(100);
  const toPath = (path: string, { id = String(placed.body.orderId) }: Sample) =>
    path
      .replace('{id}', id)
      .replace('{valueDate}', '2026-07-15')
      .replace('{symbol}', 'EUR%2FUSD')
      .replace('{instrument}', 'EUR')
      .replace('{type}', 'TOB')
      .replace('{org}', USER.org)
      .replace('{requestId}', String(quoted.body.requestId));
  return { client, toPath };
}

// A client that can only reduce risk: it logs in, queries, and cancels single orders.
import type { Dispatcher } from 'undici';
import type { Result } from '../domain/index.js';
import { type Lane, ROUTES, type Route } from '../protocol/index.js';
import { DEFAULT_PROFILE } from '../protocol/profile/index.js';
import { createConnection, type LaneDispatcher } from './transport/connections.js';
import type { VenueClientOptions } from './client-options.js';
import { createVenueClient, type VenueClient } from './venue-client.js';

/** Calls that a kill needs; this object has no others. */
export type CancelOnlyClient = Pick<
  VenueClient,
  | 'activeCoIds'
  | 'activeOrders'
  | 'cancelOrder'
  | 'close'
  | 'fills'
  | 'login'
  | 'netPositions'
  | 'orderByCoId'
  | 'orderById'
>;

const ALLOWED: readonly Route[] = [
  ROUTES.login,
  ROUTES.queryOrders,
  ROUTES.queryOrder,
  ROUTES.orderFills,
  ROUTES.cancelOrder,
  ROUTES.positions,
];

/**
 * Creates a client whose connections reject everything else: places, quotes, trades and custody.
 * Fault codes of `createVenueClient`.
 */
export function createCancelOnlyClient(options: VenueClientOptions): Result<CancelOnlyClient> {
  const connect = options.createLane ?? createConnection;
  const { renewPaths } = options.profile ?? DEFAULT_PROFILE;
  const created = createVenueClient({
    ...options,
    createLane: (lane, ...place) => guardLane(connect(lane, ...place), lane, renewPaths),
  });
  if (!created.ok) return created;
  const client = created.value;
  return {
    ok: true,
    value: {
      activeCoIds: () => client.activeCoIds(),
      activeOrders: () => client.activeOrders(),
      cancelOrder: (...names) => client.cancelOrder(...names),
      close: () => client.close(),
      fills: (id, key) => client.fills(id, key),
      login: () => client.login(),
      netPositions: (find) => client.netPositions(find),
      orderByCoId: (coId) => client.orderByCoId(coId),
      orderById: (orderId) => client.orderById(orderId),
    },
  };
}

function guardLane(
  inner: LaneDispatcher,
  lane: Lane,
  renewPaths: readonly string[],
): LaneDispatcher {
  return {
    close: () => inner.close(),
    dispatch: (request, handler) => {
      if (isAllowed(request, renewPaths)) return inner.dispatch(request, handler);
      const found = `${request.method} ${request.path} on lane ${lane}`;
      throw new RangeError(`expected a call that only reduces risk, found ${found}`);
    },
  };
}

/** The path may begin with that of the base URL. */
function isAllowed(
  { method, path }: Dispatcher.DispatchOptions,
  renewPaths: readonly string[],
): boolean {
  if (method === 'GET' && renewPaths.some((one) => path.endsWith(one))) return true;
  return ALLOWED.some((route) => route.method === method && toPattern(route).test(path));
}

function toPattern({ path }: Route): RegExp {
  const parts = path.split('/').map((word) => (word.startsWith('{') ? '[^/]+' : escape(word)));
  return new RegExp(`${parts.join('/')}(?:\\?.*)?$`);
}

function escape(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

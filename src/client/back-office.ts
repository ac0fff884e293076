// Back-office client: books, amends and cancels trades, withdraws, sets broker balances.
import { type CallOptions, type BackOfficeApi, isBackOfficeRoute, prepareCall } from './api.js';
import { createVenueClient, type VenueClient } from './venue-client.js';
import type { VenueClientOptions } from './client-options.js';
import { ok, type Result } from '../domain/index.js';
import { type Route, ROUTE_IDS, ROUTES } from '../protocol/index.js';

export interface BackOfficeClient {
  /** Client of the same login; its `carry` accepts back-office calls too. */
  readonly client: VenueClient;
  /** Each call is sent once and never retried; outside Weir's gate. */
  readonly api: BackOfficeApi;
}

/** Sends nothing yet. Fault codes of `createVenueClient`. */
export function createBackOfficeClient(options: VenueClientOptions): Result<BackOfficeClient> {
  const created = createVenueClient({ ...options, carriesDesk: true });
  if (!created.ok) return created;
  const client = created.value;
  const toArea = (area: Route['area']) => {
    const routes = ROUTE_IDS.map((id): Route => ROUTES[id]).filter(isBackOfficeRoute);
    const own = routes.filter((route) => route.area === area);
    return Object.fromEntries(own.map((route) => [route.id, createCall(client, route)]));
  };
  const api = { trades: toArea('trades'), custody: toArea('custody') };
  return ok({ client, api: api as unknown as BackOfficeApi });
}

function createCall(client: VenueClient, route: Route) {
  return (input: unknown = {}, options: CallOptions = {}): Promise<unknown> => {
    const prepared = prepareCall(route, input);
    if (prepared.ok) return client.carry(prepared.value, options);
    const { message } = prepared.fault;
    return Promise.resolve({ class: 'not-sent', status: 0, code: '', message });
  };
}

// Requests of the route table on their lanes, with the headers that every one carries.
import type { Lane, Route, VenueProfile } from '../protocol/index.js';
import type { BaseUrl } from './base-url.js';
import type { LaneDispatcher } from './lane.js';
import { exchange, type Exchange } from './transport.js';

export interface Call {
  readonly route: Route;
  /** Path and query below the base URL. */
  readonly path: string;
  /** `X-Request-ID`: by it a support case finds the attempt. */
  readonly requestId: string;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface Sender {
  /** Sends in the caller's tick; an empty token sends none. */
  send(call: Call, token: string): Promise<Exchange>;
  nextRequestId(): string;
  close(): Promise<void>;
}

export function createSender(
  baseUrl: BaseUrl,
  profile: VenueProfile,
  createLane: (lane: Lane, origin: string) => LaneDispatcher,
  machineNow: () => number,
): Sender {
  const lanes: Readonly<Record<Lane, LaneDispatcher>> = {
    safety: createLane('safety', baseUrl.origin),
    trading: createLane('trading', baseUrl.origin),
    data: createLane('data', baseUrl.origin),
  };
  let requests = 0;
  let closing: Promise<unknown> | undefined;
  return {
    send: ({ route, path, requestId, body, signal }, token) => {
      const headers: Record<string, string> = {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'X-Request-ID': requestId,
      };
      if (body !== undefined) headers['content-type'] = 'application/json';
      if (token !== '') headers[profile.tokenHeader] = token;
      const request = { route, path: baseUrl.path + path, headers, body, signal };
      return exchange(lanes[route.lane], request, machineNow);
    },
    nextRequestId: () => `r${String((requests += 1))}`,
    close: async () => {
      closing ??= Promise.all(Object.values(lanes).map((lane) => lane.close()));
      await closing;
    },
  };
}

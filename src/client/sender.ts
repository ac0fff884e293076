// Requests of the route table on their lanes, with the headers that every one carries.
import type { Lane, Route } from '../protocol/index.js';
import type { Prove } from './authenticator.js';
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
  /** Sends in the caller's tick, with the headers that `prove` adds. */
  send(call: Call, prove: Prove): Promise<Exchange>;
  nextRequestId(): string;
  close(): Promise<void>;
}

const NO_BYTES = Buffer.alloc(0);

export function createSender(
  baseUrl: BaseUrl,
  createLane: (lane: Lane, origin: string) => LaneDispatcher,
  machineNow: () => number,
): Sender {
  const lanes: Readonly<Record<Lane, LaneDispatcher>> = {
    safety: createLane('safety', baseUrl.origin),
    trading: createLane('trading', baseUrl.origin),
    data: createLane('data', baseUrl.origin),
  };
  const { host } = new URL(baseUrl.origin);
  let requests = 0;
  let closing: Promise<unknown> | undefined;
  return {
    send: ({ route, path, requestId, body, signal }, prove) => {
      const headers: Record<string, string> = {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'X-Request-ID': requestId,
      };
      if (body !== undefined) headers['content-type'] = 'application/json';
      // Encoded once: the bytes that are signed are the bytes that are sent.
      const bytes = body === undefined ? undefined : Buffer.from(body);
      const { method } = route;
      const basePath = baseUrl.path;
      const proof = prove({ method, path, basePath, host, headers, body: bytes ?? NO_BYTES });
      const all = { ...headers, ...proof };
      const request = { route, path: basePath + path, headers: all, body: bytes, signal };
      return exchange(lanes[route.lane], request, machineNow);
    },
    nextRequestId: () => `r${String((requests += 1))}`,
    close: async () => {
      closing ??= Promise.all(Object.values(lanes).map((lane) => lane.close()));
      await closing;
    },
  };
}

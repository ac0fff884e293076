// Lanes: separate connections for cancels, orders and data, so that none can hold up another.
import { type Dispatcher, Pool } from 'undici';
import type { Lane } from '../protocol/index.js';

/** The part of an undici dispatcher that a lane uses. */
export type LaneDispatcher = Pick<Dispatcher, 'dispatch' | 'close'>;

const CONNECTIONS: Readonly<Record<Lane, number>> = { safety: 1, trading: 2, data: 2 };
const CONNECT_TIMEOUT_MS = 2_000;
const KEEP_ALIVE_MS = 2_000;

/**
 * The real connections of a lane: HTTP/1.1, one request at a time on each, closed soon when idle,
 * so that a connection the venue has given up is rarely met.
 */
export function createLane(lane: Lane, origin: string): LaneDispatcher {
  return new Pool(origin, {
    connections: CONNECTIONS[lane],
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS, minVersion: 'TLSv1.2' },
  });
}

// Lanes: separate connections for cancels, orders and data, so that none delays another.
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { buildConnector, Client, type Dispatcher, Pool } from 'undici';
import type { Lane } from '../../protocol/index.js';
import { isLoopbackHost } from '../base-url.js';
import { realCallClock } from '../real-clock.js';

/**
 * Handler of a response; `isOver`: the caller has given up, and a request that has not begun need
 * not begin.
 */
export interface LaneHandler extends Dispatcher.DispatchHandler {
  readonly isOver?: boolean;
}

/** The part of an undici dispatcher that a lane uses. */
export interface LaneDispatcher extends Pick<Dispatcher, 'close'> {
  dispatch(options: Dispatcher.DispatchOptions, handler: LaneHandler): boolean;
}

/** Connections per lane. */
export const CONNECTIONS: Readonly<Record<Lane, number>> = { safety: 1, trading: 2, data: 2 };
const CONNECT_TIMEOUT_MS = 2_000;
/** Idle time of a connection when the venue does not state its own. */
const KEEP_ALIVE_MS = 2_000;
/** Longest idle time when the venue states it: the list of active orders is polled every 5 s. */
const KEEP_ALIVE_MAX_MS = 10_000;
/** Closes this much earlier than the venue, since a request might be on its way. */
const KEEP_ALIVE_LESS_MS = 2_000;
/** Longest time that running requests delay the closing of a lane. */
const CLOSE_MS = 1_000;

/**
 * After a request that undici cannot build, its client reports that it has to drain. An empty
 * client never drains, so the pool would not use it again.
 */
class Connection extends Client {
  override dispatch(options: Dispatcher.DispatchOptions, handler: LaneHandler): boolean {
    return super.dispatch(options, handler) || this.stats.size === 0;
  }
}

/**
 * Creates the connections of a lane: HTTP/1.1, one request at a time on each. Idle ones close
 * before the venue's `Keep-Alive: timeout`, or soon where it states none, so that the other end is
 * rarely closed. Certificates are always verified, only by the signers in `ca` (PEM) where given.
 * `onConnect` gets the address of each connection with a valid certificate.
 */
export function createConnection(
  lane: Lane,
  origin: string,
  ca?: string,
  onConnect?: (address: string) => void,
): LaneDispatcher {
  const pool = new Pool(origin, {
    connections: CONNECTIONS[lane],
    factory: (url, options) => new Connection(url, options),
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    keepAliveTimeoutThreshold: KEEP_ALIVE_LESS_MS,
    connect: createConnector(ca, onConnect),
  });
  return {
    dispatch: (options, handler) => pool.dispatch(options, handler),
    close: () => closeSoon(pool),
  };
}

const HERE = { address: '127.0.0.1', family: 4 } as const;

/** Resolves this host's name without a resolver, since plain text may be sent there. */
export const lookUp: LookupFunction = (hostname, options, callback) => {
  if (!isLoopbackHost(hostname)) lookup(hostname, options, callback);
  else if (options.all === true) callback(null, [HERE]);
  else callback(null, HERE.address, HERE.family);
};

function createConnector(
  ca: string | undefined,
  onConnect: ((address: string) => void) | undefined,
): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    allowH2: false,
    lookup: lookUp,
    ...(ca === undefined ? {} : { ca }),
  });
  if (onConnect === undefined) return connect;
  return (options, callback) => {
    connect(options, (...end) => {
      const [, socket] = end;
      const isSecure = options.protocol === 'https:';
      if (isSecure && socket?.remoteAddress !== undefined) onConnect(socket.remoteAddress);
      callback(...end);
    });
  };
}

/** Closes a pool; a venue that does not answer must not keep the process alive. */
async function closeSoon(pool: Pool): Promise<void> {
  let late: { cancel(): void } | undefined;
  const broken = new Promise<void>((resolve) => {
    late = realCallClock.setTimer(CLOSE_MS, () => void pool.destroy().then(resolve));
  });
  await Promise.race([pool.close(), broken]);
  late?.cancel();
}
export type CreateLane = (lane: Lane, origin: string, ca?: string) => LaneDispatcher;

// Lanes: separate connections for cancels, orders and data, so that none can hold up another.
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { buildConnector, Client, type Dispatcher, Pool } from 'undici';
import type { Lane } from '../../protocol/index.js';
import { isLoopbackHost } from '../base-url.js';
import { realCallClock } from '../real-clock.js';

/** Who waits for an answer; over: it waits no more, and what has not begun need not begin. */
export interface LaneHandler extends Dispatcher.DispatchHandler {
  readonly isOver?: boolean;
}

/** The part of an undici dispatcher that a lane uses. */
export interface LaneDispatcher extends Pick<Dispatcher, 'close'> {
  dispatch(options: Dispatcher.DispatchOptions, handler: LaneHandler): boolean;
}

/** Connections of each lane. */
export const CONNECTIONS: Readonly<Record<Lane, number>> = { safety: 1, trading: 2, data: 2 };
const CONNECT_TIMEOUT_MS = 2_000;
/** Idle time of a connection of which the venue does not say how long it keeps it. */
const KEEP_ALIVE_MS = 2_000;
/** Longest idle time where the venue says so: the list of active orders comes every 5 s. */
const KEEP_ALIVE_MAX_MS = 10_000;
/** So much sooner than the venue's own end: a request may be on its way then. */
const KEEP_ALIVE_LESS_MS = 2_000;
/** How long requests that are under way may keep a lane from closing. */
const CLOSE_MS = 1_000;

/**
 * A request that undici cannot build makes its client ask to wait until it has drained, which a
 * client that has taken nothing never does: its pool would not use it again.
 */
class Connection extends Client {
  override dispatch(options: Dispatcher.DispatchOptions, handler: LaneHandler): boolean {
    return super.dispatch(options, handler) || this.stats.size === 0;
  }
}

/**
 * The real connections of a lane: HTTP/1.1, one request at a time on each. Idle ones are closed
 * before the venue gives them up, by its `Keep-Alive: timeout`, and soon where it says nothing: the
 * other end is rarely gone, and an order rarely waits for a connection. Certificates are verified
 * whatever the environment says, by the signers in `ca` (PEM) where it is given, and no others.
 * `onConnect` is told the address of each connection whose certificate fits.
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

/** The name of this machine is no resolver's to give: what goes there may be plain text. */
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

/** Nobody waits for the answers any more: a venue that gives none keeps no process from ending. */
async function closeSoon(pool: Pool): Promise<void> {
  let late: { cancel(): void } | undefined;
  const broken = new Promise<void>((resolve) => {
    late = realCallClock.setTimer(CLOSE_MS, () => void pool.destroy().then(resolve));
  });
  await Promise.race([pool.close(), broken]);
  late?.cancel();
}

// How long idle connections of a lane stay open, over real sockets.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnection, type LaneDispatcher } from '../../../src/client/index.js';
import { createAuthority } from '../../certificates.js';
import { format, listenOn } from '../raw-venue.js';

/** What the venue says of its connections; how long an idle one stays open then, milliseconds. */
const CASES: readonly (readonly [said: string | undefined, openMs: number])[] = [
  [undefined, 2_000],
  ['timeout=5', 3_000],
  ['timeout=8, max=100', 6_000],
  ['timeout=60', 10_000],
];

describe('idle connection', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  for (const [said, openMs] of CASES) {
    it(`is open for ${String(openMs)} ms where the venue says ${said ?? 'nothing'}`, async () => {
      const venue = await startVenue(said);
      const lane = createConnection('trading', `http://127.0.0.1:${String(venue.port)}`);
      await ask(lane);
      vi.advanceTimersByTime(openMs - 1);
      await ask(lane);
      expect(venue.connections).toHaveLength(1);
      const closed = once(venue.connections[0] ?? venue.server, 'close');
      vi.advanceTimersByTime(openMs);
      await closed;
      await ask(lane);
      expect(venue.connections).toHaveLength(2);
      await lane.close();
    });
  }

  it('is not kept where the venue would close it within two seconds', async () => {
    const venue = await startVenue('timeout=2');
    const lane = createConnection('trading', `http://127.0.0.1:${String(venue.port)}`);
    await ask(lane);
    await ask(lane);
    expect(venue.connections).toHaveLength(2);
    await lane.close();
  });
});

describe('closing lane', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('waits at most a second for an answer', async () => {
    const server = createServer();
    const isAsked = once(server, 'connection').then(([socket]) => once(socket as Socket, 'data'));
    const lane = createConnection('trading', `http://127.0.0.1:${String(await listenOn(server))}`);
    const asked = ask(lane);
    await isAsked;
    let isClosed = false;
    const closing = lane.close().then(() => {
      isClosed = true;
    });
    vi.advanceTimersByTime(999);
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    expect(isClosed).toBe(false);
    vi.advanceTimersByTime(1);
    await expect(asked).rejects.toThrow('The client is destroyed');
    await closing;
  });
});

describe('address of a connection', () => {
  const authority = createAuthority();
  const start = (host: string) => {
    const server = createTlsServer(authority.issue(host), (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write(format('200 OK', '{}', {})));
    });
    server.on('tlsClientError', () => undefined);
    return listenOn(server);
  };

  it('is reported once its certificate is valid, and only then', async () => {
    const messages: string[] = [];
    const open = async (host: string) => {
      const origin = `https://127.0.0.1:${String(await start(host))}`;
      return createConnection('data', origin, authority.cert, (address) => messages.push(address));
    };
    const strange = await open('venue.example');
    await expect(ask(strange)).rejects.toThrow('altnames');
    await strange.close();
    expect(messages).toEqual([]);
    const own = await open('127.0.0.1');
    await ask(own);
    await own.close();
    expect(messages).toEqual(['127.0.0.1']);
  });
});

describe('request that cannot be written', () => {
  const BAD: readonly Partial<Parameters<LaneDispatcher['dispatch']>[0]>[] = [
    { headers: { 'X-Request-ID': '\u0431' } },
    { headers: { 'no name': 'x' } },
    { headers: { 'content-length': 'x' } },
    { path: '/ /' },
    { path: 'none' },
    { method: 'G T' },
    { bodyTimeout: -1 },
  ];

  it.each(['safety', 'trading', 'data'] as const)('delays no later request on %s', async (name) => {
    const venue = await startVenue(undefined);
    const lane = createConnection(name, `http://127.0.0.1:${String(venue.port)}`);
    for (const one of BAD) await expect(ask(lane, one)).rejects.toThrow();
    await ask(lane);
    for (const one of BAD) await expect(ask(lane, one)).rejects.toThrow();
    await ask(lane);
    expect(venue.connections).toHaveLength(1);
    await lane.close();
  });
});

async function startVenue(said: string | undefined) {
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    const headers = said === undefined ? {} : { 'Keep-Alive': said };
    socket.on('data', () => socket.write(format('200 OK', '{}', headers)));
  });
  const port = await listenOn(server);
  return { server, connections, port };
}

/** One request; resolves once its connection counts as idle. */
async function ask(
  lane: LaneDispatcher,
  options: Partial<Parameters<LaneDispatcher['dispatch']>[0]> = {},
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    lane.dispatch(
      { method: 'GET', path: '/', ...options },
      {
        onRequestStart: () => undefined,
        onResponseStart: () => undefined,
        onResponseData: () => undefined,
        onResponseEnd: () => {
          resolve();
        },
        onResponseError: (_, error) => {
          reject(error);
        },
      },
    );
  });
  for (let turn = 0; turn < 3; turn++) await nextTurn();
}

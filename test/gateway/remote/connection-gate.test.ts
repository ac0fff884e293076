// The check of a lane just before an order's bytes leave: over real sockets, with busy connections.
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Pool } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createConnection, type LaneDispatcher } from '../../../src/client/index.js';
import { exchange } from '../../../src/client/transport/transport.js';
import { ROUTES } from '../../../src/protocol/index.js';
import { realPorts } from '../../../src/host/index.js';
import { ConnectionGate } from '../../../src/gateway/remote/connection-gate.js';

let server: Server;
/** One connection each; orders go on `lane`. */
let lane: LaneDispatcher;
let other: LaneDispatcher;
/** Many connections, of safety and of data. */
let safety: LaneDispatcher;
let data: LaneDispatcher;
let mayLeave = true;
const seen: string[] = [];
/** Ends of answers that the server keeps back, by path. */
const held = new Map<string, () => void>();
/** What was asked: request and body. */
const asked: (readonly [string, string])[] = [];

beforeEach(async () => {
  mayLeave = true;
  seen.length = 0;
  held.clear();
  asked.length = 0;
  server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    seen.push(`${method} ${url}`);
    if (url === '/failing') response.writeHead(500).write('{');
    const answer = () => response.end('{}');
    if (url.startsWith('/held') || url === '/failing') held.set(url, answer);
    else answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connect = () => createConnection('safety', `http://127.0.0.1:${String(port)}`);
  const guard = new ConnectionGate((requestId, body) => {
    asked.push([requestId, body.toString()]);
    return mayLeave;
  }, realPorts.clock);
  lane = guard.guard(connect(), 'trading');
  other = guard.guard(connect(), 'data');
  safety = guard.guard(connect(), 'safety');
  data = guard.guard(new Pool(`http://127.0.0.1:${String(port)}`, { connections: 9 }), 'data');
});

afterEach(async () => {
  await Promise.all([lane, other, safety, data].map((one) => one.close()));
  server.close();
});

/** What the handler is told: `start`, a status, `end`, or the code of an error. */
async function send(
  method: 'GET' | 'POST',
  path: string,
  by = lane,
  told: string[] = [],
): Promise<readonly string[]> {
  await new Promise<void>((resolve) => {
    by.dispatch(
      { method, path, body: null },
      {
        onRequestStart: () => told.push('start'),
        onResponseStart: (_, status) => told.push(String(status)),
        onResponseData: (_, chunk) => told.push(chunk.toString()),
        onResponseEnd: () => {
          told.push('end');
          resolve();
        },
        onResponseError: (_, error) => {
          told.push((error as NodeJS.ErrnoException).code ?? error.message);
          resolve();
        },
      },
    );
  });
  return told;
}

it('connection gate passes what may leave and reports the whole response', async () => {
  expect(await send('POST', '/order')).toEqual(['start', '200', '{}', 'end']);
});

it('connection gate gives up an order that may not leave once it has a connection', async () => {
  const first = send('GET', '/held');
  await expect.poll(() => held.size).toBe(1);
  const second = send('POST', '/order');
  mayLeave = false;
  held.get('/held')?.();
  expect(await second).toEqual(['WEIR_TURNED_BACK']);
  expect(await first).toContain('end');
  // The connection is of use afterwards, and the order has not left.
  expect(await send('GET', '/after')).toContain('end');
  expect(seen).toEqual(['GET /held', 'GET /after']);
});

it('connection gate lets an order leave that waited for a connection', async () => {
  let connections = 0;
  server.on('connection', () => connections++);
  const first = send('GET', '/held');
  await expect.poll(() => held.size).toBe(1);
  const order = send('POST', '/order');
  held.get('/held')?.();
  expect(await order).toEqual(['start', '200', '{}', 'end']);
  await first;
  expect(seen).toEqual(['GET /held', 'POST /order']);
  expect(connections).toBe(1);
});

it('connection gate checks the request id and the bytes that are about to be written', async () => {
  const messages: string[] = [];
  lane.dispatch(
    {
      method: 'POST',
      path: '/order',
      headers: { 'X-Request-ID': 'w-1.1' },
      body: Buffer.from('{}'),
    },
    { onResponseEnd: () => messages.push('end') },
  );
  await expect.poll(() => messages).toEqual(['end']);
  expect(asked).toEqual([['w-1.1', '{}']]);
});

it('connection gate checks orders only', async () => {
  mayLeave = false;
  expect(await send('GET', '/read')).toEqual(['start', '200', '{}', 'end']);
});

it('connection gate stops orders from a failed status line until it is processed', async () => {
  const head: string[] = [];
  const failing = send('GET', '/failing', other, head);
  await expect.poll(() => head).toContain('500');
  const order = send('POST', '/order');
  const free = send('GET', '/free');
  expect(await free).toContain('end');
  expect(seen).toEqual(['GET /failing', 'GET /free']);
  held.get('/failing')?.();
  await failing;
  // Whoever judges it halts now.
  mayLeave = false;
  expect(await order).toEqual(['WEIR_TURNED_BACK']);
  expect(seen).toEqual(['GET /failing', 'GET /free']);
});

it('connection gate drops an order given up while a failure was processed', async () => {
  const head: string[] = [];
  const failing = send('GET', '/failing', other, head);
  await expect.poll(() => head).toContain('500');
  const caller = new AbortController();
  const { signal } = caller;
  const request = { route: ROUTES.placeOrder, path: '/order', headers: {}, body: Buffer.from('') };
  const order = exchange(lane, { ...request, signal }, realPorts.clock);
  caller.abort();
  expect(await order).toMatchObject({ ok: false, sent: false });
  held.get('/failing')?.();
  await failing;
  expect(await send('POST', '/next')).toContain('end');
  expect(asked).toHaveLength(1);
  expect(seen).toEqual(['GET /failing', 'POST /next']);
});

it('connection gate stops an order that waits for a connection at a failure', async () => {
  const first = send('GET', '/held');
  await expect.poll(() => held.size).toBe(1);
  const order = send('POST', '/order');
  const head: string[] = [];
  const failing = send('GET', '/failing', other, head);
  await expect.poll(() => head).toContain('500');
  held.get('/held')?.();
  await first;
  expect(await send('GET', '/after')).toContain('end');
  expect(seen).not.toContain('POST /order');
  held.get('/failing')?.();
  await failing;
  mayLeave = false;
  expect(await order).toEqual(['WEIR_TURNED_BACK']);
  expect(seen).not.toContain('POST /order');
});

it('connection gate lets an order leave once a failure was processed without a halt', async () => {
  const head: string[] = [];
  const failing = send('GET', '/failing', other, head);
  await expect.poll(() => head).toContain('500');
  const order = send('POST', '/order');
  held.get('/failing')?.();
  await failing;
  expect(await order).toEqual(['start', '200', '{}', 'end']);
});

it('connection gate with three requests in flight delays orders least, safety never', async () => {
  const paths = ['/held/1', '/held/2', '/held/3'];
  const first = paths.map((path) => send('GET', path, data));
  await expect.poll(() => held.size).toBe(3);
  const later = [send('GET', '/later', data), send('POST', '/order')];
  expect(await send('GET', '/safety', safety)).toContain('end');
  expect(seen.toSorted()).toEqual([...paths.map((path) => `GET ${path}`), 'GET /safety']);
  held.get('/held/2')?.();
  await Promise.all(later);
  expect(seen.slice(4)).toEqual(['POST /order', 'GET /later']);
  for (const end of held.values()) end();
  await Promise.all(first);
});

it('connection gate keeps its connection when the next order was already given up', async () => {
  let connections = 0;
  server.on('connection', () => (connections += 1));
  const first = send('GET', '/held');
  await expect.poll(() => held.size).toBe(1);
  const caller = new AbortController();
  const { signal } = caller;
  const request = { route: ROUTES.placeOrder, path: '/order', headers: {}, body: Buffer.from('') };
  const order = exchange(lane, { ...request, signal }, realPorts.clock);
  caller.abort();
  expect(await order).toMatchObject({ ok: false, sent: false });
  held.get('/held')?.();
  await first;
  expect(await send('POST', '/next')).toEqual(['start', '200', '{}', 'end']);
  expect([connections, seen]).toEqual([1, ['GET /held', 'POST /next']]);
});

it('connection gate frees the place of a request whose connection breaks', async () => {
  const paths = ['/held/1', '/held/2', '/held/3'];
  const first = paths.map((path) => send('GET', path, data));
  await expect.poll(() => held.size).toBe(3);
  const order = send('POST', '/order');
  server.closeAllConnections();
  for (const told of await Promise.all(first)) expect(told).toContain('UND_ERR_SOCKET');
  expect(await order).toEqual(['start', '200', '{}', 'end']);
});

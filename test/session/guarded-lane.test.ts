// A lane that asks before an order's bytes leave: over real sockets, with a busy connection.
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLane, type LaneDispatcher } from '../../src/client/index.js';
import { guardLane } from '../../src/session/guarded-lane.js';

let server: Server;
let lane: LaneDispatcher;
let mayLeave = true;
const seen: string[] = [];
const held: (() => void)[] = [];
/** What was asked: request and body. */
const asked: (readonly [string, string])[] = [];

beforeEach(async () => {
  mayLeave = true;
  seen.length = 0;
  held.length = 0;
  asked.length = 0;
  server = createServer((request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const answer = () => response.end('{}');
    if (request.url === '/held') held.push(answer);
    else answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const real = createLane('safety', `http://127.0.0.1:${String(port)}`);
  lane = guardLane(
    real,
    (requestId, body) => {
      asked.push([requestId, body.toString()]);
      return mayLeave;
    },
    ({ method }) => method === 'POST',
  );
});

afterEach(async () => {
  await lane.close();
  server.close();
});

/** What the handler is told: `start`, a status, `end`, or the code of an error. */
async function send(method: 'GET' | 'POST', path: string): Promise<readonly string[]> {
  const told: string[] = [];
  await new Promise<void>((resolve) => {
    lane.dispatch(
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

it('lets pass what may leave, and tells all of its answer', async () => {
  expect(await send('POST', '/order')).toEqual(['start', '200', '{}', 'end']);
});

it('gives up an order that waited for a connection until it may no longer leave', async () => {
  const first = send('GET', '/held');
  await expect.poll(() => held.length).toBe(1);
  const second = send('POST', '/order');
  mayLeave = false;
  held[0]?.();
  expect(await second).toEqual(['UND_ERR_ABORTED']);
  expect(await first).toContain('end');
  // The connection is of use afterwards, and the order has not left.
  expect(await send('GET', '/after')).toContain('end');
  expect(seen).toEqual(['GET /held', 'GET /after']);
});

it('asks with the request and the bytes that are about to be written', async () => {
  const told: string[] = [];
  lane.dispatch(
    {
      method: 'POST',
      path: '/order',
      headers: { 'X-Request-ID': 'w-1.1' },
      body: Buffer.from('{}'),
    },
    { onResponseEnd: () => told.push('end') },
  );
  await expect.poll(() => told).toEqual(['end']);
  expect(asked).toEqual([['w-1.1', '{}']]);
});

it('asks for orders alone', async () => {
  mayLeave = false;
  expect(await send('GET', '/read')).toEqual(['start', '200', '{}', 'end']);
});

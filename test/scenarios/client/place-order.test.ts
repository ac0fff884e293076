// Placing and cancelling over real sockets: every way a request can end has its class.
import { createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { encodeError } from '../../../src/protocol/index.js';
import {
  createClient,
  json,
  loginBody,
  PASSWORD,
  startBoth,
  startVenue,
  TOKEN,
} from '../../client/test-venue.js';

const PLACE = 'POST /v2/orders';
const BODY = '{"coId":"a-1","size":1}';
const TAKEN = '{"coId":"a-1","orderId":"512","status":"RECEIVED"}';

describe('order placed by the client', () => {
  it('is sent byte for byte, with the headers of an attempt', async () => {
    const { venue, client } = await startBoth();
    venue.on(PLACE, json(202, TAKEN));
    expect(await client.placeOrder(BODY, 'a-1', 2)).toEqual({
      class: 'accepted',
      status: 202,
      sha256: createHash('sha256').update(TAKEN).digest('hex'),
      code: '',
      message: '',
      orderId: '512',
    });
    const seen = venue.seen.at(-1);
    expect(seen?.body).toBe(BODY);
    expect(seen?.names).toContain('SSO_TOKEN');
    expect(seen?.headers).toMatchObject({
      sso_token: TOKEN,
      'x-request-id': 'a-1.2',
      'content-type': 'application/json',
      'content-length': String(BODY.length),
      'accept-encoding': 'identity',
    });
  });

  it.each([
    ['a code', 400, encodeError('InvalidPrice', 'no'), 'rejected', 'InvalidPrice'],
    ['DuplicateOrder', 400, encodeError('DuplicateOrder', ''), 'duplicate', 'DuplicateOrder'],
    ['no code', 400, '', 'weak', ''],
    ['another coId', 202, '{"coId":"b"}', 'unknown', ''],
    ['a 503', 503, '', 'unknown', ''],
    ['the page of a proxy', 502, '<html><h1>502 Bad Gateway</h1></html>', 'unknown', ''],
    ['a page with 400', 400, '<html>Bad Request</html>', 'unknown', ''],
    ['a 500', 500, '{"message":"serious"}', 'unknown', ''],
  ])(
    'response with %s decides the outcome of the call',
    async (_, status, body, expected, code) => {
      const { venue, client } = await startBoth();
      venue.on(PLACE, json(status, body));
      const outcome = await client.placeOrder(BODY, 'a-1', 1);
      expect(outcome).toMatchObject({ class: expected, status, code });
      expect(venue.lines()).toEqual([PLACE]);
    },
  );

  it('is unknown after a page or JSON of another type', async () => {
    const { venue, client } = await startBoth();
    venue.on(PLACE, json(202, '<html></html>', { 'content-type': 'text/html' }));
    expect(await client.placeOrder(BODY, 'a-1', 1)).toMatchObject({ class: 'unknown' });
    venue.on(PLACE, json(202, TAKEN, { 'content-type': 'text/html' }));
    expect(await client.placeOrder(BODY, 'a-1', 1)).toMatchObject({ class: 'unknown' });
  });

  it('is not sent when the connection is refused', async () => {
    const { venue, client } = await startBoth();
    await venue.stop();
    expect(await client.placeOrder(BODY, 'a-1', 1)).toEqual({
      class: 'not-sent',
      status: 0,
      transport: 'connect-refused',
      code: '',
      message: 'connect-refused (ECONNREFUSED) before the request left',
      orderId: '',
    });
  });

  it('is unknown when the connection is reset before the response', async () => {
    const { venue, client } = await startBoth();
    venue.on(PLACE, (response) => response.socket?.resetAndDestroy());
    const outcome = await client.placeOrder(BODY, 'a-1', 1);
    expect(outcome).toMatchObject({ class: 'unknown', status: 0 });
    expect(outcome.message).toMatch(/^(reset|closed) \(\w+\) after the request may have left$/);
    expect(venue.lines()).toEqual([PLACE]);
  });

  it('is unknown when the response is truncated, though its status was read', async () => {
    const { venue, client } = await startBoth();
    venue.on(PLACE, (response) => {
      response.writeHead(202, { 'content-type': 'application/json', 'content-length': '500' });
      response.write(TAKEN, () => response.socket?.destroy());
    });
    const outcome = await client.placeOrder(BODY, 'a-1', 1);
    expect(outcome).toMatchObject({ class: 'unknown', status: 202, orderId: '' });
    expect(outcome.message).toMatch(/^cut-short /);
  });

  it('is unknown when the response is larger than 64 KiB', async () => {
    const { venue, client } = await startBoth();
    venue.on(PLACE, json(202, TAKEN.replace('}', `,"x":"${'x'.repeat(65_536)}"}`)));
    const outcome = await client.placeOrder(BODY, 'a-1', 1);
    expect(outcome).toMatchObject({ class: 'unknown', status: 202 });
    expect(outcome.message).toMatch(/^too-large \(over 65536 bytes\)/);
  });

  it('never follows a redirect', async () => {
    const { venue, client } = await startBoth();
    const other = await startVenue();
    venue.on(PLACE, json(307, '', { location: `${other.baseUrl}/v2/orders` }));
    expect(await client.placeOrder(BODY, 'a-1', 1)).toMatchObject({
      class: 'unknown',
      status: 307,
    });
    expect(other.seen).toEqual([]);
  });

  it('is rejected by a 401 and not repeated; a renewal starts', async () => {
    const logins: number[] = [];
    const { venue, client } = await startBoth({ onLogin: (_, status) => logins.push(status) });
    venue.on(PLACE, json(401, ''));
    venue.on('GET /v2/sso/token/renew', json(401, ''));
    expect(await client.placeOrder(BODY, 'a-1', 1)).toMatchObject({
      class: 'rejected',
      status: 401,
    });
    await vi.waitFor(() => expect(logins).toEqual([200, 401, 200]));
    expect(venue.lines()).toEqual([PLACE, 'GET /v2/sso/token/renew']);
  });

  it('is not sent without a login, or with one that has expired', async () => {
    const venue = await startVenue();
    venue.on(PLACE, json(202, TAKEN));
    const { client, clock } = createClient(venue.baseUrl);
    expect(await client.placeOrder(BODY, 'a-1', 1)).toMatchObject({ class: 'not-sent', status: 0 });
    await client.login();
    clock.at += 60_000_000;
    expect(await client.placeOrder(BODY, 'a-1', 1)).toMatchObject({ class: 'not-sent' });
    expect(venue.lines()).toEqual([]);
    await client.login();
    expect(await client.placeOrder(BODY, 'a-1', 1)).toMatchObject({ class: 'accepted' });
  });

  it('is delayed neither by stuck reads nor by stuck queries of data', async () => {
    const { venue, client } = await startBoth();
    venue.on('GET /v2/refdata/symbols/EUR%2FUSD', () => undefined);
    venue.on(PLACE, json(202, TAKEN));
    venue.on('DELETE /v2/orders', json(202, '[]'));
    const stuck = Array.from({ length: 4 }, () => client.symbolReference('EUR/USD'));
    await vi.waitFor(() => expect(venue.lines()).toHaveLength(2));
    expect(await client.placeOrder(BODY, 'a-1', 1)).toMatchObject({ class: 'accepted' });
    expect(await client.cancelAllOrders()).toMatchObject({ class: 'accepted' });
    await venue.stop();
    expect((await Promise.all(stuck)).map((outcome) => outcome.class)).toEqual(
      Array.from({ length: 4 }, () => 'failed'),
    );
  });
});

describe('kept-alive connection that the venue closes', () => {
  const servers: { close(): unknown }[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  it('delivers the next order at most once and leaves it unknown', async () => {
    const deliveries: string[] = [];
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        const text = chunk.toString();
        if (text.startsWith('POST /v2/sso/login')) {
          socket.write(respond(loginBody(), `SSO_TOKEN: ${TOKEN}\r\n`));
        } else {
          deliveries.push(text);
          if (deliveries.length === 1) socket.write(respond(TAKEN));
          else socket.destroy();
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    const { port } = server.address() as AddressInfo;
    const { client } = createClient(`http://127.0.0.1:${String(port)}`);
    await client.login();
    expect(await client.placeOrder(BODY, 'a-1', 1)).toMatchObject({ class: 'accepted' });
    // The connection counts as free only once its answer has been dealt with.
    await new Promise(setImmediate);
    expect(await client.placeOrder(BODY, 'a-1', 2)).toMatchObject({ class: 'unknown' });
    expect(deliveries).toHaveLength(2);
    // The login's lane and one connection for both orders: the second went out on the first's.
    expect(sockets.size).toBe(2);
  });
});

function respond(body: string, headers = ''): string {
  const status = body.includes('coId') ? '202 Accepted' : '200 OK';
  const length = `content-type: application/json\r\ncontent-length: ${String(body.length)}`;
  return `HTTP/1.1 ${status}\r\n${headers}${length}\r\n\r\n${body}`;
}

describe('cancel sent by the client', () => {
  const CANCEL = 'DELETE /v2/orders/512';

  it('has the venue’s order id and our id of the attempt', async () => {
    const { venue, client } = await startBoth();
    venue.on(CANCEL, json(202, TAKEN));
    expect(await client.cancelOrder('512', 'a-1.3')).toMatchObject({ class: 'accepted' });
    expect(venue.seen.at(-1)?.headers).toMatchObject({ 'x-request-id': 'a-1.3', sso_token: TOKEN });
  });

  it.each([
    ['an empty 200', 200, '', 'accepted'],
    ['OrderNotActive', 400, encodeError('OrderNotActive', ''), 'weak'],
    ['a 404', 404, '', 'weak'],
    ['a 500', 500, '', 'unknown'],
  ])('response with %s decides the outcome of the call', async (_, status, body, expected) => {
    const { venue, client } = await startBoth();
    venue.on(CANCEL, json(status, body));
    expect(await client.cancelOrder('512', 'a-1.1')).toMatchObject({ class: expected, status });
  });

  it('is repeated once after a 401 and a renewal', async () => {
    const { venue, client } = await startBoth();
    venue.on('GET /v2/sso/token/renew', json(401, ''));
    venue.on(CANCEL, json(401, ''));
    const outcome = await client.cancelOrder('512', 'a-1.1', () => 'a-1.1.2');
    expect(outcome).toMatchObject({ class: 'rejected', status: 401 });
    expect(venue.lines()).toEqual([CANCEL, 'GET /v2/sso/token/renew', CANCEL]);
    // Each under a name of its own.
    const names = venue.seen.map(({ headers }) => headers['x-request-id']?.toString() ?? '');
    expect(names.filter((name) => name.startsWith('a-'))).toEqual(['a-1.1', 'a-1.1.2']);
  });

  it('logs in first when the token has expired', async () => {
    const { venue, client, clock } = await startBoth();
    venue.on('DELETE /v2/orders', json(202, ''));
    clock.at += 60_000_000;
    expect(await client.cancelAllOrders()).toMatchObject({ class: 'accepted' });
    expect(venue.seen.map(({ line }) => line)).toEqual([
      'POST /v2/sso/login',
      'POST /v2/sso/login',
      'DELETE /v2/orders',
    ]);
    expect(venue.seen.at(-1)?.headers['x-request-id']).toMatch(/^r\d+$/);
  });

  it('is not sent when its login fails, and reports no password', async () => {
    const venue = await startVenue();
    venue.on('POST /v2/sso/login', json(401, `{"message":"no ${PASSWORD}"}`));
    const { client } = createClient(venue.baseUrl);
    const outcome = await client.cancelOrder('512', 'a-1.1');
    expect(outcome).toMatchObject({ class: 'not-sent', status: 0 });
    expect(outcome.message).toMatch(/found status 401 \(/);
    expect(outcome.message).not.toContain(PASSWORD);
  });
});

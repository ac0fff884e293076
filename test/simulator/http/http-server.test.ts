// Headers, paths, queries and bodies, which are handled alike for every route.
import { describe, expect, it } from 'vitest';
import { createOrder, exchange, formatRequest, sendRaw, start } from '../harness.js';

const SPOT = '/v2/rates/spot?symbol=EUR%2FUSD';

function containing(words: string): string {
  return expect.stringContaining(words) as string;
}

describe('every response', () => {
  it('is JSON and carries session time as its only Date', async () => {
    const client = await start();
    const { headers } = await client.get('/healthz');
    expect(headers.get('Content-Type')).toBe('application/json');
    // Two Date headers would read as one value with a comma between them.
    expect(headers.get('Date')).toBe('Mon, 13 Jul 2026 12:00:00 GMT');
    const moved = await client.moveTo(61_999);
    expect(moved.headers.get('Date')).toBe('Mon, 13 Jul 2026 12:01:01 GMT');
  });

  it.each([
    ['200', 'GET', '/healthz', undefined],
    ['401', 'GET', SPOT, undefined],
    ['404', 'GET', '/nothing', undefined],
    ['413', 'POST', '/v2/orders', ' '.repeat(65_537)],
  ])('with status %s sends the tracing id back', async (status, method, path, body) => {
    const client = await start();
    const headers = { 'X-Request-ID': 'bot-1 ~ try/2' };
    const reply = await client.ask(method, path, {
      headers,
      ...(body === undefined ? {} : { body }),
    });
    expect(String(reply.status)).toBe(status);
    expect(reply.headers.get('X-Request-ID')).toBe('bot-1 ~ try/2');
  });

  it.each([
    ['of 12,000 characters', 'x'.repeat(12_000)],
    ['with a tab', 'a\tb'],
    ['with a non-ASCII letter', 'a\u00e9\u00ff'],
    ['that is empty', ''],
  ])('sends a tracing id %s back', async (_, id) => {
    const client = await start();
    const { headers } = await client.ask('GET', '/healthz', { headers: { 'X-Request-ID': id } });
    expect(headers.get('X-Request-ID')).toBe(id);
  });

  it('without a tracing id carries none', async () => {
    const client = await start();
    expect((await client.get('/healthz')).headers.get('X-Request-ID')).toBeNull();
  });
});

describe('path', () => {
  it.each(['/', '/v2', '/v2/order', '/v2/orders/', '/v2/orders/1/2', '/v2/refdata/symbols/%ZZ'])(
    '%s that no route has is answered 404 with a code and a message',
    async (path) => {
      const client = await start();
      await client.login();
      const { status, body } = await client.get(path);
      expect({ status, body: body as unknown }).toEqual({
        status: 404,
        body: {
          errorCode: 'NotFound',
          reason: 'NotFound',
          message: `There is nothing at ${path}.`,
        },
      });
    },
  );

  it.each([
    ['PUT', '/v2/orders', 'POST, GET, DELETE'],
    ['DELETE', '/v2/rates/spot', 'GET'],
    ['GET', '/v2/sso/login', 'POST'],
    ['POST', '/v2/orders/1', 'GET, DELETE'],
    ['POST', '/healthz', 'GET'],
    ['DELETE', '/control/clock', 'GET, POST'],
  ])('requested with %s %s is answered 405 and names %s', async (method, path, allowed) => {
    const client = await start();
    const { status, headers } = await client.ask(method, path);
    expect(status).toBe(405);
    expect((headers.get('Allow') ?? '').split(', ').sort()).toEqual(allowed.split(', ').sort());
  });
});

describe('query', () => {
  it.each([
    ['/v2/rates/spot', 'query.symbol'],
    ['/v2/rates/spot?symbol=', 'query.symbol'],
    [`${SPOT}&depth=5`, 'depth'],
    [`${SPOT}&symbol=EUR%2FUSD`, 'each parameter once'],
    ['/v2/orders?id=1', 'id'],
    ['/v2/orders/1?coId=a', 'coId'],
    ['/v2/trades', 'either orderId or coId'],
    ['/v2/trades?orderId=1&coId=a', 'either orderId or coId'],
  ])('%s that the route does not know is answered 400', async (path, words) => {
    const client = await start();
    await client.login();
    expect(await client.get(path)).toMatchObject({
      status: 400,
      body: { message: containing(words) },
    });
  });

  it('may leave the slash of a symbol as it is', async () => {
    const client = await start();
    await client.login();
    expect(await client.get('/v2/rates/spot?symbol=EUR/USD')).toMatchObject({ status: 200 });
  });
});

describe('body', () => {
  it.each([
    ['no body', '', 'found nothing'],
    ['truncated JSON', '{"coId":"a"', 'expected JSON'],
    [
      'bytes that are not UTF-8',
      Buffer.from('{"coId":"\xff"}', 'latin1'),
      'expected JSON in UTF-8',
    ],
    ['an array', '[]', 'a JSON object'],
    ['a text', '"a"', 'a JSON object'],
    ['an unknown field', createOrder('a', { maxShown: 1 }), 'maxShown'],
    ['a field of Object.prototype', '{"__proto__":{"coId":"a"}}', '__proto__'],
    ['a price as text', createOrder('a', { price: '1.1' }), 'price to be a number'],
    ['a null', createOrder('a', { price: null }), 'price to be a number'],
    [
      'a price beyond the largest number',
      JSON.stringify(createOrder('a')).replace('1.1002', '1e999'),
      'price',
    ],
    ['a coId of 256 characters', createOrder('a'.repeat(256)), '255'],
  ])('with %s is answered 400 with a message and no code', async (_, body, words) => {
    const client = await start();
    await client.login();
    const reply = await client.ask('POST', '/v2/orders', { body });
    expect(reply).toMatchObject({ status: 400, body: { message: containing(words) } });
    expect(reply.body).not.toHaveProperty('errorCode');
    expect((await client.get('/v2/orders')).body).toEqual([]);
  });

  it('of 64 KiB is read, and one byte more is answered 413', async () => {
    const client = await start();
    await client.login();
    const full = JSON.stringify(createOrder('full')).padEnd(65_536);
    expect(await client.ask('POST', '/v2/orders', { body: full })).toMatchObject({ status: 202 });
    const more = JSON.stringify(createOrder('more')).padEnd(65_537);
    expect(await client.ask('POST', '/v2/orders', { body: more })).toMatchObject({ status: 413 });
    expect(await client.get('/v2/orders?coId=more')).toMatchObject({ status: 404 });
  });

  it('where none belongs is answered 400', async () => {
    const client = await start();
    await client.login();
    expect(await client.ask('DELETE', '/v2/orders', { body: '{}' })).toMatchObject({
      status: 400,
      body: { message: 'body: expected none.' },
    });
  });

  it('that comes in pieces is joined', async () => {
    const client = await start();
    const token = await client.login();
    const body = JSON.stringify(createOrder('pieces-\u00e9'));
    const chunks = [...Buffer.from(body)].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`);
    const type = { 'Content-Type': 'application/json' };
    const headers = { ...type, SSO_TOKEN: token, 'Transfer-Encoding': 'chunked' };
    const head = formatRequest('POST /v2/orders', headers).replace(/Content-Length: 0\r\n/, '');
    const text = await exchange(client, [`${head}${chunks.join('')}0\r\n\r\n`]);
    expect(text).toMatch(/^HTTP\/1\.1 202 /);
    expect((await client.order('pieces-%C3%A9')) as unknown).toMatchObject({ status: 'FILLED' });
  });
});

describe('request that the parser refuses', () => {
  const HOST = 'Host: venue\r\n';
  const CHUNKED = `POST /v2/orders HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`;
  const long = 'x'.repeat(20_000);
  it.each([
    ['with a bad chunk', 400, 'HTTP/1.1', `${CHUNKED}xyz\r\n{}\r\n0\r\n\r\n`],
    ['that is not HTTP', 400, 'HTTP/1.1', 'nonsense\r\n\r\n'],
    ['with a NUL byte in a name', 400, 'HTTP/1.1', `GET / HTTP/1.1\r\n${HOST}a\x00b: 1\r\n\r\n`],
    ['without a host', 400, 'host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['in the form for a proxy', 405, 'proxy', `CONNECT other:443 HTTP/1.1\r\n${HOST}\r\n`],
    ['with an Expect', 417, 'expect', `GET / HTTP/1.1\r\n${HOST}Expect: 200-ok\r\n\r\n`],
    ['with long headers', 431, 'headers', `GET / HTTP/1.1\r\n${HOST}X-Long: ${long}\r\n\r\n`],
  ])('%s is answered %i in JSON', async (_, status, words, request) => {
    const client = await start();
    const [head = '', body = ''] = (await sendRaw(client, request)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} `));
    expect(head).toMatch(/\r\nContent-Type: application\/json\r\n/);
    expect((JSON.parse(body) as { message: string }).message).toContain(words);
    expect(await client.get('/healthz')).toMatchObject({ status: 200 });
  });

  it.each(['Host', 'Authorization', 'Content-Type', 'User-Agent'])(
    'for a second %s is answered 400',
    async (name) => {
      const client = await start();
      const twice = `${name}: a\r\n${name.toLowerCase()}: b\r\n`;
      const host = name === 'Host' ? '' : 'Host: venue\r\n';
      const close = 'Connection: close\r\n\r\n';
      const text = await sendRaw(client, `GET /healthz HTTP/1.1\r\n${host}${twice}${close}`);
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(text).toContain(`header ${name.toLowerCase()}: expected it once.`);
    },
  );

  it('for a body of megabytes is answered 413, and its connection survives', async () => {
    const client = await start();
    await client.login();
    const body = ' '.repeat(3_000_000);
    expect(await client.ask('POST', '/v2/orders', { body })).toMatchObject({ status: 413 });
    expect(await client.get('/v2/orders')).toMatchObject({ status: 200 });
  });
});

describe('connection', () => {
  it('is answered in the order of its requests, also when they come at once', async () => {
    const client = await start();
    const headers = { SSO_TOKEN: await client.login() };
    const text = await exchange(client, [
      formatRequest('POST /v2/orders', headers, JSON.stringify(createOrder('first'))),
      formatRequest('GET /v2/orders?coId=first', headers),
      formatRequest('GET /healthz'),
    ]);
    const statuses = [...text.matchAll(/"status":"(\w+)"/g)].map(([, word]) => word);
    expect(statuses).toEqual(['RECEIVED', 'FILLED', 'ok']);
  });

  it('with other bytes than HTTP is closed, and others survive', async () => {
    const client = await start();
    expect(await exchange(client, ['nonsense\r\n\r\n'])).toMatch(/^HTTP\/1\.1 400 /);
    const long = formatRequest('GET /healthz', { 'X-Long': 'x'.repeat(20_000) });
    expect(await exchange(client, [long])).toMatch(/^HTTP\/1\.1 431 /);
    expect(await client.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });
});

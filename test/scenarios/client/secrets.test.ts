// Secrets: whatever the venue echoes, no outcome, fault or URL contains the password or a token.
import { describe, expect, it } from 'vitest';
import type { FinishedCall } from '../../../src/client/index.js';
import { listForms } from '../../process/canary.js';
import {
  createClient,
  EURUSD,
  json,
  LOGIN_MS,
  loginBody,
  PASSWORD,
  type Reply,
  renewBody,
  startVenue,
  TOKEN,
} from '../../client/test-venue.js';

const OLD_TOKEN = 'old-canary-0815';
const SECRET = 'hmac-canary-5120';

/** Secrets in every place, also where a text that is cut short would cut them. */
function echo(...secrets: readonly string[]): string {
  const text = secrets.join(', ');
  return JSON.stringify({
    errorCode: `${'c'.repeat(48)} ${text}`,
    coId: `${'i'.repeat(48)} ${text}`,
    symbol: text,
    message: `${'m'.repeat(240)} ${text}`,
  });
}

const LOGIN_ECHO = echo(PASSWORD);
const ECHO = echo(PASSWORD, TOKEN, OLD_TOKEN);

const LINES = [
  'POST /v2/orders',
  'DELETE /v2/orders/512',
  'DELETE /v2/orders',
  'GET /v2/rates/spot?symbol=EUR%2FUSD',
  'GET /v2/orders?coId=a-1',
  'GET /v2/orders/512',
  'GET /v2/orders',
  'GET /v2/trades?orderId=512',
  'GET /v2/refdata/symbols/EUR%2FUSD',
];

describe('echoed secret', () => {
  it.each([200, 202, 302, 400, 403, 404, 409, 429, 500, 503])(
    'is in no outcome of status %d',
    async (status) => {
      const venue = await startVenue();
      const heard: unknown[] = [];
      const { client } = createClient(venue.baseUrl, {
        onLogin: (result, seen) => heard.push(result, seen),
      });
      venue.on('POST /v2/sso/login', json(status === 200 ? 401 : status, LOGIN_ECHO));
      heard.push(await client.login());
      const grant = '{"status":"OK","expiryTime":2,"serverUTCTime":1}';
      venue.on('POST /v2/sso/login', json(200, grant, { SSO_TOKEN: OLD_TOKEN }));
      heard.push(await client.login());
      const renewal = json(200, renewBody(LOGIN_MS + 60_000), { SSO_TOKEN: TOKEN });
      venue.on('GET /v2/sso/token/renew', renewal);
      heard.push(await client.renew());
      for (const line of LINES) venue.on(line, json(status, ECHO));
      heard.push(
        await client.placeOrder('{"coId":"a-1"}', 'a-1', 1),
        await client.cancelOrder('512', 'a-1.1'),
        await client.cancelAllOrders(),
        await client.spotRate(EURUSD),
        await client.orderByCoId('a-1'),
        await client.orderById('512'),
        await client.activeOrders(),
        await client.fills('512'),
        await client.symbolReference('EUR/USD'),
      );
      expect(venue.lines()).toEqual(['GET /v2/sso/token/renew', ...LINES]);
      expect(JSON.stringify(heard)).not.toMatch(/canary|pass-|token-|old-/);
      expect(venue.seen.map(({ line }) => line).join('\n')).not.toContain('canary');
    },
  );

  it('is in no fault of a login whose body contains the token', async () => {
    const venue = await startVenue();
    venue.on('POST /v2/sso/login', json(200, JSON.stringify({ status: 'OK', token: TOKEN })));
    const result = await createClient(venue.baseUrl).client.login();
    expect(JSON.stringify(result)).toContain('found the fields status, token');
    expect(JSON.stringify(result)).not.toContain('canary');
  });

  it('is found when JSON escapes it', async () => {
    const password = 'quote"canary';
    const venue = await startVenue();
    venue.on(
      'POST /v2/sso/login',
      json(401, JSON.stringify({ message: `${'m'.repeat(245)}${password}` })),
    );
    const result = await createClient(venue.baseUrl, { password }).client.login();
    expect(JSON.stringify(result)).not.toMatch(/quote|canary/);
  });

  it('is in no property of the client', () => {
    const { client } = createClient('http://127.0.0.1:1');
    expect(JSON.stringify(client)).toBe('{}');
    expect(Object.keys(client)).toEqual([]);
  });
});

describe('printed text of a call', () => {
  /** Every call of a client whose venue repeats all that it is sent, described at the end. */
  async function describeAll(status: number, options: Parameters<typeof createClient>[1] = {}) {
    const venue = await startVenue();
    const calls: FinishedCall[] = [];
    const { client } = createClient(venue.baseUrl, {
      ...options,
      onCall: (facts) => calls.push(facts),
    });
    const headers = { SSO_TOKEN: TOKEN };
    const reply: Reply = (response, seen) => {
      const forms = [PASSWORD, SECRET, TOKEN].flatMap(listForms);
      json(status, JSON.stringify({ ...seen, forms }), headers)(response, seen);
    };
    const login = json(200, loginBody(), headers);
    venue.on('POST /v2/sso/login', status === 200 ? login : reply);
    venue.on('POST /v2/orders', reply);
    await client.login();
    venue.on('POST /v2/sso/login', login);
    await client.login();
    await client.placeOrder('{"coId":"a-1"}', 'a-1', 1);
    return calls.map(({ describe }) => describe());
  }

  it('contains no password, token or signature in any form', async () => {
    const [refused, granted, placed] = await describeAll(500);
    const size = expect.stringMatching(/^\[login: \d+ bytes\]$/) as string;
    const page = { headers: { 'content-type': 'application/json' }, body: size };
    expect(refused).toMatchObject({ call: 'login', request: { body: '[login]' }, answer: page });
    expect(granted).toMatchObject({ answer: { status: 200, body: size } });
    expect(placed).toMatchObject({
      call: 'placeOrder',
      request: { method: 'POST', path: '/v2/orders', body: '{"coId":"a-1"}' },
      answer: { status: 500, trouble: '' },
    });
    expect(placed?.request.headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'X-Request-ID': 'a-1.1',
    });
    const secrets = [PASSWORD, TOKEN].flatMap(listForms);
    for (const text of [refused, granted, placed].map((one) => JSON.stringify(one))) {
      expect(secrets.filter((form) => text.includes(form))).toEqual([]);
    }
    const hmac = { id: 'algo1-hmac', secret: SECRET };
    const signed = JSON.stringify(await describeAll(500, { hmac }));
    expect(signed).toContain('hmac username');
    expect(signed).toContain(String.raw`signature=\\\"[secret]`);
    expect(listForms(SECRET).filter((form) => signed.includes(form))).toEqual([]);
  });

  it('is bounded after its secrets are removed', async () => {
    const venue = await startVenue();
    const calls: FinishedCall[] = [];
    const { client } = createClient(venue.baseUrl, { onCall: (facts) => calls.push(facts) });
    await client.login();
    const filler = 'x'.repeat(64 * 1024 - 4);
    venue.on('GET /v2/orders', json(500, `${filler}${PASSWORD} and more`));
    await client.activeOrders();
    const body = calls.at(-1)?.describe().answer.body ?? '';
    expect(body).toMatch(/xxx\[sec\[13 characters more\]$/);
    expect(body.length).toBeLessThan(65 * 1024);
  });
});

// Signed requests over HTTP: which are accepted, and the messages of a 401.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import type { HmacProfile } from '../../../src/protocol/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { createLog } from '../../../src/telemetry/index.js';
import {
  type Client,
  createOrder,
  exchange,
  formatRequest,
  start,
  START,
  USER,
} from '../harness.js';
import { HMAC, signByHand, type SignedParts } from '../signed.js';

const ORDERS = '/v2/orders';
const SIGNER = { ...USER, hmac: HMAC };
const OTHER = {
  user: 'algo2',
  password: 'secret-2',
  org: 'DeskOrg',
  account: 'DeskOrgLE',
  hmac: { id: 'algo2-hmac', secret: 'other-canary' },
};

function startSigned(changes: Parameters<typeof start>[0] = {}): Promise<Client> {
  return start({ users: [SIGNER, OTHER], ...changes });
}

function withProfile(hmac: Partial<HmacProfile>) {
  return { profile: { ...DEFAULT_PROFILE, hmac: { ...DEFAULT_PROFILE.hmac, ...hmac } } };
}

/** Signs and sends; `target` and `body` of the second part are what is sent instead. */
function askSigned(
  client: Client,
  parts: Partial<SignedParts> = {},
  instead: { readonly target?: string; readonly body?: string; readonly method?: string } = {},
) {
  const signed = { method: 'GET', target: ORDERS, at: START, ...parts };
  const headers = signByHand(signed);
  const { method = signed.method, target = signed.target, body = signed.body } = instead;
  return client.ask(method, target, { headers, ...(body === undefined ? {} : { body }) });
}

describe('signed request', () => {
  it('is accepted without any login, and shows the orders of its user only', async () => {
    const client = await startSigned();
    const body = JSON.stringify(createOrder('mine', { timeInForce: 'GTC', price: 1.09 }));
    const placed = await askSigned(client, { method: 'POST', body });
    expect(placed.status).toBe(202);
    expect(placed.headers.get('SSO_TOKEN')).toBeNull();
    const target = '/v2/orders?coId=mine';
    expect(await askSigned(client, { target })).toMatchObject({ status: 200 });
    expect(await askSigned(client, { ...OTHER.hmac, target })).toMatchObject({ status: 404 });
    await client.login();
    expect(await client.get(target)).toMatchObject({ status: 200 });
    const cancel = { method: 'DELETE', target: `${ORDERS}/${String(placed.body.orderId)}` };
    expect(await askSigned(client, cancel)).toMatchObject({ status: 202 });
  });

  it('is checked with its target as it was sent, percent-encoding and query included', async () => {
    const client = await startSigned();
    for (const target of ['/v2/refdata/symbols/EUR%2FUSD', '/v2/rates/spot?symbol=EUR%2fUSD']) {
      expect(await askSigned(client, { target })).toMatchObject({ status: 200 });
    }
    const instead = { target: '/v2/rates/spot?symbol=EUR%2FUSD' };
    const target = '/v2/rates/spot?symbol=EUR/USD';
    expect(await askSigned(client, { target }, instead)).toMatchObject({ status: 401 });
  });

  it('may sign more headers, in another order', async () => {
    const client = await startSigned();
    const names = ['type', 'digest', 'date', 'request-line', 'x-request-id'];
    const sent = { 'x-request-id': 'r-1' };
    expect(await askSigned(client, { names, sent })).toMatchObject({ status: 200 });
  });

  it('is checked by session time, within the skew of the profile', async () => {
    const client = await startSigned(withProfile({ maxClockSkew: 20 * SECOND }));
    await client.moveTo(60_000);
    for (const [ms, status] of [
      [40_000, 200],
      [80_000, 200],
      [39_000, 401],
      [81_000, 401],
    ]) {
      expect(await askSigned(client, { at: START + (ms ?? 0) })).toMatchObject({ status });
    }
  });

  it('is neither required at a login nor able to renew a token', async () => {
    const client = await startSigned();
    expect(await client.login()).not.toBe('');
    client.token = '';
    const reply = await askSigned(client, { target: '/v2/sso/token/renew' });
    expect(reply).toMatchObject({ status: 401, body: { message: 'SSO_TOKEN is missing.' } });
  });

  it('uses the algorithm of the profile', async () => {
    const client = await startSigned(withProfile({ algorithm: 'hmac-sha512' }));
    expect(await askSigned(client, { algorithm: 'hmac-sha512' })).toMatchObject({ status: 200 });
    expect(await askSigned(client)).toMatchObject({
      status: 401,
      body: { message: 'Authorization: expected the algorithm hmac-sha512.' },
    });
  });
});

describe('request is answered 401', () => {
  const WRONG = 'Authorization: id or signature is wrong.';
  const DIGEST = 'Digest: expected that of the body which came, found another.';

  it.each<[string, Partial<SignedParts>, string]>([
    ['with a wrong secret', { secret: 'wrong-canary' }, WRONG],
    ['with an unknown id', { id: 'nobody' }, WRONG],
    ['with the id of another user', { id: OTHER.hmac.id }, WRONG],
    ['with an old date', { at: START - 301_000 }, 'expected a time within 5m of 2026-07-13T12:00'],
    ['with a future date', { at: START + 301_000 }, 'found Mon, 13 Jul 2026 12:05:01 GMT.'],
    ['with a date in another format', { sent: { date: '2026-07-13T12:00:00Z' } }, 'an HTTP date'],
    ['with an invalid date', { sent: { date: 'Invalid Date' } }, 'an HTTP date'],
    ['with the digest of other bytes', { sent: { digest: 'SHA-256=' } }, DIGEST],
    ['without Content-Type', { sent: { type: undefined } }, 'type: expected hmac.'],
    ['with another Content-Type', { sent: { type: 'token' } }, 'type: expected hmac.'],
    ['with another spelling of the key', { idKey: 'userId' }, 'the key username, found userId'],
    ['with an unknown key', { idKey: 'user' }, 'Authorization: expected hmac username='],
    [
      'without the digest among the signed headers',
      { names: ['request-line', 'date'] },
      'to name digest too',
    ],
    ['with only the date signed', { names: ['date'] }, 'to name request-line and digest too'],
  ])('%s', async (_, parts, words) => {
    const reply = await askSigned(await startSigned(), parts);
    expect(reply).toMatchObject({ status: 401, body: { errorCode: 'InvalidSignature' } });
    expect(reply.body.message).toContain(words);
    expect(JSON.stringify(reply.body)).not.toContain('canary');
  });

  it.each(['date', 'digest'])('without %s, whether it is signed or not', async (name) => {
    const client = await startSigned();
    const sent = { [name]: undefined };
    const message = `Authorization: expected the signed header ${name}, found it missing.`;
    expect(await askSigned(client, { sent })).toMatchObject({ status: 401, body: { message } });
    const lenient = await startSigned(withProfile({ signedHeaders: ['request-line'] }));
    const names = ['request-line'];
    const missing = name === 'date' ? 'Date is missing.' : 'Digest is missing.';
    const reply = await askSigned(lenient, { sent, names });
    expect(reply).toMatchObject({ status: 401, body: { message: missing } });
  });

  it('without Authorization', async () => {
    const client = await startSigned();
    const headers = signByHand({ method: 'GET', target: ORDERS, at: START });
    delete headers['authorization'];
    expect(await client.ask('GET', ORDERS, { headers })).toMatchObject({
      status: 401,
      body: { message: 'Authorization is missing.' },
    });
  });

  it('with altered body, target or method', async () => {
    const client = await startSigned();
    const body = JSON.stringify(createOrder('a'));
    const signed = { method: 'POST', body };
    const altered = body.replace('100000', '900000');
    expect(await askSigned(client, signed, { body: altered })).toMatchObject({
      status: 401,
      body: { message: DIGEST },
    });
    for (const instead of [{ target: '/v2/orders?coId=a' }, { method: 'DELETE' }]) {
      expect(await askSigned(client, {}, instead)).toMatchObject({
        status: 401,
        body: { message: WRONG },
      });
    }
    await client.login();
    expect(await client.get('/v2/orders?coId=a')).toMatchObject({ status: 404 });
  });

  it('with the same signature in another base64 spelling', async () => {
    const client = await startSigned();
    const headers = signByHand({ method: 'GET', target: ORDERS, at: START });
    // The last character before the padding holds two bits that no byte needs.
    const authorization = (headers['authorization'] ?? '').replace(/(.)="$/, (_, last: string) => {
      return `${String.fromCharCode(last.charCodeAt(0) + 1)}="`;
    });
    const reply = await client.ask('GET', ORDERS, { headers: { ...headers, authorization } });
    expect(reply).toMatchObject({ status: 401, body: { message: WRONG } });
  });

  it('with a header sent twice', async () => {
    const client = await startSigned();
    const headers = signByHand({ method: 'GET', target: ORDERS, at: START });
    const twice = { ...headers, Connection: 'close', Date: headers['date'] ?? '' };
    expect(await exchange(client, [formatRequest(`GET ${ORDERS}`, twice)])).toContain(' 401 ');
    const once = { ...headers, Connection: 'close' };
    expect(await exchange(client, [formatRequest(`GET ${ORDERS}`, once)])).toContain(' 200 ');
  });

  it('when the user has a password only', async () => {
    const client = await start();
    expect(await askSigned(client)).toMatchObject({ status: 401, body: { message: WRONG } });
  });

  it('and logged with the reason, without secret and signature', async () => {
    const lines: string[] = [];
    const log = createLog({ stream: { write: (line) => lines.push(line) }, format: 'json' });
    const client = await startSigned({ log });
    await askSigned(client, { secret: 'wrong-canary' });
    const text = lines.join('\n');
    expect(text).toContain('signature refused');
    expect(text).toContain(WRONG);
    expect(text).not.toMatch(/canary|signature=/);
  });
});

describe('signature settings', () => {
  it.each([
    [{ id: 'a"b', secret: 'canary' }, 'printable ASCII without quote and backslash as HMAC id'],
    [{ id: 'a', secret: 'canary\n' }, 'as HMAC id and secret of algo1@DeskOrg, found others'],
    [OTHER.hmac, 'each HMAC id once, found that of algo2@DeskOrg twice'],
  ])('with %j are refused', async (hmac, words) => {
    const started = start({ users: [{ ...USER, hmac }, OTHER] });
    await expect(started).rejects.toThrow(words);
    await expect(started).rejects.not.toThrow('canary');
  });
});

// Signed requests: what is sent, by which clock, and what a 401 leads to.
import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NEVER, type Result, unwrap } from '../../../src/domain/index.js';
import { createVenueClient, type LoginInfo } from '../../../src/client/index.js';
import type { HmacProfile } from '../../../src/protocol/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import {
  createClient,
  EURUSD,
  json,
  LOGIN_AT,
  LOGIN_MS,
  type Reply,
  type Seen,
  startVenue,
  type TestVenue,
} from '../test-venue.js';

const HMAC = { id: 'algo1-hmac', secret: 'hmac-canary-5120' };
const ORDERS = 'GET /v2/orders';
const REFUSED = '{"errorCode":"InvalidSignature","message":"who?"}';

function createSigning(
  venue: TestVenue,
  { hmac = HMAC, basePath = '', ...profile }: Partial<HmacProfile> & Options = {},
) {
  const messages: { readonly result: Result<LoginInfo>; readonly status: number }[] = [];
  const both = createClient(venue.baseUrl + basePath, {
    hmac,
    profile: { ...DEFAULT_PROFILE, hmac: { ...DEFAULT_PROFILE.hmac, ...profile } },
    onLogin: (result, status) => messages.push({ result, status }),
  });
  return { ...both, told: messages };
}

interface Options {
  readonly hmac?: typeof HMAC;
  readonly basePath?: string;
}

/** The signature of lines, made with nothing of ours. */
function sign(lines: readonly string[], { secret } = HMAC, hash = 'sha256'): string {
  return createHmac(hash, secret).update(lines.join('\n')).digest('base64');
}

function digest(body: string): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
}

function readSignature(seen: Seen | undefined): string {
  return /signature="([^"]*)"/.exec(seen?.headers.authorization ?? '')?.[1] ?? '';
}

/** `Tue, 06 Jan 2026 10:00:00 GMT`, seconds later. */
function toDate(seconds = 0): string {
  return new Date(LOGIN_MS + seconds * 1_000).toUTCString();
}

describe('signed request', () => {
  it('carries the four headers and no token', async () => {
    const venue = await startVenue();
    venue.on(ORDERS, json(200, '[]'));
    const { client } = createSigning(venue);
    expect(await client.activeOrders()).toMatchObject({ class: 'data' });
    const [seen] = venue.seen;
    const lines = ['GET /v2/orders HTTP/1.1', `date: ${toDate()}`, `digest: ${digest('')}`];
    expect(seen?.headers).toMatchObject({
      date: 'Tue, 06 Jan 2026 10:00:00 GMT',
      digest: 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
      type: 'hmac',
      authorization:
        'hmac username="algo1-hmac", algorithm="hmac-sha256", ' +
        `headers="request-line date digest", signature="${sign(lines)}"`,
    });
    expect(seen?.names.filter((name) => /date|digest|type|auth|token/i.test(name))).toEqual([
      ...['Authorization', 'Date', 'Digest', 'type'],
    ]);
    expect(venue.seen).toHaveLength(1);
  });

  it('signs the bytes of body and target as they are sent', async () => {
    const venue = await startVenue();
    const { client } = createSigning(venue);
    const body = '{"coId":"a-1","note":"Zürich €1m"}';
    await client.placeOrder(body, 'a-1', 1);
    await client.orderByCoId('a b+c/é');
    await client.symbolReference('EUR/USD');
    await client.cancelOrder('512', 'a-1.2');
    expect(venue.seen.map(({ line }) => line)).toEqual([
      'POST /v2/orders',
      'GET /v2/orders?coId=a%20b%2Bc%2F%C3%A9',
      'GET /v2/refdata/symbols/EUR%2FUSD',
      'DELETE /v2/orders/512',
    ]);
    expect(venue.seen[0]?.body).toBe(body);
    for (const seen of venue.seen) {
      const sent = digest(seen.body);
      expect(seen.headers['digest']).toBe(sent);
      const lines = [`${seen.line} HTTP/1.1`, `date: ${toDate()}`, `digest: ${sent}`];
      expect(readSignature(seen)).toBe(sign(lines));
    }
  });

  it.each([
    [true, '/venue/v2/orders'],
    [false, '/v2/orders'],
  ])('signs the path of the base URL: %s', async (signsBasePath, target) => {
    const venue = await startVenue();
    venue.on('GET /venue/v2/orders', json(200, '[]'));
    const { client } = createSigning(venue, { basePath: '/venue', signsBasePath });
    expect(await client.activeOrders()).toMatchObject({ class: 'data' });
    const lines = [`GET ${target} HTTP/1.1`, `date: ${toDate()}`, `digest: ${digest('')}`];
    expect(readSignature(venue.seen[0])).toBe(sign(lines));
  });

  it('follows the profile in key, algorithm, list and version', async () => {
    const venue = await startVenue();
    const signedHeaders = ['host', 'date', 'x-request-id', 'accept', 'type', 'request-line'];
    const { client } = createSigning(venue, {
      idKey: 'userId',
      algorithm: 'hmac-sha512',
      signedHeaders,
      httpVersion: 'HTTP/2',
    });
    await client.activeOrders();
    const [seen] = venue.seen;
    const { host = '', 'x-request-id': requestId } = seen?.headers ?? {};
    expect(venue.baseUrl).toBe(`http://${host}`);
    const lines = [`host: ${host}`, `date: ${toDate()}`, `x-request-id: ${String(requestId)}`];
    lines.push('accept: application/json', 'type: hmac', 'GET /v2/orders HTTP/2');
    expect(seen?.headers.authorization).toBe(
      'hmac userId="algo1-hmac", algorithm="hmac-sha512", ' +
        `headers="${signedHeaders.join(' ')}", signature="${sign(lines, HMAC, 'sha512')}"`,
    );
  });

  it('is dated by the session clock, anew each time', async () => {
    const venue = await startVenue();
    const { client, clock } = createSigning(venue);
    await client.activeOrders();
    clock.at += 59_999_999;
    await client.activeOrders();
    expect(venue.seen.map(({ headers }) => headers['date'])).toEqual([toDate(), toDate(59)]);
  });
});

describe('login by HMAC', () => {
  it('sends nothing and never expires', async () => {
    const venue = await startVenue();
    const { client, clock } = createSigning(venue);
    const never = { life: NEVER, renewDueAt: NEVER, expiresAt: NEVER };
    const info = { at: LOGIN_AT, venueAt: LOGIN_AT, ...never };
    expect(unwrap(await client.login())).toEqual(info);
    clock.at += 1_000_000_000_000;
    expect(await client.renew()).toMatchObject({ ok: true });
    expect(client.renewDueAt()).toBe(NEVER);
    expect(venue.seen).toEqual([]);
  });

  it.each([
    ['an id with a quote', { id: 'a"b', secret: 'canary' }, 'HMAC id: expected printable ASCII'],
    ['an empty secret', { id: 'a', secret: '' }, 'HMAC secret: expected printable ASCII'],
    ['a secret that is not ASCII', { id: 'a', secret: 'canaré' }, 'HMAC secret: expected'],
  ])('is refused with %s', (_, hmac, words) => {
    expectRefused({ hmac }, words);
  });

  it.each(['content-type', 'Date', 'authorization', 'content-length'])(
    'is refused with the signed header %s, which not every request has',
    (name) => {
      const profile = {
        ...DEFAULT_PROFILE,
        hmac: { ...DEFAULT_PROFILE.hmac, signedHeaders: ['date', name] },
      };
      expectRefused({ hmac: HMAC, profile }, `found ${name}`);
    },
  );

  function expectRefused(
    options: { hmac: typeof HMAC; profile?: typeof DEFAULT_PROFILE },
    words: string,
  ): void {
    const baseUrl = 'http://127.0.0.1:1';
    const rest = { findInstrument: () => undefined, now: () => 0 };
    const created = createVenueClient({ baseUrl, ...rest, ...options });
    expect(created).toMatchObject({ ok: false, fault: { code: 'client.hmac' } });
    const message = created.ok ? '' : created.fault.message;
    expect(message).toContain(words);
    expect(message).not.toContain('canar');
  }
});

describe('401 on a signed request', () => {
  it('is retried once with the venue’s date, and the clock offset is reported', async () => {
    const venue = await startVenue();
    venue.on(ORDERS, (response, seen) => {
      const isGood = seen.headers['date'] !== toDate();
      json(isGood ? 200 : 401, isGood ? '[]' : REFUSED, { date: toDate(725) })(response, seen);
    });
    const { client, clock, told } = createSigning(venue);
    expect(await client.activeOrders()).toMatchObject({ class: 'data' });
    expect(venue.seen.map(({ headers }) => headers['date'])).toEqual([toDate(), toDate(725)]);
    expect(told).toMatchObject([{ status: 401, result: { ok: false } }]);
    expect(JSON.stringify(told)).toContain(
      'the venue rejected the signature of algo1-hmac: status 401: ' +
        'InvalidSignature: who?; its clock is 725s ahead of ours',
    );
    // From then on the venue's own time is used at once.
    clock.at += 10_000_000;
    expect(await client.activeOrders()).toMatchObject({ class: 'data' });
    expect(venue.seen).toHaveLength(3);
    expect(venue.seen[2]?.headers['date']).toBe(toDate(735));
  });

  it.each([
    [0, ''],
    [1, ''],
    [2, '; its clock is 2s ahead of ours'],
    [-2, ''], // a Date header is half a second old on average
    [-3, '; its clock is 2s behind ours'],
  ])('reports clocks that differ by more than a second: %i s', async (seconds, words) => {
    const venue = await startVenue();
    venue.on(ORDERS, json(401, REFUSED, { date: toDate(seconds) }));
    const { client, told } = createSigning(venue);
    await client.activeOrders();
    expect(told).toHaveLength(2);
    for (const { result } of told) {
      const message = result.ok ? '' : result.fault.message;
      expect(message.slice(message.indexOf('who?'))).toBe(`who?${words}`);
    }
  });

  it('without a Date leaves the clock offset unchanged', async () => {
    const venue = await startVenue();
    venue.on(ORDERS, json(401, REFUSED));
    const { client } = createSigning(venue);
    await client.activeOrders();
    expect(venue.seen.map(({ headers }) => headers['date'])).toEqual([toDate(), toDate()]);
  });

  it('sets the venue time that a login reports', async () => {
    const venue = await startVenue();
    venue.on(ORDERS, (response, seen) => {
      const isGood = seen.headers['date'] !== toDate();
      json(isGood ? 200 : 401, isGood ? '[]' : REFUSED, { date: toDate(725) })(response, seen);
    });
    const { client } = createSigning(venue);
    await client.activeOrders();
    const { at, venueAt } = unwrap(await client.login());
    expect(venueAt - at).toBe(725_500_000);
  });

  it('twice in a row ends reads and orders with a clear message', async () => {
    const venue = await startVenue();
    venue.on(ORDERS, json(401, REFUSED, { date: toDate() }));
    const { client, told } = createSigning(venue);
    const message = 'status 401: InvalidSignature: who?';
    expect(await client.activeOrders()).toEqual({ class: 'failed', status: 401, message });
    expect(venue.seen).toHaveLength(2);
    const text = 'the venue rejected 2 signatures in a row: only cancels are sent';
    const login = await client.login();
    expect(login).toMatchObject({ ok: false, fault: { code: 'client.hmac-cap' } });
    expect(await client.activeOrders()).toMatchObject({ class: 'failed', status: 0 });
    expect(await client.placeOrder('{}', 'a-1', 1)).toMatchObject({
      class: 'not-sent',
      message: expect.stringContaining(text) as string,
    });
    expect(venue.seen).toHaveLength(2);
    expect(told.map(({ status }) => status)).toEqual([401, 401, 0, 0, 0]);
    expect(told.map(({ result }) => (result.ok ? '' : result.fault.code))).toEqual([
      ...['client.hmac', 'client.hmac-cap', 'client.hmac-cap', 'client.hmac-cap'],
      'client.hmac-cap',
    ]);
  });

  it('lets a cancel be retried once all the same, and all calls once that succeeds', async () => {
    const venue = await startVenue();
    const CANCEL = 'DELETE /v2/orders/512';
    venue.on(ORDERS, json(401, REFUSED, { date: toDate() }));
    venue.on(CANCEL, json(401, REFUSED, { date: toDate() }));
    const { client } = createSigning(venue);
    await client.activeOrders();
    expect(await client.cancelOrder('512', 'a-1.1')).toMatchObject({ status: 401 });
    expect(venue.lines()).toEqual([ORDERS, ORDERS, CANCEL]);
    expect(await client.activeOrders()).toMatchObject({ class: 'failed', status: 0 });
    venue.on(CANCEL, json(202, ''));
    venue.on(ORDERS, json(200, '[]'));
    expect(await client.cancelOrder('512', 'a-1.2')).toMatchObject({ class: 'accepted' });
    expect(await client.activeOrders()).toMatchObject({ class: 'data' });
    expect((await client.login()).ok).toBe(true);
  });

  it('of several requests in flight counts once', async () => {
    const venue = await startVenue();
    venue.on(ORDERS, (response, seen) => {
      const isGood = seen.headers['date'] !== toDate();
      json(isGood ? 200 : 401, isGood ? '[]' : REFUSED, { date: toDate(400) })(response, seen);
    });
    const { client, told } = createSigning(venue);
    const reads = await Promise.all(Array.from({ length: 6 }, () => client.activeOrders()));
    expect(reads.map((read) => read.class)).toEqual(Array.from({ length: 6 }, () => 'data'));
    expect(told).toHaveLength(1);
    expect((await client.login()).ok).toBe(true);
  });

  it('counts only in a row', async () => {
    const venue = await startVenue();
    const { client } = createSigning(venue);
    const statuses = [401, 200, 401, 500, 401, 404];
    venue.on(ORDERS, (response, seen) => {
      json(statuses.shift() ?? 200, '[]')(response, seen);
    });
    for (let count = 0; count < 3; count += 1) await client.activeOrders();
    expect(statuses).toEqual([]);
    expect(await client.activeOrders()).toMatchObject({ class: 'data' });
  });

  it('is neither cleared nor counted by a broken exchange', async () => {
    const venue = await startVenue();
    const { client, told } = createSigning(venue);
    const refuse = json(401, REFUSED, { date: toDate() });
    const replies: Reply[] = [refuse, (response) => response.destroy(), refuse];
    venue.on('POST /v2/orders', (response, seen) => {
      (replies.shift() ?? json(200, '{}'))(response, seen);
    });
    const place = (coId: string) => client.placeOrder('{}', coId, 1);
    expect(await place('a-1')).toMatchObject({ class: 'rejected', status: 401 });
    expect(await place('a-2')).toMatchObject({ class: 'unknown', status: 0 });
    expect(await place('a-3')).toMatchObject({ class: 'rejected', status: 401 });
    expect(told).toHaveLength(2);
    expect(await place('a-4')).toMatchObject({ class: 'not-sent', status: 0 });
    expect(venue.seen).toHaveLength(3);
  });

  it('never repeats an order, but counts', async () => {
    const venue = await startVenue();
    venue.on('POST /v2/orders', json(401, REFUSED, { date: toDate() }));
    const { client } = createSigning(venue);
    expect(await client.placeOrder('{"coId":"a-1"}', 'a-1', 1)).toMatchObject({
      class: 'rejected',
      status: 401,
    });
    expect(venue.seen).toHaveLength(1);
    expect(await client.placeOrder('{"coId":"a-2"}', 'a-2', 1)).toMatchObject({ status: 401 });
    expect(await client.placeOrder('{"coId":"a-3"}', 'a-3', 1)).toMatchObject({ status: 0 });
    expect(venue.seen).toHaveLength(2);
  });
});

describe('secret and signatures', () => {
  it.each([200, 202, 302, 400, 401, 403, 404, 429, 500])(
    'are in no outcome of status %d that echoes them',
    async (status) => {
      const venue = await startVenue();
      const echo = ({ headers }: Seen) => {
        const text = `${HMAC.secret}, ${headers.authorization ?? ''}`;
        const code = `${'c'.repeat(40)} ${text}`;
        return JSON.stringify({ errorCode: code, coId: text, symbol: text, message: code });
      };
      const lines = ['POST /v2/orders', 'DELETE /v2/orders/512', 'GET /v2/orders?coId=a-1'];
      lines.push('GET /v2/rates/spot?symbol=EUR%2FUSD', 'GET /v2/trades?orderId=512');
      for (const line of lines) {
        venue.on(line, (response, seen) => json(status, echo(seen))(response, seen));
      }
      const { client, told } = createSigning(venue);
      const heard = [
        await client.placeOrder('{"coId":"a-1"}', 'a-1', 1),
        await client.cancelOrder('512', 'a-1.2'),
        await client.orderByCoId('a-1'),
        await client.spotRate(EURUSD),
        await client.fills('512'),
        told,
      ];
      const text = JSON.stringify(heard);
      expect(text).not.toMatch(/canar|hmac-can/);
      const signatures = venue.seen.map(readSignature).filter((signature) => signature !== '');
      expect(signatures).toHaveLength(venue.seen.length);
      for (const signature of signatures) expect(text).not.toContain(signature.slice(0, 12));
      expect(Object.keys(client)).toEqual([]);
    },
  );
});

// Login and renewal: one call at a time, in time, limited, and the token kept private.
import { describe, expect, it } from 'vitest';
import { NEVER, unwrap } from '../../../src/domain/index.js';
import type { LoginInfo } from '../../../src/client/index.js';
import type { Result } from '../../../src/domain/fault.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import {
  createClient,
  json,
  LIFE_MS,
  LOGIN_AT,
  LOGIN_MS,
  loginBody,
  PASSWORD,
  renewBody,
  startBoth,
  startVenue,
  TOKEN,
} from '../../client/test-venue.js';

const LOGIN = 'POST /v2/sso/login';
const RENEW = 'GET /v2/sso/token/renew';
const OTHER_RENEW = 'GET /sso/tokens/renew';
const ORDERS = 'GET /v2/orders';
const LIFE = LIFE_MS * 1_000;

function faultOf(result: Result<LoginInfo>) {
  return result.ok ? undefined : result.fault;
}

describe('login', () => {
  it('sends the credentials in the body and no token', async () => {
    const { venue } = await startBoth();
    const [seen] = venue.seen;
    expect(JSON.parse(seen?.body ?? '')).toEqual({ user: 'algo1', pass: PASSWORD, org: 'DeskOrg' });
    expect(seen?.names).not.toContain('SSO_TOKEN');
  });

  it('measures the token life on the venue clock and dates it on ours', async () => {
    const venue = await startVenue();
    venue.on(LOGIN, json(200, loginBody(LOGIN_MS + 5_000), { SSO_TOKEN: TOKEN }));
    const { client } = createClient(venue.baseUrl);
    expect(client.renewDueAt()).toBe(NEVER);
    expect(unwrap(await client.login())).toEqual({
      at: LOGIN_AT,
      venueAt: LOGIN_AT + 5_000_000,
      life: LIFE,
      renewDueAt: LOGIN_AT + LIFE / 2,
      expiresAt: LOGIN_AT + LIFE,
    });
    expect(client.renewDueAt()).toBe(LOGIN_AT + LIFE / 2);
  });

  it('finds the token in a cookie when there is no header', async () => {
    const venue = await startVenue();
    venue.on(LOGIN, (response) => {
      response.setHeader('set-cookie', ['a=b; Path=/', 'SSO_TOKEN=from=cookie; Path=/']);
      json(200, loginBody())(response, venue.seen[0]!);
    });
    venue.on(ORDERS, json(200, '[]'));
    const { client } = createClient(venue.baseUrl);
    expect(await client.activeOrders()).toMatchObject({ class: 'data' });
    expect(venue.seen.at(-1)?.headers['sso_token']).toBe('from=cookie');
  });

  it('uses the header that the profile names', async () => {
    const venue = await startVenue();
    venue.on(LOGIN, json(200, loginBody(), { 'x-token': 'mine' }));
    venue.on(ORDERS, json(200, '[]'));
    const profile = { ...DEFAULT_PROFILE, tokenHeader: 'X-Token' };
    const { client } = createClient(venue.baseUrl, { profile });
    await client.activeOrders();
    expect(venue.seen.at(-1)?.headers['x-token']).toBe('mine');
  });

  it.each([
    ['no token', json(200, loginBody()), 'expected a token in the headers'],
    [
      'a body that refuses the login',
      json(200, loginBody().replace('"OK"', '"NO"')),
      'expected status OK',
    ],
    ['a page', json(200, '<html>'), 'status, expiryTime and serverUTCTime'],
    ['a 500', json(500, '{"message":"stop"}'), 'expected status 200, found status 500: stop'],
  ])('is a fault with %s', async (_, reply, words) => {
    const venue = await startVenue();
    venue.on(LOGIN, reply);
    const fault = faultOf(await createClient(venue.baseUrl).client.login());
    expect(fault?.code).toBe('client.login');
    expect(fault?.message).toContain(words);
  });

  it.each([
    ['a-long-password', true],
    ['venue', false],
  ])('names where the password is kept, unless that is part of it: %s', async (password, told) => {
    const venue = await startVenue();
    venue.on(LOGIN, json(401, ''));
    const passwordPlace = '`venue.password` of live.yaml';
    const { client } = createClient(venue.baseUrl, { password, passwordPlace });
    const { message = '' } = faultOf(await client.login()) ?? {};
    expect(message.includes('password: `')).toBe(told);
    expect(message.includes('of live.yaml')).toBe(told);
  });

  it('is a fault when nobody listens', async () => {
    const venue = await startVenue();
    await venue.stop();
    const fault = faultOf(await createClient(venue.baseUrl).client.login());
    expect(fault).toEqual({
      code: 'client.login',
      message: 'login: connect-refused (ECONNREFUSED) before the request left',
    });
  });

  it.each([
    ['by status', json(401, '')],
    ['by the body of a 200', json(200, loginBody().replace('"OK"', '"NO"'))],
  ])('stops after three refusals in a row %s', async (_, reply) => {
    const venue = await startVenue();
    venue.on(LOGIN, reply);
    const { client } = createClient(venue.baseUrl);
    for (let count = 0; count < 3; count += 1) {
      expect(faultOf(await client.login())?.code).toBe('client.login');
    }
    expect(faultOf(await client.login())?.code).toBe('client.login-cap');
    expect(await client.activeOrders()).toMatchObject({ class: 'failed', status: 0 });
    expect(venue.seen).toHaveLength(3);
  });

  it('counts the refusals of ten minutes, and no failed connection', async () => {
    const venue = await startVenue();
    const { client } = createClient(venue.baseUrl);
    const sound = json(200, loginBody(), { SSO_TOKEN: TOKEN });
    for (const reply of [401, 503, 401, 503, 503, 200].map((status) =>
      status === 200 ? sound : json(status, ''),
    )) {
      venue.on(LOGIN, reply);
      await client.login();
    }
    venue.on(LOGIN, json(401, ''));
    expect(faultOf(await client.login())?.code).toBe('client.login');
    venue.on(LOGIN, sound);
    expect(faultOf(await client.login())?.code).toBe('client.login-cap');
  });

  it('shares one call among concurrent callers', async () => {
    const venue = await startVenue();
    venue.on(ORDERS, json(200, '[]'));
    const { client } = createClient(venue.baseUrl);
    const reads = Array.from({ length: 3 }, () => client.activeOrders());
    const results = await Promise.all([client.login(), client.renew(), ...reads]);
    expect(results).toHaveLength(5);
    expect(venue.seen.filter(({ line }) => line === LOGIN)).toHaveLength(1);
  });
});

describe('token renewal', () => {
  it('keeps the old token when the response has none', async () => {
    const { venue, client } = await startBoth();
    venue.on(
      RENEW,
      json(200, renewBody(LOGIN_MS + 90_000), { date: new Date(LOGIN_MS).toUTCString() }),
    );
    venue.on(ORDERS, json(200, '[]'));
    expect(unwrap(await client.renew())).toMatchObject({ life: 90_000_000, venueAt: LOGIN_AT });
    await client.activeOrders();
    expect(venue.seen.map(({ headers }) => headers['sso_token'])).toEqual([
      undefined,
      TOKEN,
      TOKEN,
    ]);
  });

  it('takes a new token', async () => {
    const { venue, client } = await startBoth();
    venue.on(RENEW, json(200, renewBody(LOGIN_MS + 90_000), { SSO_TOKEN: 'second' }));
    venue.on(ORDERS, json(200, '[]'));
    await client.renew();
    await client.activeOrders();
    expect(venue.seen.at(-1)?.headers['sso_token']).toBe('second');
  });

  it.each([
    ['by the offset of the login, inside the second of the Date header', 30_500, 30_000, 30_500],
    ['by the Date header when our clock has fallen behind', 20_000, 30_000, 30_000],
    ['by the Date header when our clock has run ahead', 40_000, 30_000, 31_000],
  ])('estimates the venue time %s', async (_, oursMs, dateMs, estimateMs) => {
    const { venue, client, clock } = await startBoth();
    const date = new Date(LOGIN_MS + dateMs).toUTCString();
    venue.on(RENEW, json(200, renewBody(LOGIN_MS + 90_000), { date }));
    clock.at = LOGIN_AT + oursMs * 1_000;
    const info = unwrap(await client.renew());
    expect(info.venueAt).toBe(LOGIN_AT + estimateMs * 1_000);
    expect(info.life).toBe((90_000 - estimateMs) * 1_000);
    expect(info.expiresAt).toBe(clock.at + info.life);
  });

  it('tries the other spelling of the path once, and remembers it', async () => {
    const { venue, client } = await startBoth();
    venue.on(RENEW, json(404, ''));
    venue.on(OTHER_RENEW, json(200, renewBody(LOGIN_MS + 90_000)));
    expect((await client.renew()).ok).toBe(true);
    expect((await client.renew()).ok).toBe(true);
    expect(venue.lines()).toEqual([RENEW, OTHER_RENEW, OTHER_RENEW]);
  });

  it.each([
    ['a response 401', json(401, '')],
    ['a response 400', json(400, '')],
    ['a token that is not valid', json(200, renewBody(LOGIN_MS + 90_000, false))],
    [
      'a body that refuses the login',
      json(200, renewBody(LOGIN_MS + 90_000).replace('"OK"', '"NO"')),
    ],
    ['an expired token', json(200, renewBody(LOGIN_MS - 90_000))],
  ])('logs in after %s, and reports both', async (_, reply) => {
    const messages: string[] = [];
    const { venue, client } = await startBoth({
      onLogin: (result) => messages.push(result.ok ? 'ok' : result.fault.code),
    });
    venue.on(RENEW, reply);
    expect((await client.renew()).ok).toBe(true);
    expect(venue.seen.map(({ line }) => line)).toEqual([LOGIN, RENEW, LOGIN]);
    expect(messages).toEqual(['ok', 'client.renew', 'ok']);
  });

  it('logs in after a 404 on both paths', async () => {
    const { venue, client } = await startBoth();
    venue.on(RENEW, json(404, ''));
    venue.on(OTHER_RENEW, json(404, ''));
    expect((await client.renew()).ok).toBe(true);
    expect(venue.seen.map(({ line }) => line)).toEqual([LOGIN, RENEW, OTHER_RENEW, LOGIN]);
  });

  it.each([500, 503, 403, 429])(
    'is a fault after %d and is due again a second later',
    async (status) => {
      const statuses: number[] = [];
      const { venue, client, clock } = await startBoth({
        onLogin: (_, seen) => statuses.push(seen),
      });
      venue.on(RENEW, json(status, ''));
      clock.at = client.renewDueAt();
      expect(faultOf(await client.renew())?.code).toBe('client.renew');
      expect(client.renewDueAt()).toBe(clock.at + 1_000_000);
      expect(statuses).toEqual([200, status]);
      expect(venue.lines()).toEqual([RENEW]);
    },
  );

  it('reports the transport fault where no response came', async () => {
    const messages: unknown[] = [];
    const { venue, client } = await startBoth({ onLogin: (_, ...how) => messages.push(how) });
    await venue.stop();
    expect(faultOf(await client.renew())?.code).toBe('client.renew');
    expect(faultOf(await client.login())?.code).toBe('client.login');
    expect(messages.slice(1)).toEqual([
      [0, 'connect-refused'],
      [0, 'connect-refused'],
    ]);
  });

  it('is due again five seconds later once it has failed twice', async () => {
    const { venue, client, clock } = await startBoth();
    venue.on(RENEW, json(503, ''));
    for (const pause of [1_000_000, 5_000_000, 5_000_000]) {
      clock.at = client.renewDueAt();
      await client.renew();
      expect(client.renewDueAt()).toBe(clock.at + pause);
    }
    venue.on(RENEW, json(200, renewBody(LOGIN_MS + 90_000), { SSO_TOKEN: 'second' }));
    expect((await client.renew()).ok).toBe(true);
    clock.at = client.renewDueAt();
    venue.on(RENEW, json(503, ''));
    await client.renew();
    expect(client.renewDueAt()).toBe(clock.at + 1_000_000);
  });

  it.each([
    ['20', 20],
    ['900', 60],
    ['Sun, 22 Nov 2026 12:00:00 GMT', 1],
  ])('waits as long as a 429 demands: %s', async (text, seconds) => {
    const { venue, client, clock } = await startBoth();
    venue.on(RENEW, json(200, renewBody(LOGIN_MS + 600_000)));
    expect((await client.renew()).ok).toBe(true);
    venue.on(RENEW, json(429, '', { 'Retry-After': text }));
    clock.at = client.renewDueAt();
    await client.renew();
    expect(client.renewDueAt()).toBe(clock.at + seconds * 1_000_000);
  });

  it('waits at most until 5 s before the token expires, then as demanded', async () => {
    const { venue, client, clock } = await startBoth();
    venue.on(RENEW, json(429, '', { 'Retry-After': '60' }));
    const halfLife = client.renewDueAt() - clock.at;
    clock.at = client.renewDueAt() + halfLife - 20_000_000;
    await client.renew();
    expect(client.renewDueAt()).toBe(clock.at + 15_000_000);
    clock.at = client.renewDueAt();
    await client.renew();
    expect(client.renewDueAt()).toBe(clock.at + 60_000_000);
  });
});

describe('401 on a call', () => {
  it('causes one shared renewal, and every read is repeated once', async () => {
    const { venue, client } = await startBoth();
    venue.on(RENEW, json(200, renewBody(LOGIN_MS + 90_000), { SSO_TOKEN: 'second' }));
    venue.on(ORDERS, (response, seen) => {
      const isGood = seen.headers['sso_token'] === 'second';
      json(isGood ? 200 : 401, isGood ? '[]' : '')(response, seen);
    });
    const reads = await Promise.all(Array.from({ length: 6 }, () => client.activeOrders()));
    expect(reads.map((read) => read.class)).toEqual(Array.from({ length: 6 }, () => 'data'));
    expect(venue.lines().filter((line) => line === RENEW)).toHaveLength(1);
    const repeats = venue.seen.filter(({ headers }) => headers['sso_token'] === 'second');
    expect(repeats).toHaveLength(6);
  });

  it('is reported when the repeated call meets another', async () => {
    const { venue, client } = await startBoth();
    venue.on(RENEW, json(401, ''));
    venue.on(ORDERS, json(401, '{"message":"who?"}'));
    expect(await client.activeOrders()).toEqual({
      class: 'failed',
      status: 401,
      message: 'status 401: who?',
    });
    expect(venue.lines()).toEqual([ORDERS, RENEW, ORDERS]);
  });

  it('is reported when the renewal fails', async () => {
    const { venue, client } = await startBoth();
    venue.on(RENEW, json(503, ''));
    venue.on(ORDERS, json(401, ''));
    expect(await client.activeOrders()).toMatchObject({ class: 'failed', status: 401 });
    expect(venue.lines()).toEqual([ORDERS, RENEW]);
  });
});

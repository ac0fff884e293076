// Login, the token's life and its renewal over HTTP.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { START, start, USER } from '../harness.js';

const MINUTE_TOKENS = { venue: { tokenLife: 60 * SECOND } };
const LOGIN = { user: USER.user, pass: USER.password, org: USER.org };

describe('login', () => {
  it('gives a token in both places and times of the session clock', async () => {
    const client = await start(MINUTE_TOKENS);
    const { status, headers, body } = await client.ask('POST', '/v2/sso/login', { body: LOGIN });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'OK',
      errorCode: null,
      responseTuples: null,
      expiryTime: START + 60_000,
      serverUTCTime: START,
    });
    const token = headers.get('SSO_TOKEN');
    expect(token).toMatch(/^[A-Za-z0-9_-]{60}$/);
    expect(headers.get('Set-Cookie')).toBe(`SSO_TOKEN=${String(token)}; Path=/`);
  });

  it.each([
    ['another password', { ...LOGIN, pass: 'secret-2' }],
    ['a longer password', { ...LOGIN, pass: 'secret-11' }],
    ['another user', { ...LOGIN, user: 'algo2' }],
    ['another organization', { ...LOGIN, org: 'desk' }],
    ['user and organization split at another place', { ...LOGIN, user: 'algo1D', org: 'eskOrg' }],
  ])('with %s gets no token', async (_, body) => {
    const client = await start();
    const reply = await client.ask('POST', '/v2/sso/login', { body });
    expect(reply.status).toBe(401);
    expect(reply.headers.get('SSO_TOKEN')).toBeNull();
    expect(reply.headers.get('Set-Cookie')).toBeNull();
  });

  it('with a wrong password is answered 401 with a code', async () => {
    const client = await start();
    const body = { ...LOGIN, pass: 'wrong' };
    expect(await client.ask('POST', '/v2/sso/login', { body })).toMatchObject({
      status: 401,
      body: {
        errorCode: 'InvalidCredentials',
        message: expect.stringContaining('wrong') as string,
      },
    });
  });

  it.each([
    [{ user: 'algo1', org: 'DeskOrg' }, 'login.pass'],
    [{ ...LOGIN, user: '' }, 'login.user'],
    [{ ...LOGIN, pass: 1 }, 'login.pass'],
    [{ ...LOGIN, extra: 1 }, 'extra'],
    ['not json', 'expected JSON'],
    ['', 'found nothing'],
  ])('with the body %j is answered 400 with a code', async (body, words) => {
    const client = await start();
    expect(await client.ask('POST', '/v2/sso/login', { body })).toMatchObject({
      status: 400,
      body: { errorCode: 'InvalidRequest', message: expect.stringContaining(words) as string },
    });
  });
});

describe('token', () => {
  const SPOT = '/v2/rates/spot?symbol=EUR%2FUSD';

  it('lives until its end on the session clock, and not at it', async () => {
    const client = await start(MINUTE_TOKENS);
    await client.login();
    await client.moveTo(59_999);
    expect(await client.get(SPOT)).toMatchObject({ status: 200 });
    await client.moveTo(60_000);
    expect(await client.get(SPOT)).toMatchObject({
      status: 401,
      body: { errorCode: 'InvalidToken', message: expect.stringContaining('expired') as string },
    });
  });

  it('that is missing is answered 401', async () => {
    const client = await start();
    expect(await client.get(SPOT)).toMatchObject({
      status: 401,
      body: { errorCode: 'InvalidToken', message: 'SSO_TOKEN is missing.' },
    });
  });

  it('of one user does not show the orders of another', async () => {
    const other = { user: 'algo2', password: 'secret-2', org: 'DeskOrg', account: 'DeskOrgLE' };
    const client = await start({ users: [USER, other] });
    await client.login();
    const { body } = await client.place('mine');
    await client.login(other);
    expect(await client.get(`/v2/orders/${String(body.orderId)}`)).toMatchObject({ status: 404 });
    expect(await client.get('/v2/orders?coId=mine')).toMatchObject({ status: 404 });
  });
});

describe('token renewal', () => {
  it.each(DEFAULT_PROFILE.renewPaths)(
    'renewal at %s gives a new token; the old one stays valid',
    async (path) => {
      const client = await start(MINUTE_TOKENS);
      const old = await client.login();
      await client.moveTo(30_000);
      const { status, headers, body } = await client.get(path);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'OK',
        valid: true,
        expired: false,
        apiVersion: '1.0.1',
      });
      expect(body.expiryTime).toBe(START + 90_000);
      const renewed = headers.get('SSO_TOKEN') ?? '';
      expect(headers.get('Set-Cookie')).toBe(`SSO_TOKEN=${renewed}; Path=/`);
      expect(renewed).not.toBe(old);
      await client.moveTo(59_999);
      expect(await client.ask('GET', '/v2/orders', { token: old })).toMatchObject({ status: 200 });
      await client.moveTo(89_999);
      expect(await client.ask('GET', '/v2/orders', { token: old })).toMatchObject({ status: 401 });
      expect(await client.ask('GET', '/v2/orders', { token: renewed })).toMatchObject({
        status: 200,
      });
    },
  );

  it.each(['token', 'life'] as const)(
    'of an expired token gives a new one, where renewal is %s',
    async (renewal) => {
      const client = await start({ ...MINUTE_TOKENS, profile: { ...DEFAULT_PROFILE, renewal } });
      const old = await client.login();
      await client.moveTo(61_000);
      const { status, headers, body } = await client.get('/v2/sso/token/renew');
      expect([status, body.valid, body.expired]).toEqual([200, true, true]);
      expect(body.expiryTime).toBe(START + 121_000);
      const token = headers.get('SSO_TOKEN') ?? '';
      expect(await client.ask('GET', '/v2/orders', { token })).toMatchObject({ status: 200 });
      expect(await client.ask('GET', '/v2/orders', { token: old })).toMatchObject({ status: 401 });
    },
  );

  it('of an unknown or missing token is answered 401', async () => {
    const client = await start(MINUTE_TOKENS);
    await client.login();
    for (const token of ['x'.repeat(60), '']) {
      const { status, headers } = await client.ask('GET', '/v2/sso/token/renew', { token });
      expect([status, headers.get('SSO_TOKEN')]).toEqual([401, null]);
    }
  });
});

// Limits of each user, in session time.
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../src/domain/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { type Client, START, start, USER } from '../harness.js';
import { addFaults, waitForHit } from '../scenario/faults.js';

const OTHER = { user: 'algo2', password: 'secret-2', org: 'DeskOrg', account: 'DeskOrgLE' };
const LOGIN = { user: USER.user, pass: USER.password, org: USER.org };

async function count(client: Client, requests: number): Promise<readonly number[]> {
  const statuses = [];
  for (let i = 0; i < requests; i++) statuses.push((await client.get('/v2/orders')).status);
  return statuses;
}

describe('requestsPerSecond', () => {
  it('rejects too many requests in a second, of this user only, with the wait', async () => {
    const users = [USER, OTHER];
    const client = await start({ users, limits: { requestsPerSecond: 3 } });
    await client.login();
    expect(await count(client, 2)).toEqual([200, 200]);
    const refused = await client.get('/v2/orders');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1']);
    expect(refused.body).toMatchObject({
      errorCode: 'TooManyRequests',
      message: 'Too many requests.',
    });
    const other = await client.login(OTHER);
    expect((await client.ask('GET', '/v2/orders', { token: other })).status).toBe(200);
  });

  it('counts a sliding second, without the rejected requests', async () => {
    const client = await start({ limits: { requestsPerSecond: 3 } });
    await client.login();
    await client.moveTo(600);
    expect(await count(client, 4)).toEqual([200, 200, 429, 429]);
    await client.moveTo(999);
    expect(await count(client, 1)).toEqual([429]);
    await client.moveTo(1_000);
    expect(await count(client, 2)).toEqual([200, 429]);
    await client.moveTo(1_600);
    expect(await count(client, 3)).toEqual([200, 200, 429]);
  });

  it('counts a request that is answered 400', async () => {
    const client = await start({ limits: { requestsPerSecond: 2 } });
    await client.login();
    expect((await client.get('/v2/orders?unknown=1')).status).toBe(400);
    expect(await count(client, 1)).toEqual([429]);
  });

  it.each([
    ['seconds', '1'],
    ['date', new Date(START + 1_000).toUTCString()],
    ['none', null],
  ] as const)('states the wait as %s', async (retryAfter, expected) => {
    const profile = { ...DEFAULT_PROFILE, overLimit: { status: 503, retryAfter } };
    const client = await start({ limits: { requestsPerSecond: 1 }, profile });
    await client.login();
    const { status, headers } = await client.get('/v2/orders');
    expect([status, headers.get('Retry-After')]).toEqual([503, expected]);
  });
});

describe('inFlight', () => {
  it('rejects a request while too many wait for their responses', async () => {
    const client = await start({ limits: { inFlight: 1 } });
    await client.login();
    const match = { routes: ['placeOrder'] };
    await addFaults(client, { match, effect: { kind: 'delay', when: 'after', by: '2s' } });
    const waiting = client.place('slow');
    await waitForHit(client);
    expect(await count(client, 1)).toEqual([429]);
    await client.moveTo(2_000);
    expect((await waiting).status).toBe(202);
    expect(await count(client, 2)).toEqual([200, 200]);
  });
});

describe('bodyBytes', () => {
  it('is the size of the largest body', async () => {
    const body = '{"coId":"a"}';
    const client = await start({ limits: { bodyBytes: body.length } });
    await client.login();
    const place = async (text: string) =>
      (await client.ask('POST', '/v2/orders', { body: text })).status;
    expect([await place(body), await place(`${body} `)]).toEqual([400, 413]);
  });
});

describe('logins', () => {
  it('are limited by minute', async () => {
    const client = await start({ limits: { loginsPerMinute: 2 } });
    const login = () => client.ask('POST', '/v2/sso/login', { body: LOGIN });
    await login();
    await client.moveTo(20_000);
    expect((await login()).status).toBe(200);
    const refused = await login();
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '40']);
    expect(refused.headers.get('SSO_TOKEN')).toBeNull();
    await client.moveTo(60_000);
    expect((await login()).status).toBe(200);
  });

  it('are limited at once, renewals not counted, until the first ends', async () => {
    const client = await start({ limits: { sessions: 2 }, venue: { tokenLife: MINUTE } });
    const login = () => client.ask('POST', '/v2/sso/login', { body: LOGIN });
    await client.login();
    await client.moveTo(30_000);
    expect((await login()).status).toBe(200);
    expect((await client.get('/v2/sso/token/renew')).status).toBe(200);
    const refused = await login();
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
    await client.moveTo(90_000);
    expect((await login()).status).toBe(200);
  });
});

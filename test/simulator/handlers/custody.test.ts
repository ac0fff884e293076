// Custody, balances and reference data over HTTP: shapes, roles, refusals.
import { describe, expect, it } from 'vitest';
import { custodySchema, toCustodySettings } from '../../../src/venue/index.js';
import { start, USER } from '../harness.js';

const BROKER = {
  ...USER,
  user: 'broker1',
  org: 'BrokerOrg',
  account: 'BrokerLE',
  role: 'broker',
} as const;
const CUSTODY = toCustodySettings(
  custodySchema.parse({
    assets: [
      { currency: 'BTC', networks: ['BTC', 'LN'], minWithdraw: 0.001, withdrawFee: '0.0001' },
      { currency: 'EUR', decimals: 2, networks: ['SEPA'], depositAllowed: false },
      { currency: 'USD', decimals: 2, networks: ['WIRE'] },
    ],
    balances: [{ org: USER.org, currency: 'BTC', amount: '2.00000001' }],
    deposits: [{ org: USER.org, currency: 'BTC', amount: 0.5, after: '1s' }],
  }),
);
const ORGS = [{ org: BROKER.org, accounts: [BROKER.account], onBehalfOf: [USER.org] }];

async function open(user: typeof USER | typeof BROKER = USER) {
  const client = await start({ users: [USER, BROKER], custody: CUSTODY, venue: { orgs: ORGS } });
  await client.login(user);
  return client;
}

const WITHDRAW = { currency: 'BTC', amount: 0.25, address: 'addr', clientWithdrawId: 'w-1' };

describe('deposit address', () => {
  it('is the same every time, and another on each network', async () => {
    const client = await open();
    const first = await client.get('/custody/v2/deposit/address?currency=BTC');
    expect(first.body).toMatchObject({ currency: 'BTC', network: 'BTC' });
    expect((await client.get('/custody/v2/deposit/address?currency=BTC')).body).toEqual(first.body);
    const other = await client.get('/custody/v2/deposit/address?currency=BTC&network=LN');
    expect(other.body.address).not.toBe(first.body.address);
  });

  it.each([
    ['', 400, 'query.currency'],
    ['?currency=XRP', 404, 'XRP'],
    ['?currency=BTC&network=ETH', 404, 'network'],
    ['?currency=EUR', 400, 'disabled'],
    ['?currency=BTC&depth=1', 400, 'depth'],
  ])('of %s is refused with %i', async (query, status, words) => {
    const client = await open();
    const refused = await client.get(`/custody/v2/deposit/address${query}`);
    expect(refused.status).toBe(status);
    expect(refused.body.message).toContain(words);
  });
});

describe('custody histories', () => {
  it('show deposits and withdrawals as they progress', async () => {
    const client = await open();
    expect((await client.get('/custody/v2/deposit/history')).body).toEqual([]);
    const applied = await client.ask('POST', '/custody/v2/withdraw/apply', { body: WITHDRAW });
    expect([applied.status, applied.body]).toEqual([
      200,
      { id: 'WD-700001', clientWithdrawId: 'w-1' },
    ]);
    await client.moveTo(60_000);
    const deposits = await client.get('/custody/v2/deposit/history?status=CREDITED');
    expect(deposits.body).toMatchObject([{ id: 'DP-600001', amount: 0.5, status: 'CREDITED' }]);
    const withdrawals = await client.get('/custody/v2/withdraw/history?limit=1');
    expect(withdrawals.body).toMatchObject([
      { id: 'WD-700001', amount: 0.25, fee: 0.0001, status: 'COMPLETED', address: 'addr' },
    ]);
    const { body } = await client.get('/custody/v2/account/balances?currency=BTC');
    expect(body).toEqual([
      { currency: 'BTC', total: 2.24990001, available: 2.24990001, locked: 0 },
    ]);
  });

  it.each(['?limit=0', '?limit=x', '?startTime=-1', '?offset=1.5'])('refuse %s', async (query) => {
    const client = await open();
    expect((await client.get(`/custody/v2/withdraw/history${query}`)).status).toBe(400);
  });
});

describe('withdrawal', () => {
  it.each([
    ['without currency', { currency: undefined }, 400, 'body.currency'],
    ['without amount', { amount: undefined }, 400, 'body.amount'],
    ['without address', { address: undefined }, 400, 'body.address'],
    ['with an unknown field', { more: 1 }, 400, 'more'],
    ['with an amount of type text', { amount: 'much' }, 400, 'body.amount'],
    ['of a negative amount', { amount: -1 }, 400, 'body.amount'],
    ['of a negative amount as text', { amount: '-1' }, 400, 'body.amount'],
    ['of zero', { amount: '0.00' }, 400, 'body.amount'],
    ['of an unknown asset', { currency: 'XRP' }, 404, 'XRP'],
    ['below the minimum', { amount: 0.0009 }, 400, 'minimum'],
    ['above the balance', { amount: 3 }, 400, 'available'],
  ])('%s is refused', async (_, changes, status, words) => {
    const client = await open();
    const body = { ...WITHDRAW, ...changes };
    const refused = await client.ask('POST', '/custody/v2/withdraw/apply', { body });
    expect(refused.status).toBe(status);
    expect(refused.body.message).toContain(words);
  });
});

describe('amount of many digits', () => {
  it('is neither rounded on its way in nor on its way out', async () => {
    const client = await open(BROKER);
    const path = '/custody/v2/broker/account/balances';
    const body = `[{"currency":"BTC","amount":123456789012.12345678,"org":"${USER.org}"}]`;
    const reply = await client.ask('PUT', path, { body });
    expect(reply.status).toBe(200);
    const url = `${client.simulator.url}${path}?currency=BTC&org=${USER.org}`;
    const text = await (await fetch(url, { headers: { SSO_TOKEN: client.token } })).text();
    expect(text).toContain('"total":123456789012.12345678');
  });
});

describe('balances', () => {
  it('move with the trades of their assets', async () => {
    const client = await open();
    await client.place('a-1', { size: 100_000 });
    const { body } = await client.get('/custody/v2/account/balances');
    expect(body).toEqual([
      { currency: 'BTC', total: 2.00000001, available: 2.00000001, locked: 0 },
      { currency: 'EUR', total: 100_000, available: 100_000, locked: 0 },
      { currency: 'USD', total: -110_020, available: -110_020, locked: 0 },
    ]);
  });

  it('of an unknown asset are not found', async () => {
    const client = await open();
    expect((await client.get('/custody/v2/account/balances?currency=XRP')).status).toBe(404);
  });

  it('of a broker are those of its organizations', async () => {
    const client = await open(BROKER);
    const all = await client.get('/custody/v2/broker/account/balances?currency=BTC');
    expect(all.body).toMatchObject([{ org: 'BrokerOrg', total: 0 }, { org: USER.org }]);
    const path = '/custody/v2/broker/account/balances';
    const set = await client.ask('PUT', path, {
      body: [
        { currency: 'BTC', amount: '12345678.12345678', org: USER.org },
        { currency: 'USD', amount: 5 },
      ],
    });
    expect(set.status).toBe(200);
    expect(set.body).toMatchObject([
      { org: USER.org, total: 12_345_678.123_456_78 },
      { org: 'BrokerOrg', currency: 'USD', total: 5 },
    ]);
    const one = await client.get(`${path}?org=${USER.org}&currency=BTC`);
    expect(one.body).toMatchObject([{ total: 12_345_678.123_456_78 }]);
  });

  it('of a broker change as a whole or not at all', async () => {
    const client = await open(BROKER);
    const path = '/custody/v2/broker/account/balances';
    for (const wrong of [
      { currency: 'XRP', amount: 1 },
      { currency: 'USD', amount: 1, org: 'NoOrg' },
      { currency: 'USD', amount: 0.001 },
      { currency: 'USD', amount: -1 },
    ]) {
      const body = [{ currency: 'USD', amount: 9 }, wrong];
      expect((await client.ask('PUT', path, { body })).status).toBeGreaterThanOrEqual(400);
    }
    expect((await client.ask('PUT', path, { body: [] })).status).toBe(400);
    expect((await client.get(`${path}?org=NoOrg`)).status).toBe(404);
    expect((await client.get(`${path}?org=${BROKER.org}&currency=USD`)).body).toMatchObject([
      { total: 0 },
    ]);
  });

  it('of others are for brokers only', async () => {
    const client = await open();
    const path = '/custody/v2/broker/account/balances';
    expect((await client.get(path)).status).toBe(401);
    const body = [{ currency: 'USD', amount: 9 }];
    expect((await client.ask('PUT', path, { body })).status).toBe(401);
  });
});

describe('reference data', () => {
  it('names symbols, instruments and assets', async () => {
    const client = await open();
    const symbols = await client.get('/v2/refdata/currencies?type=symbols');
    expect(symbols.body).toEqual(['EUR/USD']);
    const instruments = await client.get('/v2/refdata/currencies?type=instruments');
    expect(instruments.body).toEqual(['EUR', 'USD', 'BTC']);
    const assets = await client.get('/custody/v2/asset/assetDetail?currency=BTC');
    expect(assets.body).toEqual([
      {
        currency: 'BTC',
        depositAllowed: true,
        withdrawAllowed: true,
        minWithdrawAmount: 0.001,
        withdrawFee: 0.0001,
      },
    ]);
    expect((await client.get('/custody/v2/asset/assetDetail')).body).toHaveLength(3);
  });

  it('tells the conventions of an instrument', async () => {
    const client = await open();
    expect((await client.get('/v2/refdata/currencies/EUR')).body).toEqual({
      instrument: 'EUR',
      name: 'Euro',
      type: 'FIAT',
      precision: 2,
      roundingMode: 'HALF_UP',
      deliverable: true,
    });
    expect((await client.get('/v2/refdata/currencies/BTC')).body).toMatchObject({
      type: 'CRYPTO',
      precision: 8,
    });
  });

  it.each([
    ['/v2/refdata/currencies', 400],
    ['/v2/refdata/currencies?type=all', 400],
    ['/v2/refdata/currencies/XRP', 404],
    ['/v2/refdata/symbols/XRP', 404],
    ['/custody/v2/asset/assetDetail?currency=XRP', 404],
  ])('at %s answers %i', async (path, status) => {
    const client = await open();
    expect((await client.get(path)).status).toBe(status);
  });
});

it.each([
  ['deposit', 'CREDITTED', 'PENDING, CONFIRMED, CREDITED, FAILED'],
  ['withdraw', 'completed', 'APPLIED, PENDING_APPROVAL, PROCESSING, COMPLETED, REJECTED'],
])('%s history refuses the status %s and names the known ones', async (of, word, known) => {
  const client = await open();
  const { status, body } = await client.get(`/custody/v2/${of}/history?status=${word}`);
  expect(status).toBe(400);
  expect(body.message).toContain(`query.status: expected ${known}`);
  expect(body.message).toContain(`found "${word}"`);
});

it('asset coarser than its symbols is refused at the start', async () => {
  const custody = toCustodySettings(
    custodySchema.parse({ assets: [{ currency: 'EUR', decimals: 1, networks: ['SEPA'] }] }),
  );
  await expect(start({ custody })).rejects.toThrow(/decimals of EUR/);
});

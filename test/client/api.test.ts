// Typed calls of the route table over real sockets: inputs, outcome classes, retries, given up.
import { describe, expect, it } from 'vitest';
import { type Route, ROUTE_IDS, ROUTES } from '../../src/protocol/index.js';
import { createConnection } from '../../src/client/transport/connections.js';
import { namesOf } from '../../src/client/call-input.js';
import {
  createClient,
  json,
  loginBody,
  PASSWORD,
  startBoth,
  startVenue,
  TOKEN,
} from './test-venue.js';

const LOGIN = 'POST /v2/sso/login';
const SPOT = 'GET /v2/rates/spot?symbol=EUR%2FUSD';
const RATE = { symbol: 'EUR/USD', bid: 1.09512, offer: 1.09519, time: 1_767_693_605_123 };
const ORDER = {
  coId: 'a-1',
  type: 'Limit',
  timeInForce: 'IOC',
  side: 'Buy',
  currency: 'EUR',
  symbol: 'EUR/USD',
  size: 1_000,
} as const;
const REQUEST = { ...ORDER, price: 1.1 } as const;

describe('fields of a call', () => {
  it.each(ROUTE_IDS)('of %s have one place each', (id) => {
    const { params, query, body }: Route = ROUTES[id];
    const names = [params, query, body].flatMap((schema) => namesOf(schema));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('read call', () => {
  it('returns the answer as the schema defines it, with unknown fields', async () => {
    const { venue, client } = await startBoth();
    venue.on(SPOT, json(200, JSON.stringify({ ...RATE, more: 1 })));
    expect(await client.api.market.spotRate({ symbol: 'EUR/USD' })).toMatchObject({
      class: 'data',
      status: 200,
      value: { ...RATE, more: 1 },
    });
  });

  it('is empty where the venue answers "no result"', async () => {
    const { venue, client } = await startBoth();
    venue.on(SPOT, json(404, '{"message":"none"}'));
    const outcome = await client.api.market.spotRate({ symbol: 'EUR/USD' });
    expect(outcome).toEqual({ class: 'empty', status: 404 });
  });

  it('fails on an answer of another shape, naming call and field', async () => {
    const { venue, client } = await startBoth();
    venue.on(SPOT, json(200, JSON.stringify({ ...RATE, bid: 'high' })));
    const outcome = await client.api.market.spotRate({ symbol: 'EUR/USD' });
    expect(outcome).toMatchObject({ class: 'failed', status: 200 });
    expect(outcome).toHaveProperty('message', expect.stringMatching(/^spotRate: answer\.bid: /));
  });

  it('is never sent with a field that is missing, unknown or wrong', async () => {
    const { venue, client } = await startBoth();
    const call = client.api.market.spotRate as (input: unknown) => Promise<unknown>;
    for (const input of [{}, { symbol: 'EUR/USD', depth: 1 }, { symbol: 7 }, [], 'EUR/USD']) {
      expect(await call(input)).toMatchObject({ class: 'failed', status: 0 });
    }
    expect(venue.lines()).toEqual([]);
  });

  it('is repeated once after a 401 and a new login', async () => {
    const { venue, client } = await startBoth();
    let asked = 0;
    venue.on(SPOT, (response, seen) => {
      asked += 1;
      json(asked === 1 ? 401 : 200, JSON.stringify(RATE))(response, seen);
    });
    venue.on('GET /v2/sso/token/renew', json(401, '{}'));
    venue.on('POST /v2/sso/login', json(200, loginBody(), { SSO_TOKEN: `${TOKEN}-2` }));
    const outcome = await client.api.market.spotRate({ symbol: 'EUR/USD' });
    expect(outcome).toMatchObject({ class: 'data' });
    expect(asked).toBe(2);
  });
});

describe('write call', () => {
  it('returns the accepted order', async () => {
    const { venue, client } = await startBoth();
    venue.on('POST /v2/orders', json(202, JSON.stringify({ ...ORDER, orderId: '5' })));
    expect(await client.api.orders.placeOrder(REQUEST)).toMatchObject({
      class: 'accepted',
      status: 202,
      value: { orderId: '5' },
    });
    expect(JSON.parse(venue.seen.at(-1)?.body ?? '')).toEqual(REQUEST);
    expect(venue.seen.at(-1)?.headers['x-request-id']).toBe('a-1.1');
  });

  it('returns the code of a rejection', async () => {
    const { venue, client } = await startBoth();
    const body = { errorCode: 'RequestValidationError.InvalidPrice', message: 'no' };
    venue.on('POST /v2/orders', json(400, JSON.stringify(body)));
    expect(await client.api.orders.placeOrder(REQUEST)).toMatchObject({
      class: 'rejected',
      status: 400,
      code: 'InvalidPrice',
    });
  });

  it('has an unknown outcome after a 500, a truncated answer or another coId', async () => {
    const { venue, client } = await startBoth();
    const other = JSON.stringify({ ...ORDER, coId: 'b-2', orderId: '5' });
    for (const reply of [json(500, '{}'), json(202, '{"coId":'), json(202, other)]) {
      venue.on('POST /v2/orders', reply);
      expect(await client.api.orders.placeOrder(REQUEST)).toMatchObject({ class: 'unknown' });
    }
  });

  it('is never sent twice, not even after a 401', async () => {
    const { venue, client } = await startBoth();
    venue.on('POST /v2/orders', json(401, '{}'));
    venue.on('GET /v2/sso/token/renew', json(401, '{}'));
    expect(await client.api.orders.placeOrder(REQUEST)).toMatchObject({ class: 'rejected' });
    expect(venue.lines().filter((line) => line === 'POST /v2/orders')).toHaveLength(1);
  });

  it('is never sent with a field that the venue does not know', async () => {
    const { venue, client } = await startBoth();
    const call = client.api.orders.placeOrder as (input: unknown) => Promise<unknown>;
    const outcome = await call({ ...REQUEST, sice: 5 });
    expect(outcome).toMatchObject({ class: 'not-sent', status: 0 });
    expect(outcome).toHaveProperty('message', expect.stringContaining('sice'));
    expect(venue.lines()).toEqual([]);
  });

  it('is never sent with a coId that no header can carry, and delays no later call', async () => {
    const { venue, client } = await startBoth();
    venue.on('POST /v2/orders', json(202, JSON.stringify({ ...ORDER, orderId: '5' })));
    for (const coId of ['\u0431\u043e\u0442-1', 'euro-\u20ac', '\ud83d\ude80', 'a\nb']) {
      const outcome = await client.api.orders.placeOrder({ ...REQUEST, coId });
      expect(outcome).toMatchObject({ class: 'not-sent', status: 0 });
      expect(outcome).toHaveProperty('message', expect.stringContaining('coId: expected'));
      const direct = await client.placeOrder(JSON.stringify({ ...REQUEST, coId }), coId, 1);
      expect(direct).toMatchObject({ class: 'not-sent', transport: 'gate' });
      expect(direct.message).toContain('header X-Request-ID');
      expect(await client.cancelOrder('5', `${coId}.2`)).toMatchObject({ class: 'not-sent' });
    }
    expect(venue.lines()).toEqual([]);
    expect(await client.api.orders.placeOrder(REQUEST)).toMatchObject({ class: 'accepted' });
  });

  it('never shows a secret that the venue repeats', async () => {
    const { venue, client } = await startBoth();
    const body = JSON.stringify({ errorCode: TOKEN, message: `wrong ${PASSWORD}` });
    venue.on('DELETE /v2/orders/5', json(400, body));
    const outcome = JSON.stringify(await client.api.orders.cancelOrder({ id: '5' }));
    expect(outcome).not.toContain(TOKEN);
    expect(outcome).not.toContain(PASSWORD);
  });
});

describe('abandoned call', () => {
  it('ends before it is sent', async () => {
    const { venue, client } = await startBoth();
    const outcome = await client.api.orders.placeOrder(REQUEST, { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ class: 'not-sent' });
    expect(venue.lines()).toEqual([]);
  });

  it('is asked after its login whether it may still leave, and is not sent if not', async () => {
    const venue = await startVenue();
    const { client } = createClient(venue.baseUrl);
    const asked: (readonly string[])[] = [];
    const findRefusal = () => {
      asked.push(venue.seen.map(({ line }) => line));
      return 'RC62: a person has said stop';
    };
    const outcome = await client.api.orders.placeOrder(REQUEST, { findRefusal });
    const message = 'RC62: a person has said stop';
    expect(outcome).toMatchObject({ class: 'not-sent', message });
    expect(asked).toEqual([[LOGIN]]);
    expect(venue.seen.map(({ line }) => line)).toEqual([LOGIN]);
  });

  it('is asked in the tick of the write, also after waiting for a connection', async () => {
    const venue = await startVenue();
    let word: string | undefined;
    const { client } = createClient(venue.baseUrl, {
      createLane: (lane, ...place) => {
        const real = createConnection(lane, ...place);
        const dispatch: typeof real.dispatch = (options, handler) => {
          if (lane !== 'trading') return real.dispatch(options, handler);
          // Handed over, and no bytes have left.
          setTimeout(() => {
            word = 'RC62: a person has said stop';
            real.dispatch(options, handler);
          }, 20);
          return true;
        };
        return { dispatch, close: () => real.close() };
      },
    });
    const findRefusal = () => word;
    const outcome = await client.api.orders.placeOrder(REQUEST, { findRefusal });
    expect(outcome).toMatchObject({ class: 'not-sent', transport: 'gate', message: word });
    expect(venue.seen.map(({ line }) => line)).toEqual([LOGIN]);
    // The connection that the refused call was about to use serves the next one.
    word = undefined;
    expect(await client.api.orders.cancelOrder({ id: '5' })).not.toMatchObject({ status: 0 });
    await client.close();
  });

  it('that is a write has an unknown outcome once it was sent', async () => {
    const { venue, client } = await startBoth();
    const control = new AbortController();
    venue.on('POST /v2/orders', () => {
      control.abort();
    });
    const outcome = await client.api.orders.placeOrder(REQUEST, { signal: control.signal });
    expect(outcome).toMatchObject({
      class: 'unknown',
      message: expect.stringContaining('aborted'),
    });
  });
});

// Reads over real sockets: data, "no result", and everything else as a failed poll.
import { describe, expect, it } from 'vitest';
import { formatVenueTime } from '../../../src/domain/index.js';
import type { VenueOrderView } from '../../../src/domain/venue/index.js';
import { encodeOrder, encodeSymbolReference } from '../../../src/protocol/codecs/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { realCallClock } from '../../../src/client/real-clock.js';
import {
  createClient,
  EURUSD,
  json,
  LOGIN_AT,
  startBoth,
  startVenue,
} from '../../client/test-venue.js';

const SPOT = 'GET /v2/rates/spot?symbol=EUR%2FUSD';
const RATE =
  '{"symbol":"EUR/USD","bid":1.09512,"offer":1.09519,' +
  '"bidLimit":1,"offerLimit":2,"time":1767693605123}';

const VIEW: VenueOrderView = {
  orderId: '512',
  coId: 'a-1',
  user: 'algo1@DeskOrg',
  org: 'DeskOrg',
  instrument: EURUSD,
  side: 'Buy',
  type: 'Limit',
  timeInForce: 'IOC',
  units: 100_000,
  priceTicks: 109_520,
  expirySeconds: 0,
  status: 'NEW',
  cumUnits: 0,
  cumCash: 0n,
  cumBaseUnits: 0,
  lastTrade: undefined,
  reason: '',
  createdAt: LOGIN_AT,
  transactAt: LOGIN_AT,
  details: undefined,
};
const ORDER = encodeOrder(VIEW, 'place');

function trade(orderId: string): string {
  const executionTime = formatVenueTime(LOGIN_AT);
  const [dealtAmount, rate] = [10, 1.09518];
  const fields = { orderId, tradeId: 'FXI1', coId: 'a-1', symbol: 'EUR/USD', currency: 'EUR' };
  return JSON.stringify({ ...fields, executionTime, dealtAmount, rate });
}

describe('read', () => {
  it('of a rate returns it with the venue time of the response', async () => {
    const { venue, client } = await startBoth();
    venue.on(SPOT, json(200, RATE, { date: 'Tue, 06 Jan 2026 10:00:00 GMT' }));
    expect(await client.spotRate(EURUSD)).toMatchObject({
      class: 'data',
      status: 200,
      serverAt: LOGIN_AT,
      value: { bidTicks: 109_512, offerTicks: 109_519, bidUnits: 100, offerUnits: 200 },
    });
    expect(venue.seen.at(-1)?.headers['x-request-id']).toMatch(/^r\d+$/);
  });

  it('returns no venue time without a Date header', async () => {
    const { venue, client } = await startBoth();
    venue.on(SPOT, json(200, RATE));
    expect(await client.spotRate(EURUSD)).not.toHaveProperty('serverAt');
  });

  it('logs in first when there is no token', async () => {
    const venue = await startVenue();
    venue.on(SPOT, json(200, RATE));
    expect(await createClient(venue.baseUrl).client.spotRate(EURUSD)).toMatchObject({
      class: 'data',
    });
  });

  it.each([
    ['a 404', json(404, ''), { class: 'empty', status: 404 }],
    ['a page', json(200, '<html>'), { class: 'failed', status: 200 }],
    ['JSON of another type', json(200, RATE, { 'content-type': 'text/html' }), { class: 'failed' }],
    ['a redirect', json(302, '', { location: '/v2/rates' }), { class: 'failed', status: 302 }],
    ['a 500', json(500, ''), { class: 'failed', status: 500, message: 'status 500' }],
    ['another symbol', json(200, RATE.replace('EUR/USD', 'USD/JPY')), { class: 'failed' }],
  ])('of a rate is classed after %s', async (_, reply, expected) => {
    const { venue, client } = await startBoth();
    venue.on(SPOT, reply);
    expect(await client.spotRate(EURUSD)).toMatchObject(expected);
    expect(venue.lines()).toEqual([SPOT]);
  });

  it('fails on a response over 1 MiB without reading on', async () => {
    const { venue, client } = await startBoth();
    venue.on(SPOT, json(200, `"${'x'.repeat(1_048_576)}"`));
    const outcome = await client.spotRate(EURUSD);
    expect(outcome).toMatchObject({ class: 'failed', status: 200 });
    expect(outcome).toMatchObject({ message: expect.stringMatching(/^too-large/) as string });
  });

  it('fails on a reset and on a truncated body', async () => {
    const { venue, client } = await startBoth();
    venue.on(SPOT, (response) => response.socket?.resetAndDestroy());
    expect(await client.spotRate(EURUSD)).toMatchObject({ class: 'failed', status: 0 });
    venue.on(SPOT, (response) => {
      response.writeHead(200, { 'content-length': '500' });
      response.write(RATE, () => response.socket?.destroy());
    });
    expect(await client.spotRate(EURUSD)).toMatchObject({ class: 'failed', status: 200 });
  });

  it('fails when a body trickles past the deadline of the call', async () => {
    let machine = 0;
    const { venue, client } = await startBoth({
      machine: { ...realCallClock, monoMicros: () => machine },
    });
    venue.on(SPOT, (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const trickle = setInterval(() => response.write(' '), 1);
      response.on('close', () => {
        clearInterval(trickle);
      });
      // The clock passes the deadline of 4 s while bytes still come.
      response.write('{', () => (machine = 4_000_001));
    });
    const outcome = await client.spotRate(EURUSD);
    expect(outcome).toMatchObject({ class: 'failed', status: 200 });
    expect(outcome).toMatchObject({ message: 'timeout after the request may have left' });
  });

  it('fails after the client was closed', async () => {
    const { client } = await startBoth();
    await client.close();
    await client.close();
    expect(await client.spotRate(EURUSD)).toMatchObject({
      class: 'failed',
      message: 'no-connection (UND_ERR_DESTROYED) before the request left',
    });
  });
});

describe('order query', () => {
  it('finds an order by coId or by id, as an object or in an array', async () => {
    const { venue, client } = await startBoth();
    venue.on('GET /v2/orders?coId=a-1', json(200, ORDER));
    venue.on('GET /v2/orders/512', json(200, `[${ORDER}]`));
    const value = { coId: 'a-1', orderId: '512', status: 'NEW', units: 100_000 };
    expect(await client.orderByCoId('a-1')).toMatchObject({ class: 'data', value });
    expect(await client.orderById('512')).toMatchObject({ class: 'data', value });
  });

  it.each([
    ['a 404', json(404, ''), { class: 'empty', status: 404 }],
    ['an empty array', json(200, '[]'), { class: 'empty', status: 200 }],
    ['two orders', json(200, `[${ORDER},${ORDER}]`), { class: 'failed', status: 200 }],
    ['another order', json(200, ORDER.replace('a-1', 'a-2')), { class: 'failed' }],
  ])('by coId is classed after %s', async (_, reply, expected) => {
    const { venue, client } = await startBoth();
    venue.on('GET /v2/orders?coId=a-1', reply);
    expect(await client.orderByCoId('a-1')).toMatchObject(expected);
  });

  it('by id fails on another order', async () => {
    const { venue, client } = await startBoth();
    venue.on('GET /v2/orders/513', json(200, ORDER));
    expect(await client.orderById('513')).toMatchObject({
      class: 'failed',
      message: 'order query: expected orderId 513, found "512"',
    });
  });

  it('lists the active orders, and an empty list is a list too', async () => {
    const { venue, client } = await startBoth();
    venue.on('GET /v2/orders', json(200, `[${ORDER}]`));
    expect(await client.activeOrders()).toMatchObject({ class: 'data', value: [{ coId: 'a-1' }] });
    venue.on('GET /v2/orders', json(200, '[]'));
    expect(await client.activeOrders()).toMatchObject({ class: 'data', value: [] });
    venue.on('GET /v2/orders', json(404, ''));
    expect(await client.activeOrders()).toMatchObject({ class: 'failed', status: 404 });
    expect(await client.activeCoIds()).toMatchObject({ class: 'failed', status: 404 });
    venue.on('GET /v2/positions', json(404, ''));
    expect(await client.netPositions()).toMatchObject({ class: 'failed', status: 404 });
  });

  it('lists the fills of one order, and refuses those of another', async () => {
    const { venue, client } = await startBoth();
    venue.on('GET /v2/trades?orderId=512', json(200, `[${trade('512')}]`));
    expect(await client.fills('512')).toMatchObject({
      class: 'data',
      value: [{ tradeId: 'FXI1', units: 1_000, priceTicks: 109_518, executedAt: LOGIN_AT }],
    });
    venue.on('GET /v2/trades?orderId=512', json(200, `[${trade('512')},${trade('9')}]`));
    expect(await client.fills('512')).toMatchObject({
      class: 'failed',
      message: 'fills: expected orderId 512, found "9"',
    });
    const busted = trade('9').replace('{', '{"status":"Canceled",');
    venue.on('GET /v2/trades?orderId=512', json(200, `[${trade('512')},${busted}]`));
    expect(await client.fills('512')).toMatchObject({ class: 'data', value: [{ type: 'trade' }] });
  });

  it('queries fills by the parameter that the profile names', async () => {
    const profile = { ...DEFAULT_PROFILE, calls: { orderFills: { query: { orderId: 'id' } } } };
    const { venue, client } = await startBoth({ profile });
    venue.on('GET /v2/trades?id=512', json(200, `[${trade('512')}]`));
    expect(await client.fills('512')).toMatchObject({
      class: 'data',
      value: [{ tradeId: 'FXI1' }],
    });
  });

  it('reads the terms of a symbol', async () => {
    const { venue, client } = await startBoth();
    venue.on('GET /v2/refdata/symbols/EUR%2FUSD', json(200, encodeSymbolReference(EURUSD)));
    expect(await client.symbolReference('EUR/USD')).toMatchObject({
      class: 'data',
      value: { ratePrecision: 5, sizeIncrement: 0.01 },
    });
  });

  it('uses the path of the base URL', async () => {
    const venue = await startVenue();
    venue.on('POST /venue/v2/sso/login', json(401, ''));
    await createClient(`${venue.baseUrl}/venue/`).client.login();
    expect(venue.seen[0]?.line).toBe('POST /venue/v2/sso/login');
  });
});

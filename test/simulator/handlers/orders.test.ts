// The lives of orders, stepped through on a stopped clock.
import { describe, expect, it } from 'vitest';
import { HOUR, MILLISECOND } from '../../../src/domain/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { type Client, START, start } from '../harness.js';

/** Bid and offer fall away from 1.1 / 1.1002 and come back; EUR 1 million a side. */
const WAVE = [
  '0,EUR/USD,1.1,1.1002,1000000,1000000',
  '1000,EUR/USD,1.0995,1.0997,1000000,1000000',
  '2000,EUR/USD,1.1,1.1002,1000000,1000000',
  '3000,EUR/USD,1.1005,1.1007,1000000,1000000',
];

async function startWave(): Promise<Client> {
  const client = await start({ rows: WAVE });
  await client.login();
  return client;
}

describe('place', () => {
  it('is answered 202 with exactly the fields of the venue', async () => {
    const client = await startWave();
    const { status, body } = await client.place('a');
    expect(status).toBe(202);
    expect(body).toEqual({
      coId: 'a',
      type: 'Limit',
      timeInForce: 'IOC',
      side: 'Buy',
      currency: 'EUR',
      symbol: 'EUR/USD',
      size: 100_000,
      org: 'DeskOrg',
      price: 1.1002,
      orderId: '5120000001',
      userFullName: 'algo1@DeskOrg',
      action: 'place',
      status: 'RECEIVED',
    });
  });
});

describe('IOC order', () => {
  it('is filled at the touch when the touch is better than its limit', async () => {
    const client = await startWave();
    await client.place('a', { price: 1.2 });
    expect(await client.order('a')).toMatchObject({
      status: 'FILLED',
      averagePrice: 1.1002,
      cumQty: 100_000,
      leavesQty: 0,
    });
  });

  it('takes what is displayed and expires with the rest', async () => {
    const client = await startWave();
    await client.place('a', { size: 1_500_000 });
    expect(await client.order('a')).toMatchObject({ status: 'EXPIRED', cumQty: 1_000_000 });
    await client.place('b');
    expect(await client.order('b')).toMatchObject({ status: 'EXPIRED', leavesQty: 0 });
    expect(await client.trades('b')).toEqual([]);
  });

  it('has the full displayed size again with each rate', async () => {
    const client = await startWave();
    await client.place('a', { size: 1_000_000 });
    await client.moveTo(1_000);
    await client.place('b');
    expect(await client.order('b')).toMatchObject({ status: 'FILLED', averagePrice: 1.0997 });
  });

  it('beyond the touch expires without a fill', async () => {
    const client = await startWave();
    await client.place('a', { price: 1.1001 });
    const order = (await client.order('a')) as object;
    expect(order).toMatchObject({ status: 'EXPIRED', leavesQty: 0, transactTime: START });
    expect(order).not.toHaveProperty('cumQty');
  });
});

describe('Market order', () => {
  it.each([
    ['Buy', 1.2, 'FILLED'],
    ['Buy', 1.1001, 'EXPIRED'],
    ['Sell', 1.1, 'FILLED'],
    ['Sell', 1.1001, 'EXPIRED'],
  ])('to %s with the protection price %d ends %s', async (side, price, status) => {
    const client = await startWave();
    await client.place('a', { type: 'Market', side, price });
    expect(await client.order('a')).toMatchObject({ type: 'Market', status });
  });
});

describe('FOK order', () => {
  it('is filled whole', async () => {
    const client = await startWave();
    await client.place('a', { timeInForce: 'FOK', size: 1_000_000 });
    expect(await client.order('a')).toMatchObject({ status: 'FILLED', cumQty: 1_000_000 });
  });

  it('that is larger than the displayed size expires and takes nothing', async () => {
    const client = await startWave();
    await client.place('a', { timeInForce: 'FOK', size: 1_000_001 });
    expect(await client.order('a')).toMatchObject({ status: 'EXPIRED', leavesQty: 0 });
    await client.place('b', { size: 1_000_000 });
    expect(await client.order('b')).toMatchObject({ status: 'FILLED' });
  });
});

describe('resting order', () => {
  it('that is GTC is filled at its own limit when a rate crosses it', async () => {
    const client = await startWave();
    await client.place('a', { timeInForce: 'GTC', price: 1.0999 });
    await client.moveTo(999);
    expect(await client.order('a')).toMatchObject({ status: 'NEW', leavesQty: 100_000 });
    await client.moveTo(1_000);
    expect(await client.order('a')).toMatchObject({
      status: 'FILLED',
      averagePrice: 1.0999,
      transactTime: START + 1_000,
    });
    expect(await client.trades('a')).toMatchObject([{ rate: 1.0999, maker: true }]);
  });

  it('takes the displayed size of one rate after the other', async () => {
    const client = await startWave();
    await client.place('a', { timeInForce: 'GTC', size: 2_500_000 });
    expect(await client.order('a')).toMatchObject({
      status: 'PARTIALLY_FILLED',
      cumQty: 1_000_000,
      leavesQty: 1_500_000,
    });
    await client.moveTo(2_000);
    expect(await client.order('a')).toMatchObject({ status: 'FILLED', cumQty: 2_500_000 });
    const amounts = (await client.trades('a')) as { dealtAmount: number; maker: boolean }[];
    expect(amounts.map((trade) => trade.dealtAmount)).toEqual([1_000_000, 1_000_000, 500_000]);
    expect(amounts.map((trade) => trade.maker)).toEqual([false, true, true]);
  });

  it('that is GTT expires once its seconds have passed, and not before', async () => {
    const client = await startWave();
    await client.place('a', { timeInForce: 'GTT', expiryTime: 3, side: 'Sell', price: 1.2 });
    await client.moveTo(2_999);
    expect(await client.order('a')).toMatchObject({ status: 'NEW', expiryTime: 3 });
    await client.moveTo(3_000);
    expect(await client.order('a')).toMatchObject({
      status: 'EXPIRED',
      transactTime: START + 3_000,
    });
  });

  it('that is GTT expires before the rate of the same instant could fill it', async () => {
    const client = await startWave();
    await client.place('a', { timeInForce: 'GTT', expiryTime: 1, price: 1.0999 });
    await client.moveTo(1_000);
    expect(await client.order('a')).toMatchObject({ status: 'EXPIRED', leavesQty: 0 });
  });

  it('that is DAY expires at 17:00 New York', async () => {
    const client = await startWave();
    await client.place('a', { timeInForce: 'DAY', price: 1.05 });
    // In July New York is four hours behind: 21:00 UTC is 9 hours after START.
    const close = (9 * HOUR) / MILLISECOND;
    await client.moveTo(close - 1);
    expect(await client.order('a')).toMatchObject({ status: 'NEW' });
    await client.moveTo(close);
    expect(await client.order('a')).toMatchObject({
      status: 'EXPIRED',
      transactTime: START + close,
    });
  });
});

describe('list of active orders', () => {
  it('contains open orders, oldest first', async () => {
    const client = await startWave();
    await client.place('gone');
    await client.place('b', { timeInForce: 'GTC', price: 1.05 });
    await client.place('a', { timeInForce: 'GTC', price: 1.06 });
    const { status, body } = await client.get('/v2/orders');
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { coId: 'b', action: 'place', status: 'NEW' },
      { coId: 'a', action: 'place', status: 'NEW' },
    ]);
    expect(body).toHaveLength(2);
  });
});

describe('unknown order', () => {
  it.each(['/v2/orders?coId=x', '/v2/orders/512', '/v2/trades?orderId=512', '/v2/trades?coId=x'])(
    'is answered 404 at %s',
    async (path) => {
      const client = await startWave();
      expect(await client.get(path)).toMatchObject({
        status: 404,
        body: { message: 'The order is unknown.' },
      });
    },
  );
});

describe('trades of an order', () => {
  it('are found by both ids, with all fields of the venue', async () => {
    const client = await startWave();
    const { body } = await client.place('a', { size: 250_000.5 });
    const trades = await client.trades('a');
    expect(trades).toEqual([
      {
        orderId: '5120000001',
        tradeId: 'FXI50000001',
        coId: 'a',
        tradeType: 'Spot',
        tradeDate: '2026-07-13',
        valueDate: '2026-07-15',
        maker: false,
        side: 'Buy',
        status: 'Verified',
        symbol: 'EUR/USD',
        currency: 'EUR',
        customerOrg: 'DeskOrg',
        customerAccount: 'DeskOrgLE',
        user: 'algo1@DeskOrg',
        counterparty: 'LP1',
        counterpartyAccount: 'LP1LE1',
        channel: 'API/REST/ESP',
        channelCategory: 'API',
        executionTime: '2026-07-13 12:00:00,000 +0000',
        dealtAmount: 250_000.5,
        baseAmount: 250_000.5,
        // 250000.5 x 1.1002 = 275050.5501, in cents.
        termAmount: 275_050.55,
        settledAmount: 275_050.55,
        spotRate: 1.1002,
        rate: 1.1002,
      },
    ]);
    const byId = await client.get(`/v2/trades?orderId=${String(body.orderId)}`);
    expect(byId.body).toEqual(trades);
  });
});

describe('changed profile', () => {
  it('accepts the id of an order under another name in the query of its fills', async () => {
    const calls = { orderFills: { query: { orderId: 'id' } } };
    const client = await start({ profile: { ...DEFAULT_PROFILE, calls } });
    await client.login();
    const { body } = await client.place('a');
    const orderId = String(body.orderId);
    const fills = await client.get(`/v2/trades?id=${orderId}`);
    expect(fills.body).toMatchObject([{ coId: 'a' }]);
    expect(await client.get(`/v2/trades?orderId=${orderId}`)).toMatchObject({ status: 400 });
    expect(await client.get(`/v2/trades?id=${orderId}&coId=a`)).toMatchObject({ status: 400 });
    expect(await client.get('/v2/trades')).toMatchObject({ status: 400 });
  });

  it('answers 404 where there is nothing to list', async () => {
    const profile = { ...DEFAULT_PROFILE, noActiveOrderStatus: 404, noFillStatus: 404 };
    const client = await start({ profile });
    await client.login();
    expect(await client.get('/v2/orders')).toMatchObject({ status: 404 });
    await client.place('a', { price: 1.05 });
    expect(await client.get('/v2/trades?coId=a')).toMatchObject({ status: 404 });
  });
});

// Cancels, and fills that come first.
import { describe, expect, it } from 'vitest';
import { MILLISECOND } from '../../../src/domain/index.js';
import { type Client, start } from '../../simulator/harness.js';

const FALL = ['0,EUR/USD,1.1,1.1002,1000000,1000000', '1000,EUR/USD,1.0995,1.0997,1000000,1000000'];
const RESTING = { timeInForce: 'GTC', price: 1.0999 };

/** Requests take 200 ms to the market and replies 100 ms back. */
async function startSlow(): Promise<Client> {
  const [orders, replies] = [200 * MILLISECOND, 100 * MILLISECOND];
  const client = await start({ rows: FALL, venue: { latency: { rates: 0, orders, replies } } });
  await client.login();
  return client;
}

async function placeResting(client: Client, coId: string, changes = {}): Promise<string> {
  const { body } = await client.place(coId, { ...RESTING, ...changes });
  return String(body.orderId);
}

describe('cancel at the simulator', () => {
  it('is answered 202 with the order, and ends it', async () => {
    const client = await start({ rows: FALL });
    await client.login();
    const orderId = await placeResting(client, 'a');
    const { status, body } = await client.ask('DELETE', `/v2/orders/${orderId}`);
    expect(status).toBe(202);
    expect(body).toMatchObject({ orderId, action: 'cancel', status: 'PENDING_CANCEL' });
    expect(await client.order('a')).toMatchObject({ status: 'CANCELED', leavesQty: 0 });
    await client.moveTo(1_000);
    expect(await client.order('a')).toMatchObject({ status: 'CANCELED' });
  });

  it('is shown as pending on its way, and as done once the reply arrives', async () => {
    const client = await startSlow();
    const orderId = await placeResting(client, 'a');
    await client.moveTo(300);
    expect(await client.order('a')).toMatchObject({ status: 'NEW' });
    await client.ask('DELETE', `/v2/orders/${orderId}`);
    await client.moveTo(399);
    expect(await client.order('a')).toMatchObject({ status: 'NEW' });
    await client.moveTo(400);
    expect(await client.order('a')).toMatchObject({ status: 'PENDING_CANCEL' });
    await client.moveTo(599);
    expect(await client.order('a')).toMatchObject({ status: 'PENDING_CANCEL' });
    await client.moveTo(600);
    expect(await client.order('a')).toMatchObject({ status: 'CANCELED' });
  });

  it('that reaches the market after a fill loses', async () => {
    const client = await startSlow();
    const orderId = await placeResting(client, 'a');
    await client.moveTo(801);
    await client.ask('DELETE', `/v2/orders/${orderId}`);
    await client.moveTo(2_000);
    expect(await client.order('a')).toMatchObject({ status: 'FILLED', cumQty: 100_000 });
  });

  it('that reaches the market at the instant of a rate comes first', async () => {
    const client = await startSlow();
    const orderId = await placeResting(client, 'a');
    await client.moveTo(800);
    await client.ask('DELETE', `/v2/orders/${orderId}`);
    await client.moveTo(2_000);
    expect(await client.order('a')).toMatchObject({ status: 'CANCELED' });
  });

  it('that meets a partial fill keeps the filled part', async () => {
    const client = await startSlow();
    const orderId = await placeResting(client, 'a', { size: 1_500_000 });
    await client.moveTo(1_100);
    expect(await client.order('a')).toMatchObject({ status: 'PARTIALLY_FILLED' });
    await client.ask('DELETE', `/v2/orders/${orderId}`);
    await client.moveTo(2_000);
    expect(await client.order('a')).toMatchObject({ status: 'CANCELED', cumQty: 1_000_000 });
    expect(await client.trades('a')).toHaveLength(1);
  });

  it('of an order that has ended is answered 400 with OrderNotActive', async () => {
    const client = await start();
    await client.login();
    const { body } = await client.place('a');
    expect(await client.ask('DELETE', `/v2/orders/${String(body.orderId)}`)).toMatchObject({
      status: 400,
      body: { errorCode: 'OrderNotActive', reason: 'OrderNotActive' },
    });
  });

  it('of an unknown order is answered 404', async () => {
    const client = await start();
    await client.login();
    expect(await client.ask('DELETE', '/v2/orders/512')).toMatchObject({ status: 404 });
  });
});

describe('cancel of all orders', () => {
  it('is answered 202 with the orders that it ends', async () => {
    const client = await start({ rows: FALL });
    await client.login();
    await client.place('filled');
    await placeResting(client, 'a');
    await placeResting(client, 'b');
    const { status, body } = await client.ask('DELETE', '/v2/orders');
    expect(status).toBe(202);
    expect(body).toMatchObject([
      { coId: 'a', status: 'PENDING_CANCEL', action: 'cancel' },
      { coId: 'b', status: 'PENDING_CANCEL', action: 'cancel' },
    ]);
    expect((await client.get('/v2/orders')).body).toEqual([]);
    expect(await client.order('b')).toMatchObject({ status: 'CANCELED' });
    expect(await client.order('filled')).toMatchObject({ status: 'FILLED' });
  });

  it('without active orders is answered 202 with an empty list', async () => {
    const client = await start();
    await client.login();
    const { status, body } = await client.ask('DELETE', '/v2/orders');
    expect({ status, body: body as unknown }).toEqual({ status: 202, body: [] });
  });
});

// A client and a simulator of one profile understand each other; of two profiles they do not.
import { describe, expect, it } from 'vitest';
import { MILLISECOND } from '../../../src/domain/index.js';
import { createProfile, profileSchema } from '../../../src/protocol/profile/index.js';
import { createOrder, start, START, USER } from '../../simulator/harness.js';
import { createClient, EURUSD } from '../../client/test-venue.js';

async function startBoth(there: object, here: object = there) {
  const { simulator } = await start({ profile: createProfile(profileSchema.parse(there)) });
  const { client, clock } = createClient(simulator.url, {
    user: USER.user,
    password: USER.password,
    profile: createProfile(profileSchema.parse(here)),
  });
  clock.at = START * MILLISECOND;
  expect((await client.login()).ok).toBe(true);
  return { client, clock };
}

const FILLS = { calls: { orderFills: { query: { orderId: 'order' } } } };
const REFERENCE = {
  symbolInPath: 'compact',
  calls: { symbolReference: { answer: { minSize: 'minimumAmount' }, status: 203 } },
};

describe('client with the profile of its venue', () => {
  it('finds fills by the parameter that the venue knows', async () => {
    const { client } = await startBoth(FILLS);
    const placed = await client.placeOrder(JSON.stringify(createOrder('a')), 'a', 1);
    expect(placed.class).toBe('accepted');
    expect(await client.fills(placed.orderId)).toMatchObject({ class: 'data' });
  });

  it('is refused with the name of another venue', async () => {
    const { client } = await startBoth(FILLS, {});
    const placed = await client.placeOrder(JSON.stringify(createOrder('a')), 'a', 1);
    expect(await client.fills(placed.orderId)).toMatchObject({
      class: 'failed',
      status: 400,
      message: expect.stringContaining('orderId') as string,
    });
  });

  it('reads the status of its empty lists, and no other', async () => {
    const statuses = { noActiveOrderStatus: 404, trades: { noPositionStatus: 404 } };
    const none = { class: 'data', value: [] };
    const { client } = await startBoth(statuses);
    expect(await client.activeOrders()).toMatchObject({ ...none, status: 404 });
    expect(await client.activeCoIds()).toMatchObject({ ...none, status: 404 });
    expect(await client.netPositions()).toMatchObject({ ...none, status: 404 });
    const other = await startBoth(statuses, {});
    for (const list of [other.client.activeOrders(), other.client.netPositions()]) {
      expect(await list).toMatchObject({ class: 'failed' });
    }
  });

  it('reads other names, another path and another status of reference data', async () => {
    const { client } = await startBoth(REFERENCE);
    const { minSize } = EURUSD;
    const found = await client.symbolReference('EUR/USD');
    expect(found).toMatchObject({ class: 'data', status: 200, value: { minSize: minSize / 100 } });
    expect(await client.api.reference.symbolReference({ symbol: 'EUR/USD' })).toMatchObject({
      class: 'data',
      value: { minSize: minSize / 100 },
    });
  });

  it('sends no order without a field that its venue requires', async () => {
    const order = { coId: 'p', type: 'Pegged', side: 'Buy', symbol: 'EUR/USD', currency: 'EUR' };
    const place = (client: Awaited<ReturnType<typeof startBoth>>['client'], coId: string) =>
      client.api.orders.placeOrder({ ...order, coId, size: 100_000, type: 'Pegged', side: 'Buy' });
    const strict = await startBoth({});
    expect(await place(strict.client, 'a')).toMatchObject({
      class: 'not-sent',
      message: 'placeOrder: pegPriceType: expected for type Pegged',
    });
    const lax = await startBoth({ orderNeeds: { Pegged: [] } });
    expect(await place(lax.client, 'b')).toMatchObject({
      class: 'accepted',
      value: { coId: 'b', timeInForce: 'GTC' },
    });
  });

  it('keeps its token when a renewal only extends its life', async () => {
    const { client } = await startBoth({ renewal: 'life' });
    expect((await client.renew()).ok).toBe(true);
    expect(await client.spotRate(EURUSD)).toMatchObject({ class: 'data' });
  });

  it('renews on the one path that the venue has', async () => {
    const { client } = await startBoth({ renewPaths: ['/sso/tokens/renew'] }, {});
    expect((await client.renew()).ok).toBe(true);
  });
});

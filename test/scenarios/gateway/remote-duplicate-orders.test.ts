// Orders that the venue shows by one of their ids only, and duplicate orders.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { toOrder } from '../../polling/scripted-venue.js';
import { byCoId, json, place, PLACE, startSession } from '../../gateway/remote-session.js';

const taken = (coId: string) => json(202, toOrder(coId, 'RECEIVED'));
const missing = json(404, {});

describe('placed order', () => {
  it('with a duplicate is followed by both of its ids, each to its own end', async () => {
    const session = await startSession();
    const { on, send, advance, events, told, requests } = session;
    const other = (status: string, cumQty = 0, millis = 0) => ({
      ...(toOrder('a', status, cumQty, millis) as object),
      orderId: 'other',
    });
    on(PLACE, taken('a'));
    on(byCoId('a'), json(200, toOrder('a', 'NEW')), json(200, other('NEW')), missing);
    on('GET /v2/orders/id-a', json(200, toOrder('a', 'NEW')), json(200, toOrder('a', 'CANCELED')));
    on('GET /v2/orders/other', json(200, other('NEW')), missing, json(200, other('EXPIRED')));
    send(place('a'));
    await advance(30 * SECOND);
    const seen = events.flatMap((one) =>
      one.type === 'order' ? [`${one.orderId} ${one.status}`] : [],
    );
    expect(seen.slice(0, 2)).toEqual(['id-a NEW', 'other NEW']);
    expect([...seen].sort()).toEqual(['id-a CANCELED', 'id-a NEW', 'other EXPIRED', 'other NEW']);
    expect(told.filter((text) => text.includes('empty'))).toEqual([]);
    const count = requests.length;
    await advance(30 * SECOND);
    expect(requests.length).toBe(count);
  });

  it('that is visible by the venue’s id only is found by that', async () => {
    const { on, send, advance, told } = await startSession();
    on(PLACE, taken('a'));
    on(byCoId('a'), missing);
    on('GET /v2/orders/id-a', json(200, toOrder('a', 'CANCELED')));
    send(place('a'));
    await advance(30 * SECOND);
    expect(told).toEqual(['place a accepted 202', 'a CANCELED 0']);
  });

  it('with a duplicate has its trades queried by both ids once both fail', async () => {
    const { on, send, advance, events } = await startSession();
    const show = (orderId: string, status: string) =>
      json(200, { ...(toOrder('a', status) as object), orderId });
    on(PLACE, taken('a'));
    on(byCoId('a'), show('id-a', 'NEW'), show('other', 'NEW'), missing);
    on('GET /v2/orders/id-a', show('id-a', 'NEW'), show('id-a', 'FAILED'));
    on('GET /v2/orders/other', show('other', 'NEW'), show('other', 'FAILED'));
    on('GET /v2/trades?orderId=id-a', missing);
    on('GET /v2/trades?orderId=other', missing);
    on('GET /v2/trades?coId=a', missing);
    send(place('a'));
    await advance(60 * SECOND);
    const known = events.flatMap((one) =>
      one.type === 'poll' && one.subject === 'trades' && one.outcome === 'unchanged'
        ? [one.orderId]
        : [],
    );
    expect([...known].sort()).toEqual(['id-a', 'other']);
  });

  it('with a duplicate is reported with it by the final proof', async () => {
    const { gateway, on, send, advance, events } = await startSession();
    on(PLACE, taken('a'));
    on(byCoId('a'), json(200, toOrder('a', 'CANCELED')));
    on('GET /v2/orders', json(200, []));
    send(place('a'));
    await advance(10 * SECOND);
    on(byCoId('a'), json(200, { ...(toOrder('a', 'EXPIRED') as object), orderId: 'other' }));
    const verified = gateway.verifyEnded(['a'], 60_000);
    await advance(SECOND);
    expect(await verified).toMatchObject({ ended: true });
    const seen = events.flatMap((one) => (one.type === 'order' ? [one.orderId] : []));
    expect(seen).toEqual(['id-a', 'other']);
  });
});

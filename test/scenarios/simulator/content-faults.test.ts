// Content faults of the simulator: fields changed, orders hidden, lists repeated and reversed.
import { describe, expect, it } from 'vitest';
import { createRfs } from '../../simulator/harness.js';
import { startWith } from '../../simulator/scenario/faults.js';

const QUERY = { match: { routes: ['queryOrders', 'queryOrder'] } };

describe('patch fault', () => {
  it('changes, adds and removes fields of an order, nested ones too', async () => {
    const set = { status: 'FAILED', reason: 'SeriousError', leavesQty: null, extra: { a: 1 } };
    const client = await startWith([{ ...QUERY, effect: { kind: 'patch', set } }]);
    await client.place('patched');
    const order = await client.order('patched');
    expect(order).toMatchObject({ status: 'FAILED', reason: 'SeriousError', extra: { a: 1 } });
    expect(order).toMatchObject({ coId: 'patched', cumQty: 100_000 });
    expect(order).not.toHaveProperty('leavesQty');
  });

  it('changes the items of a named field and no others', async () => {
    const effect = { kind: 'patch', path: 'quotes', set: { provider: 'XX', offer: null } };
    const client = await startWith([{ match: { areas: ['rfs'] }, effect }]);
    const asked = await client.ask('POST', '/v2/rfs', { body: createRfs('r-1') });
    expect(asked.body).toMatchObject({ clOrderId: 'r-1', event: 'REQUEST_RECEIVED' });
    expect(asked.body).not.toHaveProperty('provider');
    await client.moveTo(200);
    const { body } = await client.get('/v2/rfs?clOrderId=r-1');
    expect(body).toMatchObject({ clOrderId: 'r-1', quotes: [{ provider: 'XX' }] });
    expect(body.quotes[0]).not.toHaveProperty('offer');
  });

  it('changes the matching items of a list, and no error', async () => {
    const client = await startWith([
      {
        match: { ...QUERY.match, coId: 'b*' },
        effect: { kind: 'patch', set: { status: 'SOMETHING_NEW' } },
      },
    ]);
    for (const coId of ['a1', 'b1', 'b2']) {
      await client.place(coId, { timeInForce: 'GTC', price: 1 });
    }
    const { body } = await client.get('/v2/orders');
    expect(body.map(({ status }: { status: string }) => status)).toEqual([
      ...['NEW', 'SOMETHING_NEW', 'SOMETHING_NEW'],
    ]);
    expect(await client.order('a1')).toMatchObject({ status: 'NEW' });
    expect(await client.order('b1')).toMatchObject({ status: 'SOMETHING_NEW' });
    const missing = await client.get('/v2/orders?coId=b9');
    expect([missing.status, missing.body.status]).toEqual([404, undefined]);
  });

  it('lets a status go back for one response', async () => {
    const client = await startWith([
      {
        ...QUERY,
        nth: 2,
        effect: { kind: 'patch', set: { status: 'NEW', cumQty: 0, leavesQty: 100_000 } },
      },
    ]);
    await client.place('back');
    const seen = [];
    for (let i = 0; i < 3; i++) seen.push((await client.order('back')).status);
    expect(seen).toEqual(['FILLED', 'NEW', 'FILLED']);
  });
});

describe('hide fault', () => {
  it('hides a young order from one view and not from the other', async () => {
    const client = await startWith([
      { match: { target: '/v2/orders?coId=*' }, effect: { kind: 'hide', for: '3s' } },
    ]);
    const { body } = await client.place('young', { timeInForce: 'GTC', price: 1 });
    expect((await client.get('/v2/orders?coId=young')).status).toBe(404);
    expect((await client.get(`/v2/orders/${String(body.orderId)}`)).status).toBe(200);
    expect((await client.get('/v2/orders')).body).toHaveLength(1);
    await client.moveTo(2_999);
    expect((await client.get('/v2/orders?coId=young')).status).toBe(404);
    await client.moveTo(3_000);
    expect((await client.get('/v2/orders?coId=young')).body).toMatchObject({ coId: 'young' });
  });

  it('lets the trade of a quote request come after it is done', async () => {
    const effect = { kind: 'hide', path: 'trades', for: '1s' };
    const client = await startWith([{ match: { areas: ['rfs'] }, effect }]);
    const asked = await client.ask('POST', '/v2/rfs', { body: createRfs('r-1') });
    await client.moveTo(200);
    const quoted = (await client.get('/v2/rfs?clOrderId=r-1')).body;
    const { quoteId } = quoted.quotes[0];
    const path = `/v2/rfs/${String(asked.body.requestId)}`;
    await client.ask('POST', path, { body: { quoteId, side: 'BUY' } });
    // Done after a last look of 20 ms, at 220.
    await client.moveTo(1_219);
    expect((await client.get(path)).body).toMatchObject({ event: 'TRADE_VERIFIED', trades: [] });
    await client.moveTo(1_220);
    const { trades } = (await client.get(path)).body;
    expect(trades).toMatchObject([{ coId: 'r-1', orderId: asked.body.requestId }]);
  });

  it('lets trades come after the order is filled', async () => {
    const client = await startWith([
      { match: { areas: ['trades'] }, effect: { kind: 'hide', for: '1s' } },
    ]);
    await client.place('filled');
    expect(await client.order('filled')).toMatchObject({ status: 'FILLED' });
    expect(await client.trades('filled')).toEqual([]);
    await client.moveTo(1_000);
    expect(await client.trades('filled')).toHaveLength(1);
  });
});

describe('repeat and reverse faults', () => {
  it('repeat items, then reverse the list', async () => {
    const client = await startWith([
      { match: { ...QUERY.match, coId: 'a' }, effect: { kind: 'repeat' } },
      { ...QUERY, effect: { kind: 'reverse' } },
    ]);
    for (const coId of ['a', 'b']) await client.place(coId, { timeInForce: 'GTC', price: 1 });
    const { body } = await client.get('/v2/orders');
    expect(body.map(({ coId }: { coId: string }) => coId)).toEqual(['b', 'a', 'a']);
  });
});

// Delivery faults of the simulator: requests and responses late, twice, in part or not at all.
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../src/domain/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { exchange, formatRequest, start } from '../../simulator/harness.js';
import { addFaults, outcome, startWith, waitForHit } from '../../simulator/scenario/faults.js';

const PLACE = { match: { routes: ['placeOrder'] } };

describe('drop fault', () => {
  it('before processing loses the order, after it only the response', async () => {
    const client = await startWith([
      { ...PLACE, nth: 1, effect: { kind: 'drop', when: 'before' } },
      { ...PLACE, nth: 2, effect: { kind: 'drop', when: 'after' } },
    ]);
    expect(await outcome(client.place('lost'))).toBe('no answer');
    expect(await outcome(client.place('found'))).toBe('no answer');
    expect((await client.get('/v2/orders?coId=lost')).status).toBe(404);
    expect(await client.order('found')).toMatchObject({ coId: 'found', status: 'FILLED' });
    expect((await client.place('next')).status).toBe(202);
  });

  it.each(['close', 'reset'] as const)('by %s ends the connection', async (how) => {
    const client = await startWith([{ ...PLACE, effect: { kind: 'drop', when: 'after', how } }]);
    const order = formatRequest('POST /v2/orders', { SSO_TOKEN: client.token }, '{}');
    const answers = exchange(client, [order]);
    // A reset is an error of the socket, a close is none.
    if (how === 'reset') await expect(answers).rejects.toThrow('ECONNRESET');
    else await expect(answers).resolves.toBe('');
  });

  it('by hanging keeps the connection without a response', async () => {
    const client = await startWith([
      { ...PLACE, effect: { kind: 'drop', when: 'after', how: 'hang' } },
    ]);
    const hanging = outcome(client.place('hangs'));
    await waitForHit(client);
    expect(await client.order('hangs')).toMatchObject({ status: 'FILLED' });
    const first = await Promise.race([hanging, client.moveTo(5_000).then(() => 'time went on')]);
    expect(first).toBe('time went on');
    await client.simulator.close();
    expect(await hanging).toBe('no answer');
  });
});

describe('truncate fault', () => {
  it.each([0, 1, 20])('ends the body after %d bytes', async (after) => {
    const client = await startWith([
      { match: { routes: ['spotRate'] }, effect: { kind: 'truncate', after } },
    ]);
    const request = formatRequest('GET /v2/rates/spot?symbol=EUR%2FUSD', {
      SSO_TOKEN: client.token,
    });
    const text = await exchange(client, [request]);
    const [head = '', body] = text.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(Number(/Content-Length: (\d+)/.exec(head)?.[1])).toBeGreaterThan(100);
    expect(body).toHaveLength(after);
  });
});

describe('delay fault', () => {
  it('before processing lets later requests overtake', async () => {
    const client = await startWith([
      { ...PLACE, nth: 1, effect: { kind: 'delay', when: 'before', by: '2s' } },
    ]);
    const late = client.place('late', { timeInForce: 'GTC' });
    await waitForHit(client);
    await client.place('early', { timeInForce: 'GTC' });
    expect((await client.get('/v2/orders?coId=late')).status).toBe(404);
    await client.moveTo(2_000);
    expect((await late).status).toBe(202);
    const [early, overtaken] = [await client.order('early'), await client.order('late')];
    expect(Number(overtaken.orderId)).toBe(Number(early.orderId) + 1);
  });

  it('of a renewal beyond the end of its token gives a new one', async () => {
    const fault = {
      match: { routes: ['renewToken'] },
      effect: { kind: 'delay', when: 'before', by: '2s' },
    };
    const client = await startWith([fault], { venue: { tokenLife: MINUTE } });
    await client.moveTo(59_000);
    const renewal = client.get(DEFAULT_PROFILE.renewPaths[0]!);
    await waitForHit(client);
    await client.moveTo(61_000);
    const { status, headers, body } = await renewal;
    expect([status, body.expired]).toEqual([200, true]);
    expect(headers.get('SSO_TOKEN')).toHaveLength(60);
  });

  it('after processing delays only the response', async () => {
    const client = await startWith([
      { ...PLACE, effect: { kind: 'delay', when: 'after', by: '2s' } },
    ]);
    const placed = client.place('held');
    await waitForHit(client);
    let isThere = false;
    void placed.then(() => (isThere = true));
    expect(await client.order('held')).toMatchObject({ status: 'FILLED' });
    await client.moveTo(1_999);
    expect(isThere).toBe(false);
    await client.moveTo(2_000);
    expect((await placed).body).toMatchObject({ coId: 'held', status: 'RECEIVED' });
  });
});

describe('answer fault', () => {
  it('replaces a response: status, headers, an error in the usual form', async () => {
    const client = await startWith([
      {
        ...PLACE,
        effect: {
          ...{ kind: 'answer', status: 429, code: 'Throttled', message: 'Too many.' },
          headers: ['Retry-After: 5', 'Location: http://127.0.0.1:1/'],
        },
      },
    ]);
    const { status, headers, body } = await client.place('refused');
    expect(status).toBe(429);
    expect([headers.get('Retry-After'), headers.get('Location')]).toEqual([
      '5',
      'http://127.0.0.1:1/',
    ]);
    expect(body).toEqual({ errorCode: 'Throttled', reason: 'Throttled', message: 'Too many.' });
    expect((await client.get('/v2/orders?coId=refused')).status).toBe(404);
  });

  it('after processing hides what the venue did', async () => {
    const client = await startWith([
      { ...PLACE, effect: { kind: 'answer', when: 'after', status: 500 } },
    ]);
    expect((await client.place('taken')).status).toBe(500);
    expect(await client.order('taken')).toMatchObject({ status: 'FILLED' });
  });

  it('may be a page that is no JSON', async () => {
    const client = await startWith([
      {
        match: { target: '/v2/rates/spot*' },
        effect: { kind: 'answer', status: 200, body: '<html>Back soon', contentType: 'text/html' },
      },
    ]);
    const request = formatRequest('GET /v2/rates/spot?symbol=EUR%2FUSD', {
      SSO_TOKEN: client.token,
    });
    const text = await exchange(client, [request]);
    expect(text).toContain('Content-Type: text/html\r\n');
    expect(text.endsWith('\r\n\r\n<html>Back soon')).toBe(true);
  });
});

describe('duplicate fault', () => {
  it('processes a request twice, and returns the first or the second response', async () => {
    const client = await startWith([
      { ...PLACE, nth: 1, effect: { kind: 'duplicate' } },
      { ...PLACE, nth: 2, effect: { kind: 'duplicate', answer: 'second' } },
    ]);
    expect((await client.place('a')).status).toBe(202);
    const { status, body } = await client.place('b');
    expect([status, body.errorCode]).toEqual([400, 'RequestValidationError.DuplicateOrder']);
    expect(await client.order('b')).toMatchObject({ status: 'FILLED' });
  });

  it('may come long after the first', async () => {
    const client = await startWith([
      {
        match: { routes: ['cancelAllOrders'] },
        effect: { kind: 'duplicate', after: '3s' },
      },
    ]);
    expect((await client.ask('DELETE', '/v2/orders')).status).toBe(202);
    await client.place('after', { timeInForce: 'GTC', price: 1 });
    await client.moveTo(2_999);
    expect(await client.order('after')).toMatchObject({ status: 'NEW' });
    await client.moveTo(3_000);
    expect(await client.order('after')).toMatchObject({ status: 'CANCELED' });
  });
});

describe('simulator without faults', () => {
  it('applies faults from the time when they are added', async () => {
    const client = await start();
    await client.login();
    expect((await client.place('before')).status).toBe(202);
    await addFaults(client, { ...PLACE, effect: { kind: 'answer', status: 503 } });
    expect((await client.place('during')).status).toBe(503);
  });
});

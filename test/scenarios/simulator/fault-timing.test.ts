// When faults occur: by time, by count, by chance; and how they are added, listed and removed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scenarioSchema } from '../../../src/simulator/index.js';
import { fitsPattern } from '../../../src/simulator/scenario/pattern.js';
import { type Client, createOrder, start } from '../../simulator/harness.js';
import { addFaults, clearFaults, listFaults, startWith } from '../../simulator/scenario/faults.js';
import { countRuns } from '../../runs.js';

const FAIL = { match: { routes: ['queryOrders'] }, effect: { kind: 'answer', status: 503 } };

/** Which of so many queries fail, from 1. */
async function findFailing(client: Client, count: number): Promise<readonly number[]> {
  const failing = [];
  for (let i = 1; i <= count; i++) {
    if ((await client.get('/v2/orders')).status === 503) failing.push(i);
  }
  return failing;
}

describe('simulator fault', () => {
  it.each([
    [{}, [1, 2, 3, 4, 5, 6, 7]],
    [{ nth: 3 }, [3]],
    [{ every: 3 }, [3, 6]],
    [{ skip: 5 }, [6, 7]],
    [{ skip: 2, every: 2, times: 2 }, [4, 6]],
    [{ skip: 2, nth: 3 }, [5]],
    [{ times: 2 }, [1, 2]],
    [{ every: 2, times: 2 }, [2, 4]],
    [{ probability: 0 }, []],
    [{ probability: 1, times: 4 }, [1, 2, 3, 4]],
    [{ at: '0s' }, [1]],
    [{ at: '0s', times: 2 }, [1, 2]],
    [{ at: '1s' }, []],
  ])('with %j hits the requests %j', async (moment, expected) => {
    const client = await startWith([{ ...FAIL, ...moment }]);
    expect(await findFailing(client, 7)).toEqual(expected);
  });

  it.each([
    [{}, [0, 2, 2, 0]],
    [{ nth: 2 }, [0, 1, 0, 0]],
    [{ skip: 1, every: 2 }, [0, 0, 1, 0]],
  ])('occurs between its times, and with %j counts only there', async (moment, expected) => {
    const client = await startWith([{ ...FAIL, from: '2s', to: '4s', ...moment }]);
    const failing = [];
    for (const ms of [1_999, 2_000, 3_999, 4_000]) {
      await client.moveTo(ms);
      failing.push((await findFailing(client, 2)).length);
    }
    expect(failing).toEqual(expected);
  });

  it('with a probability hits the same requests for the same seed and name', async () => {
    const run = async (seed: number, id: string) => {
      const faults = [{ ...FAIL, id, probability: 0.5 }];
      const client = await start({ scenario: scenarioSchema.parse({ seed, faults }) });
      await client.login();
      return findFailing(client, 40);
    };
    const first = await run(1, 'a');
    expect(first.length).toBeGreaterThan(8);
    expect(first.length).toBeLessThan(32);
    expect(await run(1, 'a')).toEqual(first);
    expect(await run(2, 'a')).not.toEqual(first);
    expect(await run(1, 'b')).not.toEqual(first);
  });

  it.each([
    [{ routes: ['placeOrder'] }, [1, 2]],
    [{ areas: ['orders'], methods: ['GET'] }, [3, 4, 5]],
    [{ target: '/v2/orders*' }, [1, 2, 3, 4, 5]],
    [{ target: '/v2/rates/spot?symbol=*' }, [6]],
    [{ user: 'algo1@*' }, [1, 2, 3, 4, 5, 6]],
    [{ user: 'algo2@*' }, []],
    [{ coId: 'b' }, [2, 5]],
    [{ symbol: 'EUR/*' }, [1, 2, 3, 5, 6]],
    [{ symbol: 'GBP/USD' }, []],
  ])('that matches %j hits the requests %j', async (match, expected) => {
    const client = await start();
    await client.login();
    const order = (coId: string) => ({ body: createOrder(coId, { timeInForce: 'GTC', price: 1 }) });
    const ids: string[] = [];
    for (const coId of ['a', 'b']) {
      const { body } = await client.ask('POST', '/v2/orders', order(coId));
      ids.push(String(body.orderId));
    }
    await addFaults(client, { match, effect: { kind: 'answer', status: 503 } });
    const requests = [
      ...[() => client.ask('POST', '/v2/orders', order('c'))],
      ...[() => client.ask('POST', '/v2/orders', order('b'))],
      ...[() => client.get(`/v2/orders/${ids[0] ?? ''}`), () => client.get('/v2/orders')],
      ...[() => client.get(`/v2/orders/${ids[1] ?? ''}`)],
      ...[() => client.get('/v2/rates/spot?symbol=EUR%2FUSD')],
    ];
    const hit = [];
    for (const [index, request] of requests.entries()) {
      if ((await request()).status === 503) hit.push(index + 1);
    }
    expect(hit).toEqual(expected);
  });
});

describe('control path', () => {
  it('requires its token for every request', async () => {
    const client = await start();
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status } = await client.ask(method, '/control/scenario', { token: 'control-token' });
      expect(status).toBe(401);
    }
    expect((await client.get('/control/state')).status).toBe(401);
  });

  it('lists faults as they were written, with their counts, until they are removed', async () => {
    const client = await startWith([{ ...FAIL, id: 'one', every: 2, from: '0s', to: '1500ms' }]);
    await addFaults(client, { for: '2s', effect: { kind: 'skew-clock', by: '90s' } });
    await findFailing(client, 3);
    const { body } = await listFaults(client);
    expect(body.faults).toEqual([
      {
        ...{ id: 'one', matched: 3, hits: 1, lastAt: '2026-07-13T12:00:00.000Z', isHolding: false },
        fault: {
          ...{ id: 'one', from: '0s', to: '1500ms', every: 2, match: FAIL.match },
          effect: { ...FAIL.effect, when: 'before', headers: [] },
        },
      },
      {
        ...{ id: 'fault-1', matched: 0, hits: 1, isHolding: true },
        lastAt: '2026-07-13T12:00:00.000Z',
        fault: { for: '2s', effect: { kind: 'skew-clock', by: '90s', to: 'ahead' } },
      },
    ]);
    expect((await clearFaults(client)).body).toEqual(body);
    const after = await listFaults(client);
    expect(after.body).toEqual({ faults: [] });
    expect(after.headers.get('Date')).toBe('Mon, 13 Jul 2026 12:00:00 GMT');
    expect(await findFailing(client, 3)).toEqual([]);
  });

  it.each([
    [{ faults: [] }, 'body.faults'],
    [{ faults: [{ effect: { kind: 'explode' } }] }, 'body.faults[0].effect.kind'],
    [{ faults: [{ effect: { kind: 'delay', by: '1s' } }] }, 'body.faults[0].effect.when'],
    [{ faults: [{ ...FAIL, at: '1s', from: '1s' }] }, 'expected either at or from'],
    [{ faults: [{ ...FAIL, from: '2s', to: '2s' }] }, 'expected a time after `at` or `from`'],
    [{ faults: [{ ...FAIL, nth: 1, every: 1 }] }, 'expected either nth or every'],
    [{ faults: [{ ...FAIL, for: '1s' }] }, 'effects on the venue itself'],
    [{ faults: [{ nth: 1, effect: { kind: 'revoke-tokens' } }] }, 'expected `match`'],
    [{ faults: [FAIL, FAIL].map((one) => ({ ...one, id: 'a' })) }, 'expected an id once'],
    [{ faults: [{ ...FAIL, match: { routes: ['nowhere'] } }] }, 'body.faults[0].match.routes[0]'],
  ])('refuses %j', async (body, words) => {
    const client = await start();
    const headers = { 'X-Control-Token': 'control-token' };
    const reply = await client.ask('POST', '/control/scenario', { headers, body });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(words)]);
  });

  it('accepts a name only once, and measures times from the request', async () => {
    const client = await start();
    await client.login();
    await client.moveTo(5_000);
    const fault = { ...FAIL, id: 'later', from: '1s' };
    expect((await addFaults(client, fault)).status).toBe(200);
    expect((await addFaults(client, fault)).body.message).toContain('found later again');
    expect(await findFailing(client, 1)).toEqual([]);
    await client.moveTo(6_000);
    expect(await findFailing(client, 1)).toEqual([1]);
  });
});

describe('pattern of a fault', () => {
  it('matches what a regular expression of the same meaning matches', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '?'), maxLength: 8 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '?', '*'), maxLength: 8 });
    fc.assert(
      fc.property(text, pattern, (some, wanted) => {
        const source = wanted.replace(/[.?]/g, '\\$&').replaceAll('*', '.*');
        expect(fitsPattern(some, wanted)).toBe(new RegExp(`^${source}$`).test(some));
      }),
      { numRuns: countRuns(2_000) },
    );
  });
});

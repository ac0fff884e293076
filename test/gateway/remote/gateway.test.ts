// The life of the remote gateway: opening, rates, token renewal, final proof, closing.
import { describe, expect, it } from 'vitest';
import { fail, MILLISECOND, MINUTE, SECOND, unwrap } from '../../../src/domain/index.js';
import { createRemoteGateway } from '../../../src/gateway/remote/gateway.js';
import type { RemoteGateway } from '../../../src/gateway/remote/gateway-port.js';
import { ObservedOrder } from '../../../src/gateway/remote/orders/observed-order.js';
import { realClock } from '../../../src/host/clock.js';
import { startVenue, toOrder, toRate, USDJPY } from '../../polling/scripted-venue.js';
import {
  byCoId,
  cancel,
  EURUSD,
  json,
  LIST,
  place,
  PLACE,
  PLENTY,
  START_AT,
  startSession,
  TERMS,
  toMillis,
  UNKNOWN,
} from '../remote-session.js';

const SPOT = 'GET /v2/rates/spot?symbol=EUR/USD';
const LOGIN = 'POST /v2/sso/login';
const RENEW = 'GET /v2/sso/token/renew';
const OTHER_RENEW = 'GET /sso/tokens/renew';

describe('opening of the gateway', () => {
  async function prepare() {
    const venue = await startVenue();
    const gateway: RemoteGateway = createRemoteGateway({
      classify: (outcome) => outcome.class,
      machine: realClock,
      client: venue.client,
      clock: venue.clock,
      instruments: [EURUSD, USDJPY],
      pollInterval: SECOND,
      seed: 1,
      shares: PLENTY,
    });
    venue.on(UNKNOWN, json(404, {}));
    venue.on(TERMS, json(200, { symbol: 'EUR/USD', ratePrecision: 5 }));
    venue.on('GET /v2/refdata/symbols/USD/JPY', json(404, {}));
    return { ...venue, gateway };
  }

  it('logs in, learns the status of "no result" and reads the terms of each symbol', async () => {
    const { gateway, requests } = await prepare();
    expect(unwrap(await gateway.open())).toMatchObject([
      { type: 'calibration', subject: 'order-by-coId', emptyStatus: 404 },
      { type: 'reference', symbol: 'EUR/USD', terms: { ratePrecision: 5 } },
      { type: 'poll', subject: 'reference', key: 'USD/JPY', outcome: 'empty', status: 404 },
    ]);
    expect(requests.map(({ line }) => line)).toEqual([
      LOGIN,
      UNKNOWN,
      TERMS,
      'GET /v2/refdata/symbols/USD/JPY',
    ]);
  });

  it('fails with the fault of the login', async () => {
    const { gateway, on } = await prepare();
    on(LOGIN, json(401, {}));
    expect(await gateway.open()).toMatchObject({ ok: false, fault: { code: 'client.login' } });
  });

  it('repeats a login whose response is lost', async () => {
    const { gateway, on, advance, times } = await prepare();
    on(LOGIN, json(503, {}));
    const opened = gateway.open();
    await advance(MILLISECOND);
    on(LOGIN);
    await advance(MINUTE);
    expect(await opened).toMatchObject({ ok: true });
    expect(times(LOGIN)).toHaveLength(2);
  });

  it.each([
    ['a proxy answers four times', 502, 4, 'client.login-lost'],
    ['the venue refuses once', 401, 1, 'client.login'],
  ])('gives up a login that %s', async (_, status, tries, code) => {
    const { gateway, on, advance, times } = await prepare();
    on(LOGIN, json(status, {}));
    const opened = gateway.open();
    await advance(MINUTE);
    expect(await opened).toMatchObject({ ok: false, fault: { code } });
    expect(times(LOGIN)).toHaveLength(tries);
  });

  it('fails when an order that cannot exist is found', async () => {
    const { gateway, on } = await prepare();
    on(UNKNOWN, json(200, toOrder('weir-calibration', 'NEW')));
    expect(await gateway.open()).toMatchObject({
      ok: false,
      fault: { code: 'gateway.calibration', message: expect.stringContaining('found an order') },
    });
  });

  it('retries 4 times, then fails without a calibration and continues without terms', async () => {
    const { gateway, on, advance, times } = await prepare();
    on(TERMS, json(503, {}));
    const opened = gateway.open();
    await advance(MINUTE);
    expect(unwrap(await opened)[1]).toMatchObject({ subject: 'reference', outcome: 'failed' });
    expect(times(TERMS)).toHaveLength(4);
    on(UNKNOWN, json(503, {}));
    const reopened = gateway.open();
    await advance(MINUTE);
    expect(await reopened).toMatchObject({ ok: false, fault: { code: 'gateway.calibration' } });
    expect(times(UNKNOWN)).toHaveLength(5);
  });
});

describe('rates', () => {
  it('reach the kernel when they are new, other polls as events with their status', async () => {
    const { on, advance, told } = await startSession({ polled: [EURUSD] });
    const first = json(200, toRate(1.1, 1.2));
    on(SPOT, first, first, json(500, {}), json(404, {}), json(200, toRate(1.1, 1.3)));
    await advance(2 * SECOND);
    expect(told.slice(0, 5)).toEqual([
      'rate EUR/USD 110000/120000',
      'rate EUR/USD unchanged 200',
      'rate EUR/USD failed 500',
      'rate EUR/USD empty 404',
      'rate EUR/USD 110000/130000',
    ]);
  });

  it('wait when the request budget is spent on orders', async () => {
    const shares = { safety: 2, trading: 4, data: 4 };
    const { on, send, advance, times } = await startSession({ polled: [EURUSD], shares });
    on(SPOT, json(200, toRate(1.1, 1.2)));
    on(PLACE, json(403, {}));
    for (let i = 0; i < 30; i++) send(place(`a${i}`));
    await advance(10 * SECOND);
    expect(times(PLACE)).toHaveLength(30);
    expect(times(SPOT)[0]).toBeGreaterThan(250 * MILLISECOND);
    expect(times(SPOT)).toHaveLength(39);
  });
});

describe('token renewal', () => {
  it('happens at half of the token’s life, again and again', async () => {
    const session = await startSession({ lifeMs: 60_000 });
    await session.advance(2 * MINUTE);
    expect(toMillis(session, RENEW)).toEqual([30_000, 60_000, 90_000, 120_000]);
    expect(session.told).toEqual([]);
  });

  it('that fails is a failed poll with its status, and is repeated', async () => {
    const session = await startSession({ lifeMs: 60_000 });
    const { on, advance, told } = session;
    on(RENEW, json(500, {}));
    await advance(37 * SECOND);
    expect(toMillis(session, RENEW)).toEqual([30_000, 31_000, 36_000]);
    expect(told).toEqual(Array.from({ length: 3 }, () => 'renew  failed 500'));
  });

  it('without a response is a failed poll with its transport fault', async () => {
    const { events, gateway, settle } = await startSession();
    gateway.noteLogin(fail('client.renew', 'renewal: refused'), 0, 'connect-refused');
    gateway.noteLogin(fail('client.login', 'login: broken'), 0, 'tls');
    await settle();
    const text = events.flatMap((event) => (event.type === 'poll' ? [event] : []));
    const found = text.map(({ subject, status, transport }) => [subject, status, transport]);
    expect(found).toEqual([
      ['renew', 0, 'connect-refused'],
      ['login', 0, 'tls'],
    ]);
  });

  it.each([400, 401, 404])('that is refused by %d is reported as that', async (status) => {
    const { on, advance, told } = await startSession({ lifeMs: 60_000 });
    on(RENEW, json(status, {}));
    on(OTHER_RENEW, json(status, {}));
    await advance(31 * SECOND);
    expect(told).toEqual([`renew  failed ${String(status)}`, 'login  unchanged 200']);
  });

  it('that was refused too often is reported after the order, not while it is sent', async () => {
    const { on, send, advance, settle, told } = await startSession({ lifeMs: 1_000 });
    on(RENEW, json(401, {}));
    on(LOGIN, json(401, {}));
    await advance(10 * SECOND);
    told.length = 0;
    send(place('a'));
    await settle();
    expect(told).toContain('login  failed 0');
    expect(told).toContain('place a not-sent 0');
  });
});

describe('final proof that orders have ended', () => {
  const ended = json(200, toOrder('a', 'CANCELED'));
  const endedB = json(200, toOrder('b', 'CANCELED'));

  it('takes two lists in a row without them', async () => {
    const session = await startSession();
    const { gateway, on, advance, times } = session;
    on(LIST, json(200, [toOrder('a', 'NEW')]), json(200, []), json(503, {}), json(200, []));
    on(byCoId('a'), json(200, toOrder('a', 'NEW')), ended);
    on(byCoId('b'), json(404, {}));
    const verified = gateway.verifyEnded(['a', 'b'], 60_000, ['a', 'b'], (coId) => coId === 'b');
    await advance(5 * SECOND);
    expect(await verified).toMatchObject({ ended: true, open: [] });
    expect(times(LIST)).toHaveLength(5);
  });

  it('queries by the venue’s order id where the coId is not found', async () => {
    const { gateway, on, advance } = await startSession();
    on(LIST, json(200, []));
    on(byCoId('a'), json(200, toOrder('a', 'NEW')), json(404, {}));
    on('GET /v2/orders/id-a', json(200, toOrder('a', 'CANCELED')));
    gateway.track('a', 'id-a');
    await advance(SECOND);
    const verified = gateway.verifyEnded(['a'], 60_000);
    await advance(5 * SECOND);
    expect(await verified).toMatchObject({ ended: true, open: [] });
  });

  it('names orders that are still open at its deadline', async () => {
    const { gateway, on, advance } = await startSession();
    on(LIST, json(200, [toOrder('a', 'NEW'), toOrder('b', 'PENDING_CANCEL')]));
    on(byCoId('a'), json(200, toOrder('a', 'NEW')));
    on(byCoId('b'), endedB);
    on(byCoId('c'), json(500, {}));
    on(byCoId('d'), json(404, {}));
    on(byCoId('e'), json(200, toOrder('e', 'FILLED', 1_000_000)));
    const verified = gateway.verifyEnded(['a', 'b', 'c', 'd', 'e'], 1_000);
    await advance(SECOND);
    const { ended: isDone, open } = await verified;
    expect([isDone, [...open].sort()]).toEqual([false, ['a', 'b', 'c', 'd']]);
  });

  it.each([
    ['no list can be read', json(500, {}), ended],
    ['the list still has the orders', json(200, [toOrder('a', 'NEW')]), ended],
    ['the venue does not find the order', json(200, []), json(404, {})],
    ['an empty response is not the learned "no result"', json(200, []), json(200, [])],
    ['the order is live but not listed', json(200, []), json(200, toOrder('a', 'NEW'))],
    ["the order's status is unknown", json(200, []), json(200, toOrder('a', 'DONE_FOR_DAY'))],
    ['no query is answered', 'hold' as const, 'hold' as const],
  ])('is not complete when %s', async (_, list, byItsCoId) => {
    const { gateway, on, advance } = await startSession();
    on(LIST, list);
    on(byCoId('a'), byItsCoId);
    const verified = gateway.verifyEnded(['a'], 200);
    await advance(5 * SECOND);
    expect(await verified).toMatchObject({ ended: false, open: ['a'] });
  });

  it('keeps an order alive that was reported alive when the rest of the round fails', async () => {
    for (const [list, byItsCoId] of [
      [json(200, [toOrder('a', 'NEW')]), 'hold' as const],
      ['hold' as const, json(200, toOrder('a', 'NEW'))],
    ] as const) {
      const { gateway, on, advance } = await startSession();
      on(LIST, list);
      on(byCoId('a'), byItsCoId);
      const verified = gateway.verifyEnded(['a'], 200);
      await advance(5 * SECOND);
      expect(await verified).toMatchObject({ ended: false, isAnswered: false, alive: ['a'] });
    }
  });

  it('is incomplete exactly while a list shows another own order', async () => {
    const { gateway, on, advance } = await startSession();
    on(LIST, json(200, [toOrder('older', 'NEW'), toOrder('of-another', 'NEW')]));
    on(byCoId('a'), ended);
    const verified = gateway.verifyEnded(['a'], 200, ['older', 'a']);
    await advance(5 * SECOND);
    const open = ['older'];
    expect(await verified).toEqual({ ended: false, open, isAnswered: true, alive: open });
    const others = gateway.verifyEnded(['a'], 60_000, ['a']);
    await advance(5 * SECOND);
    expect(await others).toMatchObject({ ended: true });
  });

  it('passes on reports of followed orders', async () => {
    const orderPoll = { first: MINUTE, most: MINUTE };
    const { gateway, on, advance, told } = await startSession({ orderPoll });
    on(LIST, json(200, []));
    on(byCoId('a'), ended);
    gateway.track('a', 'id-a');
    const verified = gateway.verifyEnded(['a'], 60_000);
    await advance(SECOND);
    expect(await verified).toMatchObject({ ended: true, open: [] });
    expect(told).toEqual(['a CANCELED 0']);
  });

  it('stays within the request budget, and cancels go first', async () => {
    const shares = { safety: 2, trading: 4, data: 3, queries: 1 };
    const { gateway, on, advance, send, times } = await startSession({ shares });
    const coIds = Array.from({ length: 30 }, (_, index) => `a${String(index)}`);
    on(LIST, json(200, []));
    for (const coId of coIds) on(byCoId(coId), json(200, toOrder(coId, 'CANCELED')));
    on('DELETE /v2/orders/id-z', json(202, {}));
    const asked = () => coIds.reduce((sum, coId) => sum + times(byCoId(coId)).length, 0);
    const verified = gateway.verifyEnded(coIds, 60_000);
    await advance(SECOND / 2);
    expect(asked()).toBeLessThan(16);
    send(cancel('z', 'id-z'));
    await advance(0);
    expect(times('DELETE /v2/orders/id-z')).toHaveLength(1);
    await advance(4 * SECOND);
    expect(await verified).toMatchObject({ ended: true, open: [] });
    expect(asked()).toBe(30);
  });

  it.each(['the next round of queries', 'room in the request budget'])(
    'ends by the clock where its timer is late, while it waits for %s',
    async (waited) => {
      const shares = waited === 'the next round' ? PLENTY : { safety: 2, trading: 4, data: 3 };
      let now = 0;
      const setTimer = () => ({ cancel: () => undefined });
      const machine = { ...realClock, setTimer, monoMicros: () => now };
      const { gateway, on, advance, clock } = await startSession({ machine, shares });
      const pass = async (span: number) => {
        for (const end = clock.now() + span; clock.now() < end;) {
          await advance(SECOND / 20);
          now += SECOND / 20;
        }
      };
      const coIds = Array.from({ length: 9 }, (_, index) => `a${String(index)}`);
      on(LIST, json(200, [toOrder('a0', 'NEW')]));
      for (const coId of coIds) on(byCoId(coId), json(200, toOrder(coId, 'NEW')));
      let proof: unknown;
      void gateway.verifyEnded(coIds, 1_000).then((verified) => (proof = verified));
      await pass(SECOND * 0.9);
      expect(proof).toBeUndefined();
      await pass(SECOND / 2);
      expect(proof).toMatchObject({ ended: false });
    },
  );

  it('succeeds at once without orders', async () => {
    const { gateway, on, advance } = await startSession();
    on(LIST, json(200, []));
    const verified = gateway.verifyEnded([], 60_000);
    await advance(SECOND);
    expect(await verified).toMatchObject({ ended: true, open: [] });
  });
});

describe('closed gateway', () => {
  it('sends and reports nothing more', async () => {
    const session = await startSession({ polled: [EURUSD], lifeMs: 60_000 });
    const { gateway, on, send, advance, settle, told, countSent } = session;
    on(SPOT, json(200, toRate(1.1, 1.2)));
    on(PLACE, 'hold');
    on('DELETE /v2/orders/id-b', json(503, {}));
    for (const coId of ['b', 'c', 'd']) gateway.track(coId, `id-${coId}`);
    gateway.track('e', '');
    send(place('a'));
    send(cancel('b'));
    send(cancel('f', ''));
    await advance(SECOND);
    const closed = gateway.close();
    const before = [told.length, countSent()];
    await settle();
    await closed;
    await advance(MINUTE);
    expect([told.length, countSent()]).toEqual(before);
    expect(() => send(place('z'))).toThrow('between start and close');
  });
});

describe('report of an order in a poll', () => {
  const event = (status: string, transactAt = 0) => ({
    ...({ type: 'order', coId: 'a', orderId: 'id-a', status, cumUnits: 0, units: 1 } as const),
    ...{ priceTicks: 1, symbol: 'EUR/USD', side: 'Buy', reason: '', transactAt },
  });
  const at = (millis: number) => START_AT + millis * MILLISECOND;

  it.each([
    ['applies if requested after the last response', 20, 30, 0, 'changed'],
    ['applies if requested at the time of the last response', 10, 30, 0, 'changed'],
    ['is stale if requested before the last response', 9, 30, 0, 'stale'],
    ['applies if requested earlier but with a later venue time', 9, 30, 6, 'changed'],
    ['is stale if requested earlier with the same venue time', 9, 30, 5, 'stale'],
  ])('%s', (_, startedAt, finishedAt, transactAt, expected) => {
    const order = new ObservedOrder('a', '');
    expect(order.observe(event('RECEIVED', 5), at(0), at(10))).toBe('changed');
    expect(order.observe(event('NEW', transactAt), at(startedAt), at(finishedAt))).toBe(expected);
  });

  it('without news still makes older responses stale', () => {
    const order = new ObservedOrder('a', '');
    order.observe(event('NEW'), at(0), at(10));
    expect(order.observe(event('NEW'), at(20), at(30))).toBe('same');
    expect(order.observe(event('RECEIVED'), at(15), at(40))).toBe('stale');
  });

  it.each([{ units: 2 }, { priceTicks: 2 }, { side: 'Sell' }, { symbol: 'USD/JPY' }])(
    'that is stale is passed on all the same when its terms differ: %j',
    (terms) => {
      const order = new ObservedOrder('a', '');
      order.observe(event('NEW'), at(0), at(10));
      expect(order.observe({ ...event('NEW'), ...terms }, at(5), at(20))).toBe('late');
      // It is not applied: what was known is known still.
      expect(order.observe(event('NEW'), at(20), at(30))).toBe('same');
    },
  );

  it('that is overtaken is passed on as late, only with other terms', async () => {
    const session = await startSession();
    const { gateway, on, advance, settle, release, events } = session;
    const asked = byCoId('a');
    on(asked, 'hold', json(200, toOrder('a', 'PARTIALLY_FILLED', 400_000)));
    on(LIST, json(200, []));
    on('GET /v2/trades?orderId=id-a', json(404, {}));
    on('GET /v2/trades?coId=a', json(404, {}));
    gateway.track('a', 'id-a');
    await advance(SECOND);
    void gateway.verifyEnded(['a'], 5_000);
    await advance(SECOND);
    release(200, JSON.stringify({ ...(toOrder('a', 'NEW') as object), size: 3_000_000 }));
    await settle();
    expect(events.filter(({ type }) => type === 'order')).toMatchObject([
      { status: 'PARTIALLY_FILLED', units: 100_000_000 },
      { status: 'NEW', units: 300_000_000, isLate: true },
    ]);
  });
});

// Orders through the remote gateway: placing, following, and the queries for each case.
import { encodeCommand } from '../../../src/protocol/codecs/index.js';
import { describe, expect, it } from 'vitest';
import { MILLISECOND, MINUTE, SECOND } from '../../../src/domain/index.js';
import { toOrder, toTrade } from '../../polling/scripted-venue.js';
import {
  byCoId,
  fillsByCoId,
  fillsOf,
  json,
  LIST,
  place,
  PLACE,
  POSITIONS,
  startSession,
  toMillis,
} from '../../gateway/remote-session.js';

const taken = (coId: string) => json(202, toOrder(coId, 'RECEIVED'));
const missing = json(404, {});
const successor = { ...(toOrder('other', 'NEW') as object), originalCoId: 'a' };

describe('place command', () => {
  it('is sent once, as encoded, and its order followed to the end', async () => {
    const session = await startSession();
    const { on, send, advance, told, requests } = session;
    on(PLACE, taken('a'));
    on(
      byCoId('a'),
      json(200, toOrder('a', 'NEW')),
      json(200, toOrder('a', 'NEW')),
      json(200, toOrder('a', 'CANCELED', 0, 900)),
    );
    send(place('a'));
    await advance(30 * SECOND);
    expect(told).toEqual(['place a accepted 202', 'a NEW 0', 'a CANCELED 0']);
    const sent = requests.filter(({ line }) => line === PLACE);
    expect(sent.map(({ body }) => body)).toEqual([encodeCommand(place('a'))]);
    expect(JSON.parse(sent[0]!.body)).toMatchObject({ coId: 'a', size: 1_000_000, price: 1.1 });
    expect(toMillis(session, byCoId('a'))).toEqual([200, 600, 1_400]);
  });

  it.each([
    ['rejected', json(400, { errorCode: 'RequestValidationError.InvalidPrice' }), 400],
    ['rejected', json(403, {}), 403],
  ])('that is %s is reported and its order not followed', async (outcome, script, status) => {
    const { on, send, advance, told, times } = await startSession();
    on(PLACE, script);
    send(place('a'));
    await advance(MINUTE);
    expect(told).toEqual([`place a ${outcome} ${status}`]);
    expect([...times(PLACE), ...times(byCoId('a'))]).toEqual([0]);
  });

  it('that was never sent is reported and its order not followed', async () => {
    const { send, stop, settle, advance, told } = await startSession();
    await stop();
    await settle();
    send(place('a'));
    await advance(MINUTE);
    expect(told).toEqual(['place a not-sent 0']);
  });

  it('with an unknown outcome is probed at fixed times', async () => {
    const session = await startSession();
    const { on, send, advance, told } = session;
    on(PLACE, json(500, {}));
    on(byCoId('a'), missing);
    on(LIST, json(200, []));
    on(fillsByCoId('a'), missing);
    send(place('a'));
    await advance(4 * MINUTE);
    const millis = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
    const minutes = [60_000, 120_000, 180_000, 240_000];
    expect(toMillis(session, byCoId('a'))).toEqual([...millis, ...minutes]);
    expect(toMillis(session, LIST)).toEqual([...millis, ...minutes]);
    expect(toMillis(session, fillsByCoId('a'))).toEqual([...millis, ...minutes]);
    expect(toMillis(session, POSITIONS)).toEqual([...millis, ...minutes]);
    expect(told[0]).toBe('place a unknown 500');
    expect(new Set(told.slice(1))).toEqual(new Set(['order a empty 404']));
  });

  it('of unknown outcome is adopted when a query by coId or the list shows the order', async () => {
    for (const shownBy of [byCoId('a'), LIST]) {
      const session = await startSession();
      const { on, send, advance, told } = session;
      on(PLACE, json(400, { errorCode: 'RequestValidationError.DuplicateOrder' }));
      const order = toOrder('a', 'NEW');
      on(byCoId('a'), missing, shownBy === LIST ? missing : json(200, order), json(200, order));
      on(LIST, json(200, []), json(200, shownBy === LIST ? [order] : []));
      on(fillsByCoId('a'), missing);
      send(place('a'));
      await advance(10 * SECOND);
      expect(told).toEqual(['place a duplicate 400', 'order a empty 404', 'a NEW 0']);
      expect(toMillis(session, byCoId('a')).slice(0, 5)).toEqual([250, 500, 700, 1_100, 1_900]);
    }
  });

  it('of unknown outcome takes a request of the budget for each of its four reads', async () => {
    const shares = { safety: 2, trading: 4, data: 3, queries: 1 };
    const { on, send, advance, gateway, clock, times } = await startSession({ shares });
    on(PLACE, json(502, {}));
    on(byCoId('a'), missing);
    on(LIST, json(200, []));
    on(fillsByCoId('a'), missing);
    on(POSITIONS, json(200, []));
    send(place('a'));
    await advance(251 * MILLISECOND);
    expect(times(POSITIONS)).toHaveLength(1);
    let left = 0;
    while (gateway.budget.take('safety', clock.now())) left += 1;
    // Of the ten: login, reference data, rates and the place took some, these four the rest.
    expect(left).toBe(3);
  });

  it('of unknown outcome has no negative probe when a read failed', async () => {
    const { on, send, advance, told } = await startSession();
    on(PLACE, json(502, {}));
    on(byCoId('a'), missing, missing, json(503, {}));
    on(LIST, json(500, {}), missing);
    send(place('a'));
    await advance(SECOND);
    expect(told.slice(1)).toEqual([
      'order a failed 500',
      'order a failed 404',
      'order a failed 503',
    ]);
  });

  it('of unknown outcome has no negative probe while trades exist or cannot be read', async () => {
    const { on, send, advance, told } = await startSession();
    on(PLACE, json(502, {}));
    on(byCoId('a'), missing);
    on(LIST, json(200, []));
    const stray = [toTrade('b', 'T1', 400_000)];
    on(fillsByCoId('a'), json(503, {}), json(200, stray), json(200, [toTrade('a', 'T1', 400_000)]));
    send(place('a'));
    await advance(SECOND);
    expect(told.slice(1)).toEqual([
      'order a failed 503',
      'order a failed 200',
      expect.stringContaining('T1'),
    ]);
  });

  it('that was probably rejected is given up after a minute without a trace', async () => {
    const session = await startSession();
    const { on, send, advance, told } = session;
    on(PLACE, json(400, {}));
    on(byCoId('a'), missing);
    on(LIST, json(200, []));
    on(fillsByCoId('a'), missing);
    send(place('a'));
    await advance(10 * MINUTE);
    expect(told[0]).toBe('place a weak 400');
    expect(toMillis(session, byCoId('a')).at(-1)).toBe(60_000);
  });
});

describe('followed order', () => {
  it('that is filled has its trades queried at once, by one query', async () => {
    const session = await startSession();
    const { on, send, advance, told } = session;
    on(PLACE, taken('a'));
    on(byCoId('a'), json(200, toOrder('a', 'FILLED', 1_000_000, 100)));
    on(fillsOf('a'), json(200, [toTrade('a', 'T1', 400_000), toTrade('a', 'T2', 600_000)]));
    send(place('a'));
    await advance(MINUTE);
    expect(told.slice(1)).toEqual(['a FILLED 1000000', 'a T1 400000', 'a T2 600000']);
    expect(toMillis(session, fillsOf('a'))).toEqual([200]);
    expect(toMillis(session, byCoId('a'))).toEqual([200]);
  });

  it('has its trades queried once per fill, and each is reported once', async () => {
    const session = await startSession();
    const { on, send, advance, told } = session;
    const [first, second] = [toTrade('a', 'T1', 400_000), toTrade('a', 'T2', 600_000)];
    on(PLACE, taken('a'));
    on(
      byCoId('a'),
      json(200, toOrder('a', 'PARTIALLY_FILLED', 400_000, 100)),
      json(200, toOrder('a', 'PARTIALLY_FILLED', 400_000, 100)),
      json(200, toOrder('a', 'FILLED', 1_000_000, 900)),
    );
    on(fillsOf('a'), json(200, [first]), json(200, [first, second]));
    send(place('a'));
    await advance(MINUTE);
    expect(told.slice(1)).toEqual([
      'a PARTIALLY_FILLED 400000',
      'a T1 400000',
      'a FILLED 1000000',
      'a T2 600000',
    ]);
    expect(toMillis(session, fillsOf('a'))).toEqual([200, 1_400]);
  });

  it('that reports the same fill again has its trades queried no sooner', async () => {
    const session = await startSession({ orderPoll: { first: 100_000, most: 100_000 } });
    const { gateway, on, advance, told } = session;
    on(byCoId('a'), json(200, toOrder('a', 'PARTIALLY_FILLED', 400_000, 100)));
    on(fillsOf('a'), json(404, {}));
    gateway.track('a', 'id-a');
    await advance(7 * SECOND);
    expect(toMillis(session, byCoId('a'))).toHaveLength(70);
    expect(toMillis(session, fillsOf('a'))).toEqual([100, 350, 850, 1_850, 3_850, 5_850]);
    expect(told.filter((line) => line === 'trades a empty 404')).toHaveLength(6);
  });

  it('that has ended waits for late trades, then for nothing', async () => {
    const session = await startSession();
    const { on, send, advance, told } = session;
    on(PLACE, taken('a'));
    on(byCoId('a'), json(200, toOrder('a', 'EXPIRED', 400_000, 100)));
    on(fillsOf('a'), json(200, []), json(500, {}), json(200, [toTrade('a', 'T1', 400_000)]));
    send(place('a'));
    await advance(MINUTE);
    expect(told.slice(1)).toEqual(['a EXPIRED 400000', 'trades a failed 500', 'a T1 400000']);
    expect(toMillis(session, fillsOf('a'))).toEqual([200, 450, 950]);
  });

  it('whose trades are ahead of its own report needs no query', async () => {
    const session = await startSession();
    const { on, send, advance } = session;
    on(PLACE, taken('a'));
    on(
      byCoId('a'),
      json(200, toOrder('a', 'PARTIALLY_FILLED', 400_000, 100)),
      json(200, toOrder('a', 'FILLED', 1_000_000, 900)),
    );
    on(fillsOf('a'), json(200, [toTrade('a', 'T1', 400_000), toTrade('a', 'T2', 600_000)]));
    send(place('a'));
    await advance(MINUTE);
    expect(toMillis(session, fillsOf('a'))).toEqual([200]);
  });

  it('from an earlier session is polled by its id, or probed without one', async () => {
    const session = await startSession();
    const { gateway, on, advance, told } = session;
    on(byCoId('a'), json(200, toOrder('a', 'EXPIRED')));
    on(byCoId('b'), json(200, toOrder('b', 'NEW')), json(200, toOrder('b', 'EXPIRED')));
    gateway.track('a', 'id-a');
    gateway.track('b', '');
    await advance(10 * SECOND);
    expect(told).toEqual(['a EXPIRED 0', 'b NEW 0', 'b EXPIRED 0']);
    expect(toMillis(session, byCoId('a'))).toEqual([200]);
    expect(toMillis(session, byCoId('b'))).toEqual([250, 450]);
  });

  it('reports every failed poll with its status', async () => {
    const { gateway, on, advance, told } = await startSession();
    on(byCoId('a'), json(500, {}), missing, json(200, toOrder('a', 'EXPIRED')));
    on('GET /v2/orders/id-a', missing);
    gateway.track('a', 'id-a');
    await advance(20 * SECOND);
    expect(told).toEqual(['order a failed 500', 'order a empty 404', 'a EXPIRED 0']);
  });
});

describe('replaced order', () => {
  it('is looked up in the list until its successor names it', async () => {
    const session = await startSession();
    const { gateway, on, advance, told, events } = session;
    on(byCoId('a'), json(200, toOrder('a', 'REPLACED')));
    on(LIST, json(200, [toOrder('b', 'NEW')]), json(503, {}), json(200, [successor]));
    gateway.track('a', 'id-a');
    await advance(30 * SECOND);
    expect(told).toEqual(['a REPLACED 0', 'order  failed 503', 'other NEW 0']);
    expect(events.at(-1)).toMatchObject({ coId: 'other', originalCoId: 'a' });
    expect(toMillis(session, LIST)).toHaveLength(3);
    expect(toMillis(session, byCoId('a'))).toHaveLength(1);
  });

  it('is not looked up any more after the close', async () => {
    const session = await startSession();
    const { gateway, on, advance } = session;
    on(byCoId('a'), json(200, toOrder('a', 'REPLACED')));
    on(LIST, json(200, []));
    gateway.track('a', 'id-a');
    await advance(5 * SECOND);
    const asked = toMillis(session, LIST).length;
    expect(asked).toBeGreaterThan(5);
    await gateway.close();
    await advance(5 * SECOND);
    expect(toMillis(session, LIST)).toHaveLength(asked);
  });
});

describe('failed order', () => {
  it('has its trades queried by both ids until both answer, then all are reported', async () => {
    const session = await startSession();
    const { gateway, on, advance, told } = session;
    on(byCoId('a'), json(200, toOrder('a', 'FAILED')));
    on(fillsOf('a'), json(503, {}), missing);
    on(fillsByCoId('a'), json(200, [toTrade('a', 'T1', 400_000)]));
    gateway.track('a', 'id-a');
    await advance(30 * SECOND);
    expect(told).toEqual([
      'a FAILED 0',
      'trades a failed 503',
      'a T1 400000',
      'trades a unchanged 200',
    ]);
    expect(toMillis(session, fillsOf('a'))).toEqual([450, 950]);
    expect(toMillis(session, fillsByCoId('a'))).toEqual([950]);
  });

  it('is not queried any more after the close', async () => {
    const session = await startSession();
    const { gateway, on, advance } = session;
    on(byCoId('a'), json(200, toOrder('a', 'FAILED')));
    on(fillsOf('a'), json(503, {}));
    gateway.track('a', 'id-a');
    await advance(5 * SECOND);
    const asked = toMillis(session, fillsOf('a')).length;
    expect(asked).toBeGreaterThan(2);
    await gateway.close();
    await advance(MINUTE);
    expect(toMillis(session, fillsOf('a'))).toHaveLength(asked);
  });
});

describe('three followed orders or more', () => {
  const ids = ['a', 'b', 'c'];
  const live = (coId: string) => toOrder(coId, 'NEW');

  it('are polled by one list every 500 ms, and rarely one by one', async () => {
    const session = await startSession();
    const { gateway, on, advance, told } = session;
    on(LIST, json(200, ids.map(live)));
    for (const coId of ids) on(byCoId(coId), json(200, live(coId)));
    for (const coId of ids) gateway.track(coId, `id-${coId}`);
    await advance(10 * SECOND);
    const [firstList = 0] = toMillis(session, LIST);
    expect(toMillis(session, LIST)).toHaveLength(20);
    const alone = ids.flatMap((coId) => toMillis(session, byCoId(coId)));
    const later = alone.filter((time) => time > firstList);
    // A list may be wrong: each is asked for alone once in 5 s.
    expect(later).toEqual(ids.map(() => firstList + 5_000));
    expect(told.sort()).toEqual(ids.map((coId) => `${coId} NEW 0`));
  });

  it('return to single queries when fewer are left', async () => {
    const session = await startSession();
    const { gateway, on, advance, told } = session;
    on(LIST, json(200, ids.map(live)), json(200, [live('a'), live('b')]));
    for (const coId of ids) on(byCoId(coId), json(200, live(coId)));
    for (const coId of ids) gateway.track(coId, `id-${coId}`);
    await advance(500 * MILLISECOND);
    on(byCoId('c'), json(200, toOrder('c', 'CANCELED')));
    await advance(30 * SECOND);
    expect(told.at(-1)).toBe('c CANCELED 0');
    expect(toMillis(session, LIST)).toHaveLength(2);
    expect(toMillis(session, byCoId('a')).length).toBeGreaterThan(10);
    expect(Math.max(...toMillis(session, byCoId('c')))).toBeLessThan(1_500);
    expect(told).toHaveLength(4);
  });

  it('that a list does not show are polled alone: absence is no end', async () => {
    const session = await startSession();
    const { gateway, on, advance, told } = session;
    on(LIST, json(200, ids.slice(1).map(live)));
    on(byCoId('a'), missing, json(200, live('a')));
    on('GET /v2/orders/id-a', missing);
    for (const coId of ids.slice(1)) on(byCoId(coId), json(200, live(coId)));
    for (const coId of ids) gateway.track(coId, `id-${coId}`);
    await advance(10 * SECOND);
    expect(told.sort()).toEqual(['a NEW 0', 'b NEW 0', 'c NEW 0', 'order a empty 404']);
    // Not shown yet in this run, it is looked for in whole, after 250 ms.
    const polls = [200, 450, 650, 1_050, 1_850, 3_450, 5_450, 7_450, 9_450];
    expect(toMillis(session, byCoId('a'))).toEqual(polls);
    expect(toMillis(session, byCoId('b')).length).toBeLessThan(3);
  });

  it('are all polled alone while no list can be read', async () => {
    const session = await startSession();
    const { gateway, on, advance, told } = session;
    const readable = json(200, ids.map(live));
    const unreadable = json(200, [{ coId: 'x', symbol: 'XAU/USD' }]);
    on(LIST, readable, unreadable, unreadable, unreadable, unreadable, readable);
    for (const coId of ids) on(byCoId(coId), json(200, live(coId)));
    for (const coId of ids) gateway.track(coId, `id-${coId}`);
    await advance(40 * SECOND);
    const lists = toMillis(session, LIST);
    for (const coId of ids) {
      const alone = toMillis(session, byCoId(coId));
      const during = alone.filter((time) => time > lists[1]! && time < lists[5]!);
      expect(during.length).toBeGreaterThan(2);
      const slow = alone.filter((time) => time > lists[5]!);
      expect(slow.slice(1).map((time, i) => time - slow[i]!)).toEqual(
        slow.slice(1).map(() => 5_000),
      );
    }
    expect(told.filter((line) => line === 'order  failed 200')).toHaveLength(4);
  });

  it('take no response for news that was requested before the newest report', async () => {
    const session = await startSession();
    const { gateway, on, advance, release, settle, told, times } = session;
    on(LIST, 'hold');
    on(byCoId('a'), json(200, toOrder('a', 'PARTIALLY_FILLED', 400_000, 900)));
    for (const coId of ['b', 'c']) on(byCoId(coId), json(200, live(coId)));
    on(fillsOf('a'), json(200, [toTrade('a', 'T1', 400_000)]));
    for (const coId of ids) gateway.track(coId, `id-${coId}`);
    await advance(SECOND);
    expect(times(LIST)).toHaveLength(1);
    const known = ['a PARTIALLY_FILLED 400000', 'b NEW 0', 'c NEW 0', 'a T1 400000'];
    expect(told.sort()).toEqual(known.sort());
    release(200, JSON.stringify([live('a'), live('b'), toOrder('c', 'SUSPENDED', 0, 800)]));
    await settle();
    expect(told.slice(4)).toEqual(['c SUSPENDED 0']);
  });
});

describe('search for what an end left open continues', () => {
  it('however long the trades of a failed order cannot be read', async () => {
    const session = await startSession();
    const { on, send, advance, told } = session;
    on(PLACE, taken('a'));
    on(byCoId('a'), json(200, toOrder('a', 'FAILED')));
    on(fillsOf('a'), json(503, {}));
    send(place('a'));
    await advance(15 * MINUTE);
    on(fillsOf('a'), json(200, [toTrade('a', 'T1', 400_000)]));
    on(fillsByCoId('a'), json(200, [toTrade('a', 'T1', 400_000)]));
    await advance(2 * MINUTE);
    expect(told.slice(-1)).toEqual(['trades a unchanged 200']);
    expect(told).toContain('a T1 400000');
  });

  it('however late the successor of a replaced order is listed', async () => {
    const session = await startSession();
    const { on, send, advance, told } = session;
    on(PLACE, taken('a'));
    on(byCoId('a'), json(200, toOrder('a', 'REPLACED')));
    on(LIST, json(200, []));
    send(place('a'));
    await advance(15 * MINUTE);
    on(LIST, json(200, [successor]));
    await advance(2 * MINUTE);
    expect(told.at(-1)).toBe('other NEW 0');
  });
});

describe('resubmitted place command', () => {
  it('has the same bytes, is reported as resent, and is probed until it is found', async () => {
    const { on, send, advance, told, requests } = await startSession();
    on(PLACE, json(500, {}), json(400, { errorCode: 'RequestValidationError.DuplicateOrder' }));
    on(byCoId('a'), missing, missing, json(200, toOrder('a', 'CANCELED', 0, 900)));
    on(LIST, json(200, []));
    on(fillsByCoId('a'), missing);
    send(place('a'));
    await advance(300 * MILLISECOND);
    send({ ...place('a'), attempt: 2 });
    await advance(MINUTE);
    expect(told).toEqual([
      ...['place a unknown 500', 'order a empty 404', 'place a duplicate 400 again'],
      ...['order a empty 404', 'a CANCELED 0'],
    ]);
    const bodies = requests.filter(({ line }) => line === PLACE).map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
  });
});

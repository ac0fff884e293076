// Cancels through the remote gateway: attempts, back-off, order queries, and what is reported.
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../../src/domain/index.js';
import { approveCancel } from '../../../../src/risk/index.js';
import { toOrder } from '../../../polling/scripted-venue.js';
import {
  byCoId,
  byId,
  cancel,
  json,
  type RemoteSession,
  startSession,
} from '../../remote-session.js';

const CANCEL = byId('a');
const live = json(200, toOrder('a', 'NEW'));
const canceled = json(200, toOrder('a', 'CANCELED', 0, 500));

async function startFollowing(): Promise<RemoteSession> {
  const session = await startSession();
  session.on(byCoId('a'), live);
  session.gateway.track('a', 'id-a');
  return session;
}

describe('cancel', () => {
  it('leaves in the step of its command and is done when a query shows the end', async () => {
    const session = await startFollowing();
    const { on, send, advance, told, times } = session;
    await advance(10 * SECOND);
    on(CANCEL, json(202, toOrder('a', 'PENDING_CANCEL')));
    on(byCoId('a'), json(200, toOrder('a', 'PENDING_CANCEL', 0, 400)), canceled);
    send(cancel('a'));
    await advance(5 * SECOND);
    expect(told).toEqual([
      'a NEW 0',
      'cancel a accepted 202',
      'a PENDING_CANCEL 0',
      'a CANCELED 0',
    ]);
    expect(times(CANCEL)).toEqual([10 * SECOND]);
    // From the shortest gap on again.
    const polls = times(byCoId('a')).filter((time) => time > 10 * SECOND);
    expect(polls.map((time) => (time - 10 * SECOND) / 1_000)).toEqual([200, 600]);
  });

  it('with an unknown outcome is attempted 5 times with growing gaps', async () => {
    const { on, send, advance, told, times } = await startFollowing();
    on(CANCEL, json(503, {}));
    send(cancel('a'));
    await advance(2 * MINUTE);
    expect(told.filter((line) => line.startsWith('cancel'))).toEqual(
      Array.from({ length: 5 }, () => 'cancel a unknown 503'),
    );
    const sent = times(CANCEL);
    const gaps = sent.slice(1).map((time, i) => (time - sent[i]!) / 1_000);
    [250, 500, 1_000, 2_000].forEach((most, i) => {
      expect(gaps[i]).toBeGreaterThanOrEqual(most / 2);
      expect(gaps[i]).toBeLessThanOrEqual(most);
    });
    expect(gaps).toHaveLength(4);
  });

  it('without an id in the journal takes a new one', async () => {
    const { on, send, advance, events } = await startFollowing();
    on(CANCEL, json(503, {}));
    send(cancel('a'));
    await advance(2 * MINUTE);
    send(cancel('a'));
    await advance(2 * MINUTE);
    const names = events.flatMap((event) => {
      return event.type === 'send-again' ? [event.requestId] : [];
    });
    expect(names).toHaveLength(8);
    expect(new Set(names).size).toBe(8);
    expect(names.at(-1)).toMatch(/^a\.unnamed\.[0-9a-z]+\.2\.5$/);
  });

  it('stops when its order has ended meanwhile', async () => {
    const { on, send, advance, told, times } = await startFollowing();
    on(CANCEL, json(503, {}));
    on(byCoId('a'), live, canceled);
    send(cancel('a'));
    await advance(MINUTE);
    expect(times(CANCEL).length).toBeLessThan(5);
    expect(told.at(-1)).toBe('a CANCELED 0');
  });

  it('answered after the end of its order does not follow the order again', async () => {
    const { on, send, advance, release, told, times } = await startFollowing();
    on(CANCEL, 'hold');
    on(byCoId('a'), canceled);
    send(cancel('a'));
    await advance(SECOND);
    expect(told).toEqual(['a CANCELED 0']);
    release(400, '{"errorCode":"OrderNotActive"}');
    await advance(MINUTE);
    expect(told.slice(1)).toEqual(['cancel a weak 400']);
    expect(times(byCoId('a'))).toHaveLength(1);
  });

  it.each([
    ['unknown', json(302, {}), 302],
    ['unknown', json(500, {}), 500],
    ['unknown', json(501, {}), 501],
    ['unknown', json(505, {}), 505],
    ['unknown', json(507, {}), 507],
    ['weak', json(400, { errorCode: 'OrderNotActive' }), 400],
    ['weak', json(404, {}), 404],
    ['rejected', json(403, {}), 403],
  ])('answered %s by %o is not attempted again', async (outcome, script, status) => {
    const { on, send, advance, told, times } = await startFollowing();
    on(CANCEL, script);
    send(cancel('a'));
    await advance(MINUTE);
    expect(told.filter((line) => line.startsWith('cancel'))).toEqual([
      `cancel a ${outcome} ${status}`,
    ]);
    expect(times(CANCEL)).toHaveLength(1);
  });

  it('joins one that is in flight, and can be commanded again later', async () => {
    const { on, send, advance, times } = await startFollowing();
    on(CANCEL, json(503, {}), json(202, {}));
    send(cancel('a'));
    send(cancel('a'));
    await advance(10 * SECOND);
    expect(times(CANCEL)).toHaveLength(2);
    send(cancel('a'));
    await advance(SECOND);
    expect(times(CANCEL)).toHaveLength(3);
  });

  it.each([
    ['the only response', json(500, {}), 1],
    ['the response to the last attempt', json(503, {}), 5],
  ])('can be commanded again from %s', async (_, script, tries) => {
    const session = await startFollowing();
    const { gateway, on, advance, events, release, times } = session;
    const command = approveCancel(cancel('a'));
    session.onEvent = (event) => {
      if (event.type !== 'send-result' || times(CANCEL).length !== tries) return;
      on(CANCEL, 'hold');
      gateway.send(command, '', 'a.c1.2');
    };
    on(CANCEL, script);
    gateway.send(command, '', 'a.c1.1');
    await advance(4 * SECOND);
    expect(times(CANCEL)).toHaveLength(tries + 1);
    expect(times(CANCEL).at(-1)).toBe(times(CANCEL).at(-2));
    // The end of the first is not that of the second: one more joins it.
    gateway.send(command, '', 'a.c1.3');
    release(202, '{}');
    await advance(SECOND);
    expect(times(CANCEL)).toHaveLength(tries + 1);
    const unused = events.filter((event) => event.type === 'send-unused');
    expect(unused).toMatchObject([{ requestId: 'a.c1.3' }]);
  });

  it('that is commanded from each response leaves at growing gaps', async () => {
    const session = await startFollowing();
    const { gateway, on, advance, times } = session;
    const command = approveCancel(cancel('a'));
    session.onEvent = ({ type }) => {
      if (type === 'send-result') gateway.send(command, '', `a.c${String(times(CANCEL).length)}`);
    };
    on(CANCEL, json(409, {}));
    gateway.send(command, '', 'a.c0');
    await advance(10 * SECOND);
    const [first = 0, ...later] = times(CANCEL);
    expect(later[0]).toBe(first);
    // 0.25 s, doubled up to 4 s, of which the upper half is drawn.
    expect(later.length).toBeGreaterThan(4);
    expect(later.length).toBeLessThan(10);
  });

  it('reports its id when it joined another and was not needed', async () => {
    const { gateway, on, events, advance } = await startFollowing();
    const command = approveCancel(cancel('a'));
    on(CANCEL, json(503, {}), json(202, {}));
    // The last of three names the second try; nothing leaves under the one before it.
    for (const name of ['a.c1.1', 'a.c1.2', 'a.c1.3']) gateway.send(command, '', name);
    await advance(10 * SECOND);
    gateway.send(command, '', 'a.c1.4');
    gateway.send(command, '', 'a.c1.5');
    await advance(10 * SECOND);
    const unused = events.flatMap((event) => {
      return event.type === 'send-unused' ? [event.requestId] : [];
    });
    expect(unused).toEqual(['a.c1.2', 'a.c1.5']);
  });

  it('without the venue’s order id queries the order first', async () => {
    const { on, send, advance, told, requests } = await startSession();
    on(byCoId('a'), json(404, {}), live, canceled);
    on(CANCEL, json(202, {}));
    send(cancel('a', ''));
    await advance(10 * SECOND);
    expect(told).toEqual(['order a empty 404', 'a NEW 0', 'cancel a accepted 202', 'a CANCELED 0']);
    const lines = requests.map(({ line }) => line).slice(-4);
    expect(lines).toEqual([byCoId('a'), byCoId('a'), CANCEL, byCoId('a')]);
  });

  it.each<[string, (session: RemoteSession) => void]>([
    ['a second command', ({ send }) => send(cancel('a'))],
    ['another report of the order', ({ gateway }) => gateway.track('a', 'id-a')],
  ])('leaves as soon as %s reports the id, whatever its query does', async (_, notify) => {
    const session = await startSession();
    const { on, send, advance, release, told, times } = session;
    on(byCoId('a'), 'hold');
    on(CANCEL, json(202, {}));
    send(cancel('a', ''));
    await advance(SECOND);
    expect(times(CANCEL)).toEqual([]);
    on(byCoId('a'), canceled);
    notify(session);
    await advance(0);
    expect(times(CANCEL)).toEqual([SECOND]);
    await advance(SECOND);
    // The first query is answered when the order has ended: it is not followed again.
    release(200, JSON.stringify(toOrder('a', 'NEW')));
    await advance(MINUTE);
    const text = told.filter((line) => line !== 'send-unused');
    expect(text).toEqual(['cancel a accepted 202', 'a CANCELED 0']);
    expect([times(CANCEL).length, times(byCoId('a')).length]).toEqual([1, 2]);
  });

  it('leaves as soon as the id is reported between two queries', async () => {
    const { on, send, advance, times } = await startSession();
    on(byCoId('a'), json(404, {}));
    on(CANCEL, json(202, {}));
    send(cancel('a', ''));
    await advance(100_000);
    send(cancel('a'));
    await advance(0);
    expect([times(CANCEL), times(byCoId('a'))]).toEqual([[100_000], [0]]);
  });

  it('without the venue’s order id uses the one that was reported before', async () => {
    const { on, send, advance, times } = await startFollowing();
    await advance(SECOND);
    const before = times(byCoId('a')).length;
    on(CANCEL, json(202, {}));
    send(cancel('a', ''));
    await advance(0);
    expect([times(CANCEL).length, times(byCoId('a')).length]).toEqual([1, before]);
  });

  it('of an order that has ended or does not exist is reported as not sent', async () => {
    const session = await startSession();
    const { on, send, advance, told, events } = session;
    on(byCoId('a'), canceled);
    send(cancel('a', ''));
    await advance(SECOND);
    expect(told).toEqual(['a CANCELED 0', 'cancel a not-sent 0', 'send-unused']);
    expect(events.at(-2)).toMatchObject({
      message: 'expected a live order, found state CANCELED',
    });
    on(byCoId('b'), json(404, {}));
    send(cancel('b', ''));
    await advance(MINUTE);
    expect(told.slice(3)).toEqual([
      ...Array.from({ length: 5 }, () => 'order b empty 404'),
      ...['cancel b not-sent 0', 'send-unused'],
    ]);
    expect(events.at(-2)).toMatchObject({
      message: 'cannot cancel without an order id, found none in 5 queries',
    });
  });

  it('repeats its waits by the seed', async () => {
    const run = async (seed: number): Promise<readonly number[]> => {
      const { on, send, advance, times } = await startSession({ seed });
      on(byCoId('a'), live);
      on(CANCEL, json(503, {}));
      send(cancel('a'));
      await advance(MINUTE);
      return times(CANCEL);
    };
    const first = await run(1);
    expect(await run(1)).toEqual(first);
    expect(await run(2)).not.toEqual(first);
  });
});

// Trades of own orders that are late, or whose records are malformed.
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../../src/domain/index.js';
import { toOrder, toTrade } from '../../../polling/scripted-venue.js';
import {
  byCoId,
  fillsOf,
  json,
  place,
  PLACE,
  startSession,
  toMillis,
} from '../../remote-session.js';

const taken = (coId: string) => json(202, toOrder(coId, 'RECEIVED'));

describe('order with missing trades', () => {
  it('alerts once after 30 s, and is queried twice a minute from then on', async () => {
    const session = await startSession();
    const { on, send, advance, told, events } = session;
    on(PLACE, taken('a'));
    on(byCoId('a'), json(200, toOrder('a', 'EXPIRED', 400_000, 100)));
    on(fillsOf('a'), json(200, [toTrade('a', 'T1', 300_000)]));
    send(place('a'));
    await advance(5 * MINUTE);
    expect(told.slice(1)).toEqual(['a EXPIRED 400000', 'a T1 300000', 'trades a failed 0']);
    expect(events.at(-1)).toMatchObject({
      message: 'expected trades for the whole fill within 30 s, found those of 75 %',
    });
    const late = toMillis(session, fillsOf('a')).filter((at) => at >= 30_200);
    expect(late).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((turn) => 30_200 + 30_000 * turn));
  });

  it('is complete by a late record, and is queried no more', async () => {
    const session = await startSession();
    const { on, send, advance, told } = session;
    on(PLACE, taken('a'));
    on(byCoId('a'), json(200, toOrder('a', 'FILLED', 400_000, 100)));
    on(fillsOf('a'), json(200, []));
    send(place('a'));
    await advance(MINUTE);
    on(fillsOf('a'), json(200, [toTrade('a', 'T1', 400_000)]));
    const before = toMillis(session, fillsOf('a')).length;
    await advance(5 * MINUTE);
    expect(told.at(-1)).toBe('a T1 400000');
    expect(toMillis(session, fillsOf('a'))).toHaveLength(before + 1);
  });

  it('is queried again while a record has another side than the order', async () => {
    const session = await startSession();
    const { on, send, advance, told } = session;
    on(PLACE, taken('a'));
    on(byCoId('a'), json(200, toOrder('a', 'FILLED', 400_000, 100)));
    const trade = toTrade('a', 'T1', 400_000) as object;
    on(fillsOf('a'), json(200, [{ ...trade, side: 'Sideways' }]), json(200, [trade]));
    send(place('a'));
    await advance(5 * MINUTE);
    expect(told.slice(1)).toEqual(['a FILLED 400000', 'a T1 400000', 'a T1 400000']);
    expect(toMillis(session, fillsOf('a'))).toEqual([200, 450]);
  });

  it('accepts records as they are where the order’s own side is malformed', async () => {
    const session = await startSession();
    const { on, send, advance, told } = session;
    on(PLACE, taken('a'));
    const filled = toOrder('a', 'FILLED', 400_000, 100) as object;
    on(byCoId('a'), json(200, { ...filled, side: 'Sideways' }));
    on(fillsOf('a'), json(200, [toTrade('a', 'T1', 400_000)]));
    send(place('a'));
    await advance(5 * MINUTE);
    expect(told.slice(1)).toEqual(['a FILLED 400000', 'a T1 400000']);
    expect(toMillis(session, fillsOf('a'))).toEqual([200]);
  });
});

describe('order that ends with less filled than it reported before', () => {
  const DENIED = 'trades a unchanged 200';

  async function start(...trades: unknown[][]) {
    const session = await startSession();
    const { on, send } = session;
    on(PLACE, taken('a'));
    const more = json(200, toOrder('a', 'PARTIALLY_FILLED', 400_000, 100));
    on(byCoId('a'), more, json(200, toOrder('a', 'CANCELED', 0, 200)));
    on(fillsOf('a'), ...trades.map((one) => json(200, one)));
    send(place('a'));
    await session.advance(5 * MINUTE);
    return session;
  }

  it('reports each response without its trade, for a minute', async () => {
    const session = await start([]);
    const [, partial, end, ...rest] = session.told;
    expect([partial, end]).toEqual(['a PARTIALLY_FILLED 400000', 'a CANCELED 0']);
    expect(rest.filter((one) => one === DENIED).length).toBeGreaterThan(5);
    expect(rest.filter((one) => one !== DENIED)).toEqual(['trades a failed 0']);
    const asked = toMillis(session, fillsOf('a')).at(-1) ?? 0;
    expect(asked).toBeGreaterThan(60_000);
    expect(asked).toBeLessThan(120_000);
  });

  it('is not queried for ever where its end leaves out the filled quantity', async () => {
    const session = await startSession();
    const { on, send } = session;
    on(PLACE, taken('a'));
    const end = { ...(toOrder('a', 'CANCELED', 0, 200) as object), cumQty: undefined };
    const more = json(200, toOrder('a', 'PARTIALLY_FILLED', 400_000, 100));
    on(byCoId('a'), more, json(200, end));
    on(fillsOf('a'), json(200, []));
    send(place('a'));
    await session.advance(5 * MINUTE);
    expect(session.told).not.toContain(DENIED);
  });

  it('is queried again where only its last report had more', async () => {
    const session = await startSession();
    const { on, send, told } = session;
    on(PLACE, taken('a'));
    const ends = [400_000, 0].map((filled) => json(200, toOrder('a', 'CANCELED', filled, 100)));
    on(byCoId('a'), ...ends);
    on(fillsOf('a'), json(200, []));
    send(place('a'));
    await session.advance(MINUTE);
    const expected = ['a CANCELED 400000', 'trades a failed 0', 'a CANCELED 0', DENIED];
    expect(told.slice(1, 5)).toEqual(expected);
    expect(toMillis(session, byCoId('a'))).toHaveLength(2);
  });

  it('is queried no more once its trades are there', async () => {
    const session = await start([], [], [toTrade('a', 'T1', 400_000)]);
    expect(session.told.at(-1)).toBe('a T1 400000');
    expect(toMillis(session, fillsOf('a'))).toHaveLength(3);
  });
});

it('trade beyond the missing ones in the same response is reported too', async () => {
  const { on, send, advance, told } = await startSession();
  on(PLACE, taken('a'));
  on(byCoId('a'), json(200, toOrder('a', 'FILLED', 400_000, 100)));
  on(fillsOf('a'), json(200, [toTrade('a', 'T1', 400_000), toTrade('a', 'T2', 100_000)]));
  send(place('a'));
  await advance(MINUTE);
  expect(told.slice(1)).toEqual(['a FILLED 400000', 'a T1 400000', 'a T2 100000']);
});

describe('trade that is busted and booked anew', () => {
  const gone = (tradeId: string, units: number) => {
    return { ...(toTrade('a', tradeId, units) as object), status: 'Canceled' };
  };

  async function fill(...answers: readonly (readonly unknown[])[]) {
    const session = await startSession();
    const { on, send, advance } = session;
    on(PLACE, taken('a'));
    const part = json(200, toOrder('a', 'PARTIALLY_FILLED', 400_000, 100));
    on(byCoId('a'), part, part, json(200, toOrder('a', 'FILLED', 800_000, 200)));
    on(fillsOf('a'), ...answers.map((answer) => json(200, answer)));
    send(place('a'));
    await advance(5 * MINUTE);
    return session;
  }

  it('leaves room for the trade of the next fill, which is queried', async () => {
    const first = toTrade('a', 'T1', 400_000);
    const [anew, next] = [toTrade('a', 'T2', 400_000), toTrade('a', 'T3', 400_000)];
    const session = await fill([first], [gone('T1', 400_000), anew, next]);
    expect(session.told.filter((told) => told.includes(' T'))).toEqual([
      ...['a T1 400000', 'a T2 400000', 'a T3 400000'],
    ]);
    expect(toMillis(session, fillsOf('a')).at(-1)).toBeLessThan(10_000);
  });

  it('is awaited no longer than a missing fill when its order counts both', async () => {
    const anew = [gone('T1', 400_000), toTrade('a', 'T2', 400_000)];
    const session = await fill([toTrade('a', 'T1', 400_000)], anew);
    expect(session.told.join()).not.toContain('trades a failed');
    const asked = toMillis(session, fillsOf('a'));
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.at(-1)).toBeLessThan(35_000);
  });
});

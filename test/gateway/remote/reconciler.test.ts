// Regular reads of the remote gateway that check orders, trades and positions of the bot.
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../src/domain/index.js';
import { toOrder, toTrade } from '../../polling/scripted-venue.js';
import {
  byCoId,
  fillsOf,
  json,
  LIST,
  place,
  PLACE,
  startSession,
  toMillis,
} from '../remote-session.js';

const POSITIONS = 'GET /v2/positions';
const LATER = { level: 'USER', valueDate: '2999-01-04' };
const EURUSD_LONG = { ...LATER, symbol: 'EUR/USD', netOpenBase: 1_500_000 };

async function startReconciling() {
  const session = await startSession();
  session.on(LIST, json(200, []));
  session.on(POSITIONS, json(200, [EURUSD_LONG]));
  session.gateway.reconcile();
  return session;
}

describe('reconciliation', () => {
  it('lists orders every 5 s and reads positions every 30 s while no order is alive', async () => {
    const session = await startReconciling();
    await session.advance(MINUTE);
    const fives = Array.from({ length: 12 }, (_, i) => 5_000 * (i + 1));
    expect(toMillis(session, LIST)).toEqual(fives);
    expect(toMillis(session, POSITIONS)).toEqual([30_000, 60_000]);
    const dated = [{ valueDate: LATER.valueDate, units: 150_000_000 }];
    const read = { type: 'position', symbol: 'EUR/USD', units: 150_000_000, dated };
    expect(session.events).toEqual([read, read]);
  });

  it('reports how long no list of orders succeeded, with or without an order alive', async () => {
    const session = await startSession();
    session.on(LIST, json(200, []), json(503, {}));
    session.on(POSITIONS, json(200, []));
    expect(session.gateway.listGap()).toBeUndefined();
    session.gateway.reconcile();
    await session.advance(5 * SECOND);
    expect(session.gateway.listGap()).toBe(0);
    await session.advance(12 * SECOND);
    expect(session.gateway.listGap()).toBe(12 * SECOND);
  });

  it('reports a position that has disappeared as zero', async () => {
    const session = await startReconciling();
    session.on(POSITIONS, json(200, [EURUSD_LONG]), json(200, []));
    await session.advance(MINUTE);
    expect(session.events).toMatchObject([{ units: 150_000_000 }, { units: 0 }]);
  });

  it('lists orders every second while an own order is alive', async () => {
    const session = await startReconciling();
    session.on(PLACE, json(202, toOrder('weir-1', 'RECEIVED')));
    session.on(byCoId('weir-1'), json(200, toOrder('weir-1', 'NEW')));
    session.on(LIST, json(200, [toOrder('weir-1', 'NEW')]));
    session.send(place('weir-1'));
    await session.advance(8 * SECOND);
    expect(toMillis(session, LIST)).toEqual([5_000, 6_000, 7_000, 8_000]);
  });

  it('reports an external order once, until it changes', async () => {
    const session = await startReconciling();
    const seen = json(200, [toOrder('theirs', 'NEW')]);
    session.on(LIST, seen, seen, seen, json(200, [toOrder('theirs', 'PARTIALLY_FILLED', 1_000)]));
    await session.advance(25 * SECOND);
    expect(session.told).toEqual(['theirs NEW 0', 'theirs PARTIALLY_FILLED 1000']);
  });

  it('queries an own order that is not followed, and reports the later response', async () => {
    const session = await startReconciling();
    session.on(LIST, json(200, [toOrder('weir-9', 'NEW')]));
    session.on(byCoId('weir-9'), json(200, toOrder('weir-9', 'CANCELED', 0, 900)));
    await session.advance(6 * SECOND);
    expect(session.told).toEqual(['weir-9 CANCELED 0']);
  });

  it('reports a failed read, and reads everything at once after the gap', async () => {
    const session = await startReconciling();
    session.on(LIST, json(200, []), json(503, {}), json(200, []));
    await session.advance(29 * SECOND);
    expect(session.told[0]).toBe('active  failed 503');
    expect(session.told).toHaveLength(1);
    expect(session.events.map(({ type }) => type)).toEqual(['poll', 'position']);
    expect(toMillis(session, POSITIONS)[0]).toBeLessThan(29_000);
  });

  it('reads the trades of its orders once more in each sweep', async () => {
    const session = await startReconciling();
    session.on(PLACE, json(202, toOrder('weir-1', 'RECEIVED')));
    session.on(byCoId('weir-1'), json(200, toOrder('weir-1', 'CANCELED', 1_000, 900)));
    const first = toTrade('weir-1', 'T1', 1_000);
    const late = toTrade('weir-1', 'T2', 2_000);
    session.on(fillsOf('weir-1'), json(200, [first]), json(200, [first, late]));
    session.send(place('weir-1'));
    await session.advance(10 * SECOND);
    session.gateway.reconcile();
    await session.advance(10 * SECOND);
    const trades = session.told.filter((line) => line.includes(' T'));
    expect(trades).toEqual(['weir-1 T1 1000', 'weir-1 T1 1000', 'weir-1 T2 2000']);
    await session.advance(6 * MINUTE);
    expect(session.times(fillsOf('weir-1')).length).toBe(2);
  });

  it('reports the age of the positions once it reads them regularly', async () => {
    const before = await startSession();
    expect(before.gateway.positionGap()).toBeUndefined();
    const session = await startReconciling();
    session.on(POSITIONS, json(200, []), json(503, {}));
    await session.advance(70 * SECOND);
    expect(session.gateway.positionGap()).toBe(40 * SECOND);
  });

  it('sweeps every five minutes', async () => {
    const session = await startReconciling();
    await session.advance(5 * MINUTE);
    const at = 300_000;
    // Once in its turn and once in the sweep.
    expect(toMillis(session, POSITIONS).filter((time) => time === at)).toEqual([at, at]);
  });

  it('reads nothing before it is started and nothing after it was closed', async () => {
    const session = await startSession();
    await session.advance(MINUTE);
    expect(session.times(LIST)).toEqual([]);
    session.gateway.reconcile();
    await session.gateway.close();
    session.gateway.reconcile();
    await session.advance(MINUTE);
    expect([...session.times(LIST), ...session.times(POSITIONS)]).toEqual([]);
  });
});

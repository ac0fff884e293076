// Probes of unknown orders: only a complete one is negative, and none is given up too early.
import { expect, it } from 'vitest';
import type { BotEvent } from '../../../../src/domain/events/index.js';
import { MINUTE, SECOND } from '../../../../src/domain/index.js';
import { toOrder, toTrade } from '../../../polling/scripted-venue.js';
import {
  byCoId,
  cancel,
  fillsByCoId,
  fillsOf,
  json,
  LIST,
  place,
  PLACE,
  POSITIONS,
  startSession,
  toMillis,
} from '../../remote-session.js';

const missing = json(404, {});

/** Of each "no result" of an order: whether it was asked for in whole. */
function listDenials(events: readonly BotEvent[]): readonly boolean[] {
  return events.flatMap((event) => {
    const isDenial = event.type === 'poll' && event.subject === 'order';
    return isDenial && event.outcome === 'empty' ? [event.isPartial !== true] : [];
  });
}

it('order queries of a cancel are no negative probe', async () => {
  const { on, send, advance, events } = await startSession();
  on(PLACE, json(502, {}));
  on(byCoId('a'), missing);
  on(LIST, json(503, {}));
  send(place('a'));
  send(cancel('a', ''));
  await advance(20 * SECOND);
  const denials = listDenials(events);
  expect(denials.length).toBeGreaterThan(1);
  expect(denials).not.toContain(true);
});

it('order of the previous run that its ids do not find is probed completely', async () => {
  const session = await startSession();
  const { gateway, on, advance, events, told } = session;
  on(byCoId('a'), missing);
  on('GET /v2/orders/id-a', missing);
  on(LIST, json(200, []));
  on(fillsByCoId('a'), missing);
  on(fillsOf('a'), missing, missing, json(200, [toTrade('a', 'T1', 400_000)]));
  on(POSITIONS, json(200, []));
  gateway.track('a', 'id-a');
  await advance(SECOND);
  expect(listDenials(events)).toEqual([false, true, true]);
  await advance(2 * SECOND);
  expect(told.filter((line) => line.includes('T1')).length).toBeGreaterThan(0);
  expect(toMillis(session, POSITIONS)).toHaveLength(2);
});

it('order that only the list shows, by its venue id, is polled again', async () => {
  const session = await startSession();
  const { gateway, on, advance, events, told } = session;
  on(byCoId('a'), missing);
  on('GET /v2/orders/id-a', missing);
  on(LIST, json(200, [toOrder('a', 'NEW', 0, 1)]));
  gateway.track('a', 'id-a');
  await advance(SECOND);
  expect(told).toContain('a NEW 0');
  expect(listDenials(events)).not.toContain(true);
});

it('weak answer is probed until enough complete probes found no order', async () => {
  const session = await startSession();
  const { on, send, advance, events } = session;
  on(PLACE, json(400, {}));
  on(byCoId('a'), json(503, {}));
  on(LIST, json(200, []));
  on(fillsByCoId('a'), missing);
  on(POSITIONS, json(200, []));
  send(place('a'));
  await advance(90 * SECOND);
  on(byCoId('a'), missing);
  await advance(10 * MINUTE);
  expect(listDenials(events)).toEqual([true, true, true, true, true]);
});

it('unknown orders are probed within the request budget', async () => {
  const session = await startSession({ shares: { safety: 1, trading: 1, data: 1 } });
  const { on, send, advance, requests } = session;
  on(PLACE, json(502, {}));
  on(LIST, json(200, []));
  on(POSITIONS, json(200, []));
  for (const coId of ['a', 'b']) {
    on(byCoId(coId), missing);
    on(fillsByCoId(coId), missing);
    send(place(coId));
  }
  const before = requests.length;
  await advance(5 * SECOND);
  const asked = requests.length - before;
  // Three a second, a full bucket before, and the first request of each of the looks.
  expect(asked).toBeLessThanOrEqual(15 + 3 + 2);
  expect(asked).toBeGreaterThan(10);
});

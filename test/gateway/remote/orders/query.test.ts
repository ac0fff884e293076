// Queries of one order that the kernel requests, besides its polls.
import { describe, expect, it } from 'vitest';
import { MILLISECOND, SECOND } from '../../../../src/domain/index.js';
import { toOrder } from '../../../polling/scripted-venue.js';
import { byCoId, json, place, PLACE, startSession } from '../../remote-session.js';

const taken = (coId: string) => json(202, toOrder(coId, 'RECEIVED'));
const missing = json(404, {});

describe('order query of the kernel', () => {
  it('reports an order that it finds, followed or not, and nothing of a missing one', async () => {
    const { gateway, on, send, advance, told, times } = await startSession();
    on(PLACE, taken('a'));
    on(byCoId('a'), json(200, toOrder('a', 'NEW')));
    on(byCoId('b'), json(200, toOrder('b', 'EXPIRED')));
    on(byCoId('c'), missing);
    send(place('a'));
    await advance(50 * MILLISECOND);
    for (const coId of ['a', 'b', 'c']) {
      const about = { symbol: '', share: 0, until: 0, reason: '' };
      gateway.carryOut({ at: 0, kind: 'probe', what: 'order', coId, ...about });
    }
    await advance(50 * MILLISECOND);
    expect(told).toEqual(['place a accepted 202', 'a NEW 0', 'b EXPIRED 0']);
    expect(times(byCoId('a'))).toHaveLength(1);
    expect(times(byCoId('c'))).toHaveLength(1);
  });

  it('uses the venue’s order id too, where the coId finds nothing', async () => {
    const { gateway, on, advance, told, times } = await startSession();
    const ask = (coId: string) => {
      const about = { symbol: '', share: 0, until: 0, reason: '' };
      gateway.carryOut({ at: 0, kind: 'probe', what: 'order', coId, ...about });
    };
    const byId = 'GET /v2/orders/id-a';
    on(byCoId('a'), json(200, toOrder('a', 'CANCELED')), missing, json(503, {}));
    on(byId, json(200, toOrder('a', 'CANCELED')));
    gateway.track('a', 'id-a');
    await advance(SECOND);
    expect(told).toEqual(['a CANCELED 0']);
    ask('a');
    await advance(50 * MILLISECOND);
    expect(told.slice(1)).toEqual(['a CANCELED 0']);
    expect(times(byId)).toHaveLength(1);
    // What could not be read says nothing of the name.
    ask('a');
    await advance(50 * MILLISECOND);
    expect(told.slice(2)).toEqual(['order a failed 503']);
    expect(times(byId)).toHaveLength(1);
  });
});

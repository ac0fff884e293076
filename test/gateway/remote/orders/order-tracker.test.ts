// Queries of own orders that are in flight when their polls end.
import { describe, expect, it } from 'vitest';
import { MILLISECOND, MINUTE } from '../../../../src/domain/index.js';
import { toOrder } from '../../../polling/scripted-venue.js';
import { byCoId, json, place, PLACE, startSession } from '../../remote-session.js';

const taken = (coId: string) => json(202, toOrder(coId, 'RECEIVED'));

describe('followed order', () => {
  it('that is followed again keeps the response in flight', async () => {
    const { gateway, on, send, advance, release, settle, told, times } = await startSession();
    on(PLACE, taken('a'));
    on(byCoId('a'), 'hold', json(200, toOrder('a', 'NEW')));
    send(place('a'));
    await advance(200 * MILLISECOND);
    gateway.track('a', 'id-a');
    release(200, JSON.stringify(toOrder('a', 'FAILED')));
    await settle();
    expect(told).toContain('a FAILED 0');
    await advance(MINUTE);
    expect(times(byCoId('a'))).toHaveLength(1);
  });

  it('that is closed reports nothing of the response in flight', async () => {
    const { gateway, on, send, advance, release, settle, told } = await startSession();
    on(PLACE, taken('a'));
    on(byCoId('a'), 'hold');
    send(place('a'));
    await advance(200 * MILLISECOND);
    const closed = gateway.close();
    release(200, JSON.stringify(toOrder('a', 'FAILED')));
    await closed;
    await settle();
    expect(told).toEqual(['place a accepted 202']);
  });
});

// Reads that the kernel requests: each reads what it is for, once at a time.
import { describe, expect, it } from 'vitest';
import type { KernelRequest } from '../../../src/domain/events/index.js';
import { MILLISECOND, MINUTE, SECOND } from '../../../src/domain/index.js';
import { json, toOrder, toRate } from '../../polling/scripted-venue.js';
import { byCoId, LIST, POSITIONS, startSession, TERMS, UNKNOWN } from '../remote-session.js';

function ask(
  kind: KernelRequest['kind'],
  what: string,
  more: Partial<KernelRequest> = {},
): KernelRequest {
  const none = { at: 0, symbol: '', coId: '', share: 0, until: 0, reason: 'a test' };
  return { ...none, kind, what, ...more };
}

const SPOT = 'GET /v2/rates/spot?symbol=EUR/USD';
const RENEW = 'GET /v2/sso/token/renew';
const PAIR = { symbol: 'EUR/USD' };

describe('refresh', () => {
  it('of the clock queries an order that does not exist: any response tells the time', async () => {
    const { gateway, advance, times, told } = await startSession();
    gateway.carryOut(ask('refresh', 'clock'));
    gateway.carryOut(ask('refresh', 'clock'));
    await advance(SECOND);
    expect(times(UNKNOWN)).toHaveLength(2);
    expect(told).toEqual([]);
  });

  it('of reference data is repeated until the venue has the symbol', async () => {
    const { gateway, on, advance, times, told } = await startSession();
    const terms = { symbol: 'EUR/USD', ratePrecision: 5 };
    on(TERMS, json(404, {}), json(404, {}), json(200, terms));
    gateway.carryOut(ask('refresh', 'refdata', PAIR));
    await advance(10 * SECOND);
    expect(told).toEqual(['reference EUR/USD empty 404']);
    await advance(2 * MINUTE);
    expect(told.slice(1)).toEqual(['reference EUR/USD empty 404', 'reference']);
    const count = times(TERMS).length;
    await advance(5 * MINUTE);
    expect(times(TERMS)).toHaveLength(count);
  });

  it('of an untraded symbol sends nothing', async () => {
    const { gateway, advance, requests, told } = await startSession();
    const before = requests.length;
    gateway.carryOut(ask('refresh', 'refdata', { symbol: 'GBP/USD' }));
    gateway.carryOut(ask('refresh', 'quote'));
    gateway.carryOut(ask('refresh', 'calendar'));
    gateway.carryOut(ask('throttle', 'budget'));
    await advance(SECOND);
    expect(requests).toHaveLength(before);
    expect(told).toEqual([]);
  });

  it('of a rate polls it at once, and reports it though unchanged', async () => {
    const { gateway, on, advance, told } = await startSession();
    on(SPOT, json(200, toRate(1.1, 1.2)), json(200, toRate(1.1, 1.2)), json(404, {}));
    for (let i = 0; i < 3; i++) {
      gateway.carryOut(ask('refresh', 'quote', PAIR));
      await advance(100 * MILLISECOND);
    }
    expect(told).toEqual([
      'rate EUR/USD 110000/120000',
      'rate EUR/USD 110000/120000',
      'rate EUR/USD empty 404',
    ]);
  });

  it('of positions reads only them, once at a time, where positions are read at all', async () => {
    const { gateway, on, advance, times, events } = await startSession();
    on(LIST, json(200, []));
    const count = () => [times(POSITIONS).length, times(LIST).length];
    const before = count();
    gateway.carryOut(ask('refresh', 'positions', PAIR));
    await advance(SECOND);
    expect(count()).toEqual(before);
    gateway.carryOut(ask('probe', 'positions'));
    await advance(MINUTE);
    const [positions = 0, lists] = count();
    const held = events.length;
    gateway.carryOut(ask('refresh', 'positions', PAIR));
    gateway.carryOut(ask('refresh', 'positions', PAIR));
    await advance(0);
    expect(count()).toEqual([positions + 1, lists]);
    const none = { type: 'position', symbol: 'EUR/USD', units: 0, dated: [] };
    expect(events.slice(held)).toEqual([none]);
  });

  it('of the login renews the token', async () => {
    const { gateway, advance, times } = await startSession();
    gateway.carryOut(ask('refresh', 'login'));
    await advance(SECOND);
    expect(times(RENEW)).toHaveLength(1);
  });
});

describe('probe', () => {
  it('of an order queries it once and reports it', async () => {
    const { gateway, on, advance, told, times } = await startSession();
    on(byCoId('a'), json(200, toOrder('a', 'NEW')));
    gateway.carryOut(ask('probe', 'order', { coId: 'a' }));
    await advance(100 * MILLISECOND);
    expect(told).toEqual(['a NEW 0']);
    expect(times(byCoId('a'))).toHaveLength(1);
  });

  it('of an order that is not shown is no evidence', async () => {
    const { gateway, on, advance, told } = await startSession();
    on(byCoId('a'), json(404, {}), json(503, {}));
    gateway.carryOut(ask('probe', 'order', { coId: 'a' }));
    await advance(100 * MILLISECOND);
    gateway.carryOut(ask('probe', 'order', { coId: 'a' }));
    await advance(100 * MILLISECOND);
    expect(told.filter((one) => one.includes('empty'))).toEqual([]);
  });

  it.each(['trades', 'positions'])('of %s reads what the login has', async (what) => {
    const { gateway, on, advance, times } = await startSession();
    on('GET /v2/orders', json(200, []));
    on('GET /v2/positions', json(200, []));
    gateway.carryOut(ask('probe', what));
    await advance(40 * SECOND);
    expect(times('GET /v2/orders').length).toBeGreaterThan(0);
    expect(times('GET /v2/positions').length).toBeGreaterThan(0);
  });
});

// The route table: every row is reachable, and paths survive the way there and back.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BugError } from '../../../src/domain/fault.js';
import {
  formatPath,
  matchRoute,
  type Route,
  ROUTE_IDS,
  ROUTES,
} from '../../../src/protocol/index.js';
import { countRuns } from '../../runs.js';

describe('request matched to a route', () => {
  it.each([
    ['POST', '/v2/sso/login', 'login', {}],
    ['GET', '/v2/sso/token/renew', 'renewToken', {}],
    ['GET', '/sso/tokens/renew', 'renewToken', {}],
    ['GET', '/v2/rates/spot', 'spotRate', {}],
    ['POST', '/v2/orders', 'placeOrder', {}],
    ['GET', '/v2/rates/spot/RAW', 'spotRatesByType', { type: 'RAW' }],
    ['GET', '/v2/rates/spot/TOB/A%2FB', 'spotRatesByOrg', { type: 'TOB', org: 'A/B' }],
    ['GET', '/v2/benchmark', 'benchmark', {}],
    ['GET', '/v2/ticker', 'ticker', {}],
    ['GET', '/v2/orders', 'queryOrders', {}],
    ['GET', '/v2/orders/5120000017', 'queryOrder', { id: '5120000017' }],
    ['DELETE', '/v2/orders/a%2Fb', 'cancelOrder', { id: 'a/b' }],
    ['DELETE', '/v2/orders', 'cancelAllOrders', {}],
    ['GET', '/v2/trades', 'orderFills', {}],
    ['POST', '/v2/rfs', 'requestQuotes', {}],
    ['GET', '/v2/rfs', 'queryRfsByClientId', {}],
    ['GET', '/v2/rfs/G1', 'queryRfs', { requestId: 'G1' }],
    ['POST', '/v2/rfs/G1', 'acceptQuote', { requestId: 'G1' }],
    ['DELETE', '/v2/rfs/G1', 'withdrawRfs', { requestId: 'G1' }],
    ['GET', '/v2/refdata/symbols/EUR%2FUSD', 'symbolReference', { symbol: 'EUR/USD' }],
    ['GET', '/v2/refdata/symbols/EURUSD', 'symbolReference', { symbol: 'EURUSD' }],
  ])('%s %s is %s', (method, path, id, params) => {
    const match = matchRoute(method, path);
    expect(match?.route.id).toBe(id);
    expect(match?.params).toEqual(params);
  });

  it.each([
    ['PUT', '/v2/orders'],
    ['GET', '/v2/order'],
    ['GET', '/v2/orders/'],
    ['GET', '/v2/orders/1/2'],
    ['GET', '/v2/orders/%zz'],
    ['GET', '/v2/refdata/symbols/'],
    ['GET', '/'],
    ['GET', ''],
    ['', '/v2/orders'],
    ['POST', '/v2/rates/spot'],
  ])('%s %s is none', (method, path) => {
    expect(matchRoute(method, path)).toBeUndefined();
  });

  it('takes the template itself for a parameter, not for a fixed path', () => {
    expect(matchRoute('GET', '/v2/orders/*')?.params).toEqual({ id: '*' });
  });
});

describe('path of a call', () => {
  it('encodes parameters and query', () => {
    expect(formatPath(ROUTES.spotRate, {}, { symbol: 'EUR/USD' })).toBe(
      '/v2/rates/spot?symbol=EUR%2FUSD',
    );
    expect(formatPath(ROUTES.queryOrder, { id: 'a b?c/d' })).toBe('/v2/orders/a%20b%3Fc%2Fd');
  });

  it('throws a bug without its parameter, or with dots that would climb', () => {
    for (const id of ['', '.', '..']) {
      expect(() => formatPath(ROUTES.cancelOrder, { id })).toThrow(BugError);
    }
    expect(() => formatPath(ROUTES.cancelOrder)).toThrow(BugError);
  });

  it.each(ROUTE_IDS)('of %s leads back to its route', (id) => {
    const route = ROUTES[id];
    const value = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(
        value.filter((text) => /[^.]/.test(text)),
        (text) => {
          const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
          const params = Object.fromEntries(names.map((name, i) => [name, `${text}${String(i)}`]));
          const match = matchRoute(route.method, formatPath(route, params));
          expect(match).toEqual({ route, params });
        },
      ),
      { numRuns: countRuns(30) },
    );
  });
});

/** Milliseconds to the first byte and in all, as the retry budget lists them. */
function findDeadlines({ id, kind, area, method }: Route): readonly [number, number] {
  if (kind === 'consume') return [10_000, 15_000];
  if (kind === 'desk' || kind === 'custody') return [8_000, 15_000];
  if (kind === 'place' || id === 'acceptQuote') return [8_000, 10_000];
  const isPoll = method === 'GET' && ['market', 'reference', 'custody'].includes(area);
  return isPoll ? [3_000, 4_000] : [5_000, 8_000];
}

describe('route table', () => {
  it.each(ROUTE_IDS)('keeps %s within its bounds', (id) => {
    const route: Route = ROUTES[id];
    expect(route.id).toBe(id);
    expect([route.firstByteMs, route.totalMs]).toEqual(findDeadlines(route));
    expect(route.startMs).toBe(route.kind === 'place' ? 500 : undefined);
    const isRead = route.kind === 'read' || route.kind === 'consume';
    expect(route.maxBytes).toBe(isRead ? 1_048_576 : 65_536);
    expect(route.auth).toBe(id === 'login' ? 'none' : 'token');
  });

  it.each(ROUTE_IDS)('keeps %s on the lane of its kind', (id) => {
    const { area, kind, lane }: Route = ROUTES[id];
    const isData =
      // A running bot sends this one, whose posts of the trading lane are held to be orders.
      id === 'stpResend' || (kind === 'read' && !['orders', 'trades', 'rfs', 'stp'].includes(area));
    // A request for quotes is taken back as an order is.
    const isSafety = kind === 'login' || kind === 'cancel' || id === 'withdrawRfs';
    expect(lane).toBe(isSafety ? 'safety' : isData ? 'data' : 'trading');
  });
});

// Hostile responses of the venue: whatever comes is valid data, or refused with a message.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareCall } from '../../src/client/api.js';
import type { Result } from '../../src/domain/index.js';
import { LongNumber } from '../../src/domain/numbers/index.js';
import {
  decodeCoIds,
  decodeNetPositions,
  decodeOrders,
  decodeRfs,
  decodeSpotRate,
  decodeSymbolReference,
  decodeTrades,
  encodeSymbolReference,
} from '../../src/protocol/codecs/index.js';
import {
  classifyCancel,
  classifyPlace,
  classifyRead,
  decodeLogin,
  decodeRenew,
  encodeError,
  formatPath,
  isIdText,
  parseExactJson,
  parseJson,
  readReasonCode,
  ROUTE_IDS,
  ROUTES,
} from '../../src/protocol/index.js';
import { DEFAULT_PROFILE } from '../../src/protocol/profile/index.js';
import { EURUSD, findInstrument, TRADE_BODY } from '../protocol/samples.js';
import { BOTTOMLESS, hostileTexts, isPolluted } from './hostile.js';
import { countRuns } from '../runs.js';

const ORDER_BODY = {
  coId: 'bot7-000130',
  type: 'Limit',
  timeInForce: 'GTC',
  side: 'Buy',
  currency: 'EUR',
  symbol: 'EUR/USD',
  size: 3_000_000,
  price: 1.0948,
  orderId: '5120000031',
  status: 'PARTIALLY_FILLED',
  cumQty: 1_000_000,
  leavesQty: 2_000_000,
  averagePrice: 1.09475,
  reason: '',
  transactTime: 1_767_693_604_400,
};
const RATE = {
  symbol: 'EUR/USD',
  bid: 1.09512,
  offer: 1.09519,
  bidLimit: 1_000_000,
  offerLimit: 2_000_000,
  time: 1_767_693_605_123,
};
const GRANT = { status: 'OK', expiryTime: 1_767_693_660_000, serverUTCTime: 1_767_693_600_000 };
const POSITION = { symbol: 'EUR/USD', level: 'USER', netOpenBase: 12.5 };
const BENCHMARK = { symbol: 'EUR/USD', rate: 1.0952, uid: 'u', timestamp: 1_767_693_605_123 };
const SAMPLES = [
  ...[ORDER_BODY, [ORDER_BODY, ORDER_BODY], TRADE_BODY, [TRADE_BODY], []],
  ...[GRANT, { ...GRANT, valid: true, expired: false }, [POSITION], BENCHMARK],
]
  .map((sample) => JSON.stringify(sample))
  .concat(
    JSON.stringify(RATE),
    encodeSymbolReference(EURUSD),
    encodeError('amount', 'wrong size'),
    '<html>',
    '',
  );

type Decode = (body: unknown) => Result<unknown>;

const DECODERS: Readonly<Record<string, Decode>> = {
  spotRate: (body) => decodeSpotRate(body, EURUSD, DEFAULT_PROFILE),
  orders: (body) => decodeOrders(body, findInstrument, DEFAULT_PROFILE),
  coIds: decodeCoIds,
  trades: (body) => decodeTrades(body, findInstrument, DEFAULT_PROFILE),
  positions: (body) => decodeNetPositions(body, findInstrument, DEFAULT_PROFILE),
  login: (body) => decodeLogin(body, DEFAULT_PROFILE),
  renew: (body) => decodeRenew(body, DEFAULT_PROFILE),
  reference: (body) => decodeSymbolReference(body, 'EUR/USD'),
};

/** Each decoder takes half as many as classes and schemas do, which hold more than one each. */
const A_DECODER = { numRuns: countRuns(1_500) };
const ALL_CALLS = { numRuns: 2 * A_DECODER.numRuns };

/** Objects of which none has a prototype that the text could have given it. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  const ours = [Map.prototype, LongNumber.prototype];
  const isKnown = [Object.prototype, Array.prototype, ...ours, null].includes(prototype as object);
  return isKnown && Object.values(value).every(isPlain);
}

describe('any response', () => {
  it.each(Object.entries(DECODERS))('has valid ones among it: %s', (_, decode) => {
    expect(SAMPLES.map((text) => decode(parseJson(text)).ok)).toContain(true);
  });

  it.each(Object.entries(DECODERS))('is decoded or refused with a message: %s', (_, decode) => {
    fc.assert(
      fc.property(hostileTexts(SAMPLES), (text) => {
        const body = parseJson(text);
        const decoded = decode(body);
        if (decoded.ok) expect(isPlain(decoded.value)).toBe(true);
        else expect(decoded.fault.code).toMatch(/^[a-z]+\.[a-z-]+$/);
        expect(isPolluted()).toBe(false);
      }),
      A_DECODER,
    );
  });

  it('falls into one class, with a message of bounded length', () => {
    const status = fc.constantFrom(200, 202, 204, 302, 400, 404, 409, 500, 503);
    fc.assert(
      fc.property(hostileTexts(SAMPLES), status, (text, code) => {
        const place = classifyPlace(code, text, 'bot7-000123', DEFAULT_PROFILE);
        const cancel = classifyCancel(code, text, DEFAULT_PROFILE);
        const read = classifyRead(code, text, DEFAULT_PROFILE);
        const reason = readReasonCode(text);
        expect(place.message.length + cancel.message.length).toBeLessThan(1_000);
        expect(reason.message.length + reason.code.length).toBeLessThan(500);
        // eslint-disable-next-line no-control-regex -- no terminal may be steered by a venue
        expect(`${place.message}${cancel.code}${reason.message}`).not.toMatch(/[\u0000-\u001f]/);
        expect(['data', 'empty', 'failed']).toContain(read.class);
      }),
      ALL_CALLS,
    );
  });

  it('is checked by the schema of its call without a throw', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ROUTE_IDS), hostileTexts(SAMPLES), (id, text) => {
        for (const body of [parseJson(text), parseExactJson(text)]) {
          const parsed = ROUTES[id].response.safeParse(body);
          if (parsed.success) expect(isPlain(parsed.data)).toBe(true);
        }
        expect(isPolluted()).toBe(false);
      }),
      ALL_CALLS,
    );
  });

  it('with endless levels is refused', () => {
    for (const text of BOTTOMLESS) {
      expect(parseJson(text)).toBeUndefined();
      expect(parseExactJson(text)).toBeUndefined();
      expect(readReasonCode(text).code.length).toBeLessThan(100);
      expect(classifyPlace(202, text, 'a', DEFAULT_PROFILE).class).toBe('unknown');
    }
  });

  it('may have 32 levels, and brackets in texts do not count', () => {
    const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(parseJson(nest(32))).toBeDefined();
    expect(parseJson(nest(33))).toBeUndefined();
    expect(parseExactJson(nest(33))).toBeUndefined();
    expect(parseJson(`{"a":${nest(32)}}`)).toBeUndefined();
    const flat = JSON.stringify(Array.from({ length: 100 }, () => ['[{', '\\"[', '"[']));
    expect(parseJson(flat)).toEqual(JSON.parse(flat));
    expect(parseExactJson(flat)).toEqual(JSON.parse(flat));
  });
});

describe('text in a path', () => {
  const ids = ROUTE_IDS.filter((id) => ROUTES[id].path.includes('{'));

  it('cannot leave its place, whatever characters it has', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('../x', 'a/b', '?x=1', '#', '%2e%2e', ' HTTP/1.1\r\nX: y', '\r\n\r\n', 'é'),
    );
    fc.assert(
      fc.property(fc.constantFrom(...ids), hostile, (id, text) => {
        const { path } = ROUTES[id];
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
        const params = Object.fromEntries(names.map((name) => [name, text]));
        const prepared = prepareCall(ROUTES[id], params);
        expect(prepared.ok || prepared.fault.code === 'client.input').toBe(true);
        if (!prepared.ok && (text === '' || !isIdText(text))) return;
        const made = formatPath(ROUTES[id], params, { symbol: text });
        expect(made).toMatch(/^[\x21-\x7e]+$/);
        const [target = '', query = ''] = made.split('?');
        expect(target.split('/')).toHaveLength(path.split('/').length);
        expect(made.split('?').length).toBeLessThanOrEqual(2);
        expect(new URLSearchParams(query).get('symbol')).toBe(text);
      }),
    );
  });

  it.each(['..', '.', 'a\r\nX: y', '\ud800', '\0', 'x'.repeat(256)])(
    'is no id of an order: %j',
    (id) => {
      const order = { ...ORDER_BODY, orderId: id };
      expect(decodeOrders(order, findInstrument, DEFAULT_PROFILE).ok).toBe(false);
      expect(decodeTrades({ ...TRADE_BODY, tradeId: id }, findInstrument).ok).toBe(false);
      const answer = JSON.stringify({ coId: 'a', orderId: id });
      expect(classifyPlace(202, answer, 'a', DEFAULT_PROFILE)).toMatchObject({
        class: 'unknown',
        transport: 'schema',
      });
      expect(prepareCall(ROUTES.cancelOrder, { id })).toMatchObject({
        ok: false,
        fault: { code: 'client.input' },
      });
      expect(prepareCall(ROUTES.queryOrders, { coId: id })).toMatchObject({ ok: false });
    },
  );

  it('is evaluated as what it is, also where it is a quote', () => {
    fc.assert(
      fc.property(hostileTexts(SAMPLES), (text) => {
        const subject = { instrument: EURUSD, dealtCurrency: 'EUR' };
        const read = () => decodeRfs(parseJson(text), subject, DEFAULT_PROFILE);
        expect(read).not.toThrow();
      }),
    );
  });
});

// Decoding order objects: statuses, quantities, lists, and faults.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/domain/index.js';
import { isTerminalStatus } from '../../../src/domain/orders/index.js';
import { decodeOrder, isOrderBody } from '../../../src/protocol/codecs/decode-order.js';
import { decodeOrders } from '../../../src/protocol/codecs/index.js';
import { orderSchema } from '../../../src/protocol/schemas/orders.js';
import { EURUSD, findInstrument, mangled } from '../samples.js';
import { countRuns } from '../../runs.js';

const BODY = {
  coId: 'bot7-000130',
  type: 'Limit',
  timeInForce: 'GTC',
  side: 'Buy',
  currency: 'EUR',
  symbol: 'EUR/USD',
  size: 3000000.0,
  price: 1.0948,
  orderId: '5120000031',
  status: 'PARTIALLY_FILLED',
  cumQty: 1000000,
  leavesQty: 2000000,
  averagePrice: 1.09475,
  originalCoId: '',
  reason: '',
  transactTime: 1767693604400,
};

const MINIMUM = {
  coId: 'a',
  type: 'Limit',
  timeInForce: 'IOC',
  side: 'Sell',
  currency: 'EUR',
  symbol: 'EUR/USD',
  size: 10,
};

function read(body: unknown) {
  return unwrap(decodeOrder(body, EURUSD));
}

describe('decoded order', () => {
  it.each([
    ['PARTIAL', 'PARTIALLY_FILLED'],
    ['PARTIALLYFILLED', 'PARTIALLY_FILLED'],
    ['PARTIAL_FILL', 'PARTIALLY_FILLED'],
    ['Partially Filled', 'PARTIALLY_FILLED'],
    ['CANCELLED', 'CANCELED'],
    ['cancelled_by_user', 'CANCELED'],
    ['CANCEL_PENDING', 'PENDING_CANCEL'],
    ['PendingCancel', 'PENDING_CANCEL'],
    ['PAUSED', 'SUSPENDED'],
    ['filled', 'FILLED'],
  ])('folds the status %s to %s', (word, status) => {
    expect(read({ ...BODY, status: word }).status).toBe(status);
  });

  it.each(['DONE', 'constructor', '__proto__', 'toString'])(
    'keeps the unknown status %s, which is never terminal',
    (word) => {
      const { status } = read({ ...BODY, status: word });
      expect(status).toBe(word);
      expect(isTerminalStatus(status)).toBe(false);
    },
  );

  it.each([
    ['BUY', 'Buy'],
    ['sell', 'Sell'],
    ['TWO_WAY', 'TWO_WAY'],
  ])('reads the side %s as %s', (word, side) => {
    expect(read({ ...BODY, side: word }).side).toBe(side);
  });

  it.each([
    ['Limit', 'GTC', { orderType: 'Limit', timeInForce: 'GTC' }],
    ['ATBEST', 'fok', { orderType: 'AtBest', timeInForce: 'FOK' }],
    ['LMT', 'GTD', {}],
  ])('reads the type %s and the time in force %s as %j', (type, timeInForce, words) => {
    const { orderType, timeInForce: time } = read({ ...BODY, type, timeInForce });
    expect({ orderType, timeInForce: time }).toEqual({
      ...{ orderType: undefined, timeInForce: undefined },
      ...words,
    });
  });

  it.each([
    [{ status: 'NEW' }, 0],
    [{ status: 'RECEIVED', cumQty: null }, 0],
    [{ status: 'FILLED' }, 1_000],
    [{ status: 'EXPIRED' }, 0],
    [{ status: 'EXPIRED', leavesQty: 0 }, 0],
    [{ status: 'EXPIRED', cumQty: 4, leavesQty: 0 }, 400],
    [{ status: 'PARTIALLY_FILLED', leavesQty: 3 }, 700],
    [{ status: 'SOMETHING', leavesQty: 3 }, 0],
    [{ status: 'SOMETHING', leavesQty: 0 }, 0],
    [{ status: 'SOMETHING', cumQty: 4, leavesQty: 0 }, 400],
    [{ status: 'NEW', cumQty: 12 }, 1_200],
  ])('has for %j a filled quantity of %d', (fields, cumUnits) => {
    expect(read({ ...MINIMUM, ...fields }).cumUnits).toBe(cumUnits);
  });

  it.each([
    [{ status: 'CANCELED' }, true],
    [{ status: 'REJECTED', leavesQty: 0 }, true],
    [{ status: 'CANCELED', cumQty: 0 }, undefined],
    [{ status: 'FILLED' }, undefined],
    [{ status: 'NEW' }, undefined],
  ])('for %j says that an end lacks the filled quantity: %s', (fields, lacksFilled) => {
    expect(read({ ...MINIMUM, ...fields }).lacksFilled).toBe(lacksFilled);
  });

  it.each([
    [1.0948, 109_480],
    [1.09483333333333, 109_483.333333333],
    [1.1, 110_000],
    [1e-7, 0.01],
  ])('keeps the average price %d of its fills finer than a tick', (averagePrice, averageTicks) => {
    expect(read({ ...BODY, averagePrice })).toMatchObject({ averageTicks });
  });

  it.each([null, undefined, 0, -1])('has no average price by %s', (averagePrice) => {
    expect(read({ ...BODY, averagePrice })).not.toHaveProperty('averageTicks');
  });

  it('names the order that it replaced, of an unknown symbol too, and never itself', () => {
    expect(read({ ...BODY, originalCoId: 'bot7-1' })).toMatchObject({ originalCoId: 'bot7-1' });
    expect(read({ ...BODY, originalCoId: BODY.coId })).not.toHaveProperty('originalCoId');
    expect(read({ ...BODY, originalCoId: '' })).not.toHaveProperty('originalCoId');
    const strange = { ...BODY, symbol: 'XXX/YYY', originalCoId: 'bot7-1' };
    expect(unwrap(decodeOrders(strange, findInstrument))).toMatchObject([
      { originalCoId: 'bot7-1' },
    ]);
  });

  it('has 0 and empty texts for what the venue leaves out', () => {
    expect(read({ ...MINIMUM, status: 'NEW' })).toMatchObject({
      orderId: '',
      priceTicks: 0,
      reason: '',
      transactAt: 0,
    });
  });

  it('has amounts in the term where that is dealt, as in external orders', () => {
    const body = { ...BODY, symbol: 'USD/JPY', currency: 'JPY', size: 150_000_000, price: 150.01 };
    const others = { cumQty: null, leavesQty: 100_000_000 };
    const orders = unwrap(decodeOrders([{ ...body, ...others }, BODY], findInstrument));
    expect(orders).toMatchObject([
      { units: 150_000_000, cumUnits: 50_000_000, priceTicks: 150_010, dealtCurrency: 'JPY' },
      { units: 300_000_000, cumUnits: 100_000_000 },
    ]);
    expect(orders[1]).not.toHaveProperty('dealtCurrency');
  });

  it('cleans control characters from the reason and cuts it short', () => {
    const { reason } = read({ ...BODY, reason: `a\u001b[31m\r\nb${'x'.repeat(500)}` });
    expect(reason).toMatch(/^a \[31m bx+\.\.\.$/);
    expect(reason).toHaveLength(256);
  });

  it.each([
    ['a body that is not an object', 'text', 'protocol.shape', 'the fields of an order'],
    ['no coId', { ...BODY, coId: '' }, 'protocol.shape', 'the fields of an order'],
    ['a coId that is too long', { ...BODY, coId: 'x'.repeat(256) }, 'protocol.shape', 'fields'],
    ['a size of type text', { ...BODY, size: '3000000' }, 'protocol.shape', 'fields'],
    ['another symbol', { ...BODY, symbol: 'USD/JPY' }, 'protocol.symbol', '"USD/JPY"'],
    ['a third currency', { ...BODY, currency: 'GBP' }, 'protocol.symbol', 'USD, found "GBP"'],
    ['no status', { ...BODY, status: null }, 'protocol.order-status', 'bot7-000130'],
    ['a size with too many decimals', { ...BODY, size: 1.001 }, 'protocol.value', 'size'],
    ['a negative size', { ...BODY, size: -1 }, 'protocol.value', 'found -1'],
    [
      'a price with too many decimals',
      { ...BODY, price: 1.0000001 },
      'protocol.value',
      'found 1.0000001',
    ],
    ['a negative cumQty', { ...BODY, cumQty: -1 }, 'protocol.value', 'cumQty'],
    ['too many digits', { ...BODY, size: 1e16 }, 'protocol.value', '15 digits'],
    [
      'a partial fill without a quantity',
      { ...MINIMUM, status: 'PARTIAL' },
      'protocol.shape',
      'cumQty or leavesQty',
    ],
  ])('is a fault with %s', (_, body, code, words) => {
    const result = decodeOrder(body, EURUSD);
    expect(result).toMatchObject({ ok: false, fault: { code } });
    expect(result.ok ? '' : result.fault.message).toContain(words);
  });

  it('has a guard that agrees with the schema on every body', () => {
    let [taken, refused] = [0, 0];
    fc.assert(
      fc.property(mangled(BODY), (body) => {
        const isSound = orderSchema.safeParse(body).success;
        if (isSound) taken += 1;
        else refused += 1;
        expect(isOrderBody(body)).toBe(isSound);
      }),
      { numRuns: countRuns(3_000, 300) },
    );
    expect(Math.min(taken, refused)).toBeGreaterThan(100);
  });
});

describe('decoded list of orders', () => {
  it('accepts one object or an array', () => {
    const other = { ...BODY, coId: 'b', symbol: 'USD/JPY', currency: 'USD', price: 151.234 };
    expect(unwrap(decodeOrders(BODY, findInstrument))).toHaveLength(1);
    const both = unwrap(decodeOrders([BODY, other], findInstrument));
    expect(both.map((order) => [order.symbol, order.priceTicks])).toEqual([
      ['EUR/USD', 109_480],
      ['USD/JPY', 151_234],
    ]);
    expect(unwrap(decodeOrders([], findInstrument))).toEqual([]);
  });

  it('contains an order in an unknown symbol without sizes', () => {
    const foreign = { ...BODY, coId: 'theirs', symbol: 'EUR/SEK', currency: 'SEK', price: 11.2345 };
    const [own, other] = unwrap(decodeOrders([BODY, foreign], findInstrument));
    expect(own?.symbol).toBe('EUR/USD');
    expect(other).toMatchObject({ coId: 'theirs', symbol: 'EUR/SEK', units: 0, priceTicks: 0 });
  });

  it.each([
    [
      'a foreign order without a status',
      [BODY, { ...BODY, symbol: 'EUR/SEK', status: '' }],
      'a status',
    ],
    ['an order that cannot be read', [BODY, { ...BODY, size: null }], 'the fields of an order'],
    ['null', null, 'a symbol'],
    ['a list of lists', [[BODY]], 'a symbol'],
  ])('is a fault as a whole with %s', (_, body, words) => {
    const result = decodeOrders(body, findInstrument);
    expect(result.ok ? '' : result.fault.message).toContain(words);
    expect(result.ok).toBe(false);
  });
});

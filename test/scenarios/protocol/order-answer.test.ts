// Order objects: as the simulator writes them, and as the bot reads them.
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderEvent } from '../../../src/domain/events/index.js';
import { unwrap } from '../../../src/domain/index.js';
import { ORDER_STATUSES, SIDES, TIMES_IN_FORCE } from '../../../src/domain/orders/index.js';
import type { VenueOrderView } from '../../../src/domain/venue/index.js';
import { decodeOrder } from '../../../src/protocol/codecs/decode-order.js';
import { encodeOrder, encodePlaceAnswer } from '../../../src/protocol/codecs/index.js';
import { isIdText } from '../../../src/protocol/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { orderSchema } from '../../../src/protocol/schemas/orders.js';
import { BTCUSD, EURUSD, FILL, INSTRUMENTS, ORDER } from '../../protocol/samples.js';

function parse(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

describe('answer to a place', () => {
  it('has exactly the 13 fields of the published sample', () => {
    const view: VenueOrderView = {
      ...ORDER,
      status: 'RECEIVED',
      cumUnits: 0,
      cumCash: 0n,
      cumBaseUnits: 0,
      lastTrade: undefined,
    };
    expect(parse(encodePlaceAnswer(view))).toEqual({
      coId: 'bot7-000130',
      type: 'Limit',
      timeInForce: 'GTC',
      side: 'Buy',
      currency: 'EUR',
      symbol: 'EUR/USD',
      size: 3000000,
      org: 'DeskOrg',
      price: 1.0948,
      orderId: '5120000031',
      userFullName: 'algo1@DeskOrg',
      action: 'place',
      status: 'RECEIVED',
    });
  });
});

describe('order object', () => {
  it('shows a partial fill as the published sample does', () => {
    expect(parse(encodeOrder(ORDER, 'place'))).toEqual({
      coId: 'bot7-000130',
      type: 'Limit',
      timeInForce: 'GTC',
      side: 'Buy',
      currency: 'EUR',
      symbol: 'EUR/USD',
      size: 3000000,
      price: 1.0948,
      org: 'DeskOrg',
      orderId: '5120000031',
      userFullName: 'algo1@DeskOrg',
      clientOrderTime: '2026-01-06 10:00:02,014 +0000',
      tradeChannel: 'API/REST/ESP',
      action: 'place',
      status: 'PARTIALLY_FILLED',
      averagePrice: 1.09478,
      cumQty: 1000000,
      leavesQty: 2000000,
      executionType: 'TRADE',
      execId: 'FXI50000107',
      lastPrice: 1.09478,
      lastQty: 1000000,
      settlCurrAmt: 1094780,
      counterparty: 'LP1',
      counterPartyAccount: 'LP1LE1',
      valueDate: '2026-01-08',
      tradeDate: '2026-01-06',
      transactTime: 1767693604400,
    });
  });

  it('omits empty fields and escapes texts', () => {
    const view: VenueOrderView = {
      ...ORDER,
      coId: 'a"b',
      status: 'REJECTED',
      reason: 'no "credit"\n',
      cumUnits: 0,
      cumCash: 0n,
      cumBaseUnits: 0,
      lastTrade: undefined,
      priceTicks: 0,
    };
    const body = parse(encodeOrder(view, 'cancel'));
    expect(body).toMatchObject({ coId: 'a"b', reason: 'no "credit"\n', action: 'cancel' });
    for (const field of ['price', 'averagePrice', 'cumQty', 'execId', 'expiryTime']) {
      expect(body).not.toHaveProperty(field);
    }
  });

  it('has no leaves after its end, or the rest where the profile says so', () => {
    const view: VenueOrderView = { ...ORDER, status: 'EXPIRED' };
    expect(parse(encodeOrder(view, 'place'))).toMatchObject({ leavesQty: 0 });
    const rest = { ...DEFAULT_PROFILE, terminalLeaves: 'rest' } as const;
    expect(parse(encodeOrder(view, 'place', rest))).toMatchObject({ leavesQty: 2000000 });
  });

  it('counts every quantity in units of its base', () => {
    const view: VenueOrderView = {
      ...ORDER,
      instrument: BTCUSD,
      units: 3,
      lastTrade: { ...FILL, instrument: BTCUSD, units: 1 },
      cumUnits: 1,
      cumBaseUnits: 1,
    };
    expect(parse(encodeOrder(view, 'place'))).toMatchObject({
      currency: 'BTC',
      size: 0.00000003,
      cumQty: 0.00000001,
      leavesQty: 0.00000002,
      lastQty: 0.00000001,
    });
  });

  it.each([
    [3, 7n, '0.0000233'],
    [2, 3n, '0.000015'],
    [8, 1n, '0.0000013'],
    [3, 1n, '0.0000033'],
  ])('rounds the average of %d units half up (%#)', (cumUnits, cumCash, average) => {
    const text = encodeOrder({ ...ORDER, cumUnits, cumBaseUnits: cumUnits, cumCash }, 'place');
    expect(text).toContain(`"averagePrice":${average},`);
  });

  it('has the average of decimal arithmetic, with two more decimals than a price', () => {
    const fill = fc.tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e7 }));
    fc.assert(
      fc.property(fc.array(fill, { minLength: 1, maxLength: 5 }), (fills) => {
        const cash = fills.reduce(
          (sum, [units, ticks]) => sum.plus(new Decimal(units).times(ticks)),
          new Decimal(0),
        );
        const cumUnits = fills.reduce((sum, [units]) => sum + units, 0);
        const view: VenueOrderView = {
          ...ORDER,
          units: 5e9,
          cumUnits,
          cumBaseUnits: cumUnits,
          cumCash: BigInt(cash.toFixed()),
        };
        const average = cash.div(cumUnits).div(1e5).toDecimalPlaces(7, Decimal.ROUND_HALF_UP);
        expect(encodeOrder(view, 'place')).toContain(`"averagePrice":${average.toFixed()},`);
      }),
    );
  });

  it('survives encoding and decoding, and matches the schema', () => {
    const view = fc.record({
      instrument: fc.constantFrom(...INSTRUMENTS),
      status: fc.constantFrom(...ORDER_STATUSES),
      side: fc.constantFrom(...SIDES),
      timeInForce: fc.constantFrom(...TIMES_IN_FORCE),
      coId: fc.string({ minLength: 1, maxLength: 40 }).filter(isIdText),
      priceTicks: fc.integer({ min: 1, max: 1e12 }),
      cumUnits: fc.integer({ min: 0, max: 1e12 }),
      leaves: fc.integer({ min: 0, max: 1e12 }),
    });
    fc.assert(
      fc.property(view, ({ leaves, ...fields }) => {
        const filled = fields.status === 'FILLED';
        const cumUnits = fields.cumUnits + 1;
        const units = filled ? cumUnits : cumUnits + leaves;
        const cumCash = BigInt(cumUnits) * BigInt(fields.priceTicks);
        const filledNow = { units, cumUnits, cumBaseUnits: cumUnits, cumCash };
        const order: VenueOrderView = { ...ORDER, ...fields, ...filledNow };
        const body = parse(encodeOrder(order, 'place'));
        expect(orderSchema.safeParse(body).success).toBe(true);
        const expected: OrderEvent = {
          type: 'order',
          coId: order.coId,
          orderId: order.orderId,
          status: order.status,
          cumUnits,
          units,
          priceTicks: order.priceTicks,
          averageTicks: order.priceTicks,
          symbol: order.instrument.symbol,
          side: order.side,
          orderType: 'Limit',
          timeInForce: order.timeInForce,
          reason: '',
          transactAt: order.transactAt,
        };
        expect(unwrap(decodeOrder(body, order.instrument))).toEqual(expected);
      }),
    );
  });

  it('uses the status names of the profile', () => {
    const profile = {
      ...DEFAULT_PROFILE,
      statusNames: { ...DEFAULT_PROFILE.statusNames, CANCELED: 'Cancelled' },
    };
    const body = parse(encodeOrder({ ...ORDER, status: 'CANCELED' }, 'place', profile));
    expect(body).toMatchObject({ status: 'Cancelled' });
    expect(unwrap(decodeOrder(body, EURUSD)).status).toBe('CANCELED');
  });
});

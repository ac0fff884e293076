// The oracle of all order types on cases worked out by hand from docs/venue-orders.md.
import { describe, expect, it } from 'vitest';
import { createInstrument, unwrap, UNLIMITED } from '../../src/domain/index.js';
import type { OrderRequest, OrderRequestDetails } from '../../src/domain/orders/index.js';
import { createRandom as createStream } from '../../src/determinism/index.js';
import { runNaiveOrders } from './naive-orders.js';
import { generateOrderScript } from './order-draws.js';
import {
  ONE_PROVIDER,
  ORGS,
  type OrderSettings,
  type OrderStep,
  type QuotedStep,
} from './order-script.js';
import { createRandom } from './script.js';

const SECOND = 1_000_000;
const PLAIN: OrderSettings = {
  ...{ latencyOrders: 0, fillTiming: 'arrival', rateLife: SECOND, maxSize: {}, credit: {} },
  hours: 'always',
};
const EUR_USD = unwrap(createInstrument(0, 'EUR/USD', { minSize: 0.01, sizeIncrement: 0.01 }));

/** Plays steps on EUR/USD; lines as `at coId what cum last counterparty reason`. */
function play(steps: readonly OrderStep[], settings: Partial<OrderSettings> = {}, random = 0.5) {
  const house = { providers: ONE_PROVIDER, orgs: ORGS, instruments: [EUR_USD] };
  const script = { ...house, settings: { ...PLAIN, ...settings }, steps };
  const lines = runNaiveOrders(script, () => () => random);
  return lines
    .filter(({ what }) => !['RECEIVED', 'NEW', 'fills as maker', 'fills as taker'].includes(what))
    .map(({ at, coId, what, cumUnits, lastTicks, lastUnits, counterparty, reason }) => {
      const last = lastUnits === 0n ? '' : ` ${lastUnits}@${lastTicks} ${counterparty}`;
      return `${at} ${coId} ${what} ${cumUnits}${last}${reason === '' ? '' : ` ${reason}`}`;
    });
}

/** A rate named by its time; without limit of size unless told. */
function rate(at: number, bidTicks: number, offerTicks: number, units = UNLIMITED): QuotedStep {
  const sizes = { bidUnits: units, offerUnits: units };
  const name = { rateId: `rate-${at}`, symbol: 'EUR/USD' };
  return { at, kind: 'rate', ...name, bidTicks, offerTicks, ...sizes };
}

/** Buys cents of EUR, good till canceled unless told. */
function ask(
  at: number,
  coId: string,
  type: string,
  cents: number,
  more: Partial<OrderRequest> = {},
  details: OrderRequestDetails = {},
): OrderStep {
  const request: OrderRequest = {
    ...{ coId, type, side: 'Buy', symbol: 'EUR/USD', currency: 'EUR', size: cents / 100 },
    ...{ timeInForce: 'GTC', ...more, details },
  };
  return { at, kind: 'place', user: 'ann', request };
}

const named = (at: number, kind: 'cancel' | 'suspend' | 'resume', coId: string): OrderStep => {
  return { at, kind, user: 'ann', coId };
};

describe('naive venue: minimum and shown quantity', () => {
  it('order with minQty waits for that size; its rest may fill with less', () => {
    const more = { price: 1.0001 };
    const lines = play([
      rate(1, 100_000, 100_010, 50),
      ask(2, 'a', 'Limit', 130, more, { minQty: 0.6 }),
      rate(3, 100_000, 100_010, 100),
      rate(4, 100_000, 100_010, 30),
    ]);
    expect(lines).toEqual([
      '3 a PARTIALLY_FILLED 100 100@100010 LP1',
      '4 a FILLED 130 30@100010 LP1',
    ]);
  });

  it('each new piece of an iceberg queues behind the orders of its price', () => {
    const more = { price: 1.0001 };
    const lines = play([
      ask(2, 'ice', 'Limit', 130, more, { maxShow: 0.5 }),
      ask(2, 'b', 'Limit', 40, more),
      ask(2, 'c', 'Limit', 40, { price: 1.0002 }),
      rate(3, 100_000, 100_010, 205),
    ]);
    expect(lines).toEqual([
      '3 c FILLED 40 40@100020 LP1',
      '3 ice PARTIALLY_FILLED 50 50@100010 LP1',
      '3 b FILLED 40 40@100010 LP1',
      '3 ice PARTIALLY_FILLED 100 50@100010 LP1',
      '3 ice PARTIALLY_FILLED 125 25@100010 LP1',
    ]);
  });
});

describe('naive venue: order in the term currency', () => {
  it('buying the term sells the base; fills round, available sizes round down', () => {
    // 100 cents at 1.1 are worth 110; 55 of the term are 50; then 50 are left, worth 55.
    const term = { currency: 'USD', price: 1.09 };
    const lines = play([
      rate(1, 110_000, 110_010, 100),
      ask(2, 'a', 'Limit', 55, { ...term, timeInForce: 'IOC' }),
      ask(2, 'b', 'Limit', 56, { ...term, timeInForce: 'FOK' }),
      ask(2, 'c', 'Limit', 60, term),
      rate(3, 109_000, 110_010, 1),
    ]);
    expect(lines).toEqual([
      '2 a FILLED 55 55@110000 LP1',
      '2 b EXPIRED 0',
      '2 c PARTIALLY_FILLED 55 55@110000 LP1',
      // One cent of the base at 1.09 is worth floor(1.09).
      '3 c PARTIALLY_FILLED 56 1@109000 LP1',
    ]);
  });
});

describe('naive venue: stop orders', () => {
  it('stop triggers at its price or beyond, by exact mids, and becomes Market or Limit', () => {
    const stop = { stopPrice: 1.00005, execFlags: ['MidTrigger'] };
    const lines = play([
      rate(1, 100_000, 100_009),
      ask(2, 'stop', 'Stop', 10, { price: 1.0002 }, stop),
      ask(2, 'limit', 'StopLimit', 10, { price: 1.00005 }, stop),
      ask(2, 'ioc', 'StopLimit', 10, { price: 1.00005, timeInForce: 'IOC' }, stop),
      rate(3, 100_000, 100_010, 4),
      rate(4, 99_990, 100_003, 4),
      rate(5, 99_990, 100_003),
    ]);
    expect(lines).toEqual([
      '3 stop PARTIALLY_FILLED 4 4@100010 LP1',
      '3 ioc EXPIRED 0',
      '4 stop PARTIALLY_FILLED 8 4@100003 LP1',
      '5 stop FILLED 10 2@100003 LP1',
      '5 limit FILLED 10 10@100005 LP1',
    ]);
  });
});

describe('naive venue: pegged orders', () => {
  it('peg price rounds away from the touch; a new price loses the place in the queue', () => {
    // Mid 100005.5: a purchase at 100005 + 5; the second rate has mid 100005, limit 100010 again.
    const peg = { pegPriceType: 'Mid', pegOffsetValue: 0.5 };
    const lines = play([
      ask(0, 'early', 'Pegged', 1, { timeInForce: 'IOC' }, peg),
      rate(1, 100_000, 100_011),
      ask(2, 'a', 'Pegged', 10, {}, peg),
      ask(2, 'b', 'Limit', 10, { price: 1.0001 }),
      rate(3, 99_999, 100_011),
      rate(4, 100_010, 100_010, 15),
      rate(5, 100_000, 100_010, 4),
      rate(6, 100_000, 100_009),
    ]);
    expect(lines).toEqual([
      '0 early EXPIRED 0',
      '4 a FILLED 10 10@100010 LP1',
      '4 b PARTIALLY_FILLED 5 5@100010 LP1',
      '5 b PARTIALLY_FILLED 9 4@100010 LP1',
      '6 b FILLED 10 1@100010 LP1',
    ]);
  });
});

describe('naive venue: PQ and AtBest orders', () => {
  it('PQ order fills at the named rate, up to the unused size; AtBest at the current rate', () => {
    const quote = (cents: number, at: number, coId: string, rateId: string, price = 1.0001) =>
      ask(at, coId, 'PQ', cents, { timeInForce: 'FOK', price }, { rateId });
    const lines = play([
      rate(1, 100_000, 100_010, 100),
      ask(1, 'ioc', 'Limit', 30, { price: 1.0001, timeInForce: 'IOC' }),
      quote(80, 2, 'left', 'rate-1'),
      quote(60, 2, 'good', 'rate-1'),
      rate(3, 100_001, 100_011, 100),
      quote(11, 4, 'taken', 'rate-1'),
      quote(10, 4, 'older', 'rate-1'),
      quote(1, 4, 'none', 'rate-2'),
      quote(1, 4, 'bid', 'rate-1', 1),
      quote(1, 4, 'other', 'rate-1', 1.5),
      quote(1, SECOND + 2, 'late', 'rate-1'),
      ask(SECOND + 2, 'best', 'AtBest', 5, { timeInForce: 'FOK' }, { valueDate: '2026-07-13' }),
    ]);
    expect(lines).toEqual([
      '1 ioc FILLED 30 30@100010 LP1',
      '2 left EXPIRED 0',
      '2 good FILLED 60 60@100010 LP1',
      '4 taken EXPIRED 0',
      '4 older FILLED 10 10@100010 LP1',
      '4 none refused 0 InvalidQuoteID',
      '4 bid refused 0 BuySellMismatch',
      '4 other refused 0 PriceMismatch',
      `${SECOND + 2} late refused 0 QuoteExpired`,
      `${SECOND + 2} best FILLED 5 5@100011 LP1`,
    ]);
  });
});

describe('naive venue: Algo orders', () => {
  const twap = { targetStrategy: 'TWAP', sliceInterval: 1000, sliceSize: 0.4 };

  it('each slice rests at the near touch for passiveTime, then takes', () => {
    const lines = play([
      rate(0, 100_000, 100_010, 30),
      ask(0, 'a', 'Algo', 100, {}, { ...twap, passiveTime: 500 }),
      rate(1, 99_990, 100_000, 10),
      rate(2, 99_990, 100_020),
      rate(SECOND, 99_990, 100_020, 15),
      rate(SECOND + 1, 99_980, 99_995, 15),
      rate(2 * SECOND, 99_990, 100_020),
      rate(3 * SECOND, 99_990, 100_020),
    ]);
    expect(lines).toEqual([
      '1 a PARTIALLY_FILLED 10 10@100000 LP1',
      `${SECOND / 2} a PARTIALLY_FILLED 40 30@100020 LP1`,
      `${1.5 * SECOND} a PARTIALLY_FILLED 55 15@99995 LP1`,
      `${2.5 * SECOND} a PARTIALLY_FILLED 95 40@100020 LP1`,
    ]);
  });

  it('slice size and interval are drawn; actionOnExpiry decides the end', () => {
    // r = 0.5 leaves sizes as they are and makes intervals of 90 %.
    const steps = (actionOnExpiry?: string) => [
      rate(0, 100_000, 100_010),
      ask(
        0,
        'a',
        'Algo',
        200,
        {},
        {
          ...{ ...twap, passiveTime: 0, executionEndTime: '1.5', actionOnExpiry },
          ...{ randomizeSliceSizePercentage: 50, randomizeSliceIntervalPercentage: 20 },
        },
      ),
      rate(2 * SECOND, 100_000, 100_010),
    ];
    const two = [
      '0 a PARTIALLY_FILLED 40 40@100010 LP1',
      `${0.9 * SECOND} a PARTIALLY_FILLED 80 40@100010 LP1`,
    ];
    expect(play(steps())).toEqual([...two, `1500000 a EXPIRED 80 40@100010 LP1`]);
    expect(play(steps('NoAction'))).toEqual(two);
    expect(play(steps('FillAtMarket'))).toEqual([...two, `1500000 a FILLED 200 120@100010 LP1`]);
    const third = '1800000 a PARTIALLY_FILLED 120 40@100010 LP1';
    expect(play(steps('Twap'))).toEqual([...two, third]);
  });
});

describe('naive venue: rejections, suspension, fill timing', () => {
  it('order is rejected for liquidity, trading hours, size or credit', () => {
    const more = { price: 1.1, timeInForce: 'IOC' };
    const dry = { org: 'Dry', account: 'Dry1', valueDate: '2026-07-13' };
    const steps = (at: number) => [
      rate(at, 100_000, 100_010),
      ask(at, 'dry', 'AtBest', 10, { price: 1.1, timeInForce: 'FOK' }, dry),
      ask(at, 'big', 'Limit', 501, more),
      ask(at, 'a', 'Limit', 400, more),
      ask(at, 'b', 'Limit', 301, more),
      ask(at, 'c', 'Limit', 300, more),
    ];
    const friday = Date.UTC(2026, 0, 9, 22) * 1000;
    const limits = { maxSize: { 'EUR/USD': 5 }, credit: { Alpha: 7 }, hours: 'weekly' } as const;
    expect(play(steps(friday - 1), limits)).toEqual([
      `${friday - 1} dry REJECTED 0 NoLiquidity`,
      `${friday - 1} big REJECTED 0 OrderSizeLimitExceeded`,
      `${friday - 1} a FILLED 400 400@100010 LP1`,
      `${friday - 1} b REJECTED 0 CreditCheckFailed`,
      `${friday - 1} c FILLED 300 300@100010 LP1`,
    ]);
    expect(play(steps(friday), limits)[1]).toBe(`${friday} big REJECTED 0 MarketClosed`);
  });

  it('suspended order leaves the book until resumed; a fill before the cancel arrives wins', () => {
    const more = { price: 1.0001 };
    const lines = play(
      [
        ask(0, 'a', 'Limit', 10, more),
        ask(0, 'b', 'Limit', 10, more),
        named(5, 'suspend', 'a'),
        rate(6, 100_000, 100_010, 12),
        named(7, 'resume', 'a'),
        named(7, 'cancel', 'a'),
        rate(8, 100_000, 100_010, 3),
        rate(9, 100_000, 100_010, 7),
      ],
      { latencyOrders: 3 },
    );
    expect(lines).toEqual([
      '5 a SUSPENDED 0',
      '6 b FILLED 10 10@100010 LP1',
      '7 a PARTIALLY_FILLED 2 2@100010 LP1',
      '7 a PENDING_CANCEL 2 2@100010 LP1',
      '8 a PENDING_CANCEL 5 3@100010 LP1',
      '9 a FILLED 10 5@100010 LP1',
    ]);
  });

  it('with fill timing next-rate, pegged and AtBest orders fill at the next rate', () => {
    const lines = play(
      [
        rate(1, 100_000, 100_010),
        ask(1, 'peg', 'Pegged', 10, { timeInForce: 'IOC' }, { pegPriceType: 'Offer' }),
        ask(1, 'best', 'AtBest', 10, { timeInForce: 'FOK' }, { valueDate: '2026-07-13' }),
        rate(2, 100_000, 100_020, 15),
      ],
      { fillTiming: 'next-rate' },
    );
    expect(lines).toEqual(['2 peg FILLED 10 10@100020 LP1', '2 best EXPIRED 0']);
  });
});

describe('naive venue: generated scripts of all order types', () => {
  const plays = Array.from({ length: 150 }, (_, index) => {
    const script = generateOrderScript(createRandom(index + 1), 200);
    return { script, lines: runNaiveOrders(script, () => createStream(1, 'algo')) };
  });

  it('same seed gives the same script; no order ends twice', () => {
    expect(generateOrderScript(createRandom(3), 200)).toEqual(plays[2]?.script);
    const ends = ['FILLED', 'CANCELED', 'REJECTED', 'EXPIRED'];
    for (const { lines } of plays) {
      const ended = lines.filter(({ what }) => ends.includes(what)).map((l) => l.user + l.coId);
      expect(new Set(ended).size).toBe(ended.length);
    }
  });

  it('generated scripts reach every order type, end and reason', () => {
    const seen = new Map<string, number>();
    const see = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    for (const { script, lines } of plays) {
      const types = new Map<string, string>();
      for (const step of script.steps) {
        if (step.kind === 'place') types.set(step.request.coId ?? '', step.request.type ?? '');
      }
      for (const { coId, what, reason } of lines) {
        if (what !== 'refused') see(`${types.get(coId)} ${what}`);
        see(`${what} ${reason}`.trim());
      }
    }
    const rare = [
      ...['Limit', 'Market', 'AtBest', 'Stop', 'StopLimit', 'Pegged', 'Algo', 'PQ'].map(
        (type) => `${type} FILLED`,
      ),
      ...['Stop', 'StopLimit', 'Pegged', 'Algo'].map((type) => `${type} PARTIALLY_FILLED`),
      ...['CANCELED', 'PENDING_CANCEL', 'SUSPENDED', 'shown', 'not active', 'no such order'],
      ...['NoLiquidity', 'MarketClosed', 'OrderSizeLimitExceeded', 'CreditCheckFailed'].map(
        (reason) => `REJECTED ${reason}`,
      ),
      ...['QuoteExpired', 'PriceMismatch', 'BuySellMismatch', 'DuplicateOrder'].map(
        (reason) => `refused ${reason}`,
      ),
    ];
    expect(rare.filter((what) => (seen.get(what) ?? 0) < 3)).toEqual([]);
  });
});

// The oracle's levels of several providers on cases worked out by hand from docs/venue-orders.md.
import { describe, expect, it } from 'vitest';
import { createInstrument, unwrap } from '../../src/domain/index.js';
import type { OrderRequest, OrderRequestDetails } from '../../src/domain/orders/index.js';
import { runNaiveOrders } from './naive-orders.js';
import { ORGS, type OrderSettings, type OrderStep, type QuotedStep } from './order-script.js';

const SETTINGS: OrderSettings = {
  ...{ latencyOrders: 0, fillTiming: 'arrival', rateLife: 1_000_000, maxSize: {}, credit: {} },
  hours: 'always',
};
const EUR_USD = unwrap(createInstrument(0, 'EUR/USD', { minSize: 0.01, sizeIncrement: 0.01 }));

/** LP2 is one tick worse than the market on each side, with twice its size. */
const PROVIDERS = [
  { id: 'LP1', widen: 0, skew: 0, sizeFactor: 1 },
  { id: 'LP2', widen: 0.1, skew: 0, sizeFactor: 2 },
  { id: 'LP3', widen: 0, skew: 0, sizeFactor: 1 },
];
const ALL = ['LP1', 'LP2', 'LP3'];

function play(alpha: readonly string[], steps: readonly OrderStep[], quotes = alpha) {
  const own = { spotProviders: alpha, rfsProviders: quotes };
  const orgs = ORGS.map((org) => ({ ...org, ...(org.org === 'Alpha' ? own : {}) }));
  const house = { providers: PROVIDERS, orgs, instruments: [EUR_USD], settings: SETTINGS };
  return runNaiveOrders({ ...house, steps }, () => () => 0.5)
    .filter(({ what }) => !['RECEIVED', 'NEW'].includes(what))
    .map(({ coId, what, cumUnits, lastTicks, lastUnits, counterparty, average }) => {
      const last = lastUnits === 0n ? '' : ` ${lastUnits}@${lastTicks} ${counterparty}`;
      return `${coId} ${what} ${cumUnits}${last}${last === '' ? '' : ` ${average?.join('/')}`}`;
    });
}

function rate(at: number, bidTicks: number, offerTicks: number, units: number): QuotedStep {
  const name = { rateId: `rate-${at}`, symbol: 'EUR/USD' };
  return { at, kind: 'rate', ...name, bidTicks, offerTicks, bidUnits: units, offerUnits: units };
}

/** Buys cents of EUR. */
function ask(
  at: number,
  coId: string,
  cents: number,
  more: Partial<OrderRequest>,
  details: OrderRequestDetails = {},
): OrderStep {
  const request: OrderRequest = {
    ...{ coId, type: 'Limit', side: 'Buy', symbol: 'EUR/USD', currency: 'EUR' },
    ...{ size: cents / 100, timeInForce: 'GTC', ...more, details },
  };
  return { at, kind: 'place', user: 'ann', request };
}

describe('naive venue: levels of several providers', () => {
  it('order fills through levels by price, then configured order, with its average price', () => {
    const steps = [rate(1, 100_000, 100_010, 100), ask(2, 'a', 350, { price: 1.00011 })];
    expect(play(ALL, steps)).toEqual([
      'a fills as taker 100 100@100010 LP1 10001000/100',
      'a PARTIALLY_FILLED 100 100@100010 LP1 10001000/100',
      'a fills as taker 200 100@100010 LP3 20002000/200',
      'a PARTIALLY_FILLED 200 100@100010 LP3 20002000/200',
      // 200 x 100,010 + 150 x 100,011.
      'a fills as taker 350 150@100011 LP2 35003650/350',
      'a FILLED 350 150@100011 LP2 35003650/350',
    ]);
  });

  it('each level fills once per rate; a resting order fills all levels at its limit price', () => {
    const lines = play(
      ['LP1', 'LP2'],
      [
        ask(1, 'a', 130, { price: 1.00012 }),
        rate(2, 100_000, 100_010, 100),
        ask(3, 'b', 200, { price: 1.00011, timeInForce: 'FOK' }),
        ask(4, 'c', 170, { price: 1.00011, timeInForce: 'FOK' }),
      ],
    );
    expect(lines.filter((line) => !line.includes('PARTIALLY'))).toEqual([
      'a fills as maker 100 100@100012 LP1 10001200/100',
      'a fills as maker 130 30@100012 LP2 13001560/130',
      'a FILLED 130 30@100012 LP2 13001560/130',
      'b EXPIRED 0',
      'c fills as taker 170 170@100011 LP2 17001870/170',
      'c FILLED 170 170@100011 LP2 17001870/170',
    ]);
  });

  it('minQty is checked against the sum of all levels, and only before the first fill', () => {
    const lines = play(
      ['LP1', 'LP2'],
      [
        rate(1, 100_000, 100_010, 10),
        ask(1, 'a', 80, { price: 1.00011 }, { minQty: 0.31 }),
        rate(2, 100_000, 100_010, 20),
        rate(3, 100_000, 100_010, 1),
      ],
    );
    expect(lines.filter((line) => line.includes('fills'))).toEqual([
      'a fills as maker 20 20@100011 LP1 2000220/20',
      'a fills as maker 60 40@100011 LP2 6000660/60',
      'a fills as maker 61 1@100011 LP1 6100671/61',
      'a fills as maker 63 2@100011 LP2 6300693/63',
    ]);
  });

  it('order on a named rate fills the sum of equal levels, also after the next rate', () => {
    const quote = (at: number, coId: string, cents: number, price: number) =>
      ask(at, coId, cents, { type: 'PQ', timeInForce: 'FOK', price }, { rateId: 'rate-1' });
    const lines = play(ALL, [
      rate(1, 100_000, 100_010, 100),
      ask(2, 'ioc', 30, { price: 1.0001, timeInForce: 'IOC' }),
      rate(3, 100_000, 100_020, 100),
      quote(4, 'much', 171, 1.0001),
      quote(4, 'all', 170, 1.0001),
      quote(4, 'none', 1, 1.0001),
    ]);
    expect(lines.filter((line) => !line.includes('fills'))).toEqual([
      'ioc FILLED 30 30@100010 LP1 3000300/30',
      'much EXPIRED 0',
      'all FILLED 170 170@100010 LP1 17001700/170',
      'none EXPIRED 0',
    ]);
  });

  it('AtBest order is limited by the size of the market and of the counterparty', () => {
    const best = (at: number, coId: string, cents: number) =>
      ask(at, coId, cents, { type: 'AtBest', timeInForce: 'FOK' }, { valueDate: '2026-07-13' });
    const steps = [
      rate(1, 100_000, 100_010, 100),
      best(2, 'much', 101),
      best(2, 'some', 60),
      best(2, 'more', 41),
      best(2, 'rest', 40),
    ];
    expect(play(ALL, steps, ['LP2']).filter((line) => !line.includes('fills'))).toEqual([
      'much EXPIRED 0',
      'some FILLED 60 60@100010 LP2 6000600/60',
      'more EXPIRED 0',
      'rest FILLED 40 40@100010 LP2 4000400/40',
    ]);
  });
});

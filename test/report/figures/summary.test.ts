// Figures of small sessions against tables computed by hand, and of random ones against decimal.js.
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../src/domain/events/index.js';
import { MINUTE, SECOND } from '../../../src/domain/index.js';
import { createCollector, isUnworked, type Summary, summarise } from '../../../src/report/index.js';
import {
  eurUsd,
  INFO,
  makeFill,
  makeOrder,
  makeParent,
  makeRefusal,
  START,
  usdJpy,
} from '../twap-session.js';

const BOTH = { ...INFO, instruments: [eurUsd, usdJpy] };
const MILLION = 100_000_000;

/** Buys 2.5 of 3 million by a parent with arrival mid 1.10001, at 1.10003 and 1.10005. */
function buyByParent(): Summary {
  const collector = createCollector(INFO);
  const side = 'Buy';
  collector.rate(START, 0, 110_000, 110_002);
  const parent = makeParent({ side, units: 3 * MILLION, arrivalTicks2: 220_002 });
  collector.parent(parent);
  const first = makeOrder({ side, units: MILLION, coId: 'a', arrivalTicks2: 220_006 });
  const second = makeOrder({ side, units: 2 * MILLION, coId: 'b', arrivalTicks2: 220_010 });
  collector.order(first);
  collector.fill(
    makeFill({ side, coId: 'a', units: MILLION, priceTicks: 110_003, at: START + 5 * SECOND }),
  );
  collector.order({ ...first, state: 'FILLED', filledUnits: MILLION, isTerminal: true });
  collector.rate(START + 10 * SECOND, 0, 110_004, 110_006);
  collector.order(second);
  collector.fill(
    makeFill({
      side,
      coId: 'b',
      units: 1.5 * MILLION,
      priceTicks: 110_005,
      at: START + 40 * SECOND,
    }),
  );
  collector.order({ ...second, state: 'CANCELED', filledUnits: 1.5 * MILLION, isTerminal: true });
  collector.parent({ ...parent, at: START + 41 * SECOND, filledUnits: 2.5 * MILLION });
  collector.rate(START + 50 * SECOND, 0, 110_008, 110_010);
  return summarise(collector.finish(START + 60 * SECOND, 'abc'));
}

describe('summary of a parent that bought', () => {
  it('has the figures computed by hand', () => {
    expect(buyByParent()).toMatchObject({
      mode: 'backtest',
      name: 'eurusd-twap',
      strategy: 'sell-eur',
      symbol: 'EUR/USD',
      side: 'Buy',
      orders: 2,
      fills: 2,
      orderStates: { FILLED: 1, CANCELED: 1 },
      requestedQuantity: 3_000_000,
      filledQuantity: 2_500_000,
      averagePrice: 1.100042, // (1.10003 + 1.5 x 1.10005) / 2.5
      averageBuyPrice: 1.100042,
      averageSellPrice: null,
      arrivalMid: 1.10001,
      slippageBps: -0.2909, // -0.000032 / 1.10001
      slippagePerMillion: -32,
      slippageCurrency: 'USD',
      intervalTwap: 1.10004, // 10 s at 1.10001 and 30 s at 1.10005
      slippageVsTwapBps: -0.0182, // -0.000002 / 1.10004
      intervalSeconds: 40,
      position: 2_500_000,
      pnl: '120.00', // 2.5 million x (1.10009 - 1.100042)
      pnlCurrency: 'USD',
      startAt: '2026-07-13T12:00:00.000Z',
      endAt: '2026-07-13T12:01:00.000Z',
      intervalEndAt: '2026-07-13T12:00:40.000Z',
      durationSeconds: 60,
      rates: 3,
      controlsOff: ['RC10', 'RC35'],
      digest: 'abc',
      refusals: {},
      halts: [],
    });
  });

  it('averages the mid from the first rate on when the parent came before it', () => {
    const collector = createCollector(INFO);
    collector.parent(makeParent({ at: START }));
    collector.rate(START + 60 * SECOND, 0, 110_000, 110_002);
    collector.rate(START + 70 * SECOND, 0, 110_010, 110_012);
    collector.fill(makeFill({ at: START + 80 * SECOND }));
    const { intervalTwap } = summarise(collector.finish(START + 90 * SECOND, ''));
    expect(intervalTwap).toBe(1.10006);
  });

  it('weighs mids by the displayed sizes after the start', () => {
    const collector = createCollector(INFO);
    collector.rate(START, 0, 110_000, 110_002, 999);
    collector.parent(makeParent({ at: START }));
    collector.rate(START + 1 * SECOND, 0, 110_000, 110_002, 300);
    collector.rate(START + 2 * SECOND, 0, 110_008, 110_010, 100);
    collector.rate(START + 3 * SECOND, 0, 990_008, 990_010); // tells no size
    collector.fill(makeFill({ at: START + 4 * SECOND, side: 'Buy', priceTicks: 110_004 }));
    collector.rate(START + 5 * SECOND, 0, 770_000, 770_010, 500);
    expect(summarise(collector.finish(START + 90 * SECOND, ''))).toMatchObject({
      intervalVwap: 1.10003, // (3 x 1.10001 + 1.10009) / 4
      slippageVsVwapBps: -0.0909, // -0.00001 / 1.10003
    });
  });

  it('has one row with the same figures', () => {
    const summary = buyByParent();
    expect(summary.rows).toHaveLength(1);
    const [row] = summary.rows;
    expect(summary).toMatchObject(row ?? {});
  });
});

describe('summary of orders without a parent', () => {
  it('weighs arrival mids by fills and counts a dollar pair in USD per million', () => {
    const collector = createCollector(BOTH);
    const common = { instrument: usdJpy, parent: '', side: 'Sell' } as const;
    collector.rate(START, 1, 150_000, 150_011);
    collector.order(makeOrder({ ...common, coId: 'a', units: MILLION, arrivalTicks2: 300_000 }));
    collector.fill(makeFill({ ...common, coId: 'a', units: MILLION, priceTicks: 150_010 }));
    collector.order(makeOrder({ ...common, coId: 'b', units: MILLION, arrivalTicks2: 400_000 }));
    const summary = summarise(collector.finish(START, ''));
    expect(summary).toMatchObject({
      symbol: 'USD/JPY',
      side: 'Sell',
      requestedQuantity: 2_000_000,
      filledQuantity: 1_000_000,
      averagePrice: 150.01,
      arrivalMid: 150,
      slippageBps: 0.6667, // 0.010 / 150
      slippagePerMillion: 66.67,
      slippageCurrency: 'USD',
      intervalTwap: 150.0055,
      intervalSeconds: 0,
      position: -1_000_000,
      pnl: '4500', // 1 million x (150.010 - 150.0055)
      pnlCurrency: 'JPY',
    });
  });

  it('leaves the average to the sides when both were filled', () => {
    const collector = createCollector(INFO);
    collector.rate(START, 0, 110_000, 110_004);
    for (const [coId, side, priceTicks] of [
      ['a', 'Buy', 110_004],
      ['b', 'Sell', 110_000],
    ] as const) {
      collector.order(makeOrder({ coId, side, parent: '', arrivalTicks2: 220_004 }));
      collector.fill(makeFill({ coId, side, units: MILLION, priceTicks }));
    }
    const summary = summarise(collector.finish(START, ''));
    expect(summary).toMatchObject({
      side: 'Both',
      averagePrice: null,
      averageBuyPrice: 1.10004,
      averageSellPrice: 1.1,
      slippagePerMillion: -20,
      position: 0,
      pnl: '-40.00',
    });
  });
});

describe('parents of previous runs', () => {
  const stop = { units: 5 * MILLION, filledUnits: 2 * MILLION, reason: 'started anew' } as const;
  const carried = {
    parents: [{ strategy: 'sell-eur', key: 'a', filledUnits: 2 * MILLION }],
    positions: [],
  };

  it('that are given up have a warning, and count for their rest', () => {
    const collector = createCollector({ ...INFO, carried });
    collector.parent(makeParent({ ...stop, key: 'a', state: 'HELD' }));
    const stopped = makeParent({ ...stop, key: 'a', state: 'STOPPED' });
    collector.parent(stopped);
    collector.unstarted(stopped);
    const { requestedQuantity, warnings } = summarise(collector.finish(START, ''));
    expect(requestedQuantity).toBe(3_000_000);
    const text =
      'the rest of parent sell-eur/a, 3,000,000 of 5,000,000 EUR/USD, is given up: started anew; ' +
      '2,000,000 were filled';
    expect(warnings).toEqual([{ id: 'parent-given-up', text }]);
  });

  it('that are resumed and stopped later show their unfilled rest', () => {
    const collector = createCollector({ ...INFO, carried });
    for (const state of ['WORKING', 'STOPPED'] as const) {
      collector.parent(makeParent({ ...stop, key: 'a', state }));
    }
    const { warnings } = summarise(collector.finish(START, ''));
    const text = expect.stringMatching(/^the rest of parent sell-eur\/a, 3,000,000 of 5,000,000/);
    expect(warnings).toEqual([{ id: 'parent-unfilled', text }]);
  });

  it('that have ended and are requested again are listed once', () => {
    const collector = createCollector(INFO);
    const done = makeParent({ ...stop, key: 'a', state: 'DONE', reason: '', startedAt: START });
    for (const view of [done, done]) collector.unstarted(view);
    const { rows, warnings } = summarise(collector.finish(START, ''));
    expect(rows).toEqual([]);
    const text =
      'parent sell-eur/a was worked by a previous run from 2026-07-13T12:00:00.000Z on: ' +
      '2,000,000 of 5,000,000 EUR/USD filled; its key is in the journal, so it was not started: ' +
      'another key makes it a new parent';
    expect(warnings).toEqual([{ id: 'parent-not-started', text }]);
  });
});

describe('strategy that was muted', () => {
  const mute = (minute: number): Alert => ({
    at: START + minute * MINUTE,
    level: 'warn',
    rule: 'RC33',
    strategy: 'alpha',
    symbol: '',
    text: 'alpha is muted for a minute',
    mutedUntil: START + (minute + 1) * MINUTE,
  });

  it('is one warning, with the first time and how often', () => {
    const collector = createCollector(INFO);
    for (const minute of [0, 2, 5]) collector.alert(mute(minute));
    const { warnings } = summarise(collector.finish(START, ''));
    const text = 'alpha is muted for a minute, at 2026-07-13T12:00:00.000Z; 3 times in all';
    expect(warnings).toEqual([{ id: 'strategy-muted', text }]);
    expect(warnings.every(isUnworked)).toBe(true);
  });

  it('by refusals of most of its orders is a warning with the most common one', () => {
    const collector = createCollector(INFO);
    for (let i = 0; i < 3; i++) collector.refused(makeRefusal({ rule: 'RC24' }));
    collector.order(makeOrder());
    const { warnings } = summarise(collector.finish(START, ''));
    expect(warnings.map(({ id }) => id)).toEqual(['mostly-refused']);
    expect(warnings[0]?.text).toMatch(
      /^orders were refused 3 times: the figures are of .* placed; most often by RC24: /,
    );
    expect(warnings.some(isUnworked)).toBe(false);
  });
});

describe('parent that the gate refused as a whole', () => {
  const asked = { strategy: 'sell-eur', key: 'eur-1', symbol: 'EUR/USD', side: 'Sell' } as const;
  const causes = [{ rule: 'RC23', message: 'expected at most 3000000, found 5000000' }];
  const refuse = (collector: ReturnType<typeof createCollector>, size = 5_000_000) => {
    collector.refused(makeRefusal({ rule: 'RC23', strategy: 'sell-eur' }));
    collector.parentRefused?.({ ...asked, at: START, size, causes });
  };

  it('is a warning with size and reason, and counts as asked for', () => {
    const collector = createCollector(INFO);
    for (const size of [4_000_000, 5_000_000]) refuse(collector, size);
    const summary = summarise(collector.finish(START, ''));
    const text =
      'parent sell-eur/eur-1, Sell 5,000,000 EUR/USD, was refused and not started: RC23: ' +
      'expected at most 3000000, found 5000000';
    expect(summary.warnings).toEqual([{ id: 'parent-refused', text }]);
    expect(summary.warnings.every(isUnworked)).toBe(true);
    expect(summary).toMatchObject({ requestedQuantity: 5_000_000, filledQuantity: 0, remarks: [] });
  });

  it('with a size that no order has counts nothing', () => {
    const collector = createCollector(INFO);
    refuse(collector, -1.234_567);
    const { requestedQuantity, warnings } = summarise(collector.finish(START, ''));
    expect([requestedQuantity, warnings.length]).toEqual([0, 1]);
  });

  it('is no warning when it is accepted later', () => {
    const collector = createCollector(INFO);
    refuse(collector);
    collector.parent(makeParent({ key: 'eur-1', units: 5 * MILLION }));
    const { requestedQuantity, warnings } = summarise(collector.finish(START, ''));
    expect([requestedQuantity, warnings]).toEqual([5_000_000, []]);
  });
});

describe('summary of a session without fills', () => {
  it('has null and never NaN', () => {
    const collector = createCollector(INFO);
    collector.rate(START, 0, 110_000, 110_002);
    collector.parent(makeParent({ arrivalTicks2: 220_002 }));
    const summary = summarise(collector.finish(START + SECOND, ''));
    expect(JSON.stringify(summary)).not.toContain('NaN');
    expect(summary).toMatchObject({
      orders: 0,
      fills: 0,
      requestedQuantity: 5_000_000,
      filledQuantity: 0,
      averagePrice: null,
      arrivalMid: 1.10001,
      slippageBps: null,
      slippagePerMillion: null,
      slippageVsTwapBps: null,
      intervalVwap: null,
      slippageVsVwapBps: null,
      intervalTwap: null,
      position: 0,
      pnl: '0.00',
    });
  });

  it('has no row when nothing happened', () => {
    const summary = summarise(createCollector(INFO).finish(START, ''));
    expect(summary.rows).toEqual([]);
    expect(summary).toMatchObject({
      strategy: 'sell-eur',
      symbol: 'EUR/USD',
      orders: 0,
      pnl: null,
    });
  });

  it('has no P&L of a position without a rate', () => {
    const collector = createCollector(INFO);
    collector.fill(makeFill());
    expect(summarise(collector.finish(START, ''))).toMatchObject({ fills: 1, pnl: null });
  });
});

describe('summary of several rows', () => {
  it('adds counts and P&L per symbol and leaves other figures to the rows', () => {
    const collector = createCollector(BOTH);
    collector.rate(START, 0, 110_000, 110_002);
    for (const [coId, strategy] of [
      ['a', 'sell-eur'],
      ['b', 'other'],
    ] as const) {
      collector.order(makeOrder({ coId, strategy, parent: '' }));
      collector.fill(makeFill({ coId, strategy, units: MILLION, priceTicks: 110_003 }));
    }
    const summary = summarise(collector.finish(START, ''));
    expect(summary.rows.map(({ strategy }) => strategy)).toEqual(['other', 'sell-eur']);
    expect(summary).toMatchObject({ orders: 2, fills: 2, averagePrice: null, position: null });
    expect(summary.symbols).toEqual([
      { symbol: 'EUR/USD', position: -2_000_000, pnl: '40.00', pnlCurrency: 'USD' },
    ]);
  });
});

describe('figures of random fills', () => {
  it('equal those of decimal.js', () => {
    const fill = fc.record({
      side: fc.constantFrom('Buy' as const, 'Sell' as const),
      units: fc.integer({ min: 1, max: 999_999_999_999 }),
      priceTicks: fc.integer({ min: 1, max: 999_999_999 }),
    });
    const Exact = Decimal.clone({ precision: 100 });
    fc.assert(
      fc.property(fc.array(fill, { minLength: 1 }), fc.nat(1_000_000), (fills, bid) => {
        const collector = createCollector(INFO);
        collector.rate(START, 0, bid, bid + 1);
        for (const changes of fills) collector.fill(makeFill(changes));
        const summary = summarise(collector.finish(START, ''));
        const mid = new Exact(2 * bid + 1).div(200_000);
        const toPrice = (ticks: number): Decimal => new Exact(ticks).div(100_000);
        let pnl = new Exact(0);
        for (const { side, units, priceTicks } of fills) {
          const gain = mid.minus(toPrice(priceTicks)).times(units).div(100);
          pnl = side === 'Buy' ? pnl.plus(gain) : pnl.minus(gain);
        }
        expect(new Exact(summary.pnl ?? Number.NaN).equals(pnl)).toBe(true);
        for (const [key, side] of [
          ['averageBuyPrice', 'Buy'],
          ['averageSellPrice', 'Sell'],
        ] as const) {
          const own = fills.filter((one) => one.side === side);
          const units = own.reduce((sum, one) => sum.plus(one.units), new Exact(0));
          const cash = own.reduce(
            (sum, one) => sum.plus(toPrice(one.priceTicks).times(one.units)),
            new Exact(0),
          );
          const average = own.length === 0 ? null : cash.div(units).toDecimalPlaces(8).toNumber();
          expect(summary[key]).toBe(average);
        }
      }),
    );
  });
});

// Fees by hand-made tables: rates per million, tiers, least fees, and P&L before and after them.
import { describe, expect, it } from 'vitest';
import {
  createCollector,
  feesSchema,
  formatSummary,
  summarise,
} from '../../../src/report/index.js';
import { FILL_COLUMNS } from '../../../src/report/csv/csv.js';
import { formatCsv } from '../../../src/report/csv/csv-writer.js';
import { FeeMeter } from '../../../src/report/figures/fees.js';
import { INFO, makeFill, makeOrder, START } from '../twap-session.js';

/** Cents for fills of so many EUR at 1.14000, one after the other. */
function charge(settings: object, sizes: readonly number[], key?: object): readonly number[] {
  const meter = new FeeMeter(feesSchema.parse({ USD: settings }));
  return sizes.map((size) => {
    return Number(meter.charge(makeFill({ units: size * 100, priceTicks: 114_000 }), key));
  });
}

describe('fee', () => {
  it('is a rate per million of what was paid, rounded to the cent', () => {
    // 1,140,000 USD at 25 per million are 28.50; 1.14 USD at 25 are 0.0000285.
    expect(charge({ perMillion: 25 }, [1_000_000, 1, 250_000])).toEqual([2_850, 0, 713]);
    expect(charge({ perMillion: 2.5 }, [10_000])).toEqual([3]);
  });

  it('falls with the volume dealt before', () => {
    const tiers = [
      { from: 1_000_000, perMillion: 20 },
      { from: 3_000_000, perMillion: 10 },
    ];
    // Before: 0, 1.14, 2.28 and 3.42 million.
    const sizes = [1_000_000, 1_000_000, 1_000_000, 1_000_000];
    expect(charge({ perMillion: 30, tiers }, sizes)).toEqual([3_420, 2_280, 2_280, 1_140]);
  });

  it('has a minimum for each fill, or for each order', () => {
    const sizes = [10_000, 10_000, 100_000, 100_000];
    const least = { perMillion: 25, minimum: 1 };
    expect(charge(least, sizes)).toEqual([100, 100, 285, 285]);
    // Of one order: 0.29, 0.58, 3.43 and 6.28 in all.
    const order = { ...least, minimumOf: 'order' };
    expect(charge(order, sizes, {})).toEqual([100, 0, 243, 285]);
    expect(charge(order, sizes)).toEqual([100, 100, 285, 285]);
  });

  it('is refused where its table is ambiguous', () => {
    const parse = (settings: object) => feesSchema.safeParse({ USD: settings }).success;
    expect(parse({ perMillion: 25 })).toBe(true);
    expect(parse({})).toBe(false);
    expect(parse({ perMillion: -1 })).toBe(false);
    expect(parse({ perMillion: 0.000_01 })).toBe(false);
    const [a, b] = [5, 3].map((from) => ({ from, perMillion: 1 }));
    expect(parse({ perMillion: 25, tiers: [a, b] })).toBe(false);
  });
});

describe('session with fees', () => {
  const play = (fees?: object) => {
    const info = fees === undefined ? INFO : { ...INFO, fees: feesSchema.parse({ USD: fees }) };
    const collector = createCollector(info);
    collector.rate(START, 0, 114_000, 114_002);
    collector.order(makeOrder({ parent: '', units: 25_000_000 }));
    for (const at of [1_000, 2_000]) {
      collector.fill(makeFill({ at: START + at, units: 10_000_000, priceTicks: 114_000 }));
    }
    return collector.finish(START + 5_000, '');
  };

  it('reports them, and P&L before and after', () => {
    const results = play({ perMillion: 100 });
    // Two sales of 114,000 USD, a tick below the mid: 2.00 lost, 11.40 each.
    const { rows, performance } = summarise(results);
    expect(rows[0]).toMatchObject({ pnl: '-2.00', fees: '22.80', netPnl: '-24.80' });
    expect(performance.pnl).toBeCloseTo(-24.8, 9);
    const [, first, second] = formatCsv(results.fills.rows, FILL_COLUMNS).split('\r\n');
    expect([first, second].map((line) => line?.split(',')[10])).toEqual(['11.4', '11.4']);
    const text = formatSummary(summarise(results));
    expect(text).toMatch(/│ Fees +│ 22\.80 USD/);
    expect(text).toMatch(/│ Total P&L +│ -24\.80 USD, a loss, after fees, open positions/);
    expect(text).toMatch(/│ P&L before fees +│ -2\.00 USD/);
  });

  it('counts every round trip after its fees', () => {
    const info = { ...INFO, fees: feesSchema.parse({ USD: { perMillion: 100 } }) };
    const collector = createCollector(info);
    const deal = (coId: string, side: 'Buy' | 'Sell', units: number, priceTicks: number) => {
      collector.rate(START, 0, priceTicks, priceTicks);
      collector.order(makeOrder({ coId, parent: '', side, units }));
      collector.fill(makeFill({ coId, side, units, priceTicks }));
    };
    const lot = 100_000_000;
    deal('b1', 'Buy', lot, 114_000);
    deal('s1', 'Sell', 2 * lot, 114_010);
    deal('b2', 'Buy', lot, 114_000);
    const { performance } = summarise(collector.finish(START + 5_000, ''));
    // Two trips of a million EUR, +100 USD and 228.01 of fees each: the sale pays for both.
    expect(performance).toMatchObject({ pnl: -256.02, roundTrips: 2, winRate: 0 });
    expect(performance).toMatchObject({ averageTrip: -128.01, largestTrip: 0, profitFactor: 0 });
  });

  it('reports none when there are none', () => {
    const summary = summarise(play());
    expect(summary.rows[0]).toMatchObject({ pnl: '-2.00' });
    expect(summary.rows[0]).not.toHaveProperty('fees');
    expect(formatSummary(summary)).not.toMatch(/Fees/);
  });
});

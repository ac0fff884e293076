// A position that the runs before left: it is in position and P&L from the first mid on. The
// figures are reckoned by hand.
import { describe, expect, it } from 'vitest';
import { type Instrument, SECOND } from '../../../src/domain/index.js';
import { toChartData } from '../../../src/report/html/chart-data.js';
import { parentsSection } from '../../../src/report/html/sections/parents.js';
import {
  createCollector,
  formatSummary,
  type Results,
  type SessionInfo,
  summarise,
} from '../../../src/report/index.js';
import { eurUsd, INFO, makeFill, makeOrder, makeParent, START, usdJpy } from '../twap-session.js';

const STRATEGY = 'sell-eur';
const MILLION = 100_000_000;

function carry(units: number, info: Partial<SessionInfo> = {}): SessionInfo {
  const positions = [{ strategy: STRATEGY, symbol: 'EUR/USD', units }];
  return { ...INFO, ...info, carried: { parents: [], positions } };
}

/** The mid goes from 1.14002 to 1.14022; in between 200,000 are sold at 1.14010. */
function sellSome(info: SessionInfo): Results {
  const collector = createCollector(info);
  collector.rate(START, 0, 114_000, 114_004);
  collector.order(makeOrder({ parent: '', units: MILLION / 5, arrivalTicks2: 228_020 }));
  collector.rate(START + SECOND, 0, 114_010, 114_014);
  collector.fill(makeFill({ units: MILLION / 5, priceTicks: 114_010, at: START + SECOND }));
  collector.rate(START + 60 * SECOND, 0, 114_020, 114_024);
  return collector.finish(START + 60 * SECOND, '');
}

describe('carried-in position', () => {
  const results = sellSome(carry(MILLION / 2));
  const summary = summarise(results);

  it('is in the position, and in the P&L from the first mid on', () => {
    // 500,000 gained 20 ticks: 100.00; the 200,000 sold lost 12 ticks since: 24.00.
    expect(summary).toMatchObject({
      ...{ carriedIn: 500_000, carriedInMid: 1.14002, position: 300_000, pnl: '76.00' },
      ...{ filledQuantity: 200_000, averagePrice: 1.1401, slippageBps: 0 },
      symbols: [{ symbol: 'EUR/USD', position: 300_000, pnl: '76.00' }],
    });
    expect(summary.performance.pnl).toBe(76);
  });

  it('is drawn from the first rate on', () => {
    const [{ progress } = {}] = results.ledgers;
    expect(progress?.position).toEqual([500_000, 300_000, 300_000]);
    expect(progress?.pnl.map((one) => Number(one.toFixed(2)))).toEqual([0, 46, 76]);
    const points = results.performance.equity.list();
    expect(points[0]).toMatchObject({ at: START, pnl: 0 });
    expect(points.at(-1)?.pnl).toBeCloseTo(76, 6);
  });

  it('has a separate line in the table', () => {
    const lines = formatSummary(summary).replaceAll(/ *│\n│ +│ /g, ' ');
    expect(lines).toMatch(/│ Position +│ 300,000 EUR, long +│/);
    const value = '500,000 EUR/USD of sell-eur, valued from the first mid on, 1.14002';
    expect(lines.replaceAll(/ +/g, ' ')).toContain(`│ Carried in │ ${value} │`);
  });

  it('counts as one trade when it is closed, against the first mid', () => {
    const collector = createCollector(carry(MILLION));
    collector.rate(START, 0, 114_000, 114_004);
    collector.order(makeOrder({ parent: '', units: MILLION }));
    collector.fill(makeFill({ units: MILLION, priceTicks: 114_012, at: START + SECOND }));
    const { performance, pnl, position } = summarise(collector.finish(START + SECOND, ''));
    expect([position, pnl]).toEqual([0, '100.00']);
    expect(performance).toMatchObject({ roundTrips: 1 });
  });

  it('is shown where the session does nothing', () => {
    const collector = createCollector(carry(-MILLION));
    collector.rate(START, 0, 114_000, 114_004);
    collector.rate(START + 9 * SECOND, 0, 114_001, 114_005);
    const results = collector.finish(START + 9 * SECOND, '');
    expect(summarise(results)).toMatchObject({ position: -1_000_000, pnl: '-10.00', orders: 0 });
    expect(toChartData(results).progress).toMatchObject([{ kind: 'ledger' }]);
  });

  it('has no P&L without a rate', () => {
    const found = summarise(createCollector(carry(MILLION)).finish(START, ''));
    expect(found).toMatchObject({ position: 1_000_000, pnl: null, carriedInMid: null });
  });

  it('is exact beyond what a double holds', () => {
    const units = 9_000_000_000_000_000;
    const collector = createCollector(carry(units));
    collector.rate(START, 0, 114_000, 114_003);
    collector.rate(START + SECOND, 0, 114_001, 114_003);
    const found = summarise(collector.finish(START + SECOND, ''));
    // Half a tick each.
    expect(found.pnl).toBe('450000000.00');
  });

  it('of another symbol is separate', () => {
    const instruments: readonly Instrument[] = [usdJpy];
    const info = carry(MILLION, { instruments: [eurUsd, ...instruments] });
    expect(summarise(sellSome(info)).rows).toHaveLength(1);
    const other = createCollector({ ...carry(MILLION), instruments: [{ ...usdJpy, id: 0 }] });
    expect(summarise(other.finish(START, '')).rows).toEqual([]);
  });
});

describe('busted trade of a previous run', () => {
  function correct(fill?: Parameters<typeof makeFill>[0]) {
    const collector = createCollector(carry(-MILLION));
    collector.rate(START, 0, 114_000, 114_004);
    collector.busted(makeFill({ intentId: 3, units: MILLION, priceTicks: 114_012 }));
    collector.order(makeOrder({ intentId: 4, parent: '', units: 3_000 }));
    if (fill !== undefined) collector.fill(makeFill({ intentId: 3, ...fill }));
    return summarise(collector.finish(START + SECOND, ''));
  }

  it('is removed from the carried-in position, at its price', () => {
    expect(correct()).toMatchObject({ carriedIn: 0, position: 0, busts: 0, filledQuantity: 0 });
    // What counted for 1.14002 had been sold at 1.14012.
    expect(correct().pnl).toBe('-100.00');
  });

  it('returns at the price of the amended trade', () => {
    const changed = { units: MILLION, replaces: MILLION, priceTicks: 114_015 };
    const found = { carriedIn: -1_000_000, position: -1_000_000, fills: 0, pnl: '30.00' };
    expect(correct(changed)).toMatchObject(found);
  });

  it('is in round trips and curves, also where nothing was carried in', () => {
    const collector = createCollector({ ...INFO, carried: { parents: [], positions: [] } });
    collector.order(makeOrder({ intentId: 4, parent: '', units: MILLION }));
    // A sale of 1.14012 stands no more: as if bought back there.
    collector.busted(makeFill({ intentId: 3, units: MILLION, priceTicks: 114_012 }));
    collector.rate(START + SECOND, 0, 114_000, 114_004);
    collector.fill(makeFill({ intentId: 4, units: MILLION, priceTicks: 114_022 }));
    const { carriedInMid, performance, pnl, position } = summarise(
      collector.finish(START + 2 * SECOND, ''),
    );
    expect({ position, pnl, carriedInMid }).toEqual({
      ...{ position: 0, pnl: '100.00', carriedInMid: 1.14002 },
    });
    expect(performance).toMatchObject({ pnl: 100, roundTrips: 1, averageTrip: 100 });
  });

  it('counts as a fill of this run by what the amended trade has more', () => {
    const more = { units: MILLION + 1_000, replaces: MILLION, priceTicks: 114_012 };
    const found = { carriedIn: -1_000_000, position: -1_000_010, fills: 1, filledQuantity: 10 };
    expect(correct(more)).toMatchObject(found);
  });
});

describe('parent order that a previous run started', () => {
  it('shows its earlier fills beside its rest', () => {
    const parents = [{ strategy: STRATEGY, key: 'a', filledUnits: 2 * MILLION }];
    const collector = createCollector({ ...INFO, carried: { parents, positions: [] } });
    const parent = makeParent({ key: 'a', units: 5 * MILLION, filledUnits: 2 * MILLION });
    collector.parent(parent);
    collector.order(makeOrder({ parent: 'a', units: MILLION }));
    collector.fill(makeFill({ units: MILLION }));
    const results = collector.finish(START, '');
    const summary = summarise(results);
    const found = { requestedQuantity: 3_000_000, filledQuantity: 1_000_000 };
    expect(summary).toMatchObject({ ...found, filledBefore: 2_000_000 });
    const rest = { strategy: STRATEGY, key: 'a', symbol: 'EUR/USD', quantity: 5_000_000 };
    expect(summary.rests).toEqual([{ ...rest, filledBefore: 2_000_000 }]);
    const table = formatSummary(summary).replaceAll(/ +/g, ' ');
    expect(table).toContain('│ Filled │ 1,000,000 of 3,000,000 (33.3 %) │');
    const text = 'sell-eur/a, 2,000,000 of 5,000,000 EUR/USD filled before';
    expect(table).toContain(`│ Rest of parent │ ${text} │`);
    const page = parentsSection.render(results, summary)?.html;
    expect(page).toMatch(/Filled before<\/th>.*>2,000,000<\/td><\/tr>/s);
    const [chart] = toChartData(results).progress;
    expect(chart).toMatchObject({ kind: 'parent', filled: [2_000_000, 3_000_000, 3_000_000] });
  });

  it('is shown in the table, up to five', () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const parents = keys.map((key) => ({ strategy: STRATEGY, key, filledUnits: MILLION }));
    const collector = createCollector({ ...INFO, carried: { parents, positions: [] } });
    for (const key of keys) collector.parent(makeParent({ key, filledUnits: MILLION }));
    const table = formatSummary(summarise(collector.finish(START, '')));
    expect(table.match(/Rest of parent /g)).toHaveLength(5);
    expect(table).toMatch(/│ More parent rests +│ 2 +│/);
  });

  it('is not shown where nothing was filled before, or no rest is left', () => {
    const parents = [{ strategy: STRATEGY, key: 'a', filledUnits: 2 * MILLION }];
    const collector = createCollector({ ...INFO, carried: { parents, positions: [] } });
    const stopped = { key: 'a', filledUnits: 2 * MILLION, state: 'STOPPED' } as const;
    collector.parent(makeParent(stopped));
    collector.parent(makeParent({ key: 'b' }));
    expect(summarise(collector.finish(START, ''))).not.toHaveProperty('rests');
  });
});

it('halt of the previous run is shown in this run, which did not cause it', () => {
  const halt = { at: START - 60 * SECOND, scope: 'all', strategy: '', rule: 'RC52' } as const;
  const halts = [{ ...halt, reason: 'HTTP 500' }];
  const carried = { parents: [], positions: [], gate: { halts } };
  const summary = summarise(sellSome({ ...INFO, carried }));
  expect(summary.halts).toMatchObject([{ rule: 'RC52', reason: 'HTTP 500' }]);
  expect(summary.startAt).toBe(summarise(sellSome(INFO)).startAt);
  expect(formatSummary(summary)).toMatch(/HALT +│ \S+ RC52 \(all\): HTTP 500/);
});

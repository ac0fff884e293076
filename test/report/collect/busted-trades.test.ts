// Busted trades leave position, P&L and slippage as if they had never been.
import { describe, expect, it } from 'vitest';
import type { Fill } from '../../../src/domain/events/index.js';
import { SECOND } from '../../../src/domain/index.js';
import { MAX_ROWS } from '../../../src/report/collect/bounded.js';
import {
  createCollector,
  type Detail,
  formatSummary,
  summarise,
} from '../../../src/report/index.js';
import { FILL_COLUMNS } from '../../../src/report/csv/csv.js';
import { formatCsv } from '../../../src/report/csv/csv-writer.js';
import { INFO, makeFill, makeOrder, START } from '../twap-session.js';

/** Two fills of an order; those of the numbers are taken back. */
function run(busted: readonly number[], detail: Detail = 'full') {
  const collector = createCollector(INFO, detail);
  collector.rate(START, 0, 114_000, 114_004);
  collector.order(makeOrder({ parent: '', units: 800, arrivalTicks2: 228_002 }));
  const fills = [
    makeFill({ tradeId: 'T0', units: 500, priceTicks: 114_002 }),
    makeFill({ tradeId: 'T1', units: 300, priceTicks: 113_990 }),
  ];
  for (const fill of fills) collector.fill(fill);
  for (const i of busted) collector.busted({ ...(fills[i] as Fill), at: START + SECOND });
  collector.rate(START + 2 * SECOND, 0, 114_010, 114_014);
  return collector.finish(START + 9 * SECOND, '');
}

describe('provisional fill', () => {
  function runRecorded(
    ...trades: readonly (readonly [id: string, units: number, ticks: number])[]
  ) {
    const collector = createCollector(INFO);
    collector.rate(START, 0, 114_000, 114_004);
    collector.order(makeOrder({ parent: '', units: 800, arrivalTicks2: 228_002 }));
    const fill = makeFill({ tradeId: 'provisional-7-800', units: 800, priceTicks: 114_000 });
    collector.fill(fill);
    for (const [tradeId, units, priceTicks] of trades) {
      const trade = {
        ...fill,
        tradeId,
        units,
        priceTicks,
        executedAt: START + 5,
        counterparty: 'LP3',
      };
      collector.recorded?.({ ...trade, bookedTicks: 114_000 });
    }
    return collector.finish(START + 9 * SECOND, '');
  }

  it('gets the id, the counterparty and the price of its trade', () => {
    const results = runRecorded(['T1', 800, 114_003]);
    expect(results.fills.rows).toHaveLength(1);
    const [row] = results.fills.rows;
    const known = { tradeId: 'T1', units: 800, executedAt: START + 5, counterparty: 'LP3' };
    expect(row?.fill).toMatchObject({ ...known, priceTicks: 114_003 });
    expect(results.ledgers[0]).toMatchObject({
      fills: 1,
      busts: 0,
      soldUnits: 800n,
      soldCash: 800n * 114_003n,
      arrivalUnits: 800n,
      favour2: 800n * 4n,
    });
    expect(formatCsv(results.fills.rows, FILL_COLUMNS)).toMatch(/,T1,EUR.*,LP3,/);
  });

  it('is shown as as many fills as it has trades', () => {
    const { fills, ledgers } = runRecorded(['T1', 300, 114_002], ['T2', 400, 114_001]);
    expect(fills.rows.map(({ fill }) => [fill.tradeId, fill.units, fill.priceTicks])).toEqual([
      ['T1', 300, 114_002],
      ['T2', 400, 114_001],
      ['provisional-7-800', 100, 114_000],
    ]);
    expect(ledgers[0]?.soldCash).toBe(300n * 114_002n + 400n * 114_001n + 100n * 114_000n);
  });
});

describe('busted trade', () => {
  it.each(['full', 'sums'] as const)('is in no sum of a %s report', (detail) => {
    const { ledgers, performance } = run([1], detail);
    expect(ledgers[0]).toMatchObject({
      ...{ fills: 2, busts: 1, boughtUnits: 0n, soldUnits: 500n, positionUnits: -500n },
      ...{ soldCash: 500n * 114_002n, pnl2: 500n * (2n * 114_002n - 228_024n) },
      ...{ arrivalUnits: 500n, arrivalCash2: 500n * 228_002n, favour2: 500n * 2n },
    });
    const [{ progress } = {}] = ledgers;
    expect(progress?.position).toEqual([-5, -8, -5, -5]);
    expect(performance.equity.list().at(-1)?.pnl).toBeCloseTo(-0.0005, 9);
  });

  it('leaves nothing where all are busted', () => {
    const [ledger] = run([0, 1]).ledgers;
    expect(ledger).toMatchObject({ busts: 2, positionUnits: 0n, pnl2: 0n, arrivalUnits: 0n });
  });

  it('is marked in tables and files, and counted', () => {
    const results = run([1]);
    expect(results.fills.rows.map(({ isBusted }) => isBusted)).toEqual([false, true]);
    const lines = formatCsv(results.fills.rows, FILL_COLUMNS).split('\r\n');
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(['takenBack', '', 'yes', '']);
    const summary = summarise(results);
    expect(summary).toMatchObject({ fills: 2, busts: 1 });
    expect(formatSummary(summary)).toMatch(/│ Fills +│ 2, 1 busted +│/);
  });

  it('is counted too when its fill is no longer among the stored rows', () => {
    const collector = createCollector(INFO);
    collector.order(makeOrder({ parent: '' }));
    for (let i = 0; i < MAX_ROWS; i++) collector.fill(makeFill({ tradeId: `T${i}`, units: 1 }));
    const last = makeFill({ tradeId: 'late', units: 7 });
    collector.fill(last);
    collector.busted(last);
    const [ledger] = collector.finish(START, '').ledgers;
    expect(ledger).toMatchObject({ busts: 1, soldUnits: BigInt(MAX_ROWS) });
  });

  it('is removed at the price of its provisional fill', () => {
    const collector = createCollector(INFO);
    collector.order(makeOrder({ parent: '' }));
    collector.fill(makeFill({ tradeId: 'provisional-77-500', units: 500, priceTicks: 113_990 }));
    collector.busted(makeFill({ tradeId: 'T1', units: 500, priceTicks: 114_002 }));
    const { ledgers, fills } = collector.finish(START, '');
    expect(ledgers[0]).toMatchObject({ busts: 1, positionUnits: 0n, soldCash: 0n, pnl2: 0n });
    expect(fills.rows[0]).toMatchObject({ isBusted: true });
  });

  it('leaves no slippage when everything dealt is busted', () => {
    const collector = createCollector(INFO);
    collector.rate(START, 0, 114_000, 114_004, 1_000);
    collector.order(makeOrder({ parent: '' }));
    const fill = makeFill({ at: START + SECOND });
    collector.rate(START + SECOND, 0, 114_000, 114_004, 1_000);
    collector.fill(fill);
    collector.busted(fill);
    const [row] = summarise(collector.finish(START + 2 * SECOND, '')).rows;
    expect(row).toMatchObject({ slippageBps: null, slippageVsTwapBps: null });
    expect(row?.slippageVsVwapBps).toBeNull();
  });
});

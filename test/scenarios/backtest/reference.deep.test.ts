// The reference workload through the public strategy API: exact results, computed without Weir.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BacktestOptions,
  type BacktestOutcome,
  runBacktest,
} from '../../../backtest/index.js';
import { unwrap } from '../../../src/domain/index.js';
import { type Results, summarise } from '../../../src/report/index.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { referenceRecording } from '../../bench/fixtures.mjs';
import {
  assertReference,
  copyReferenceConfig,
  type ReferenceName,
} from '../../bench/reference.mjs';

const RATES = 500_000;
const directory = mkdtempSync(join(tmpdir(), 'weir-reference-test-'));
let recording = '';
let nextRate: BacktestOutcome;
let late: BacktestOutcome;

beforeAll(async () => {
  recording = referenceRecording(RATES);
  nextRate = await runReference('next-rate');
  late = await runReference('20ms');
});
afterAll(() => {
  rmSync(directory, { recursive: true });
});

async function runReference(
  name: ReferenceName,
  options: BacktestOptions = {},
): Promise<BacktestOutcome> {
  const config = copyReferenceConfig(name, recording, directory);
  return unwrap(runBacktest(unwrap(await loadPlan(config, new Map())), options));
}

function finish({ collector, endAt, digest }: BacktestOutcome): Results {
  return collector.finish(endAt, digest);
}

/** P&L of all symbols: USD and CHF as they are, JPY divided by the last USD/JPY mid. */
function addUp({ ledgers }: Results): number {
  const cents = ledgers.map(({ instrument, pnl2, lastTicks2 }) =>
    // Half ticks x cents of the base; over twice the mid in ticks, only the cents are left.
    instrument.symbol === 'USD/JPY' ? Number(pnl2) / lastTicks2 : Number(pnl2) / 2 / 100_000,
  );
  return Math.round(cents.reduce((sum, one) => sum + one, 0)) / 100;
}

describe('reference workload over 500,000 rates', () => {
  test('gives the first table with fills at the next rate', () => {
    const results = finish(nextRate);
    assertReference('next-rate', RATES, summarise(results));
    expect(addUp(results)).toBe(-38_641.98);
  });

  test('gives the second table with orders that travel 20 ms', () => {
    const results = finish(late);
    assertReference('20ms', RATES, summarise(results));
    expect(addUp(results)).toBe(-39_312.21);
  });

  test('gives the same digest when it is repeated, and another digest for each table', async () => {
    expect((await runReference('next-rate')).digest).toBe(nextRate.digest);
    expect((await runReference('20ms')).digest).toBe(late.digest);
    expect(late.digest).not.toBe(nextRate.digest);
  });

  test('gives the same sums without rows and costs in sums-only mode', async () => {
    const full = summarise(finish(nextRate));
    const sums = summarise(finish(await runReference('next-rate', { detail: 'sums' })));
    const { fills, orders } = full;
    expect(sums).toEqual({
      ...full,
      remarks: sums.remarks,
      costs: [],
      leftOut: { ...full.leftOut, fills, orders },
    });
    expect(full.costs).not.toEqual([]);
  });

  test('gives the mean of mids weighted by displayed size', () => {
    const [row] = summarise(finish(nextRate)).rows;
    expect(Math.abs((row?.intervalVwap ?? 0) - (row?.intervalTwap ?? 0))).toBeLessThan(0.001);
  });

  test('has every control on except those that the definition of the workload names', () => {
    expect([...finish(nextRate).info.controlsOff].sort()).toEqual([
      ...['RC10', 'RC17', 'RC29', 'RC33', 'RC35', 'RC36', 'RC38', 'RC43', 'RC44', 'RC45'],
    ]);
  });
});

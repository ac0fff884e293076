// Bands by bootstrap: the figures of drawn series against a naive calculation, and what must hold.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrap, measureSeries, runJob } from '../../../backtest/sweep/index.js';
import { MINUTE } from '../../../src/domain/index.js';
import { createRandom } from '../../../src/determinism/index.js';
import { GRID, loadWell, makeFolder } from './case.js';

const OPTIONS = { samples: 200, block: 5 * MINUTE, confidence: 0.9, seed: 3 };

/** Changes of a P&L of which each hangs on the one before. */
function makeChanges(count: number, seed = 1): readonly number[] {
  const random = createRandom(seed, 'changes');
  let before = 0;
  return Array.from({ length: count }, () => (before = before / 2 + random() * 10 - 4.5));
}

/** The same figures by their definitions, from a list. */
function measureNaively(changes: readonly number[], minutes: number) {
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
  const mean = sum(changes) / changes.length;
  const perYear = (260 * 24 * 60) / (minutes / changes.length);
  const squares = changes.map((one) => (one - mean) ** 2);
  const losses = changes.map((one) => Math.min(0, one) ** 2);
  const levels = changes.map((_, i) => sum(changes.slice(0, i + 1)));
  const falls = levels.map((level, i) => Math.max(0, ...levels.slice(0, i)) - level);
  return {
    pnl: sum(changes),
    maxDrawdown: Math.max(0, ...falls),
    sharpe: (mean / Math.sqrt(sum(squares) / (changes.length - 1))) * Math.sqrt(perYear),
    sortino: (mean / Math.sqrt(sum(losses) / changes.length)) * Math.sqrt(perYear),
  };
}

const round = (figures: object) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Number((value as number).toFixed(6))]),
  );

describe('figures of a series', () => {
  it('are those of their definitions', () => {
    const length = fc.integer({ min: 31, max: 80 });
    fc.assert(
      fc.property(length, fc.integer(), (count, seed) => {
        const changes = makeChanges(count, seed);
        const found = measureSeries({ changes, minutes: count * 1.5 });
        expect(round(found)).toEqual(round(measureNaively(changes, count * 1.5)));
      }),
    );
  });

  it('are those of the run that it belongs to', async () => {
    const sweep = await loadWell(makeFolder(), GRID);
    const job = { id: 'a', changes: sweep.combinations[0]?.changes ?? [], wantsSeries: true };
    const { series, figures } = runJob(sweep.plan, job);
    const found = measureSeries(series ?? { changes: [], minutes: 0 });
    expect(series?.changes).toHaveLength(figures?.['minutes'] ?? 0);
    expect(found.sharpe).toBeCloseTo(figures?.['sharpe'] ?? 0, 3);
    expect(found.sortino).toBeCloseTo(figures?.['sortino'] ?? 0, 3);
  });
});

describe('bootstrap bands', () => {
  it('are those of series resampled in blocks', () => {
    const changes = makeChanges(47);
    const minutes = 47 * 2; // so that a piece of 5 minutes is 3 changes, by rounding
    const random = createRandom(OPTIONS.seed, 'bootstrap');
    const drawn = Array.from({ length: OPTIONS.samples }, () => {
      const starts = Array.from({ length: Math.ceil(47 / 3) }, () => Math.floor(random() * 47));
      const long = starts.flatMap((at) => [0, 1, 2].map((i) => changes[(at + i) % 47] ?? 0));
      return measureNaively(long.slice(0, 47), minutes);
    });
    const found = bootstrap({ changes, minutes }, OPTIONS);
    for (const name of ['pnl', 'maxDrawdown', 'sharpe', 'sortino'] as const) {
      const sorted = drawn.map((one) => one[name]).toSorted((a, b) => a - b);
      expect(found?.[name].low).toBeCloseTo(sorted[10] ?? NaN, 6);
      expect(found?.[name].high).toBeCloseTo(sorted[189] ?? NaN, 6);
    }
    expect(found?.gains).toBe(drawn.filter(({ pnl }) => pnl > 0).length / drawn.length);
  });

  it('require four blocks: fewer make series that are much the same', () => {
    const series = { changes: makeChanges(40), minutes: 40 };
    for (const minutes of [11, 40, 60]) {
      expect(bootstrap(series, { ...OPTIONS, block: minutes * MINUTE })).toBeUndefined();
    }
    const { pnl } = bootstrap(series, { ...OPTIONS, block: 10 * MINUTE }) ?? {};
    expect((pnl?.high ?? 0) - (pnl?.low ?? 0)).toBeGreaterThan(0);
  });

  it('repeat by their seed, and require 30 changes', () => {
    const series = { changes: makeChanges(60), minutes: 60 };
    expect(bootstrap(series, OPTIONS)).toEqual(bootstrap(series, OPTIONS));
    expect(bootstrap(series, { ...OPTIONS, seed: 4 })).not.toEqual(bootstrap(series, OPTIONS));
    expect(bootstrap({ changes: makeChanges(29), minutes: 29 }, OPTIONS)).toBeUndefined();
  });
});

// Walk-forward: windows, what is chosen in each, and the statistics of what was traded after it.
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createJournal,
  InlineExecutor,
  runBacktest,
  runSweep,
  type Sweep,
} from '../../../backtest/index.js';
import { toFigures } from '../../../backtest/sweep/figures.js';
import { listWindows } from '../../../backtest/sweep/windows.js';
import { loadRegistry } from '../../../src/cli/registry.js';
import { DAY, formatInstant, MINUTE, unwrap } from '../../../src/domain/index.js';
import { summarise } from '../../../src/report/index.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import {
  formatRates,
  formatSession,
  GRID,
  identify,
  load,
  loadWell,
  makeFolder,
  START_MS,
} from './case.js';

const folder = makeFolder(3_600);
const SHORT = GRID.replace(/ {2}models.*\n/, '');
const WALK = `${SHORT}walkForward: { inSample: 20m, outOfSample: 10m }\n`;

async function walk(sweep: Sweep) {
  const file = join(mkdtempSync(join(tmpdir(), 'weir-walk-')), 'sweep.ndjson');
  const journal = unwrap(createJournal(file, identify(sweep)));
  const executor = new InlineExecutor(sweep.plan);
  const counts: string[] = [];
  const progress = (done: number, total: number) => counts.push(`${done}/${total}`);
  const results = unwrap(await runSweep({ sweep, journal, executor, progress }));
  journal.close();
  return { results, journal, last: counts.at(-1) };
}

/** A backtest of a session file with these values over this span of the recording. */
async function runFile(params: object, startAt: number, endAt: number, where = folder) {
  const span = { startAt: formatInstant(startAt), endAt: formatInstant(endAt) };
  const text = formatSession(params, { recording: { file: 'rates.csv', ...span } });
  writeFileSync(join(where, 'one.yaml'), text);
  const plan = unwrap(await loadPlan(join(where, 'one.yaml'), await loadRegistry()));
  const { collector, digest, endAt: over } = unwrap(runBacktest(plan));
  return { digest, figures: toFigures(summarise(collector.finish(over, digest))) };
}

describe('walk-forward windows', () => {
  const options = { inSample: 20, outOfSample: 10, anchored: false };

  it('follow one another, in-sample spans of one length or all from the start', () => {
    const facts = { firstAt: 100, lastAt: 144 };
    expect(unwrap(listWindows(facts, options))).toEqual([
      { inSample: { startAt: 100, endAt: 120 }, outOfSample: { startAt: 120, endAt: 130 } },
      { inSample: { startAt: 110, endAt: 130 }, outOfSample: { startAt: 130, endAt: 140 } },
    ]);
    const anchored = unwrap(listWindows(facts, { ...options, anchored: true }));
    expect(anchored.map(({ inSample }) => inSample)).toEqual([
      { startAt: 100, endAt: 120 },
      { startAt: 100, endAt: 130 },
    ]);
  });

  it('are whole: the last one ends with the last rate or before it', () => {
    const count = (lastAt: number) => {
      const listed = listWindows({ firstAt: 100, lastAt }, options);
      return listed.ok ? listed.value.length : listed.fault.code;
    };
    expect([128, 129, 138, 139].map(count)).toEqual(['sweep.windows', 1, 1, 2]);
    expect(count(1_000_000)).toBe('sweep.windows');
  });

  it('that do not fit are reported by their place', async () => {
    const text = `${SHORT}walkForward: { inSample: 2h, outOfSample: 10m }\n`;
    const sweep = await load(folder, text);
    expect(sweep).toMatchObject({ fault: { code: 'sweep.windows' } });
    expect(JSON.stringify(sweep)).toContain('sweep.yaml:6:');
  });
});

describe('walk-forward', () => {
  it('runs in each window what was best before it, as naive runs of files do', async () => {
    const { results, last } = await walk(await loadWell(folder, WALK));
    const windows = results.walkForward?.windows ?? [];
    expect(windows).toHaveLength(3);
    const start = START_MS * 1_000;
    for (const [index, found] of windows.entries()) {
      const middle = start + (20 + index * 10) * MINUTE;
      const runs = [];
      for (const fast of [3, 8]) {
        for (const slow of [20, 40, 60]) {
          const from = middle - 20 * MINUTE;
          runs.push({ fast, slow, ...(await runFile({ fast, slow }, from, middle)) });
        }
      }
      const best = runs.toSorted((a, b) => (b.figures['pnl'] ?? 0) - (a.figures['pnl'] ?? 0))[0];
      expect(found.values).toEqual([best?.fast, best?.slow]);
      expect(found.inFigures).toEqual(best?.figures);
      const { fast, slow } = best ?? {};
      const after = await runFile({ fast, slow }, middle, middle + 10 * MINUTE);
      expect(found.outFigures).toEqual(after.figures);
      expect(found.digest).toBe(after.digest);
    }
    expect(last).toBe(`${6 + 6 + 3 * 7}/${6 + 6 + 3 * 7}`);
  });

  it('knows the poll interval of each window only, not that of the recording', async () => {
    const paced = makeFolder();
    const [head = '', ...rows] = formatRates(3_600).trimEnd().split('\n');
    // A rate every 15 seconds for half an hour, then every second.
    const kept = rows.filter((_, second) => second >= 1_800 || second % 15 === 0);
    writeFileSync(join(paced, 'rates.csv'), `${[head, ...kept].join('\n')}\n`);
    // Pauses where a rate has not changed for ten median gaps.
    appendFileSync(join(paced, 'limits.yaml'), 'frozenRate: { maxUnchangedSeconds: { G10: 1 } }\n');
    const { results } = await walk(await loadWell(paced, WALK.replace('20m', '10m')));
    const [first] = results.walkForward?.windows ?? [];
    const [fast, slow] = first?.values ?? [];
    const { startAt, endAt } = first?.outOfSample ?? { startAt: 0, endAt: 0 };
    const alone = await runFile({ fast, slow }, startAt, endAt, paced);
    expect(alone.figures['orders']).toBeGreaterThan(0);
    expect([first?.digest, first?.outFigures]).toEqual([alone.digest, alone.figures]);
  });

  it('sums up the out-of-sample trading', async () => {
    const { results } = await walk(await loadWell(folder, WALK));
    const { windows = [], stitched, pnlPerDay, efficiency } = results.walkForward ?? {};
    const sum = (key: 'inFigures' | 'outFigures') =>
      windows.reduce((total, one) => total + (one[key]?.['pnl'] ?? 0), 0);
    expect(stitched?.pnl).toBeCloseTo(sum('outFigures'), 6);
    expect(pnlPerDay?.inSample).toBeCloseTo((sum('inFigures') / (60 * MINUTE)) * DAY, 3);
    expect(pnlPerDay?.outOfSample).toBeCloseTo((sum('outFigures') / (30 * MINUTE)) * DAY, 3);
    expect(efficiency).toBeCloseTo((sum('outFigures') * 2) / sum('inFigures'), 9);
    const deepest = Math.max(...windows.map((one) => one.outFigures?.['maxDrawdown'] ?? 0));
    expect(deepest).toBeGreaterThan(0);
  });

  it('trades nothing where no combination meets the constraints', async () => {
    const text = `${WALK}where: [{ figure: orders, min: 100000 }]\n`;
    const { results } = await walk(await loadWell(folder, text));
    expect(results.walkForward?.windows.map(({ combination }) => combination)).toEqual([
      ...[null, null, null],
    ]);
    expect(results.walkForward?.stitched).toEqual({
      pnl: 0,
      maxDrawdown: 0,
      sharpe: 0,
      sortino: 0,
    });
    expect(results.walkForward?.efficiency).toBeNull();
  });

  it('leaves out windows without rates and says how many', async () => {
    const { results } = await walk(
      await loadWell(makeFolder(6_000, 1_300, 3_000), WALK.replace('20m', '10m')),
    );
    const { windows = [], emptyCount } = results.walkForward ?? {};
    expect(emptyCount).toBeGreaterThan(0);
    expect(windows.length + (emptyCount ?? 0)).toBe(Math.floor((5_999 - 600) / 600));
  });
});

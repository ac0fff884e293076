// Running sweeps at length: each run is the backtest that a file of its values makes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import {
  type Executor,
  formatCsv,
  InlineExecutor,
  resumeJournal,
  runBacktest,
  toColumns,
  toDocument,
  toParquet,
} from '../../../backtest/index.js';
import { toFigures } from '../../../backtest/sweep/figures.js';
import { loadRegistry } from '../../../src/cli/registry.js';
import { type Result, unwrap } from '../../../src/domain/index.js';
import { summarise } from '../../../src/report/index.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { CROSSINGS, formatSession, GRID, identify, loadWell, makeFolder } from './case.js';
import { begin, newFile, run } from './running.js';

const folder = makeFolder();

/** Figures and digest of a backtest of a session file with these values. */
async function runFile(name: string, text: string) {
  const file = join(folder, name);
  writeFileSync(file, text);
  const plan = unwrap(await loadPlan(file, await loadRegistry()));
  const { collector, digest, endAt } = unwrap(runBacktest(plan));
  return { digest, figures: toFigures(summarise(collector.finish(endAt, digest))) };
}

describe('every combination of a sweep', () => {
  it('may fail alone: its row has the fault, and comes last', async () => {
    const sweep = await loadWell(folder, GRID);
    const wrong = { path: ['strategies', 0, 'params', 'fast'], value: 'many' };
    const combinations = sweep.combinations.map((one, index) =>
      index === 4 ? { ...one, changes: [...one.changes, wrong] } : one,
    );
    const executor = new InlineExecutor(sweep.plan);
    const { ran } = await run({ ...sweep, combinations }, begin(sweep), executor);
    const { rows, ranking } = unwrap(ran);
    expect(rows[4]?.fault?.message).toContain('fast: expected a number, found "many"');
    expect(rows.filter(({ fault }) => fault !== undefined)).toHaveLength(1);
    expect(ranking.at(-1)?.combination).toBe(5);
  });

  it('has the figures and the digest of a backtest of the same values', async () => {
    const sweep = await loadWell(folder, GRID);
    const { ran, counts } = await run(sweep, begin(sweep));
    const { rows } = unwrap(ran);
    const expected = [];
    for (const fast of [3, 8]) {
      for (const slow of [20, 40, 60]) {
        for (const orders of ['20ms', '2s']) {
          const models = { latency: { rates: '5ms', orders, replies: '20ms' } };
          expected.push(await runFile('one.yaml', formatSession({ fast, slow }, { models })));
        }
      }
    }
    expect(rows.map(({ digest, figures }) => ({ digest, figures }))).toEqual(expected);
    expect(new Set(rows.map(({ digest }) => digest)).size).toBe(12);
    expect(rows.every(({ figures }) => (figures?.['orders'] ?? 0) > 10)).toBe(true);
    expect(counts.at(-1)).toBe('22/22');
  });

  it('sees nothing that another left in the module of an own strategy', async () => {
    const own = readFileSync(CROSSINGS, 'utf8')
      .replace('let seen = 0;', 'let seen = 0;\n  runs++;')
      .replace('* size, price', '* size * runs, price');
    writeFileSync(join(folder, 'own.ts'), `${own}\nlet runs = 0;\n`);
    const toOwn = (params?: object) => formatSession(params).replace(CROSSINGS, './own.ts');
    writeFileSync(join(folder, 'own.yaml'), toOwn());
    const ranges = 'ranges: { crossings.fast: [3, 5] }\n';
    const sweep = await loadWell(folder, `name: own\nsession: own.yaml\n${ranges}`);
    const { rows } = unwrap((await run(sweep, begin(sweep))).ran);
    const expected = [
      await runFile('own-3.yaml', toOwn({ fast: 3 })),
      await runFile('own-5.yaml', toOwn({ fast: 5 })),
    ];
    expect(rows.map(({ digest, figures }) => ({ digest, figures }))).toEqual(expected);
    expect(expected[0]?.figures['orders']).toBeGreaterThan(10);
  });

  it('is ranked by the objective, those within the constraints first', async () => {
    const rules =
      'objective: { figure: orders, best: lowest }\nwhere: [{ figure: pnl, min: 500 }]\n';
    const sweep = await loadWell(folder, `${GRID}${rules}`);
    const { ranking } = unwrap((await run(sweep, begin(sweep))).ran);
    const fit = ranking.filter(({ fits }) => fits);
    const orders = fit.map(({ figures }) => figures?.['orders'] ?? 0);
    expect(fit.length).toBeGreaterThan(1);
    expect(fit.length).toBeLessThan(12);
    expect(orders).toEqual(orders.toSorted((a, b) => a - b));
    expect(ranking.slice(0, fit.length)).toEqual(fit);
    for (const { figures, fits } of ranking) expect((figures?.['pnl'] ?? 0) >= 500).toBe(fits);
  });
});

describe('interrupted sweep', () => {
  /** Stops after so many outcomes. */
  class StoppedExecutor extends InlineExecutor {
    override async run(...[jobs, take]: Parameters<Executor['run']>): Promise<Result<void>> {
      let count = 0;
      return super.run(jobs, (outcome) => {
        take(outcome);
        if (++count === 5) this.stop();
      });
    }
  }

  it('continues with what is missing, and its results are the same', async () => {
    const sweep = await loadWell(folder, GRID);
    const file = newFile();
    const first = begin(sweep, file);
    const stopped = await run(sweep, first, new StoppedExecutor(sweep.plan));
    expect(stopped.ran).toMatchObject({ fault: { code: 'sweep.stopped' } });
    first.close();
    const torn = readFileSync(file, 'utf8').slice(0, -40);
    writeFileSync(file, torn);
    const again = unwrap(resumeJournal(file, identify(sweep)));
    expect(again.outcomes.size).toBe(4);
    const ids: string[] = [];
    class ListingExecutor extends InlineExecutor {
      override async run(...[jobs, take]: Parameters<Executor['run']>): Promise<Result<void>> {
        ids.push(...jobs.map(({ id }) => id));
        return super.run(jobs, take);
      }
    }
    const resumed = await run(sweep, again, new ListingExecutor(sweep.plan));
    expect(ids.filter((id) => id.startsWith('all/'))).toHaveLength(8);
    const whole = await run(sweep, begin(sweep));
    expect(toDocument(sweep, unwrap(resumed.ran))).toEqual(toDocument(sweep, unwrap(whole.ran)));
  });
});

describe('result tables', () => {
  it('are equal as CSV, Parquet and JSON', async () => {
    const text = GRID.replace('[3, 8]', '[3, 8, 30]');
    const sweep = await loadWell(folder, `${text}invalid: skip\n`);
    const { ran } = await run(sweep, begin(sweep));
    const results = unwrap(ran);
    const columns = toColumns(sweep, results.rows);
    const { rows } = toDocument(sweep, results);
    const bytes = await toParquet(columns);
    const file = { byteLength: bytes.length, slice: (a: number, b?: number) => slice(bytes, a, b) };
    expect(await parquetReadObjects({ file })).toEqual(rows);
    const [head = '', ...lines] = formatCsv(columns).trimEnd().split('\n');
    const names = head.split(',');
    const read = lines.map((line) => {
      const cells = line.split(',');
      return Object.fromEntries(names.map((name, index) => [name, cells[index]]));
    });
    const asText = (value: string | number | boolean | null) => String(value ?? '');
    expect(read).toEqual(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, asText(v)]))),
    );
    expect(rows).toHaveLength(16);
    expect(rows[0]).toMatchObject({ 'crossings.fast': 3, 'models.latency.orders': '20ms' });
  });
});

function slice(bytes: Uint8Array, from: number, to?: number): ArrayBuffer {
  return bytes.slice(from, to).buffer;
}

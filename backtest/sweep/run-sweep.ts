// Runs a sweep: every combination, then the bands of the best ones, then the walk-forward.
import { fail, ok, type Result } from '../../src/domain/index.js';
import { type Bands, bootstrap } from './bootstrap.js';
import type { Executor } from './executor.js';
import type { SweepJournal } from './journal.js';
import type { Planned, Sweep } from './load-sweep.js';
import { isFit, rank } from './rank.js';
import type { Job, Outcome } from './run-job.js';
import { listUsed, type RunJobs, walkForward, type WalkForward } from './walk-forward.js';

/** Number of best combinations that get bands. */
const MAX_BANDED = 10;

/** Result of one combination. */
export interface Row extends Pick<Planned, 'values'>, Omit<Outcome, 'series'> {
  /** From 1, in the order of the sweep. */
  readonly combination: number;
  /** The result satisfies the constraints. */
  readonly fits: boolean;
}

export interface SweepResults {
  /** By combination. */
  readonly rows: readonly Row[];
  /** From best to worst. */
  readonly ranking: readonly Row[];
  /** Of the best combinations with enough changes, by combination number. */
  readonly bands: ReadonlyMap<number, Bands>;
  /** Only if the sweep has windows. */
  readonly walkForward?: WalkForward;
}

export interface SweepRun {
  readonly sweep: Sweep;
  readonly executor: Executor;
  readonly journal: SweepJournal;
  /** Called with the number of finished runs and of all runs. */
  readonly progress: (done: number, total: number) => void;
}

/**
 * Fault code `sweep.stopped` once the executor was stopped: the journal keeps the finished runs.
 */
export async function runSweep(run: SweepRun): Promise<Result<SweepResults>> {
  const { sweep } = run;
  const used = listUsed(sweep);
  if (!used.ok) return used;
  const jobs = sweep.combinations.map(({ changes }, index) => ({ id: toId(index), changes }));
  const banded = Math.min(MAX_BANDED, jobs.length);
  const count = createCount(run, jobs.length + banded + used.value.length * (jobs.length + 1));
  const runNow = (some: readonly Job[]) => runJobs(run, some, count);
  const ran = await runNow(jobs);
  if (!ran.ok) return ran;
  const rows = toRows(sweep, ran.value);
  const ranking = rank(rows, sweep.config);
  const best = ranking.filter(({ fits }) => fits).slice(0, banded);
  const bands = await runBands(sweep, best, runNow);
  if (!bands.ok) return bands;
  const results = { rows, ranking, bands: bands.value };
  if (sweep.windows.length === 0) return ok(results);
  const walked = await walkForward(sweep, used.value, runNow);
  return walked.ok ? ok({ ...results, walkForward: walked.value }) : walked;
}

function toId(index: number): string {
  return `all/${String(index + 1)}`;
}

function toRows({ combinations, config }: Sweep, outcomes: readonly Outcome[]): readonly Row[] {
  return outcomes.map((outcome, index) => ({
    ...outcome,
    combination: index + 1,
    values: combinations[index]?.values ?? [],
    fits: isFit(outcome, config),
  }));
}

/** P&L changes are not kept for every run, so the best combinations run again. */
async function runBands(
  { combinations, config }: Sweep,
  rows: readonly Row[],
  runNow: RunJobs,
): Promise<Result<ReadonlyMap<number, Bands>>> {
  const jobs = rows.map(({ combination }): Job => {
    const { changes = [] } = combinations[combination - 1] ?? {};
    return { id: `series/${String(combination)}`, changes, wantsSeries: true };
  });
  const ran = await runNow(jobs);
  if (!ran.ok) return ran;
  const bands = new Map<number, Bands>();
  for (const [index, { series }] of ran.value.entries()) {
    const found = series === undefined ? undefined : bootstrap(series, config.bootstrap);
    const row = rows[index];
    if (found !== undefined && row !== undefined) bands.set(row.combination, found);
  }
  return ok(bands);
}

/** Counts one more finished job. */
type Count = () => void;

function createCount({ progress }: SweepRun, total: number): Count {
  let done = 0;
  return () => {
    done += 1;
    progress(done, total);
  };
}

/** Outcomes of the jobs in order: from the journal, or run now. */
async function runJobs(
  { executor, journal }: SweepRun,
  jobs: readonly Job[],
  count: Count,
): Promise<Result<readonly Outcome[]>> {
  const open = jobs.filter(({ id }) => !journal.outcomes.has(id));
  for (let known = jobs.length - open.length; known > 0; known--) count();
  const ran = await executor.run(open, (outcome) => {
    journal.append(outcome);
    if (journal.fault !== undefined) executor.stop();
    count();
  });
  if (journal.fault !== undefined) return { ok: false, fault: journal.fault };
  if (!ran.ok) return ran;
  if (executor.isStopped) {
    const done = String(journal.outcomes.size);
    return fail('sweep.stopped', `the sweep was stopped after ${done} runs`);
  }
  return ok(jobs.map(({ id }) => journal.outcomes.get(id) ?? { id }));
}

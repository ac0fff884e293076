// weir sweep CONFIG: backtests a session with many values on all processors, and ranks them.
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import {
  createBacktestHeader,
  createJournal,
  type Executor,
  formatCsv,
  hashPlan,
  InlineExecutor,
  loadSweep,
  resumeJournal,
  runSweep,
  type Sweep,
  type SweepJournal,
  type SweepResults,
  toColumns,
  toDocument,
  toIdentity,
  toParquet,
  toView,
  WorkerExecutor,
} from '../../../backtest/index.js';
import { prepareShared, type SharedRecording } from '../../recordings/index.js';
import { assert, fail, ok, type Result } from '../../domain/index.js';
import { localDisk } from '../../journal/index.js';
import { formatSpan, formatSweep, renderSweep } from '../../report/index.js';
import { createFolder, removeFolder, writeCopies } from '../../session/index.js';
import { tuneEngine } from '../../host/index.js';
import {
  clearProgress,
  createPace,
  EXIT,
  print,
  printText,
  showProgress,
  printNote,
  unwrap,
} from '../output.js';
import { loadRegistry } from '../registry.js';
import { usageError } from '../parser/usage.js';
import { readWorkers } from '../workers.js';

export interface SweepArguments {
  readonly config: string;
  readonly out?: string | undefined;
  readonly resume: boolean;
  readonly workers?: string | undefined;
  /** A folder, or `off`. */
  readonly cache?: string | undefined;
  readonly json: boolean;
}

/** The outcomes in order of arrival, from which the other files are made. */
const JOURNAL = 'sweep.ndjson';
const BAR = 24;

export async function sweep(options: SweepArguments): Promise<number> {
  const workers = readWorkers(options.workers);
  if (options.resume && options.out === undefined) {
    throw usageError('expected --out DIR beside --resume: the folder of the sweep to continue');
  }
  const { sweep: plan, rates } = await loadShared(options);
  const opened = unwrap(openFolder(options, plan, rates));
  const executor = createExecutor(plan, rates, workers);
  const release = stopOnSignals(executor);
  try {
    const ran = await runSweep({
      sweep: plan,
      executor,
      journal: opened.journal,
      progress: createProgress(opened.journal.outcomes.size),
    });
    clearProgress();
    const shown = relative('.', resolve(opened.folder)) || '.';
    if (!ran.ok && ran.fault.code === 'sweep.stopped') {
      printNote(`continue with: weir sweep ${options.config} --out ${shown} --resume`);
    }
    return await finish(options, plan, unwrap(ran), shown);
  } finally {
    release();
    opened.journal.close();
  }
}

interface SharedSweep {
  readonly sweep: Sweep;
  /** Its recording, from which it also runs. */
  readonly rates: SharedRecording;
}

async function loadShared({ cache, config }: SweepArguments): Promise<SharedSweep> {
  const settings = cache === 'off' ? cache : { folder: cache };
  const sweep = unwrap(await loadSweep(config, await loadRegistry(), settings));
  const { recording } = sweep.plan;
  assert(recording !== undefined, 'a sweep is of a session with a recording');
  const rates = recording.share();
  recording.close();
  return { sweep: { ...sweep, plan: { ...sweep.plan, recording: prepareShared(rates) } }, rates };
}

interface SweepFolder {
  readonly folder: string;
  readonly journal: SweepJournal;
}

/** A new folder with copies of what runs, or the folder of a resumed sweep. */
function openFolder(
  { out, resume }: SweepArguments,
  sweep: Sweep,
  rates: SharedRecording,
): Result<SweepFolder> {
  const identity = toIdentity(sweep, rates);
  if (resume && out !== undefined) {
    const journal = resumeJournal(join(out, JOURNAL), identity);
    return journal.ok ? ok({ folder: out, journal: journal.value }) : journal;
  }
  const folder = createFolder(out, sweep.config.name);
  if (!folder.ok) return folder;
  const journal = createJournal(join(folder.value, JOURNAL), identity);
  if (!journal.ok) {
    removeFolder(folder.value);
    return journal;
  }
  const { plan, source } = sweep;
  const header = createBacktestHeader(plan, plan.recording?.facts.firstAt ?? 0);
  const copied = writeCopies(localDisk, folder.value, header);
  if (!copied.ok) return copied;
  const written = writeFile(folder.value, 'sweep.yaml', source.text);
  return written.ok ? ok({ folder: folder.value, journal: journal.value }) : written;
}

/** Runs on worker threads, or in this thread without any. */
function createExecutor(sweep: Sweep, rates: SharedRecording, workers: number): Executor {
  const { plan } = sweep;
  tuneEngine('backtest');
  if (workers === 0 || plan.recording === undefined) return new InlineExecutor(plan);
  return new WorkerExecutor({
    entry: new URL('../start.cjs', import.meta.url),
    argv: ['sweep-worker'],
    setup: { file: plan.file, hash: hashPlan(plan), rates },
    count: workers,
  });
}

/** The first signal stops the runs, the second one the process. */
function stopOnSignals(executor: Executor): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stop = (signal: NodeJS.Signals): void => {
    if (executor.isStopped) process.exit(EXIT.fault);
    printNote(`${signal}: stopping; finished runs are kept`);
    executor.stop();
  };
  for (const signal of signals) process.on(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}

/** A progress bar with the remaining time, estimated from the runs of this process. */
function createProgress(known: number): (done: number, total: number) => void {
  const startedAt = performance.now();
  const isDue = createPace();
  return (done, total) => {
    if (done <= known || !isDue()) return;
    const left = ((performance.now() - startedAt) / (done - known) / 1_000) * (total - done);
    const filled = Math.floor((done / total) * BAR);
    const bar = `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}]`;
    showProgress(
      `${bar} ${String(done)} of ${String(total)} runs, ${formatSpan(Math.ceil(left))} left`,
    );
  };
}

async function finish(
  { json }: SweepArguments,
  sweep: Sweep,
  results: SweepResults,
  folder: string,
): Promise<number> {
  const view = toView(sweep, results);
  const columns = toColumns(sweep, results.rows);
  const document = toDocument(sweep, results);
  const files: readonly (readonly [string, string | Uint8Array])[] = [
    ['results.csv', formatCsv(columns)],
    ['results.parquet', await toParquet(columns)],
    ['results.json', `${JSON.stringify(document, undefined, 2)}\n`],
    ['report.html', renderSweep(view)],
  ];
  for (const [name, content] of files) unwrap(writeFile(folder, name, content));
  if (json) {
    printText(JSON.stringify({ ...document, folder }, undefined, 2));
    return EXIT.done;
  }
  printText(formatSweep(view));
  print(`results ${folder}/results.csv`);
  print(`report ${folder}/report.html`);
  return EXIT.done;
}

function writeFile(folder: string, name: string, content: string | Uint8Array): Result<void> {
  try {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return ok(undefined);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return fail('sweep.write', `cannot write ${name}: ${found}`, folder);
  }
}

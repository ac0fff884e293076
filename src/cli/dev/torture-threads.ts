// Runs the worlds of weir torture on worker threads and returns them in order.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type Ready, WorkerPool } from '../../../backtest/index.js';
import type { Fault, Result } from '../../domain/index.js';
import type { CrashPlace } from '../../torture/index.js';
import { EXIT, printNote, unwrap } from '../output.js';
import {
  createDeaths,
  createWorlds,
  type CrashFacts,
  type CrashWork,
  type WorldRun,
  type WorldsWork,
} from './torture-work.js';
import { usageError } from '../parser/usage.js';

/**
 * A world takes about a second: a longer one is reported after this time, and again at intervals.
 */
const LONG_MS = 30_000;

type Work = WorldsWork | CrashWork;
type Runner<Job, T> = (job: Job) => Promise<Result<T>>;

export interface ThreadOptions {
  /** 0: everything in this thread, as with a trace. */
  readonly threads: number;
  readonly trace: ((line: string) => void) | undefined;
}

export function runWorlds(
  work: WorldsWork,
  seeds: Iterable<number>,
  { threads, trace }: ThreadOptions,
): AsyncGenerator<WorldRun> {
  const isHere = threads === 0 || trace !== undefined;
  return isHere ? runHere(createWorlds(work, trace), seeds) : runThere(work, seeds, threads);
}

export function runDeaths(
  work: CrashWork,
  places: Iterable<CrashPlace>,
  { threads }: ThreadOptions,
): AsyncGenerator<readonly CrashFacts[]> {
  return threads === 0 ? runHere(createDeaths(work), places) : runThere(work, places, threads);
}

/** Entry of a worker thread; the main thread has already reported faults of the files. */
export async function serveTorture(): Promise<number> {
  const port = parentPort;
  if (port === null) throw usageError('expected to be started by weir torture');
  const work = workerData as Work;
  if (work.kind === 'crash') answer(port, await createDeaths(work));
  else answer(port, await createWorlds(work));
  return EXIT.done;
}

function answer<Job>(port: MessagePort, run: Runner<Job, unknown>): void {
  port.on('message', (job: Job) => {
    void run(job).then((outcome) => {
      port.postMessage(outcome);
    });
  });
  port.postMessage({} satisfies Ready);
}

async function* runHere<Job, T>(
  opening: Promise<Runner<Job, T>>,
  jobs: Iterable<Job>,
): AsyncGenerator<T> {
  const run = await opening;
  for (const job of jobs) yield unwrap(await run(job));
}

async function* runThere<Job, T>(
  work: Work,
  jobs: Iterable<Job>,
  count: number,
): AsyncGenerator<T> {
  const pool = new WorkerPool<Job, Result<T>>({
    entry: new URL('../start.cjs', import.meta.url),
    argv: ['torture-worker'],
    setup: work,
    count,
    toCrash,
    fail: (job, error) => ({ ok: false, fault: toCrash(error, job) }),
  });
  const turns = new Turns<Job, Result<T>>();
  const ran = pool.run(turns.number(jobs), turns.take).then(unwrap);
  try {
    for (let next = turns.next(); next !== undefined; next = turns.next()) {
      const outcome = await Promise.race([tellLong(next), ran]);
      if (outcome !== undefined) yield unwrap(outcome);
    }
    await ran;
  } finally {
    pool.stop();
  }
}

interface Turn<Job, T> {
  readonly job: Job;
  readonly outcome: Promise<T>;
}

/** Returns the outcome; reports a long run, as a strategy that never returns blocks its thread. */
function tellLong<Job, T>({ job, outcome }: Turn<Job, T>): Promise<T> {
  const since = performance.now();
  const timer = setInterval(() => {
    const seconds = String(Math.round((performance.now() - since) / 1_000));
    printNote(
      `world ${JSON.stringify(job)} has run for ${seconds} s: does a strategy loop for ever?`,
    );
  }, LONG_MS);
  return outcome.finally(() => {
    clearInterval(timer);
  });
}

/** Returns outcomes in the order of their jobs. */
class Turns<Job, T> {
  readonly #waiting = new Map<Job, (outcome: T) => void>();
  readonly #order: Turn<Job, T>[] = [];

  /** Registers each job in order as it is taken. */
  *number(jobs: Iterable<Job>): Generator<Job> {
    for (const job of jobs) {
      const outcome = new Promise<T>((resolve) => this.#waiting.set(job, resolve));
      this.#order.push({ job, outcome });
      yield job;
    }
  }

  readonly take = (outcome: T, job: Job): void => {
    this.#waiting.get(job)?.(outcome);
    this.#waiting.delete(job);
  };

  /** Undefined once all jobs taken so far are returned. */
  next(): Turn<Job, T> | undefined {
    return this.#order.shift();
  }
}

function toCrash(error: unknown, job?: unknown): Fault {
  const found = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const expected =
    job === undefined ? 'worker threads to start' : `world ${JSON.stringify(job)} to end`;
  return { code: 'torture.crash', message: `expected ${expected}, found ${found}` };
}

// The worlds of weir torture on worker threads, handed over in their order.
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
import { usageError } from '../usage.js';

/** A world takes a second or so: one that takes this long is told, and again after as long. */
const LONG_MS = 30_000;

type Work = WorldsWork | CrashWork;
type Runner<Job, T> = (job: Job) => Promise<Result<T>>;

export interface ThreadOptions {
  /** None: all in this thread, as with a trace. */
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

/** What a worker thread of weir torture runs; a fault of the files has been told before. */
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
    ...{ argv: ['torture-worker'], setup: work, count, toCrash },
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

/** The outcome; says so when it takes long: a strategy that never returns holds its thread. */
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

/** Gives outcomes in the order of their jobs, however they come. */
class Turns<Job, T> {
  readonly #waiting = new Map<Job, (outcome: T) => void>();
  readonly #order: Turn<Job, T>[] = [];

  /** Jobs that are asked for get a place in the order. */
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

  /** None where all that were asked for are handed over, and no other comes. */
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

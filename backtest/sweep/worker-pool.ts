// Runs jobs on worker threads, each of which takes one job after another.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Fault, ok, type Result } from '../../src/domain/index.js';

export interface PoolOptions<Job, Outcome> {
  /** Module that a thread runs, with its command line: it answers jobs with outcomes. */
  readonly entry: URL;
  readonly argv: string[];
  /** Data with which each thread starts; plain data. */
  readonly setup: unknown;
  /** Maximum number of threads at one time. */
  readonly count: number;
  /** Outcome of a job whose thread died. */
  readonly fail: (job: Job, error: unknown) => Outcome;
  /** Fault of a thread that does not start. */
  readonly toCrash: (error: unknown) => Fault;
}

/** First message of a thread: a fault, or none if it is ready. All later messages are outcomes. */
export interface Ready {
  readonly fault?: Fault;
}

export class WorkerPool<Job, Outcome> {
  isStopped = false;
  readonly #options: PoolOptions<Job, Outcome>;
  readonly #workers = new Set<Worker>();

  constructor(options: PoolOptions<Job, Outcome>) {
    this.#options = options;
  }

  /** Passes outcomes on as they come. A fault is that of threads that do not start. */
  async run(
    jobs: Iterable<Job>,
    take: (outcome: Outcome, job: Job) => void,
  ): Promise<Result<void>> {
    const queue = jobs[Symbol.iterator]();
    const lines = Array.from({ length: this.#options.count }, () => this.#runLine(queue, take));
    const faults = await Promise.all(lines);
    const fault = this.isStopped ? undefined : faults.find((one) => one !== undefined);
    return fault === undefined ? ok(undefined) : { ok: false, fault };
  }

  /** Abandons the jobs under way, for good. */
  stop(): void {
    this.isStopped = true;
    for (const worker of this.#workers) void worker.terminate();
  }

  /** Takes jobs off the queue until it is empty; a dead worker is replaced. */
  async #runLine(
    queue: Iterator<Job>,
    take: (outcome: Outcome, job: Job) => void,
  ): Promise<Fault | undefined> {
    for (let next = queue.next(); next.done !== true && !this.isStopped;) {
      const { argv, entry, setup, toCrash } = this.#options;
      const worker = new Worker(entry, { argv, workerData: setup });
      this.#workers.add(worker);
      try {
        const { fault } = await hear<Ready>(worker);
        if (fault !== undefined) return fault;
        next = await this.#useWorker(worker, next.value, queue, take);
      } catch (error) {
        return toCrash(error);
      } finally {
        this.#workers.delete(worker);
        await worker.terminate();
      }
    }
    return undefined;
  }

  /** Gives a worker one job after another; if it dies, returns the next job for another worker. */
  async #useWorker(
    worker: Worker,
    first: Job,
    queue: Iterator<Job>,
    take: (outcome: Outcome, job: Job) => void,
  ): Promise<IteratorResult<Job>> {
    let job = first;
    for (;;) {
      worker.postMessage(job);
      const heard = await hear<Outcome>(worker).then(
        (outcome) => ({ outcome, isAlive: true }),
        (error: unknown) => ({ outcome: this.#options.fail(job, error), isAlive: false }),
      );
      if (this.isStopped) return { done: true, value: undefined };
      take(heard.outcome, job);
      const next = queue.next();
      if (!heard.isAlive || next.done === true) return next;
      job = next.value;
    }
  }
}

/** Next message of a worker; throws if the worker ends before. */
async function hear<T>(worker: Worker): Promise<T> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = once(worker, 'exit', { signal }).then(([code]) => {
    throw new Error(`the worker thread ended with code ${String(code)}`);
  });
  try {
    const [word] = (await Promise.race([once(worker, 'message', { signal }), ended])) as [T];
    return word;
  } finally {
    waiting.abort();
    ended.catch(() => undefined);
  }
}

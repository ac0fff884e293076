// Runs the jobs of a sweep on worker threads, which share the rates without copies.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Fault, ok, type Result } from '../../src/domain/index.js';
import type { Executor } from './executor.js';
import { type Job, type Outcome, toCrash } from './run-job.js';
import type { Ready, WorkerSetup, WorkerWord } from './serve-jobs.js';

export interface WorkerOptions {
  /** The module that a thread runs, with its command line: it calls `serveJobs`. */
  readonly entry: URL;
  readonly argv: string[];
  readonly setup: WorkerSetup;
  /** Threads at one time, at most. */
  readonly count: number;
}

export class WorkerExecutor implements Executor {
  isStopped = false;
  readonly #options: WorkerOptions;
  readonly #workers = new Set<Worker>();

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  async run(jobs: readonly Job[], take: (outcome: Outcome) => void): Promise<Result<void>> {
    const queue = jobs.values();
    const threads = Math.min(this.#options.count, jobs.length);
    const lines = Array.from({ length: threads }, () => this.#runLine(queue, take));
    const faults = await Promise.all(lines);
    const fault = this.isStopped ? undefined : faults.find((one) => one !== undefined);
    return fault === undefined ? ok(undefined) : { ok: false, fault };
  }

  stop(): void {
    this.isStopped = true;
    for (const worker of this.#workers) void worker.terminate();
  }

  /** Takes jobs off the queue until it is empty; a worker that dies makes way for another. */
  async #runLine(
    queue: Iterator<Job, undefined>,
    take: (outcome: Outcome) => void,
  ): Promise<Fault | undefined> {
    for (let job = queue.next().value; job !== undefined && !this.isStopped;) {
      const { argv, entry, setup } = this.#options;
      const worker = new Worker(entry, { argv, workerData: setup });
      this.#workers.add(worker);
      try {
        const { fault } = await hear<Ready>(worker);
        if (fault !== undefined) return fault;
        job = await this.#useWorker(worker, job, queue, take);
      } catch (error) {
        return toCrash(error);
      } finally {
        this.#workers.delete(worker);
        await worker.terminate();
      }
    }
    return undefined;
  }

  /** Gives a worker one job after another; the first job left where it died in the one before. */
  async #useWorker(
    worker: Worker,
    first: Job,
    queue: Iterator<Job, undefined>,
    take: (outcome: Outcome) => void,
  ): Promise<Job | undefined> {
    let job: Job | undefined = first;
    for (; job !== undefined; job = queue.next().value) {
      worker.postMessage(job);
      const { id } = job;
      const heard = await hear<Outcome>(worker).then(
        (outcome) => ({ outcome, isAlive: true }),
        (error: unknown) => ({ outcome: { id, fault: toCrash(error) }, isAlive: false }),
      );
      if (this.isStopped) return undefined;
      take(heard.outcome);
      if (!heard.isAlive) return queue.next().value;
    }
    return job;
  }
}

/** The next word of a worker; throws where it ends before that. */
async function hear<T extends WorkerWord>(worker: Worker): Promise<T> {
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

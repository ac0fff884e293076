// Runs the jobs of a sweep on worker threads, which share the rates without copies.
import type { Result } from '../../src/domain/index.js';
import type { Executor } from './executor.js';
import { type Job, type Outcome, toCrash } from './run-job.js';
import type { WorkerSetup } from './serve-jobs.js';
import { type PoolOptions, WorkerPool } from './worker-pool.js';

export interface WorkerOptions extends Pick<PoolOptions<Job, Outcome>, 'entry' | 'argv' | 'count'> {
  readonly setup: WorkerSetup;
}

export class WorkerExecutor implements Executor {
  readonly #pool: WorkerPool<Job, Outcome>;

  constructor(options: WorkerOptions) {
    const fail = ({ id }: Job, error: unknown) => ({ id, fault: toCrash(error) });
    this.#pool = new WorkerPool({ ...options, fail, toCrash });
  }

  get isStopped(): boolean {
    return this.#pool.isStopped;
  }

  run(jobs: readonly Job[], take: (outcome: Outcome) => void): Promise<Result<void>> {
    return this.#pool.run(jobs, take);
  }

  stop(): void {
    this.#pool.stop();
  }
}

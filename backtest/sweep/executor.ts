// Port to whatever runs the jobs of a sweep.
import type { Result } from '../../src/domain/index.js';
import type { Job, Outcome } from './run-job.js';

export interface Executor {
  /**
   * Runs jobs in any order and passes each outcome on as it comes; a failed run is an outcome. A
   * fault is that of the executor itself. Returns early, without a fault, once it was stopped.
   */
  run(jobs: readonly Job[], take: (outcome: Outcome) => void): Promise<Result<void>>;
  readonly isStopped: boolean;
  /** Abandons the runs under way, for good. */
  stop(): void;
}

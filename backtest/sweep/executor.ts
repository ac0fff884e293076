// The port to whatever runs the jobs of a sweep.
import type { Result } from '../../src/domain/index.js';
import type { Job, Outcome } from './run-job.js';

export interface Executor {
  /**
   * Runs jobs in any order and hands over each outcome as it comes; a run that fails is an outcome.
   * A fault is that of the executor itself. Ends early, without one, once it was stopped.
   */
  run(jobs: readonly Job[], take: (outcome: Outcome) => void): Promise<Result<void>>;
  readonly isStopped: boolean;
  /** Runs that are under way are given up. For good. */
  stop(): void;
}

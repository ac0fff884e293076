// Runs the jobs of a sweep one after another in this thread.
import { setImmediate } from 'node:timers/promises';
import { ok, type Result } from '../../src/domain/index.js';
import type { Plan } from '../../src/plan/index.js';
import type { Executor } from './executor.js';
import { type Job, type Outcome, runJob } from './run-job.js';

export class InlineExecutor implements Executor {
  isStopped = false;
  readonly #plan: Plan;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  async run(jobs: readonly Job[], take: (outcome: Outcome) => void): Promise<Result<void>> {
    for (const job of jobs) {
      // Lets signals be handled.
      await setImmediate();
      if (this.isStopped) break;
      take(runJob(this.#plan, job));
    }
    return ok(undefined);
  }

  stop(): void {
    this.isStopped = true;
  }
}

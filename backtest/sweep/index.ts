// Sweeps: many runs of one session with varied values, and their ranking.
export {
  BANDED,
  type Band,
  type Banded,
  type Bands,
  bootstrap,
  measureSeries,
} from './bootstrap.js';
export type { Executor } from './executor.js';
export { FIGURES, type Figures } from './figures.js';
export { hashPlan, type Identity, toIdentity } from './identity.js';
export { InlineExecutor } from './inline-executor.js';
export { createJournal, resumeJournal, type SweepJournal } from './journal.js';
export { loadSweep, type Planned, type Sweep } from './load-sweep.js';
export { type Job, type Outcome, runJob, type Series } from './run-job.js';
export { type Row, runSweep, type SweepResults, type SweepRun } from './run-sweep.js';
export { type SweepConfig, sweepSchema } from './schema.js';
export { serveJobs, type WorkerSetup } from './serve-jobs.js';
export { formatCsv, toColumns, toParquet } from './tables.js';
export { toDocument, toView } from './view.js';
export { WorkerExecutor, type WorkerOptions } from './worker-executor.js';
export { type Ready, WorkerPool } from './worker-pool.js';

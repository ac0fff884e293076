// Sweeps: many runs of one session with varied values, and their ranking.
export { bootstrap, measureSeries } from './bootstrap.js';
export type { Executor } from './executor.js';
export { FIGURES } from './figures.js';
export { hashPlan, toIdentity } from './identity.js';
export { InlineExecutor } from './inline-executor.js';
export { createJournal, resumeJournal, type SweepJournal } from './journal.js';
export { loadSweep, type Sweep } from './load-sweep.js';
export { type Outcome, runJob } from './run-job.js';
export { runSweep, type SweepResults } from './run-sweep.js';
export { type SweepConfig, sweepSchema } from './schema.js';
export { serveJobs, type WorkerSetup } from './serve-jobs.js';
export { formatCsv, toColumns, toParquet } from './tables.js';
export { toDocument, toView } from './view.js';
export { WorkerExecutor } from './worker-executor.js';
export { type Ready, WorkerPool } from './worker-pool.js';

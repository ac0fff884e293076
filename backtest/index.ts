// The backtester, an application over src.
export { EventLog } from './event-log.js';
export { foreseeParents } from './foresee-parents.js';
export { type ParityOptions, type ParityOutcome, runParity, toParityView } from './parity/index.js';
export {
  type BacktestOptions,
  type BacktestOutcome,
  createBacktestHeader,
  runBacktest,
} from './run-backtest.js';
export { type SuggestedControl, suggestLimits } from './suggest-limits.js';
export {
  createJournal,
  type Executor,
  formatCsv,
  hashPlan,
  InlineExecutor,
  loadSweep,
  type Ready,
  resumeJournal,
  runSweep,
  serveJobs,
  type Sweep,
  type SweepJournal,
  type SweepResults,
  sweepSchema,
  toColumns,
  toDocument,
  toIdentity,
  toParquet,
  toView,
  WorkerExecutor,
  WorkerPool,
  type WorkerSetup,
} from './sweep/index.js';

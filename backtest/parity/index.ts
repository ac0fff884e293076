// A session against the backtest of its own rates.
export type { Comparison, Tolerance } from './compare.js';
export type { Measured, Measurement } from './measure.js';
export { CAUSES, type Cause, type ParityLine } from './parity-line.js';
export { toParityView } from './view.js';
export { type ParityOptions, type ParityOutcome, runParity } from './run-parity.js';

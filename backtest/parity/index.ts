// Compares a session with the backtest of its own rates.
export { align } from './align.js';
export { compare, type Comparison } from './compare.js';
export { type Tolerance } from './explain.js';
export { RunOrders } from './run-orders.js';
export type { Measured, Measurement } from './measure.js';
export { type OrderPair, pairOrders } from './pair-orders.js';
export { CAUSES, type Cause, type ParityLine } from './parity-line.js';
export { toParityView } from './view.js';
export { type ParityOptions, type ParityOutcome, runParity } from './run-parity.js';

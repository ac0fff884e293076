// Compares a session with the backtest of its own rates.
export { align } from './align.js';
export { compare } from './compare.js';
export { RunOrders } from './run-orders.js';
export { type OrderPair, pairOrders } from './pair-orders.js';
export { CAUSES } from './parity-line.js';
export { toParityView } from './view.js';
export { type ParityOptions, type ParityOutcome, runParity } from './run-parity.js';

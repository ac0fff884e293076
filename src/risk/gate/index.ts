// The gate: halts, pauses and the state of each symbol, for other folders.
export { type ActionScope, NO_ACTIONS, type PauseUntil, type RuleActions } from './actions.js';
export { Gate, type GateSnapshot } from './gate.js';
export { type Halts, isManualHalt } from './halts.js';
export { describePause, endsByOperator, type Pause } from './pauses.js';
export { SymbolState } from './symbol-state.js';
export { applySymbolTerms } from './symbol-terms.js';
export { TradingState } from './trading-state.js';

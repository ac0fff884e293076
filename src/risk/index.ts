// The gate: risk rules, reason-code policy, halt latch and the mark of approval.
export { approveCancel, approvePlace, type Decision } from './approve.js';
export { type BrokenRule, Gate, type GateSetup, type GateSnapshot } from './gate.js';
export { defaultLimits, type Limits, limitsSchema, listControlsOff, toLimits } from './limits.js';
export { judgeAnswer, judgeCode, judgeSendResult, type StopAction } from './reason-policy.js';
export type { Candidate, RiskRule, RuleSetup } from './rule.js';
export { RULES } from './rules/index.js';
export { findCapTicks } from './rules/rc15-aggressiveness.js';
export { SymbolState } from './symbol-state.js';

// The risk gate: rules, halts, pauses, overrides, and the approval of commands.
export {
  approveCancel,
  approvePlace,
  approveRepeat,
  approveRequest,
  approveWithdraw,
} from './approve.js';
export { type ActionScope, NO_ACTIONS, type PauseUntil, type RuleActions } from './gate/actions.js';
export type { RuleBreach } from './rule.js';
export { Gate, type GateSnapshot } from './gate/gate.js';
export { type Bounds, findExcess, SecondCheck } from './second-check/second-check.js';
export { AccountValues } from './ledger/account-values.js';
export { Exposure } from './ledger/exposure.js';
export { Ledger } from './ledger/ledger.js';
export { RecentFills } from './ledger/recent-fills.js';
export type { LedgerSnapshot } from './ledger/snapshot.js';
export { type Halts, isManualHalt } from './gate/halts.js';
export { TradingState } from './gate/trading-state.js';
export { MAX_OVERRIDE_MINUTES, MAX_OVERRIDES, type Override } from './overrides.js';
export { describePause, endsByOperator, type Pause, Pauses } from './gate/pauses.js';
export {
  createHealthChecks,
  HEALTH_CHECKS,
  type HealthActions,
  type HealthCheck,
} from './health/index.js';
export { listUnreachableLimits } from './unreachable-limits.js';
export { findFigure } from './observed.js';
export { listTradable } from './rules/shape/rc01-symbols.js';
export {
  defaultLimits,
  fromLimits,
  type Limits,
  limitsSchema,
  researchLimits,
  listControlsOff,
  toLimits,
} from './limits.js';
export {
  type AcceptedQuote,
  type BustKind,
  type Candidate,
  type LimitableControl,
  type OrderFacts,
  type RiskRule,
  type RuleSetup,
} from './rule.js';
export { CONTROL_IDS, type ControlRow, listControls } from './inventory.js';
export { LIMITABLE_CONTROLS } from './limitable-controls.js';
export { type LimitChange, listLimitChanges } from './limit-changes.js';
export {
  findMostCap,
  findOwnCap,
  formatMissing,
  type LimitsProblem,
  listAboveCeilings,
  listLiveProblems,
  type LiveFacts,
} from './required-limits.js';
export { RULES } from './rules/index.js';
export { listRuleIds, listRulesFor } from './rules-for.js';
export { findCapTicks } from './rules/price/rc15-aggressiveness.js';
export { findDailyLoss, findDrawdown } from './health/current-loss.js';
export { SymbolState } from './gate/symbol-state.js';
export { applySymbolTerms } from './gate/symbol-terms.js';
export { fromFileForm, toFileParams, toFilePath, toLimitName } from './limit-names.js';
export { limitsFileSchema, LIMITS_FILE_SHAPE } from './limits-file.js';

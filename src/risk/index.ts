// The risk gate: rules, halts, pauses, overrides, and the approval of commands.
export {
  approveCancel,
  approvePlace,
  approveRepeat,
  approveRequest,
  approveWithdraw,
} from './approve.js';
export type { RuleBreach, AcceptedQuote, BustKind, Candidate, RiskRule } from './rule.js';
export { type Bounds, findExcess, SecondCheck } from './second-check/second-check.js';
export { MAX_OVERRIDE_MINUTES, MAX_OVERRIDES, type Override } from './overrides.js';
export { createHealthChecks, type HealthActions, type HealthCheck } from './health/index.js';
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
export { CONTROL_IDS, type ControlRow, listControls } from './inventory.js';
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
export { fromFileForm, toFileParams, toFilePath, toLimitName } from './limit-names.js';
export { limitsFileSchema, LIMITS_FILE_SHAPE } from './limits-file.js';

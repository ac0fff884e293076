// Reads a configuration and checks it as a whole.
export { type Plan, type ShippedStrategy, type StrategyCatalog } from './plan.js';
export { loadPlan } from './load-plan.js';
export {
  ENVIRONMENTS,
  LOGIN_USES,
  listRecordings,
  modelsSchema,
  sessionSchema,
  type Environment,
  type LoginUse,
  type SessionConfig,
} from './config-schema.js';
export { type Change, overridePlan } from './override-plan.js';
export { readLogin, type LoginSettings, type LoginText, type PlanText } from './read-login.js';
export { needsApproval } from './venue-place.js';
export { signBy, type Operators } from './operators.js';
export { findLiveFault, loadLimits, parseLimits, toWatch } from './load-limits.js';
export {
  loadPolicy,
  parsePolicy,
  readPolicyFile,
  toLoginTries,
  toTries,
  type LoadedPolicy,
} from './load-policy.js';
export { loadProfile } from './load-profile.js';
export { findPollInterval } from './poll-interval.js';
export { openProfile } from './open-profile.js';
export { findVenueLogin } from './venue-login.js';
export { findProfile } from './open-profile.js';

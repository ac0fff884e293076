// The controls that a limits file has a key for: all rules, and the checks of host and venue.
import { HEALTH_CHECKS } from './health/index.js';
import type { LimitableControl } from './rule.js';
import { RULES } from './rules/index.js';

export const LIMITABLE_CONTROLS: readonly LimitableControl[] = [...RULES, ...HEALTH_CHECKS];

// The controls that a limits file has a key for: all rules, and the checks of host and venue.
import { HEALTH_CHECKS } from './health/index.js';
import type { LimitedControl } from './rule.js';
import { RULES } from './rules/index.js';

export const LIMITED: readonly LimitedControl[] = [...RULES, ...HEALTH_CHECKS];

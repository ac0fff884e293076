// The controls that have a key in a limits file: all risk rules and the health checks.
import { HEALTH_CHECKS } from './health/index.js';
import type { LimitableControl } from './rule.js';
import { RULES } from './rules/index.js';

export const LIMITABLE_CONTROLS: readonly LimitableControl[] = [...RULES, ...HEALTH_CHECKS];

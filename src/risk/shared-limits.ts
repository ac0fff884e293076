// Limits of one rule that other rules need as well.
import type { Limits } from './limits.js';
import type { RuleSetup } from './rule.js';
import { findPriceBands } from './rules/price/rc14-price-collar.js';
import { findPositionLimits } from './rules/exposure/rc23-position.js';

export function findSharedLimits({
  rules,
}: Limits): Pick<RuleSetup, 'positionLimits' | 'priceBands'> {
  return {
    positionLimits: findPositionLimits(rules['RC23']),
    priceBands: findPriceBands(rules['RC14']),
  };
}

// Ids of the rules that apply on an occasion, from what each rule says of itself.
import type { Occasion, RiskRule } from './rule.js';
import { RULES } from './rules/index.js';

/** Ids of the rules of which `applies` is true. */
export function listRuleIds(applies: (rule: RiskRule) => boolean): ReadonlySet<string> {
  const rules: readonly RiskRule[] = RULES;
  return new Set(rules.filter(applies).map(({ id }) => id));
}

/** Ids of the rules that also check on one of these occasions. */
export function listRulesFor(...occasions: readonly Occasion[]): ReadonlySet<string> {
  return listRuleIds(({ alsoChecks }) => occasions.some((one) => alsoChecks.includes(one)));
}

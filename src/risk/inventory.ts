// The inventory of controls, from the code that does them: what each mitigates, its limit, its
// action and the tests that fire it.
import { z } from 'zod';
import { LATER, MECHANISMS } from './mechanisms.js';
import type { ControlClass, LiveNeed, RiskRule } from './rule.js';
import { RULES } from './rules/index.js';

/** Every rule fires through a running bot there. */
const RULE_TESTS = ['test/kernel/controls.test.ts'];

export interface ControlRow {
  readonly id: string;
  readonly summary: string;
  readonly kind: 'rule' | 'mechanism' | 'policy' | 'later';
  readonly stage: string;
  readonly class: ControlClass;
  readonly live: LiveNeed;
  readonly mitigates: string;
  /** Parameters with their defaults as a limits file writes them, or words. */
  readonly limit: string;
  readonly action: string;
  readonly tests: readonly string[];
}

/** One row per control, by id. */
export function listControls(): readonly ControlRow[] {
  const rules: readonly RiskRule[] = RULES;
  const rows: ControlRow[] = [...rules.map(toRow), ...MECHANISMS, ...LATER];
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function toRow(rule: RiskRule): ControlRow {
  const { id, summary, stage, live, mitigates, action, params } = rule;
  const limit = formatFlow(z.encode(params, params.parse({})) as object);
  const isLiveOnly = rule.liveOnly === true;
  return {
    ...{ id, summary, kind: 'rule', stage, class: rule.class, live, mitigates, action },
    limit: `${limit === '' ? 'fixed' : limit}${isLiveOnly ? ' (live only)' : ''}`,
    tests: RULE_TESTS,
  };
}

function formatFlow(value: object): string {
  return Object.entries(value)
    .map(([key, item]: [string, unknown]) => {
      if (Array.isArray(item)) return `${key}: [${item.join(', ')}]`;
      if (typeof item === 'object' && item !== null) {
        return Object.keys(item).length === 0 ? `${key}: {}` : `${key}: { ${formatFlow(item)} }`;
      }
      return `${key}: ${String(item)}`;
    })
    .join(', ');
}

// The inventory of controls, from the code itself: what each control mitigates, its limit, its
// action and the tests that trigger it.
import { z } from 'zod';
import { assert } from '../domain/index.js';
import { toFileParams } from './limit-names.js';
import { LIMITABLE_CONTROLS } from './limitable-controls.js';
import { defaultLimits, type Limits } from './limits.js';
import { type SystemControl, SYSTEM_CONTROLS } from './system-controls.js';
import type { ControlKind, LimitableControl, LiveRequirement, RiskRule } from './rule.js';
import { RULES } from './rules/index.js';

/** Triggers every rule in a kernel. */
const RULE_TEST = 'test/scenarios/kernel/controls.test.ts';
/** Triggers every rule in a world of the whole bot; without its line the rule is silent. */
const BOT_TEST = 'test/scenarios/torture/controls.deep.test.ts';
/** Worlds of the whole bot that detect when one of the recomputed rules is missing. */
const WORLD_TEST = 'test/scenarios/torture/limits.deep.test.ts';

export interface ControlRow {
  readonly id: string;
  readonly summary: string;
  readonly kind: 'rule' | 'mechanism' | 'policy';
  readonly stage: string;
  readonly class: ControlKind;
  readonly live: LiveRequirement;
  readonly mitigates: string;
  /** Parameters as in a limits file, `off`, or a text. */
  readonly limit: string;
  readonly action: string;
  readonly tests: readonly string[];
}

/** Ids of all controls, sorted. */
export const CONTROL_IDS: readonly string[] = [...RULES, ...SYSTEM_CONTROLS]
  .map(({ id }) => id)
  .sort();

/** One row per control, sorted by id, with the parameters of these limits. */
export function listControls(
  limits: Pick<Limits, 'rules'> = defaultLimits(),
): readonly ControlRow[] {
  const rules: readonly RiskRule[] = RULES;
  const rows: ControlRow[] = [
    ...rules.map((rule) => toRow(rule, limits)),
    ...SYSTEM_CONTROLS.map((row) => withLimit(row, limits)),
  ];
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function toRow(rule: RiskRule, limits: Pick<Limits, 'rules'>): ControlRow {
  const { capIn, id, isRecomputed, summary, stage, live, mitigates } = rule;
  const action = capIn === undefined ? rule.action : `${rule.action}; overridable`;
  const limit = formatLimit(rule, limits);
  const isLiveOnly = rule.liveOnly === true && limits.rules[id] === undefined;
  return {
    id,
    summary,
    kind: 'rule',
    stage,
    class: rule.class,
    live,
    mitigates,
    action,
    limit: `${limit === '' ? 'fixed' : limit}${isLiveOnly ? ' (live only)' : ''}`,
    tests: [...(isRecomputed === true ? [WORLD_TEST] : []), BOT_TEST, RULE_TEST],
  };
}

/** Takes the limit of a mechanism from the limits file if it has a key there. */
function withLimit(row: SystemControl, limits: Pick<Limits, 'rules'>): ControlRow {
  const { limit } = row;
  if (limit !== undefined) return { ...row, limit };
  const limited = LIMITABLE_CONTROLS.find(({ id }) => id === row.id);
  assert(limited !== undefined, 'a control without a limit of its own has a key in limits files');
  return { ...row, limit: formatLimit(limited, limits) };
}

/** Parameters as text; the defaults for a control that is off unless stated. */
function formatLimit({ id, params }: LimitableControl, { rules }: Pick<Limits, 'rules'>): string {
  const stated = rules[id] ?? params.parse({});
  return stated === 'off'
    ? 'off'
    : formatFlow(toFileParams(id, z.encode(params, stated)) as object);
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

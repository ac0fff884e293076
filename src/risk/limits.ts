// The limits of a session: one entry per rule, its parameters or `off`; defaults for what is left
// out.
import { z } from 'zod';
import type { RiskRule } from './rule.js';
import { RULES } from './rules/index.js';

const REGISTERED: readonly RiskRule[] = RULES;

function createEntry(rule: RiskRule): z.ZodType {
  const { params } = rule;
  const entry = rule.fixed ? params : z.union([z.literal('off'), params]);
  return entry.prefault({}).describe(rule.fixed ? `${rule.summary} (fixed)` : rule.summary);
}

/** Schema of a limits file: `accountCurrency` and one key per control id. */
export const limitsSchema = z.strictObject({
  accountCurrency: z
    .string()
    .regex(/^[A-Z]{3,5}$/)
    .default('USD')
    .describe('currency of notional and position limits'),
  ...Object.fromEntries(REGISTERED.map((rule) => [rule.id, createEntry(rule)])),
});

export interface Limits {
  readonly accountCurrency: string;
  /** Checked parameters by rule id, or `off`. */
  readonly rules: Readonly<Record<string, unknown>>;
}

/** Splits a checked limits file into its parts. */
export function toLimits(checked: z.output<typeof limitsSchema>): Limits {
  const { accountCurrency, ...rules } = checked;
  return { accountCurrency, rules };
}

/** The limits that hold when a configuration says nothing. */
export function defaultLimits(): Limits {
  return toLimits(limitsSchema.parse({}));
}

/** Ids of the rules that the limits switch off. */
export function listControlsOff(limits: Limits): readonly string[] {
  return REGISTERED.map((rule) => rule.id).filter((id) => limits.rules[id] === 'off');
}

// The limits of a session: one entry per rule, its parameters or `off`; defaults for what is left
// out.
import { z } from 'zod';
import type { RiskRule } from './rule.js';
import { RULES } from './rules/index.js';

const REGISTERED: readonly RiskRule[] = RULES;

function createEntry({ params, live, liveOnly, summary }: RiskRule): z.ZodType {
  if (live === 'F') return params.prefault({}).describe(`${summary} (fixed)`);
  const entry = z.union([z.literal('off'), params]);
  return liveOnly === true
    ? entry.optional().describe(`${summary} (off outside live unless stated)`)
    : entry.prefault({}).describe(summary);
}

/** Schema of a limits file: `accountCurrency` and one key per control id. */
export const limitsSchema = z.strictObject({
  accountCurrency: z
    .string()
    .regex(/^[A-Z]{3,5}$/)
    .default('USD')
    .describe('currency of notional and position limits'),
  feePerMillion: z
    .number()
    .min(0)
    .default(0)
    .describe('brokerage that counts as loss, for each million dealt, account currency'),
  ...Object.fromEntries(REGISTERED.map((rule) => [rule.id, createEntry(rule)])),
});

export interface Limits {
  readonly accountCurrency: string;
  /** Brokerage for each million dealt. */
  readonly feePerMillion: number;
  /** Checked parameters by rule id, or `off`. */
  readonly rules: Readonly<Record<string, unknown>>;
}

/** Splits a checked limits file into its parts. */
export function toLimits(checked: z.output<typeof limitsSchema>): Limits {
  const { accountCurrency, feePerMillion, ...rules } = checked;
  return { accountCurrency, feePerMillion, rules };
}

/** The same as a limits file has it. */
export function fromLimits(limits: Limits): Readonly<Record<string, unknown>> {
  const { accountCurrency, feePerMillion, rules } = limits;
  return { accountCurrency, feePerMillion, ...rules };
}

/** The limits that hold when a configuration says nothing. */
export function defaultLimits(): Limits {
  return toLimits(limitsSchema.parse({}));
}

/** Ids of the rules that the limits switch off; live-only ones are off where nothing is said. */
export function listControlsOff(limits: Pick<Limits, 'rules'>): readonly string[] {
  return REGISTERED.filter(
    ({ id, liveOnly }) => limits.rules[id] === 'off' && liveOnly !== true,
  ).map(({ id }) => id);
}

// The limits of a session: one entry per control that has any, its parameters or `off`; defaults
// for what is left out.
import { z } from 'zod';
import { LIMITABLE_CONTROLS } from './limitable-controls.js';
import type { LimitableControl } from './rule.js';
import { COMBINATIONS } from './rules/shape/rc02-order-types.js';
import { resolveTurnover } from './rules/exposure/rc29-daily-turnover.js';

function createEntry({ params, live, liveOnly, summary }: LimitableControl): z.ZodType {
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
    .regex(/^[A-Z]{3,5}$/, 'expected a currency or asset such as USD')
    .default('USD')
    .describe('currency of notional and position limits'),
  feePerMillion: z
    .number()
    .min(0)
    .default(0)
    .describe('brokerage that counts as loss, for each million dealt, account currency'),
  ...Object.fromEntries(LIMITABLE_CONTROLS.map((control) => [control.id, createEntry(control)])),
});

export interface Limits {
  readonly accountCurrency: string;
  /** Brokerage for each million dealt. */
  readonly feePerMillion: number;
  /** A backtest without limits: rules that say `observed` of research only note. */
  readonly isResearch?: true;
  /** Checked parameters by control id, or `off`. */
  readonly rules: Readonly<Record<string, unknown>>;
}

/** Splits a checked limits file into its parts. */
export function toLimits(checked: z.output<typeof limitsSchema>): Limits {
  const { accountCurrency, feePerMillion, ...stated } = checked;
  const rules: Readonly<Record<string, unknown>> = stated;
  const RC29 = resolveTurnover(rules['RC29'], rules['RC05']);
  return { accountCurrency, feePerMillion, rules: { ...rules, RC29 } };
}

/** The default limits of a backtest that states none: every type that the venue serves may go. */
export function researchLimits(): Limits {
  const limits = toLimits(limitsSchema.parse({ RC02: { allowed: COMBINATIONS } }));
  return { ...limits, isResearch: true };
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

/** Ids of the controls that the limits switch off; live-only ones are off where nothing is said. */
export function listControlsOff(limits: Pick<Limits, 'rules'>): readonly string[] {
  return LIMITABLE_CONTROLS.filter(
    ({ id, liveOnly }) => limits.rules[id] === 'off' && liveOnly !== true,
  ).map(({ id }) => id);
}

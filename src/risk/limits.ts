// The limits of a session: parameters or `off` for each control; defaults for missing ones.
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

/** Schema of a limits file: `accountCurrency`, `feePerMillion` and one key per control id. */
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
    .describe('brokerage per million dealt, account currency; it counts as loss'),
  ...Object.fromEntries(LIMITABLE_CONTROLS.map((control) => [control.id, createEntry(control)])),
});

export interface Limits {
  readonly accountCurrency: string;
  /** Brokerage per million dealt. */
  readonly feePerMillion: number;
  /** A backtest without limits of its own: rules with research `observed` only note breaches. */
  readonly isResearch?: true;
  /** Checked parameters by control id, or `off`. */
  readonly rules: Readonly<Record<string, unknown>>;
}

/** Converts a checked limits file into limits. */
export function toLimits(checked: z.output<typeof limitsSchema>): Limits {
  const { accountCurrency, feePerMillion, ...stated } = checked;
  const rules: Readonly<Record<string, unknown>> = stated;
  const RC29 = resolveTurnover(rules['RC29'], rules['RC05']);
  return { accountCurrency, feePerMillion, rules: { ...rules, RC29 } };
}

/** Limits of a backtest that states none; all order types of the venue are allowed. */
export function researchLimits(): Limits {
  const limits = toLimits(limitsSchema.parse({ RC02: { allowed: COMBINATIONS } }));
  return { ...limits, isResearch: true };
}

/** The limits in the form of a limits file. */
export function fromLimits(limits: Limits): Readonly<Record<string, unknown>> {
  const { accountCurrency, feePerMillion, rules } = limits;
  return { accountCurrency, feePerMillion, ...rules };
}

/** The limits of a configuration that states none. */
export function defaultLimits(): Limits {
  return toLimits(limitsSchema.parse({}));
}

/** Ids of the controls that the limits switch off; live-only controls do not count. */
export function listControlsOff(limits: Pick<Limits, 'rules'>): readonly string[] {
  return LIMITABLE_CONTROLS.filter(
    ({ id, liveOnly }) => limits.rules[id] === 'off' && liveOnly !== true,
  ).map(({ id }) => id);
}

// Suggests limits under which a session runs unhindered, verified by further backtests.
import type { OrderView } from '../src/domain/events/index.js';
import { fail, ok, type Result } from '../src/domain/index.js';
import type { ObservedLimit } from '../src/domain/venue/index.js';
import { SILENT_SINK } from '../src/kernel/index.js';
import { formatTimes, roundUp } from '../src/report/index.js';
import {
  defaultLimits,
  findFigure,
  type Limits,
  limitsSchema,
  listAboveCeilings,
  RULES,
  toLimits,
} from '../src/risk/index.js';
import { type Plan, overridePlan } from '../src/plan/index.js';
import { runBacktest } from './run-backtest.js';

/** Maximum number of verifying runs: rules that still refuse are switched off for the next. */
const MOST_RUNS = 8;

export interface SuggestedControl {
  readonly rule: string;
  /** Parameters as a limits file states them; others keep their defaults. */
  readonly stated: Readonly<Record<string, unknown>> | 'off';
  /** Reason for the entry. */
  readonly why: string;
}

type Entries = Map<string, SuggestedControl>;

/**
 * The rules that must differ from their defaults so that the observed limits neither refuse nor
 * halt anything of the session. Faults are those of `runBacktest`.
 */
export function suggestLimits(plan: Plan): Result<readonly SuggestedControl[]> {
  const researched = research(plan);
  if (!researched.ok) return researched;
  const entries: Entries = new Map(researched.value.map((one) => [one.rule, one]));
  for (let runs = 0; runs < MOST_RUNS; runs++) {
    const limits = makeLimits(entries);
    const refused = prove(plan, limits);
    if (!refused.ok) return refused;
    if (refused.value.length === 0) return ok([...entries.values()]);
    for (const [rule, why] of refused.value) entries.set(rule, { rule, stated: 'off', why });
  }
  return fail('limits.suggest', `after ${String(MOST_RUNS)} runs orders are still refused`);
}

/** Limits that a run which only observes them would have needed. */
function research(plan: Plan): Result<readonly SuggestedControl[]> {
  const fresh = overridePlan(plan, []);
  if (!fresh.ok) return fresh;
  const types = new Set<string>();
  const order = ({ type, timeInForce }: OrderView) => types.add(`${type}/${timeInForce}`);
  const tap = { ...SILENT_SINK, order };
  const ran = runBacktest({ ...fresh.value, limitsSource: undefined }, { detail: 'sums', tap });
  if (!ran.ok) return ran;
  const { collector, digest, endAt } = ran.value;
  const { observed } = collector.finish(endAt, digest);
  return ok([...listTypes(types), ...observed.map(toControl)]);
}

/** RC02 with the order types that the session uses, if its default lacks one. */
function listTypes(types: ReadonlySet<string>): readonly SuggestedControl[] {
  const { allowed } = defaultLimits().rules['RC02'] as { readonly allowed: readonly string[] };
  const missing = [...types].filter((type) => !allowed.includes(type));
  if (missing.length === 0) return [];
  const why = `the session sends ${missing.join(', ')}`;
  return [{ rule: 'RC02', stated: { allowed: [...allowed, ...missing] }, why }];
}

function toControl({ count, first, needs, rule }: ObservedLimit): SuggestedControl {
  const why = `${formatTimes(count)}, first: ${first.message}`;
  if (needs === 'off') return { rule, stated: 'off', why };
  const stated: Record<string, unknown> = {};
  const defaults = defaultLimits().rules[rule];
  for (const [path, figure] of Object.entries(needs)) {
    const isLower = figure < (findFigure(defaults, path) ?? -Infinity);
    put(stated, path.split('.'), isLower ? Math.floor(figure) : roundUp(figure));
  }
  const control: SuggestedControl = { rule, stated, why };
  return isAllowed(control) ? control : { rule, stated: 'off', why };
}

function put(tree: Record<string, unknown>, [key = '', ...rest]: string[], value: number): void {
  if (rest.length === 0) tree[key] = value;
  else put((tree[key] ??= {}) as Record<string, unknown>, rest, value);
}

/** Whether a limits file may state it: within the schema and below every ceiling. */
function isAllowed({ rule, stated }: SuggestedControl): boolean {
  const parsed = limitsSchema.safeParse({ [rule]: stated });
  return parsed.success && listAboveCeilings(toLimits(parsed.data)).length === 0;
}

function makeLimits(entries: Entries): Limits {
  const stated = [...entries].map(([rule, { stated: one }]) => [rule, one]);
  return toLimits(limitsSchema.parse(Object.fromEntries(stated)));
}

/** Observed rules that refuse or halt in a run under these limits, with their messages. */
function prove(plan: Plan, limits: Limits): Result<readonly (readonly [string, string])[]> {
  const fresh = overridePlan(plan, []);
  if (!fresh.ok) return fresh;
  const { source } = plan;
  const ran = runBacktest(
    { ...fresh.value, limits, limitsSource: source, limitsVersion: 'suggested' },
    { detail: 'sums' },
  );
  if (!ran.ok) return ran;
  const { collector, digest, endAt } = ran.value;
  const { halts, refusals } = collector.finish(endAt, digest);
  const observed = new Set<string>();
  for (const { id, research: kind } of RULES) if (kind === 'observed') observed.add(id);
  const found = [
    ...refusals.map(({ last, rule }) => [rule, last.message] as const),
    ...halts.rows.map(({ reason, rule }) => [rule, reason] as const),
  ];
  return ok(found.filter(([rule]) => observed.has(rule)));
}

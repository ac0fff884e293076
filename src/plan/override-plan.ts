// A plan with some values of its configuration changed: strategies' parameters, models, the seed.
import { z } from 'zod';
import { parseConfig, parsePart } from '../config/index.js';
import { ok, type Result } from '../domain/index.js';
import type { Path } from '../validation/index.js';
import { findMisfit, findUnpriced } from './check-params.js';
import { sessionSchema } from './config-schema.js';
import type { Plan, PlannedStrategy } from './plan.js';
import { collectInstruments } from './plan-instruments.js';

/** A value as a configuration would state it, at its path in there. */
export interface Change {
  readonly path: Path;
  readonly value: unknown;
}

/**
 * The plan as its configuration would give it with these values, which are checked as if they stood
 * there. Only what a run over the same recording may change: below `models`, `polling` and `params`
 * of a strategy, and `seed`. Strategies' own files are run again, so that a run finds nothing that
 * one before left in their modules. Fault codes of `parsePart`, and `config.symbol`.
 */
export function overridePlan(plan: Plan, changes: readonly Change[]): Result<Plan> {
  const raw = changeText(plan, changes);
  const config = changes.some(({ path: [top] }) => top !== 'strategies')
    ? parsePart(plan.source, [], raw, sessionSchema)
    : ok(plan.config);
  if (!config.ok) return config;
  const strategies: PlannedStrategy[] = [];
  for (const [index, strategy] of plan.strategies.entries()) {
    const renewed = strategy.renew?.() ?? ok(strategy.definition);
    if (!renewed.ok) return renewed;
    const fresh = { ...strategy, definition: renewed.value };
    const isChanged = changes.some(({ path: [top, at] }) => top === 'strategies' && at === index);
    const varied = isChanged ? varyStrategy(plan, raw, index, fresh) : ok(fresh);
    if (!varied.ok) return varied;
    strategies.push(varied.value);
  }
  const { source, recording } = plan;
  const instruments = collectInstruments(source, config.value, strategies, recording);
  if (!instruments.ok) return instruments;
  const unpriced = findUnpriced(source, config.value, plan.instruments);
  if (unpriced !== undefined) return { ok: false, fault: unpriced };
  return ok({ ...plan, config: config.value, strategies });
}

function varyStrategy(
  { source, instruments }: Plan,
  raw: Tree,
  index: number,
  strategy: PlannedStrategy,
): Result<PlannedStrategy> {
  const { definition } = strategy;
  const entry = (raw['strategies'] as readonly { readonly params?: Tree }[])[index];
  const rawParams = entry?.params ?? {};
  const params = parsePart(source, ['strategies', index, 'params'], rawParams, definition.params);
  if (!params.ok) return params;
  const misfit = findMisfit(source, index, definition, params.value, instruments);
  if (misfit !== undefined) return { ok: false, fault: misfit };
  return ok({ ...strategy, rawParams, params: params.value });
}

type Tree = Record<string, unknown>;

/** The configuration's data, with the changes in their places. */
function changeText({ source }: Plan, changes: readonly Change[]): Tree {
  const read = parseConfig(source, z.record(z.string(), z.unknown()));
  const raw = read.ok ? structuredClone(read.value) : {};
  for (const { path, value } of changes) {
    let at: Tree = raw;
    for (const part of path.slice(0, -1)) at = step(at, part);
    at[String(path.at(-1))] = value;
  }
  return raw;
}

/** What stands below a key; a map where there is nothing that has keys. */
function step(at: Tree, part: string | number): Tree {
  const inner = at[part];
  if (typeof inner === 'object' && inner !== null) return inner as Tree;
  const made: Tree = {};
  at[part] = made;
  return made;
}

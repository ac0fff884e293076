// Changes values of a plan's configuration: parameters of strategies, models, the seed.
import { z } from 'zod';
import { parseConfig, parsePart } from '../config/index.js';
import { ok, type Result } from '../domain/index.js';
import type { Path } from '../validation/index.js';
import { findInvalidParam, findUnpriced } from './check-params.js';
import { sessionSchema } from './config-schema.js';
import type { Plan, PlannedStrategy } from './plan.js';
import { collectInstruments } from './plan-instruments.js';

/** A value at its path in the configuration. */
export interface Change {
  readonly path: Path;
  readonly value: unknown;
}

/**
 * Returns the plan with these values, checked as if the configuration had them. Allowed are only
 * changes for runs over the same recording: below `models`, `polling` and a strategy's `params`,
 * and `seed`. Evaluates own strategy files again, so that no run finds module state of an earlier
 * one. Fault codes of `parsePart`, and `config.symbol`.
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
  const invalid = findInvalidParam(source, index, definition, params.value, instruments);
  if (invalid !== undefined) return { ok: false, fault: invalid };
  return ok({ ...strategy, rawParams, params: params.value });
}

type Tree = Record<string, unknown>;

/** Data of the configuration with the changes. */
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

/** Value of a key; a new map where the value has no keys. */
function step(at: Tree, part: string | number): Tree {
  const inner = at[part];
  if (typeof inner === 'object' && inner !== null) return inner as Tree;
  const made: Tree = {};
  at[part] = made;
  return made;
}

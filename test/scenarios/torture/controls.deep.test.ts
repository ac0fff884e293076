// Each control fires in a world of the whole bot, and no longer once its line is removed.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { SECOND, unwrap } from '../../../src/domain/index.js';
import { HEALTH_CHECKS } from '../../../src/risk/health/index.js';
import { RULES } from '../../../src/risk/index.js';
import { EGRESS_CHECKS } from '../../../src/session/egress/checks.js';
import { RENEWAL_CHECKS } from '../../../src/kernel/parents/parent-checks.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { runWorld } from '../../../src/torture/index.js';
import { withoutUntil } from '../../kernel/without.js';
import {
  type ControlWorld,
  cut,
  EGRESS_WORLDS,
  HEALTH_WORLDS,
  RULE_WORLDS,
} from '../../torture/control-scenarios.js';

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

/** The controls that refused, halted or alerted. */
async function listen(world: ControlWorld) {
  const { seed = 1, faults = [], rules, prepare, plant, says } = world;
  const takeOut = plant?.();
  const all: Record<string, unknown> = { ...plan.limits.rules };
  for (const [id, params] of Object.entries(rules ?? {})) {
    all[id] = params === 'off' ? 'off' : { ...(all[id] as object | undefined), ...params };
  }
  const run = runWorld({
    plan: { ...plan, limits: { ...plan.limits, rules: all } },
    ...{ seed, faults, span: 120 * SECOND, invariants: [] },
    ...(prepare === undefined ? {} : { prepare }),
  });
  const { situations } = unwrap(await run.finally(() => takeOut?.()));
  const text = new RegExp(`^(?:${says ?? 'refused|alert|halt of \\w+'}) by (RC\\d\\d)`);
  return new Set([...situations].map((one) => text.exec(one)?.[1]));
}

describe.each([
  ['rules', RULES, RULE_WORLDS],
  ['health checks', HEALTH_CHECKS, HEALTH_WORLDS],
  ['egress checks', EGRESS_CHECKS, EGRESS_WORLDS],
] as const)('controls of the %s', (_, lines, worlds) => {
  it('each have a world', () => {
    const ids: readonly string[] = lines.map(({ id }) => id);
    expect(Object.keys(worlds).sort()).toEqual([...ids].sort());
  });

  it.each(Object.entries(worlds))(
    'include %s, which fires in a world, and not without its line',
    async (id, world) => {
      expect(await listen(world)).toContain(id);
      expect(await withoutUntil(lines, id, () => listen(world))).not.toContain(id);
    },
  );
});

describe('control of renewals', () => {
  /** Whether an order that rests is asked for again under a pause. */
  async function isAskedFor(): Promise<boolean> {
    const { limits } = plan;
    const strategies = plan.strategies
      .filter(({ name }) => name === 'resting')
      .map((one) => ({ ...one, params: { ...(one.params as object), limitPrice: 1.339 } }));
    const rules = {
      ...limits.rules,
      RC56: { ...(limits.rules['RC56'] as object), positionSeconds: 5 },
    };
    const world = { seed: 1, faults: [], span: 120 * SECOND, invariants: [] };
    const { orders, situations } = unwrap(
      await runWorld({
        plan: { ...plan, strategies, limits: { ...limits, rules } },
        ...{ ...world, prepare: cut('/positions') },
      }),
    );
    expect(orders).toBeGreaterThan(0);
    expect(situations).toContain('alert by RC56');
    return situations.has('refused by RC56');
  }

  it('RC66 stops a renewal while not all is well, and not without its line', async () => {
    expect(await isAskedFor()).toBe(false);
    expect(await withoutUntil(RENEWAL_CHECKS, 'RC66', isAskedFor)).toBe(true);
  });
});

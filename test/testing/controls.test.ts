// Each control speaks in a world of the whole bot, and no longer once its line is gone.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { SECOND, unwrap } from '../../src/domain/index.js';
import { HEALTH_CHECKS, RULES } from '../../src/risk/index.js';
import { loadPlan, type Plan } from '../../src/session/index.js';
import { runWorld } from '../../src/testing/index.js';
import { withoutUntil } from '../kernel/without.js';
import { type ControlWorld, HEALTH_WORLDS, RULE_WORLDS } from './control-scenarios.js';

/**
 * Without a world here: of RC13 and RC46 only a kernel is shown, of RC40 the last gate; RC49, RC53
 * and RC56 are also said by a start and by the policy.
 */
const MISSING: readonly string[] = ['RC13', 'RC40', 'RC46', 'RC49', 'RC53', 'RC56'];

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

/** The controls that refused, halted or alerted. */
async function listen({ seed = 1, faults = [], rules, prepare }: ControlWorld) {
  const all: Record<string, unknown> = { ...plan.limits.rules };
  for (const [id, params] of Object.entries(rules ?? {})) {
    all[id] = params === 'off' ? 'off' : { ...(all[id] as object | undefined), ...params };
  }
  const { situations } = unwrap(
    await runWorld({
      plan: { ...plan, limits: { ...plan.limits, rules: all } },
      ...{ seed, faults, span: 120 * SECOND, invariants: [] },
      ...(prepare === undefined ? {} : { prepare }),
    }),
  );
  const words = /^(?:refused|alert|halt of \w+) by (RC\d\d)/;
  return new Set([...situations].map((one) => words.exec(one)?.[1]));
}

describe.each([
  ['rules', RULES, RULE_WORLDS],
  ['health checks', HEALTH_CHECKS, HEALTH_WORLDS],
] as const)('of the %s', (_, lines, worlds) => {
  it('each has a world, or is named as one without', () => {
    const ids: readonly string[] = lines.map(({ id }) => id);
    const due = ids.filter((id) => !MISSING.includes(id));
    expect(Object.keys(worlds).sort()).toEqual(due.sort());
  });

  it.each(Object.entries(worlds))(
    '%s speaks in a world, and not without its line',
    async (id, world) => {
      expect(await listen(world)).toContain(id);
      expect(await withoutUntil(lines, id, () => listen(world))).not.toContain(id);
    },
  );
});

// Limits that the bot has lost: its rule is gone, the plan still has it, and worlds find that.
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { unwrap } from '../../src/domain/index.js';
import { RULES } from '../../src/risk/index.js';
import { loadPlan, type Plan } from '../../src/session/index.js';
import { INVARIANTS, runWorld } from '../../src/testing/index.js';
import { NARROW } from '../../src/testing/world/variants.js';

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

const MINUTE = 60_000_000;
const MOST_WORLDS = 6;

/** What the first world says that breaks, of those whose limit binds. */
async function findBreach(id: string, faults: readonly string[], most = MOST_WORLDS) {
  const own = plan.limits.rules[id] as object | undefined;
  const rules = { ...plan.limits.rules, [id]: { ...own, ...NARROW[id] } };
  const narrow = { ...plan, limits: { ...plan.limits, rules } };
  const invariants = INVARIANTS.filter(({ number }) => number === 12);
  for (let seed = 1; seed <= most; seed++) {
    const options = { plan: narrow, seed, faults, span: 3 * MINUTE, invariants };
    const { breach } = unwrap(await runWorld(options));
    if (breach !== undefined) return breach.found;
  }
  return undefined;
}

/** All the while the bot lacks the rule. */
async function without<T>(id: string, play: () => Promise<T>): Promise<T> {
  const lines = RULES as readonly { readonly id: string }[] as { readonly id: string }[];
  const at = lines.findIndex((one) => one.id === id);
  const removed = lines.splice(at, 1);
  try {
    return await play();
  } finally {
    lines.splice(at, 0, ...removed);
  }
}

it.each([
  ['RC10', []],
  ['RC17', ['X01']],
  ['RC21', []],
  ['RC24', []],
  ['RC26', []],
  ['RC29', []],
  ['RC30', []],
  ['RC35', []],
  ['RC38', []],
] as const)('finds that %s is gone', async (id, faults) => {
  expect(await without(id, () => findBreach(id, faults))).toMatch(new RegExp(`^${id}`));
});

it('finds nothing while each of them is there', async () => {
  for (const id of ['RC10', 'RC24', 'RC29', 'RC35', 'RC38']) {
    expect([id, await findBreach(id, [], 1)]).toEqual([id, undefined]);
  }
});

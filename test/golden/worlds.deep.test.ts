// What bots take in and do in worlds full of faults, pinned: who changes a record of theirs, or
// what they keep over a restart, is told which. A change that is meant to do so is followed by
// `npx vitest run test/golden/worlds.deep.test.ts -u`.
import { hash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { unwrap } from '../../src/domain/index.js';
import type { Plan } from '../../src/plan/plan.js';
import { loadPlan } from '../../src/plan/load-plan.js';
import { runWorld } from '../../src/torture/index.js';
import { readRecords } from '../../src/torture/simulation/read-records.js';
import type { World } from '../../src/torture/simulation/world.js';

/** Names of configurations, and how many worlds of each. */
const PLANS = [
  ['torture', 40],
  ['torture-quotes', 15],
] as const;
const WORLDS = PLANS.flatMap(([name, count]) =>
  Array.from({ length: count }, (_, index) => [name, index + 1] as const),
);
/** Names code and files by their hashes: differs also with a change that does nothing. */
const HEADER = 'session';

const plans = new Map<string, Plan>();

beforeAll(async () => {
  const registry = await loadRegistry();
  for (const [name] of PLANS) {
    plans.set(name, unwrap(await loadPlan(`config/${name}.yaml`, registry)));
  }
});

/** Data of all records of the journal, by type, and the last state of each of its lives. */
async function listRecords(plan: Plan, seed: number): Promise<ReadonlyMap<string, unknown[]>> {
  const worlds: World[] = [];
  const prepare = (world: World) => worlds.push(world);
  const report = unwrap(await runWorld({ plan, seed, hasVariants: true, prepare }));
  expect(report.breach).toBeUndefined();
  const states = worlds.flatMap(({ bots }) => bots.map(({ session }) => session?.snapshot()));
  const byType = new Map<string, unknown[]>([['state', states]]);
  for (const { type, data } of worlds.flatMap((world) => readRecords(world))) {
    if (type === HEADER) continue;
    const kept = type === 'epoch' ? (data as { stateHash?: string }).stateHash : data;
    const all = byType.get(type);
    if (all === undefined) byType.set(type, [kept]);
    else all.push(kept);
  }
  return byType;
}

it.each(WORLDS)('pins the records of %s, world %i', async (name, seed) => {
  const byType = [...(await listRecords(plans.get(name)!, seed))].sort();
  const lines = byType.map(([type, all]) => {
    return `${type} ${String(all.length)} ${hash('sha256', JSON.stringify(all)).slice(0, 8)}`;
  });
  expect(lines.join('\n')).toMatchSnapshot();
});

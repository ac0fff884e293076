// Crash enumeration: effects are numbered, and the bot dies at the requested one.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { SECOND, unwrap } from '../../../src/domain/index.js';
import { type JournalRecord, readJournal } from '../../../src/journal/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import {
  choosePlaces,
  CRASH_SCENARIOS,
  type CrashPlace,
  type CrashRun,
  type CrashScenario,
  dieAt,
  listPlaces,
  runWorld,
  toWorld,
} from '../../../src/torture/index.js';
import { SituationLog } from '../../../src/torture/coverage/situation-log.js';
import { JOURNAL_DIR } from '../../../src/torture/simulation/bot.js';
import type { World } from '../../../src/torture/simulation/world.js';

let plan: Plan;
let places: readonly CrashPlace[];

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture-crash.yaml', await loadRegistry()));
  places = unwrap(await listPlaces(plan));
});

async function collect(depth: 1 | 2, most: number, chosen: readonly CrashPlace[]) {
  const runs: CrashRun[] = [];
  for (const place of choosePlaces(chosen, { depth, most })) {
    runs.push(...unwrap(await dieAt(place, { plan, depth, most })));
  }
  return runs;
}

/** What the bot of a world has been through until now. */
function listReached({ disk, situations }: World): ReadonlySet<string> {
  const records: JournalRecord[] = [];
  for (const record of readJournal(JOURNAL_DIR, disk)) if (record.ok) records.push(record.value);
  const log = new SituationLog();
  log.journal(records);
  return new Set([...situations.reached, ...log.reached]);
}

async function reachWithin(scenario: CrashScenario): Promise<readonly string[]> {
  const [from, to] = scenario.window;
  let before: ReadonlySet<string> = new Set();
  let after = before;
  const options = toWorld(plan, scenario, []);
  const prepare = (world: World) => {
    options.prepare?.(world);
    world.time.quietlyAt(from * SECOND, () => (before = listReached(world)));
    world.time.quietlyAt(to * SECOND - 100, () => (after = listReached(world)));
  };
  const { breach } = unwrap(await runWorld({ ...options, prepare }));
  expect(breach).toBeUndefined();
  return [...after].filter((name) => !before.has(name));
}

describe('crash scenario contains what its name says', () => {
  it.each(CRASH_SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    async (_, scenario) => {
      expect(scenario.reaches.length).toBeGreaterThan(0);
      expect(await reachWithin(scenario)).toEqual(expect.arrayContaining([...scenario.reaches]));
    },
  );
});

it('crash enumeration numbers the effects of each scenario, equally at every run', async () => {
  const names = new Set(places.map(({ scenario }) => scenario));
  expect(names.size).toBe(CRASH_SCENARIOS.length);
  const show = (list: readonly CrashPlace[]) =>
    list.map(({ scenario, at }) => `${scenario} ${String(at)}`);
  expect(show(unwrap(await listPlaces(plan)))).toEqual(show(places));
});

it('crash enumeration kills at the requested effect, and once', async () => {
  const lines: string[] = [];
  const report = unwrap(
    await runWorld({
      ...{ plan, seed: 1, faults: [], span: 15 * SECOND },
      crashes: [{ at: 60, survivors: { kind: 'synced' } }],
      notify: (line) => lines.push(line),
    }),
  );
  expect(report.effects).toHaveLength(60);
  expect(report.breach).toBeUndefined();
  expect(lines.filter((line) => line.includes('crash of life')).length).toBe(1);
});

it('crash enumeration tries one disk where all was durable, and else all of them', () => {
  const kinds = new Map<string, string[]>();
  for (const { scenario, at, disk } of places) {
    const key = `${scenario} ${String(at)}`;
    kinds.set(key, [...(kinds.get(key) ?? []), disk]);
  }
  const sets = new Set([...kinds.values()].map((list) => list.join()));
  expect(sets).toEqual(new Set(['synced', 'synced,all,some,torn']));
});

it('crash enumeration covers every scenario and disk, also spread over few runs', async () => {
  const runs = await collect(1, 60, places);
  expect(new Set(runs.map(({ scenario }) => scenario.name)).size).toBe(CRASH_SCENARIOS.length);
  const disks = runs.map(({ points }) => points[0]?.survivors.kind);
  expect(new Set(disks)).toEqual(new Set(['synced', 'all', 'some', 'torn']));
  expect(runs.filter(({ report }) => report.breach !== undefined)).toEqual([]);
});

it('crash enumeration kills again at effects all over the recovery, at depth 2', async () => {
  const late = CRASH_SCENARIOS.filter(({ window: [from] }) => from > 0).map(({ name }) => name);
  const place = places.find(({ scenario, at }) => late.includes(scenario) && at > 100);
  const runs = await collect(2, 9, place === undefined ? [] : [place]);
  const [first, ...again] = runs;
  const recovery = first?.report.recovery ?? 0;
  const seconds = again.map(({ points }) => points[1]?.at ?? 0);
  expect(recovery).toBeGreaterThan(30);
  expect(seconds).toHaveLength(8);
  expect(seconds[0]).toBe(1);
  expect(Math.min(...seconds.slice(-1))).toBeGreaterThan(recovery * 0.8);
  expect(runs.filter(({ report }) => report.breach !== undefined)).toEqual([]);
});

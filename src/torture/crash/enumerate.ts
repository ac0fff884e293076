// Crash enumeration: kills the bot at every effect of a scenario, with every disk that may survive.
import { assert, ok, type Result, SECOND } from '../../domain/index.js';
import { createRandom } from '../../determinism/index.js';
import type { Plan } from '../../plan/index.js';
import type { Survivors } from '../platform/disk.js';
import { runWorld, type WorldOptions, type WorldReport } from '../run-world.js';
import type { CrashPoint } from './crash-points.js';
import { CRASH_SCENARIOS, type CrashScenario } from './scenarios.js';

const DISKS = ['synced', 'all', 'some', 'torn'] as const;
type Disk = (typeof DISKS)[number];
const EIGHTHS = 8;
/** Second crashes during a recovery when `most` limits the runs, spread evenly over its effects. */
const AGAIN = 8;

export interface CrashRun {
  readonly scenario: CrashScenario;
  readonly points: readonly CrashPoint[];
  readonly report: WorldReport;
}

/** First crash of a scenario, as plain data. */
export interface CrashPlace {
  readonly scenario: string;
  /** Number of the effect, from 1. */
  readonly at: number;
  readonly disk: Disk;
  /** Seed for the part of the disk that survives. */
  readonly seed: number;
}

export interface EnumerationOptions {
  readonly plan: Plan;
  readonly depth: 1 | 2;
  /** Maximum number of runs, spread evenly over all places. */
  readonly most: number;
}

/** Every effect of every scenario with every disk; a single disk where all survivors are equal. */
export async function listPlaces(plan: Plan): Promise<Result<readonly CrashPlace[]>> {
  const places: CrashPlace[] = [];
  for (const scenario of CRASH_SCENARIOS) {
    const run = await runWorld(toWorld(plan, scenario, []));
    if (!run.ok) return run;
    const [from = 0, to = 0] = scenario.window.map((seconds) => seconds * SECOND);
    for (const [index, { at, isDurable }] of run.value.effects.entries()) {
      if (at < from || at > to) continue;
      for (const disk of isDurable ? DISKS.slice(0, 1) : DISKS) {
        const seed = places.length;
        places.push({ scenario: scenario.name, at: index + 1, disk, seed });
      }
    }
  }
  return ok(places);
}

/** Chooses the first crashes of an enumeration. */
export function choosePlaces(
  places: readonly CrashPlace[],
  { depth, most }: Omit<EnumerationOptions, 'plan'>,
): readonly CrashPlace[] {
  return spread(places, depth === 1 ? most : Math.max(1, most / (1 + AGAIN)));
}

/**
 * All runs of one place: with one crash, and at depth 2 also with a second crash after the first.
 */
export async function dieAt(
  { scenario: name, at: firstAt, disk: firstDisk, seed }: CrashPlace,
  { plan, depth, most }: EnumerationOptions,
): Promise<Result<readonly CrashRun[]>> {
  const scenario = CRASH_SCENARIOS.find((one) => one.name === name);
  assert(scenario !== undefined, 'places are of known scenarios');
  const point = { at: firstAt, survivors: toSurvivors(firstDisk, seed) };
  const first = await runAt(plan, scenario, [point]);
  if (!first.ok) return first;
  const runs = [first.value];
  if (depth === 1) return ok(runs);
  const seconds = Array.from({ length: first.value.report.recovery }, (_, index) => index + 1);
  for (const at of spread(seconds, most === Infinity ? most : AGAIN)) {
    const disk = DISKS[(point.at + at) % DISKS.length] ?? 'torn';
    const run = await runAt(plan, scenario, [point, { at, survivors: toSurvivors(disk, at) }]);
    if (!run.ok) return run;
    runs.push(run.value);
  }
  return ok(runs);
}

async function runAt(
  plan: Plan,
  scenario: CrashScenario,
  points: readonly CrashPoint[],
): Promise<Result<CrashRun>> {
  const run = await runWorld(toWorld(plan, scenario, points));
  return run.ok ? ok({ scenario, points, report: run.value }) : run;
}

/** At most `most` items, spread evenly over the list. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  const count = Math.floor(most);
  return Array.from(
    { length: count },
    (_, index) => list[Math.floor((index * list.length) / count)] as T,
  );
}

function toSurvivors(disk: Disk, seed: number): Survivors {
  if (disk === 'synced' || disk === 'all') return { kind: disk };
  if (disk === 'torn') {
    return { kind: 'torn', share: (Math.floor(seed / DISKS.length) % EIGHTHS) / EIGHTHS };
  }
  const random = createRandom(seed, 'crash/survivors');
  return { kind: 'some', draw: () => random() < 0.5 };
}

/** World options of a scenario in which the bot dies at these points. */
export function toWorld(
  plan: Plan,
  { seed, window: [, to], resumes = false, script = [] }: CrashScenario,
  crashes: readonly CrashPoint[],
): WorldOptions {
  const { config } = plan;
  const onRestart = { ...config.onRestart, parents: resumes ? 'resume' : 'stop' } as const;
  return {
    seed,
    faults: [],
    crashes,
    span: to * SECOND,
    prepare: (world) => {
      for (const put of script) put(world);
    },
    plan: { ...plan, config: { ...config, onRestart } },
  };
}

// Crash enumeration: the bot dies at every effect of a scenario, on every disk that may survive.
import { ok, type Result, SECOND } from '../../domain/index.js';
import { createRandom } from '../../machine/index.js';
import type { Plan } from '../../session/index.js';
import type { Survivors } from '../virtual/disk.js';
import { runWorld, type WorldOptions, type WorldReport } from '../world/run-world.js';
import type { CrashPoint } from './crash-points.js';
import { CRASH_SCENARIOS, type CrashScenario } from './scenarios.js';

const DISKS = ['synced', 'all', 'some', 'torn'] as const;
const EIGHTHS = 8;
/** Second deaths of a recovery when not all of them are asked for, evenly over its effects. */
const AGAIN = 8;

export interface CrashRun {
  readonly scenario: CrashScenario;
  readonly points: readonly CrashPoint[];
  readonly report: WorldReport;
}

/** Where the bot of a scenario dies first. */
export interface CrashPlace {
  readonly scenario: CrashScenario;
  readonly point: CrashPoint;
}

export interface EnumerationOptions {
  readonly plan: Plan;
  readonly depth: 1 | 2;
  /** Runs at most, spread evenly over all places. */
  readonly most: number;
}

/** Every effect of every scenario with every disk; one disk where all that survive are equal. */
export async function listPlaces(plan: Plan): Promise<Result<readonly CrashPlace[]>> {
  const places: CrashPlace[] = [];
  for (const scenario of CRASH_SCENARIOS) {
    const run = await runWorld(toWorld(plan, scenario, []));
    if (!run.ok) return run;
    const [from = 0, to = 0] = scenario.window.map((seconds) => seconds * SECOND);
    for (const [index, { at, isDurable }] of run.value.effects.entries()) {
      if (at < from || at > to) continue;
      for (const disk of isDurable ? DISKS.slice(0, 1) : DISKS) {
        const survivors = toSurvivors(disk, places.length);
        places.push({ scenario, point: { at: index + 1, survivors } });
      }
    }
  }
  return ok(places);
}

/** All runs of an enumeration, one after another. */
export async function* enumerateCrashes(
  { plan, depth, most }: EnumerationOptions,
  places: readonly CrashPlace[],
): AsyncGenerator<Result<CrashRun>> {
  const first = depth === 1 ? most : Math.max(1, most / (1 + AGAIN));
  for (const { scenario, point } of spread(places, first)) {
    const run = await runAt(plan, scenario, [point]);
    yield run;
    if (depth === 1 || !run.ok) continue;
    const seconds = Array.from({ length: run.value.report.recovery }, (_, index) => index + 1);
    for (const at of spread(seconds, most === Infinity ? most : AGAIN)) {
      const disk = DISKS[(point.at + at) % DISKS.length] ?? 'torn';
      yield await runAt(plan, scenario, [point, { at, survivors: toSurvivors(disk, at) }]);
    }
  }
}

async function runAt(
  plan: Plan,
  scenario: CrashScenario,
  points: readonly CrashPoint[],
): Promise<Result<CrashRun>> {
  const run = await runWorld(toWorld(plan, scenario, points));
  return run.ok ? ok({ scenario, points, report: run.value }) : run;
}

/** So many of them at most, evenly. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  const count = Math.floor(most);
  return Array.from(
    { length: count },
    (_, index) => list[Math.floor((index * list.length) / count)] as T,
  );
}

function toSurvivors(disk: (typeof DISKS)[number], number: number): Survivors {
  if (disk === 'synced' || disk === 'all') return { kind: disk };
  if (disk === 'torn') {
    return { kind: 'torn', share: (Math.floor(number / DISKS.length) % EIGHTHS) / EIGHTHS };
  }
  const random = createRandom(number, 'crash/survivors');
  return { kind: 'some', draw: () => random() < 0.5 };
}

/** The world of a scenario in which the bot dies at these points. */
export function toWorld(
  plan: Plan,
  { seed, window: [, to], resumes = false, script = [] }: CrashScenario,
  crashes: readonly CrashPoint[],
): WorldOptions {
  const { config } = plan;
  const onRestart = { ...config.onRestart, parents: resumes ? 'resume' : 'stop' } as const;
  return {
    ...{ seed, faults: [], crashes, span: to * SECOND },
    prepare: (world) => {
      for (const put of script) put(world);
    },
    plan: { ...plan, config: { ...config, onRestart } },
  };
}

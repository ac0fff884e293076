// Crash enumeration: the bot dies at every effect of a scenario, on every disk that may survive.
import { type Micros, ok, type Result, SECOND } from '../../domain/index.js';
import { createRandom } from '../../machine/index.js';
import type { Plan } from '../../session/index.js';
import type { Survivors } from '../virtual/disk.js';
import { flattenByHand, killByHand, resolveByHand, resumeByHand } from '../world/operator.js';
import { runWorld, type WorldReport } from '../world/run-world.js';
import type { World } from '../world/world.js';
import type { CrashPoint } from './crash-points.js';

export interface CrashScenario {
  readonly name: string;
  readonly seed: number;
  readonly faults: readonly string[];
  /** Parents of a former run are worked on. */
  readonly resumes?: boolean;
  /** Time in which the bot trades and may die, when that is not the usual one. */
  readonly span?: Micros;
  /** What a person does, and when. */
  readonly acts?: readonly (readonly [at: Micros, act: (world: World) => Promise<unknown>])[];
}

const kill = (world: World) => killByHand(world, 'RC63');
/** After the cool-down of a kill. */
const RESUME: Micros = 68 * SECOND;

const LONG: Micros = 78 * SECOND;
const RESOLVES = [8, 11, 14].map((at) => [at * SECOND, resolveByHand] as const);

/** What the bot lives through; orders, cancels and children of a parent come in all of them. */
export const CRASH_SCENARIOS: readonly CrashScenario[] = [
  { name: 'calm, parents given up', seed: 1, faults: [] },
  { name: 'calm, parents resumed', seed: 2, faults: [], resumes: true },
  { name: 'rejected later', seed: 3, faults: ['V04'] },
  { name: 'request lost', seed: 4, faults: ['N05'] },
  { name: 'answer lost, order found', seed: 5, faults: ['N06'] },
  { name: 'order seen late', seed: 6, faults: ['V06'] },
  { name: 'token gone', seed: 7, faults: ['V18'] },
  { name: 'halted by a 500', seed: 8, faults: ['V01'] },
  { name: 'halted by a serious error', seed: 9, faults: ['V05'] },
  { name: 'fill after the cancel', seed: 10, faults: ['V11'] },
  { name: 'orders in doubt are resolved', seed: 11, faults: ['N05'], acts: RESOLVES },
  { name: 'killed', seed: 12, faults: [], acts: [[8 * SECOND, kill]] },
  { name: 'flattened', seed: 13, faults: [], acts: [[9 * SECOND, flattenByHand]] },
  { name: 'orders renewed', seed: 14, faults: [], span: 45 * SECOND },
  { name: 'five children, parent given up', seed: 15, faults: [], span: LONG },
  { name: 'five children, parent resumed', seed: 15, faults: [], span: LONG, resumes: true },
  {
    ...{ name: 'killed and resumed', seed: 16, faults: [], span: LONG, resumes: true },
    acts: [
      [6 * SECOND, kill],
      [RESUME, resumeByHand],
    ],
  },
];

/** Time in which the bot trades and may die. */
const SPAN = 15 * SECOND;
const DISKS = 4;
const EIGHTHS = 8;
/** Effects of a recovery at which it dies again, at depth 2. */
const AGAIN = 24;

export interface CrashRun {
  readonly scenario: CrashScenario;
  readonly points: readonly CrashPoint[];
  readonly report: WorldReport;
}

export interface EnumerationOptions {
  readonly plan: Plan;
  readonly depth: 1 | 2;
  /** Runs at most, spread evenly over all points. */
  readonly most: number;
}

/** Effects of each scenario without a crash. */
export async function countEffects(plan: Plan): Promise<Result<readonly number[]>> {
  const counts: number[] = [];
  for (const scenario of CRASH_SCENARIOS) {
    const run = await runScenario(plan, scenario, []);
    if (!run.ok) return run;
    counts.push(run.value.effects);
  }
  return ok(counts);
}

/** All runs of an enumeration, one after another. */
export async function* enumerateCrashes(
  { plan, depth, most }: EnumerationOptions,
  counts: readonly number[],
): AsyncGenerator<Result<CrashRun>> {
  const again = depth === 2 ? AGAIN : 1;
  const total = counts.reduce((sum, count) => sum + count, 0) * DISKS * again;
  // Coprime to the disks, so that a spread run meets every one of them.
  const stride = Math.max(1, Math.ceil(total / most)) | 1;
  for (let number = 0; number < total; number += stride) {
    const { scenario, rest } = find(counts, number, DISKS * again);
    const points = toPoints(rest, depth);
    const run = await runScenario(plan, scenario, points);
    yield run.ok ? ok({ scenario, points, report: run.value }) : run;
  }
}

function find(counts: readonly number[], number: number, runsOfEach: number) {
  let rest = number;
  for (const [index, scenario] of CRASH_SCENARIOS.entries()) {
    const runs = (counts[index] ?? 0) * runsOfEach;
    if (rest < runs) return { scenario, rest };
    rest -= runs;
  }
  throw new RangeError(`no run ${String(number)}`);
}

function toPoints(number: number, depth: 1 | 2): readonly CrashPoint[] {
  const survivors = toSurvivors(number % DISKS, number);
  const rest = Math.floor(number / DISKS);
  if (depth === 1) return [{ at: 1 + rest, survivors }];
  return [
    { at: 1 + Math.floor(rest / AGAIN), survivors },
    { at: 1 + (rest % AGAIN), survivors: toSurvivors(rest % DISKS, rest) },
  ];
}

function toSurvivors(disk: number, number: number): Survivors {
  const random = createRandom(number, 'crash/survivors');
  switch (disk) {
    case 0:
      return { kind: 'synced' };
    case 1:
      return { kind: 'all' };
    case 2:
      return { kind: 'some', draw: () => random() < 0.5 };
    default:
      return { kind: 'torn', share: (Math.floor(number / DISKS) % EIGHTHS) / EIGHTHS };
  }
}

function runScenario(
  plan: Plan,
  { seed, faults, resumes = false, span = SPAN, acts = [] }: CrashScenario,
  crashes: readonly CrashPoint[],
): Promise<Result<WorldReport>> {
  const { config } = plan;
  const onRestart = { ...config.onRestart, parents: resumes ? 'resume' : 'stop' } as const;
  return runWorld({
    ...{ seed, faults, crashes, span },
    prepare: (world) => {
      for (const [at, act] of acts) world.time.at(at, () => void act(world));
    },
    plan: { ...plan, config: { ...config, onRestart } },
  });
}

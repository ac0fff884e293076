// Jobs of weir torture: worlds by seed, or crashes by place.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ok, type Result } from '../../domain/index.js';
import { leaveReplaceable } from '../../host/index.js';
import { loadPlan, type Plan } from '../../plan/index.js';
import {
  type CrashPlace,
  type CrashRun,
  dieAt,
  type EnumerationOptions,
  runWorld,
  shrinkWorld,
  type WorldOptions,
  type WorldReport,
} from '../../torture/index.js';
import { unwrap } from '../output.js';
import { loadRegistry } from '../registry.js';
import { usageError } from '../parser/usage.js';

/** Worlds by seed; plain data. */
export interface WorldsWork {
  readonly kind: 'worlds';
  /** The user's own configuration; the shipped ones when absent. */
  readonly config: string | undefined;
  readonly chosen: ChosenWorlds;
  /** Whether to search for a smaller world that fails the same way. */
  readonly shrinks: boolean;
}

/** A world that was run; plain data. */
export interface WorldRun {
  readonly report: WorldReport;
  /** Report of a smaller world that fails the same way, if one was searched for. */
  readonly small: WorldReport | undefined;
  /** Wall time without that search. */
  readonly tookMs: number;
}

/** Crashes by place; plain data. */
export interface CrashWork extends Omit<EnumerationOptions, 'plan'> {
  readonly kind: 'crash';
  readonly config: string | undefined;
}

export type ChosenWorlds = Pick<
  WorldOptions,
  'groups' | 'faults' | 'hasOwnStrategies' | 'hasVariants'
>;

/** One crash, or two, with the result; plain data. */
export interface CrashFacts {
  readonly scenario: { readonly name: string; readonly seed: number };
  readonly points: readonly { readonly at: number; readonly survivors: PlainSurvivors }[];
  readonly report: Pick<WorldReport, 'seed' | 'breach' | 'faults' | 'span' | 'hash'>;
}

interface PlainSurvivors {
  readonly kind: string;
  readonly share?: number;
}

/** Plan of the world with this seed. */
export type PlanOf = (seed: number) => Plan;

/** One world in this many trades on firm quotes, with the shipped configurations. */
const QUOTES_EVERY = 5;

/** The user's own configuration, or the shipped ones. */
export async function readPlans(config: string | undefined): Promise<PlanOf> {
  leaveReplaceable();
  const registry = await loadRegistry();
  const load = async (file: string) => unwrap(await loadPlan(file, registry));
  if (config !== undefined) {
    const plan = await load(config);
    return () => plan;
  }
  const orders = await load(findOwnConfig('torture.yaml'));
  const quotes = await load(findOwnConfig('torture-quotes.yaml'));
  return (seed) => (seed % QUOTES_EVERY === 0 ? quotes : orders);
}

/** Plan for crash worlds: the user's own configuration, or the short one. */
export async function readCrashPlan(config: string | undefined): Promise<Plan> {
  leaveReplaceable();
  const file = config ?? findOwnConfig('torture-crash.yaml');
  return unwrap(await loadPlan(file, await loadRegistry()));
}

/** Returns the function that runs the world of a seed. */
export async function createWorlds(
  { config, chosen, shrinks }: WorldsWork,
  trace?: (line: string) => void,
): Promise<(seed: number) => Promise<Result<WorldRun>>> {
  const planOf = await readPlans(config);
  const traced = trace === undefined ? {} : { notify: trace };
  return async (seed) => {
    const world: WorldOptions = { plan: planOf(seed), seed, ...chosen, ...traced };
    const startedAt = performance.now();
    const ran = await runWorld(world);
    if (!ran.ok) return ran;
    const run = { report: ran.value, small: undefined, tookMs: performance.now() - startedAt };
    if (!shrinks || ran.value.breach === undefined) return ok(run);
    const small = await shrinkWorld(world, ran.value);
    return small.ok ? ok({ ...run, small: small.value }) : small;
  };
}

/** Returns the function that runs all crashes of a place. */
export async function createDeaths({
  config,
  ...extent
}: CrashWork): Promise<(place: CrashPlace) => Promise<Result<readonly CrashFacts[]>>> {
  const plan = await readCrashPlan(config);
  return async (place) => {
    const runs = await dieAt(place, { plan, ...extent });
    return runs.ok ? ok(runs.value.map(toFacts)) : runs;
  };
}

function toFacts({ scenario: { name, seed }, points, report }: CrashRun): CrashFacts {
  const { breach, faults, span, hash } = report;
  return {
    scenario: { name, seed },
    points: points.map(({ at, survivors }) => ({
      at,
      survivors:
        survivors.kind === 'torn'
          ? { kind: survivors.kind, share: survivors.share }
          : { kind: survivors.kind },
    })),
    report: { seed: report.seed, breach, faults, span, hash },
  };
}

/** A shipped configuration, relative to the sources or to a build. */
function findOwnConfig(name: string): string {
  const paths = [`../../../config/${name}`, `../../../../config/${name}`];
  const files = paths.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw usageError('expected --config FILE, found none');
  return found;
}

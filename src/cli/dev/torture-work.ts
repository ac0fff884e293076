// What weir torture runs one after another: worlds by their seeds, or deaths by their places.
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
import { usageError } from '../usage.js';

/** Worlds by their seeds; plain data. */
export interface WorldsWork {
  readonly kind: 'worlds';
  /** A person's own configuration; the shipped ones without. */
  readonly config: string | undefined;
  readonly chosen: ChosenWorlds;
  /** A smaller world is looked for that breaks as one that broke. */
  readonly shrinks: boolean;
}

/** A world that ran; plain data. */
export interface WorldRun {
  readonly report: WorldReport;
  /** Of a smaller world that breaks the same, where it was looked for. */
  readonly small: WorldReport | undefined;
  /** Wall clock, without the search. */
  readonly tookMs: number;
}

/** Deaths by their places; plain data. */
export interface CrashWork extends Omit<EnumerationOptions, 'plan'> {
  readonly kind: 'crash';
  readonly config: string | undefined;
}

export type ChosenWorlds = Pick<
  WorldOptions,
  'groups' | 'faults' | 'hasOwnStrategies' | 'hasVariants'
>;

/** One death, or two, and what came of it; plain data. */
export interface CrashFacts {
  readonly scenario: { readonly name: string; readonly seed: number };
  readonly points: readonly { readonly at: number; readonly survivors: PlainSurvivors }[];
  readonly report: Pick<WorldReport, 'seed' | 'breach' | 'faults' | 'span' | 'hash'>;
}

interface PlainSurvivors {
  readonly kind: string;
  readonly share?: number;
}

/** What the world of a seed runs. */
export type PlanOf = (seed: number) => Plan;

/** Worlds that deal on firm quotes, of those of the shipped configurations. */
const QUOTES_EVERY = 5;

/** A person's own configuration, or the shipped ones. */
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

/** What a bot runs that dies: a person's own configuration, or the short one. */
export async function readCrashPlan(config: string | undefined): Promise<Plan> {
  leaveReplaceable();
  const file = config ?? findOwnConfig('torture-crash.yaml');
  return unwrap(await loadPlan(file, await loadRegistry()));
}

/** Runs the world of a seed. */
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

/** Runs all deaths of a place. */
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

/** A shipped configuration, beside the sources or beside what was built of them. */
function findOwnConfig(name: string): string {
  const paths = [`../../../config/${name}`, `../../../../config/${name}`];
  const files = paths.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw usageError('expected --config FILE, found none');
  return found;
}

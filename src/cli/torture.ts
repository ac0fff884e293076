// weir torture: the production bot in seeded worlds full of faults, and what must hold there.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadPlan, type Plan } from '../session/index.js';
import {
  FAULT_GROUPS,
  type FaultGroup,
  FAULTS,
  runWorld,
  type WorldOptions,
  type WorldReport,
} from '../testing/index.js';
import { clearProgress, EXIT, print, showProgress, tell, unwrap } from './output.js';
import { loadRegistry } from './registry.js';
import { tellBreach, toBreachFacts } from './torture-breach.js';
import { type BugsArguments, tortureBugs } from './torture-bugs.js';
import { COVERAGE_SEEDS, type PlanOf, tortureCoverage } from './torture-coverage.js';
import { type CrashArguments, tortureCrash } from './torture-crash.js';
import { usageError } from './usage.js';

export interface TortureArguments extends CrashArguments, BugsArguments {
  readonly work?: 'crash' | 'bugs' | 'coverage' | undefined;
  readonly seed?: string | undefined;
  readonly seeds?: string | undefined;
  readonly config?: string | undefined;
  readonly minutes?: string | undefined;
  readonly fault?: string | undefined;
  readonly trace: boolean;
  readonly first: boolean;
  readonly json: boolean;
}

/** Worlds that deal on firm quotes, of those of the shipped configurations. */
const QUOTES_EVERY = 5;
/** Seeds of a run that names none. */
const DEFAULT_SEEDS = { first: 1, last: 100 };
const MINUTE_MS = 60_000;
/** Time between two lines of progress. */
const TELL_MS = { terminal: 200, elsewhere: 10_000 };

export async function torture(options: TortureArguments): Promise<number> {
  if (options.work === 'bugs') return tortureBugs(options);
  const chosen = { ...readFaults(options.fault), ...toKind(options) };
  const { first, last } = readSeeds(options);
  if (options.work === 'crash') return tortureCrash(await readCrashPlan(options), options);
  const planOf = await readPlans(options);
  if (options.work === 'coverage') return tortureCoverage(planOf, { first, last }, chosen, options);
  const untilMs = performance.now() + (readMinutes(options.minutes) ?? Infinity) * MINUTE_MS;
  const tally = new Tally();
  const breaches: object[] = [];
  for (let seed = first; seed <= last && performance.now() < untilMs; seed++) {
    const world: WorldOptions = {
      ...{ plan: planOf(seed), seed, ...chosen },
      ...(options.trace ? { tell: options.json ? tell : print } : {}),
    };
    const report = unwrap(await runWorld(world));
    tally.add(report);
    if (report.breach !== undefined) breaches.push(toBreachFacts(report));
    if (report.breach !== undefined) await tellBreach(world, report, options);
    if (report.breach !== undefined && options.first) break;
    if (tally.isTellTime()) showProgress(tally.describe());
  }
  clearProgress();
  if (tally.refused !== undefined) tell(`no order left in any world; refused by ${tally.refused}`);
  if (options.json) print(JSON.stringify({ ...tally.toFacts(), breaches }, undefined, 2));
  else print(`${tally.describe()}, traces ${tally.digest()}`);
  return tally.failed > 0 ? EXIT.fault : EXIT.done;
}

/** The shipped configuration has variants where it is counted what worlds reach. */
function toKind({ config, work }: TortureArguments) {
  const hasOwnStrategies = config !== undefined;
  return { hasOwnStrategies, hasVariants: !hasOwnStrategies && work === 'coverage' };
}

/** What each world runs: a person's own configuration, or one of the shipped ones. */
async function readPlans({ config }: TortureArguments): Promise<PlanOf> {
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
async function readCrashPlan({ config }: TortureArguments): Promise<Plan> {
  const file = config ?? findOwnConfig('torture-crash.yaml');
  return unwrap(await loadPlan(file, await loadRegistry()));
}

/** Worlds so far, and how fast they went. */
class Tally {
  readonly #startedAt = performance.now();
  #toldAt = 0;
  #worlds = 0;
  #virtualMs = 0;
  #orders = 0;
  /** Over the traces of all worlds: equal wherever the same worlds ran. */
  readonly #traces = createHash('sha256');
  failed = 0;
  #refused: string | undefined;

  /** What the gate said first, where it let nothing pass. */
  get refused(): string | undefined {
    return this.#orders === 0 ? this.#refused : undefined;
  }

  add({ elapsed, hash, orders, breach, refused }: WorldReport): void {
    this.#refused ??= refused;
    this.#traces.update(hash);
    this.#worlds += 1;
    this.#virtualMs += elapsed / 1_000;
    this.#orders += orders;
    if (breach !== undefined) this.failed += 1;
  }

  digest(): string {
    return this.#traces.copy().digest('hex').slice(0, 32);
  }

  isTellTime(): boolean {
    const now = performance.now();
    if (now - this.#toldAt < TELL_MS[process.stderr.isTTY ? 'terminal' : 'elsewhere']) return false;
    this.#toldAt = now;
    return true;
  }

  toFacts() {
    const [worlds, orders, failed] = [this.#worlds, this.#orders, this.failed];
    return { worlds, orders, failed, timesRealTime: this.#speed(), traces: this.digest() };
  }

  #speed(): number {
    return this.#virtualMs / (performance.now() - this.#startedAt);
  }

  describe(): string {
    const counts = `${String(this.#worlds)} worlds, ${String(this.#orders)} orders`;
    const speed = `${this.#speed().toFixed(0)} times real time`;
    return `${counts}, ${String(this.failed)} failed, ${speed}`;
  }
}

function readSeeds({ seed, seeds, minutes, work }: TortureArguments) {
  if (seed !== undefined && seeds !== undefined) {
    throw usageError('expected --seed or --seeds, found both');
  }
  if (seed !== undefined) {
    const only = readWhole('--seed', seed);
    return { first: only, last: only };
  }
  if (seeds === undefined && work === 'coverage') return COVERAGE_SEEDS;
  if (seeds === undefined) return minutes === undefined ? DEFAULT_SEEDS : { first: 1, last: 1e9 };
  const [, from, to] = /^(\d{1,9})\.\.(\d{1,9})$/.exec(seeds) ?? [];
  if (from === undefined || to === undefined || Number(from) > Number(to)) {
    throw usageError(`--seeds: expected a range such as 1..300, found \`${seeds}\``);
  }
  return { first: Number(from), last: Number(to) };
}

function readWhole(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw usageError(`${name}: expected a whole number, found \`${text}\``);
}

function readMinutes(text: string | undefined): number | undefined {
  return text === undefined ? undefined : readWhole('--minutes', text);
}

/** A group, whose kinds are drawn, or ids, which are all on. */
function readFaults(text: string | undefined): Pick<WorldOptions, 'groups' | 'faults'> {
  if (text === undefined) return {};
  if (text === 'none') return { faults: [] };
  const group = FAULT_GROUPS.find((one) => one === text);
  if (group !== undefined) return { groups: new Set<FaultGroup>([group]) };
  const ids = text.split(',');
  const unknown = ids.find((id) => FAULTS.every((kind) => kind.id !== id));
  if (unknown === undefined) return { faults: ids };
  const groups = FAULT_GROUPS.join(', ');
  throw usageError(`--fault: expected a group (${groups}), ids or none, found \`${unknown}\``);
}

/** A shipped configuration, beside the sources or beside what was built of them. */
function findOwnConfig(name: string): string {
  const paths = [`../../config/${name}`, `../../../config/${name}`];
  const files = paths.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw usageError('expected --config FILE, found none');
  return found;
}

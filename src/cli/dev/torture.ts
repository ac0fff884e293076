// weir torture: runs the production bot in seeded worlds with injected faults and checks
// invariants.
import { createHash } from 'node:crypto';
import { FAULT_GROUPS, type FaultGroup, FAULTS, type WorldOptions } from '../../torture/index.js';
import { clearProgress, EXIT, print, printText, showProgress, printNote } from '../output.js';
import { mayShrink, printBreach, toBreachFacts } from './torture-breach.js';
import { type BugsArguments, tortureBugs } from './torture-bugs.js';
import { COVERAGE_SEEDS, tortureCoverage, type Worlds } from './torture-coverage.js';
import { type CrashArguments, tortureCrash } from './torture-crash.js';
import { runWorlds } from './torture-threads.js';
import { readPlans, type WorldRun, type WorldsWork } from './torture-work.js';
import { usageError } from '../parser/usage.js';
import { readWorkers } from '../workers.js';

export interface TortureArguments extends CrashArguments, BugsArguments {
  readonly work?: 'crash' | 'bugs' | 'coverage' | undefined;
  readonly seed?: string | undefined;
  readonly seeds?: string | undefined;
  readonly config?: string | undefined;
  readonly minutes?: string | undefined;
  readonly fault?: string | undefined;
  readonly workers?: string | undefined;
  readonly trace: boolean;
  readonly first: boolean;
  readonly json: boolean;
}

/** Seeds when none are given. */
const DEFAULT_SEEDS = { first: 1, last: 100 };
const MINUTE_MS = 60_000;
/** Interval of the progress line, milliseconds. */
const TELL_MS = { terminal: 200, elsewhere: 10_000 };

export async function torture(options: TortureArguments): Promise<number> {
  refuseUnused(options);
  if (options.work === 'bugs') return tortureBugs(options);
  const { config, json } = options;
  const chosen = { ...readFaults(options.fault), ...toKind(options) };
  const { first, last } = readSeeds(options);
  const untilMs = performance.now() + (readMinutes(options.minutes) ?? Infinity) * MINUTE_MS;
  const trace = json ? printNote : print;
  const how = { threads: readWorkers(options.workers), trace: options.trace ? trace : undefined };
  if (options.work === 'crash') return tortureCrash(config, how, options);
  const planOf = await readPlans(config);
  const work: WorldsWork = { kind: 'worlds', config, chosen, shrinks: mayShrink(options) };
  const worlds = { planOf, runs: runWorlds(work, listSeeds(first, last, untilMs), how) };
  if (options.work === 'coverage') return tortureCoverage(worlds, last - first + 1, options);
  return tortureWorlds(worlds, options);
}

/** Refuses an option that this kind of work would ignore. */
function refuseUnused({ depth, most, only, work }: TortureArguments): void {
  const given = { depth: ['crash'], most: ['crash', 'bugs'], only: ['bugs'] };
  for (const [name, value] of Object.entries({ depth, most, only })) {
    const works = given[name as keyof typeof given];
    if (value === undefined || works.includes(work ?? '')) continue;
    throw usageError(`--${name}: only \`weir torture ${works.join('|')}\` has this option`);
  }
}

async function tortureWorlds({ planOf, runs }: Worlds, options: TortureArguments) {
  const tally = new Tally();
  const breaches: object[] = [];
  for await (const run of runs) {
    tally.add(run);
    if (run.report.breach !== undefined) {
      breaches.push(toBreachFacts(run.report));
      printBreach(planOf, run, options);
      if (options.first) break;
    }
    if (tally.isTellTime()) showProgress(tally.describe());
  }
  clearProgress();
  if (tally.refused !== undefined)
    printNote(`no order was sent in any world; refused by ${tally.refused}`);
  if (options.json) printText(JSON.stringify({ ...tally.toFacts(), breaches }, undefined, 2));
  else print(`${tally.describe()}, traces ${tally.digest()}`);
  return tally.failed > 0 ? EXIT.fault : EXIT.done;
}

function* listSeeds(first: number, last: number, untilMs: number): Generator<number> {
  for (let seed = first; seed <= last && performance.now() < untilMs; seed++) yield seed;
}

/** Coverage varies the shipped configuration; an own configuration keeps its strategies' orders. */
function toKind({ config, work }: TortureArguments) {
  const hasOwnStrategies = config !== undefined;
  return { hasOwnStrategies, hasVariants: !hasOwnStrategies && work === 'coverage' };
}

/** Counts of the worlds so far, and their speed. */
class Tally {
  #reportedAt = 0;
  #worlds = 0;
  #virtualMs = 0;
  /** Sum over all threads. */
  #tookMs = 0;
  #orders = 0;
  /** Hash over the traces of all worlds: equal wherever the same worlds ran. */
  readonly #traces = createHash('sha256');
  failed = 0;
  #refused: string | undefined;

  /** Message of the gate's first refusal, if no order left in any world. */
  get refused(): string | undefined {
    return this.#orders === 0 ? this.#refused : undefined;
  }

  add({ report: { elapsed, hash, orders, breach, refused }, tookMs }: WorldRun): void {
    this.#tookMs += tookMs;
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
    if (now - this.#reportedAt < TELL_MS[process.stderr.isTTY ? 'terminal' : 'elsewhere'])
      return false;
    this.#reportedAt = now;
    return true;
  }

  toFacts() {
    const [worlds, orders, failed] = [this.#worlds, this.#orders, this.failed];
    return { worlds, orders, failed, timesRealTime: this.#speed(), traces: this.digest() };
  }

  /** Speed of one thread. */
  #speed(): number {
    return this.#tookMs === 0 ? 0 : this.#virtualMs / this.#tookMs;
  }

  describe(): string {
    const counts = `${String(this.#worlds)} worlds, ${String(this.#orders)} orders`;
    const speed = `${this.#speed().toFixed(0)} times real time a thread`;
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
  if (text === undefined) return undefined;
  const minutes = readWhole('--minutes', text);
  if (minutes === 0) throw usageError('--minutes: expected 1 or more, found `0`');
  return minutes;
}

/** Groups, from which faults are drawn, or ids, all of which are on. */
function readFaults(text: string | undefined): Pick<WorldOptions, 'groups' | 'faults'> {
  if (text === undefined) return {};
  if (text === 'none') return { faults: [] };
  const parts = text.split(',');
  const isGroup = (word: string): word is FaultGroup => FAULT_GROUPS.some((one) => one === word);
  const isId = (word: string) => FAULTS.some(({ id }) => id === word);
  if (parts.every(isGroup)) return { groups: new Set(parts) };
  if (parts.every(isId)) return { faults: parts };
  const odd = parts.find((word) => !isGroup(word) && !isId(word)) ?? parts.find(isGroup) ?? '';
  const groups = FAULT_GROUPS.join(', ');
  throw usageError(`--fault: expected groups (${groups}), or ids, or none, found \`${odd}\``);
}

// weir torture crash: kills the bot at every effect on its disk and network; it must recover.
import type { Plan } from '../../plan/index.js';
import { choosePlaces, CRASH_SCENARIOS, listPlaces } from '../../torture/index.js';
import {
  clearProgress,
  EXIT,
  print,
  printText,
  showProgress,
  printNote,
  unwrap,
} from '../output.js';
import { formatHashes, toBreachFacts } from './torture-breach.js';
import { runDeaths, type ThreadOptions } from './torture-threads.js';
import { type CrashFacts, readCrashPlan } from './torture-work.js';
import { usageError } from '../parser/usage.js';

export interface CrashArguments {
  readonly depth?: string | undefined;
  readonly most?: string | undefined;
  readonly json: boolean;
}

/** Maximum number of failures printed. */
const MOST_TOLD = 20;
const TELL_MS = 10_000;

export async function tortureCrash(
  config: string | undefined,
  how: ThreadOptions,
  options: CrashArguments,
): Promise<number> {
  const extent = { depth: readDepth(options.depth), most: readMost(options.most) };
  const plan = await readCrashPlan(config);
  const places = unwrap(await listPlaces(plan));
  const points = new Set(places.map(({ scenario, at }) => `${scenario} ${String(at)}`));
  const scenarios = String(CRASH_SCENARIOS.length);
  const failures: object[] = [];
  let runs = 0;
  let reportedAt = performance.now();
  const of = `${scenarios} scenarios, ${String(points.size)} points`;
  const describe = () => `${of}, ${String(runs)} runs, ${String(failures.length)} failed`;
  const chosen = choosePlaces(places, extent);
  for await (const deaths of runDeaths({ kind: 'crash', config, ...extent }, chosen, how)) {
    runs += deaths.length;
    for (const run of deaths.filter(({ report }) => report.breach !== undefined)) {
      failures.push(toFailureFacts(run));
      if (failures.length <= MOST_TOLD) reportFailure(plan, run);
    }
    if (performance.now() - reportedAt < TELL_MS) continue;
    reportedAt = performance.now();
    showProgress(describe());
  }
  clearProgress();
  if (options.json) {
    const counts = { scenarios: CRASH_SCENARIOS.length, points: points.size, runs };
    const failed = failures.length;
    printText(JSON.stringify({ ...counts, failed, breaches: failures }, undefined, 2));
  } else print(describe());
  return failures.length > 0 ? EXIT.fault : EXIT.done;
}

function toFailureFacts({ scenario, points, report }: CrashFacts): object {
  return { scenario: scenario.name, points, ...toBreachFacts(report) };
}

function reportFailure(plan: Plan, { scenario, points, report }: CrashFacts): void {
  const { breach, hash } = report;
  if (breach === undefined) return;
  const places = points.map(({ at, survivors }) => `effect ${String(at)}, disk ${survivors.kind}`);
  clearProgress();
  printNote(`FAILED: ${scenario.name} (seed ${String(scenario.seed)}): ${places.join('; then ')}`);
  printNote(`  invariant ${String(breach.invariant)} (${breach.title}): ${breach.found}`);
  printNote(`  ${formatHashes(plan, hash)}`);
}

function readDepth(text = '1'): 1 | 2 {
  if (text === '1') return 1;
  if (text === '2') return 2;
  throw usageError(`--depth: expected 1 or 2, found \`${text}\``);
}

function readMost(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw usageError(`--most: expected a whole number above 0, found \`${text}\``);
}

// weir torture coverage: which faults and situations worlds have reached, and which they never did.
import type { Plan } from '../session/index.js';
import {
  FAULTS,
  PROCESS_TESTS,
  runWorld,
  SITUATIONS,
  type WorldOptions,
} from '../testing/index.js';
import { formatTable } from './markdown-table.js';
import { clearProgress, EXIT, print, showProgress, tell, unwrap } from './output.js';
import { type BreachArguments, tellBreach } from './torture-breach.js';

/** Worlds when none are named. */
export const COVERAGE_SEEDS = { first: 1, last: 2_000 };
const TELL_MS = 10_000;

/** What the world of a seed runs. */
export type PlanOf = (seed: number) => Plan;

interface Seeds {
  readonly first: number;
  readonly last: number;
}

/**
 * Exit code 1 when a world broke, or a fault or a situation was never reached in as many worlds as
 * that takes.
 */
export async function tortureCoverage(
  planOf: PlanOf,
  { first, last }: Seeds,
  chosen: Partial<WorldOptions>,
  asked: Omit<BreachArguments, 'first'>,
): Promise<number> {
  const faults = new Map<string, Count>();
  const situations = new Map<string, Count>();
  let failed = 0;
  let toldAt = performance.now();
  for (let seed = first; seed <= last; seed++) {
    const world = { plan: planOf(seed), seed, ...chosen, ...(asked.trace ? { tell: print } : {}) };
    const report = unwrap(await runWorld(world));
    for (const [id, times] of report.counts) add(faults, id, times);
    for (const name of report.situations) add(situations, name, 1);
    if (report.breach !== undefined && ++failed) {
      await tellBreach(world, report, { ...asked, first: false });
    }
    if (performance.now() - toldAt < TELL_MS) continue;
    toldAt = performance.now();
    showProgress(`${String(seed - first + 1)} worlds, ${String(situations.size)} situations`);
  }
  clearProgress();
  const missing = [...printFaults(faults), ...printSituations(situations)];
  for (const name of missing) tell(`never reached: ${name}`);
  const worlds = `${String(last - first + 1)} worlds`;
  print(`${worlds}, ${String(failed)} failed, ${String(missing.length)} never reached`);
  const isWhole = last - first >= COVERAGE_SEEDS.last - COVERAGE_SEEDS.first;
  return failed > 0 || (isWhole && missing.length > 0) ? EXIT.fault : EXIT.done;
}

interface Count {
  times: number;
  worlds: number;
}

function add(counts: Map<string, Count>, name: string, times: number): void {
  const count = counts.get(name) ?? { times: 0, worlds: 0 };
  count.times += times;
  count.worlds += 1;
  counts.set(name, count);
}

/** Gives those that never came. */
function printFaults(counts: ReadonlyMap<string, Count>): readonly string[] {
  const virtual = FAULTS.map(({ id, summary }) => {
    const { times, worlds } = counts.get(id) ?? { times: 0, worlds: 0 };
    return { id, summary, times: String(times), worlds: String(worlds), isReached: times > 0 };
  });
  const real = PROCESS_TESTS.map(({ id, summary, test }) => ({
    ...{ id, summary, times: test?.[0] ?? 'no test', worlds: '', isReached: test !== undefined },
  }));
  const rows = [...virtual, ...real].sort((a, b) => (a.id < b.id ? -1 : 1));
  const cells = rows.map(({ id, summary, times, worlds }) => [id, summary, times, worlds]);
  print(formatTable([['Fault', 'What', 'Times', 'Worlds'], ...cells]));
  return rows.filter(({ isReached }) => !isReached).map(({ id, summary }) => `${id} ${summary}`);
}

function printSituations(counts: ReadonlyMap<string, Count>): readonly string[] {
  const rows = SITUATIONS.map((name) => [name, String(counts.get(name)?.worlds ?? 0)]);
  print('');
  print(formatTable([['Situation', 'Worlds'], ...rows]));
  return SITUATIONS.filter((name) => !counts.has(name));
}

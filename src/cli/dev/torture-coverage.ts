// weir torture coverage: counts which faults and situations the worlds reached.
import { FAULTS, PROCESS_TESTS, SITUATIONS } from '../../torture/index.js';
import { formatTable } from '../markdown-table.js';
import { clearProgress, EXIT, print, printText, showProgress, printNote } from '../output.js';
import { type BreachArguments, printBreach, toBreachFacts } from './torture-breach.js';
import type { PlanOf, WorldRun } from './torture-work.js';

/** Seeds when none are given. */
export const COVERAGE_SEEDS = { first: 1, last: 2_000 };
const TELL_MS = 10_000;

/** Worlds as they are run, and the plan of each. */
export interface Worlds {
  readonly runs: AsyncGenerator<WorldRun>;
  readonly planOf: PlanOf;
}

/** Exit code 1 if a world failed, or if a complete run never reached some fault or situation. */
export async function tortureCoverage(
  { planOf, runs }: Worlds,
  count: number,
  asked: BreachArguments & { readonly json: boolean },
): Promise<number> {
  const faults = new Map<string, Count>();
  const situations = new Map<string, Count>();
  const breaches: object[] = [];
  let worlds = 0;
  let reportedAt = performance.now();
  for await (const run of runs) {
    const { report } = run;
    worlds += 1;
    for (const [id, times] of report.counts) add(faults, id, times);
    for (const name of report.situations) add(situations, name, 1);
    if (report.breach !== undefined) {
      breaches.push(toBreachFacts(report));
      printBreach(planOf, run, asked);
    }
    if (performance.now() - reportedAt < TELL_MS) continue;
    reportedAt = performance.now();
    showProgress(`${String(worlds)} worlds, ${String(situations.size)} situations`);
  }
  clearProgress();
  const rows = [listFaults(faults), listSituations(situations)] as const;
  const missing = rows.flat().filter(({ isReached }) => !isReached);
  const lines = missing.map(({ name, summary = '' }) => `${name} ${summary}`.trimEnd());
  for (const one of lines) printNote(`never reached: ${one}`);
  const failed = breaches.length;
  if (asked.json) {
    const [ofFaults, ofSituations] = rows;
    const facts = { worlds, failed, missing: lines, breaches };
    printText(
      JSON.stringify({ ...facts, faults: ofFaults, situations: ofSituations }, undefined, 2),
    );
  } else {
    printTables(rows);
    const end = `${String(failed)} failed, ${String(missing.length)} never reached`;
    print(`${String(worlds)} worlds, ${end}`);
  }
  const isWhole = count > COVERAGE_SEEDS.last - COVERAGE_SEEDS.first;
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

/** A fault or a situation, and how often worlds or a test reached it. */
interface Row {
  readonly name: string;
  readonly summary?: string;
  readonly times?: number;
  readonly worlds?: number;
  /** Process test that exercises it instead. */
  readonly test?: string | undefined;
  readonly isReached: boolean;
}

function listFaults(counts: ReadonlyMap<string, Count>): readonly Row[] {
  const virtual = FAULTS.map(({ id, summary }) => {
    const { times, worlds } = counts.get(id) ?? { times: 0, worlds: 0 };
    return { name: id, summary, times, worlds, isReached: times > 0 };
  });
  const real = PROCESS_TESTS.map(({ id, summary, test }) => {
    return { name: id, summary, test: test?.[0], isReached: test !== undefined };
  });
  return [...virtual, ...real].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function listSituations(counts: ReadonlyMap<string, Count>): readonly Row[] {
  return SITUATIONS.map((name) => {
    return { name, worlds: counts.get(name)?.worlds ?? 0, isReached: counts.has(name) };
  });
}

function printTables([faults, situations]: readonly [readonly Row[], readonly Row[]]): void {
  const cells = faults.map(({ name, summary = '', times, test, worlds }) => {
    const how = times === undefined ? (test ?? 'no test') : String(times);
    return [name, summary, how, worlds === undefined ? '' : String(worlds)];
  });
  printText(formatTable([['Fault', 'What', 'Times', 'Worlds'], ...cells]));
  print('');
  const rows = situations.map(({ name, worlds }) => [name, String(worlds)]);
  printText(formatTable([['Situation', 'Worlds'], ...rows]));
}

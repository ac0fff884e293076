// weir drill kill|crash: times the kill path, or the recovery from a crash, on this machine only.
import { drillCrash } from './drill-crash.js';
import { drillKill } from './drill-kill.js';
import { DrillPlace } from './drill-place.js';
import { VERSION } from '../../host/index.js';
import { findDrillLog, writeDrill } from './drill-log.js';
import { formatTable } from '../markdown-table.js';
import { EXIT, printText, printNote, unwrap } from '../output.js';
import { usageError } from '../parser/usage.js';
import type { Figure } from './drill-figure.js';

export interface DrillArguments {
  readonly path: 'kill' | 'crash';
  readonly json: boolean;
  /** Length of the journal from which `crash` recovers; absent: that of the drill's own bot. */
  readonly records?: string | undefined;
  /** File in which the drill is logged. */
  readonly log?: string | undefined;
}

const MOST_RECORDS = 10_000_000;

/** Exit code 0 if every step is within its budget, else 3. */
export async function drill(options: DrillArguments): Promise<number> {
  const { json, log = findDrillLog(), path, records } = options;
  const length = toLength(records);
  const place = await DrillPlace.open();
  try {
    const timed = path === 'kill' ? await drillKill(place) : await drillCrash(place, length);
    const figures = toWorst(timed);
    if (json) printText(JSON.stringify(figures, undefined, 2));
    else printText(formatTable([['Path', 'Step', 'Budget', 'Worst'], ...figures.map(toRow)]));
    const isKept = figures.every(({ budget, measured }) => measured <= budget);
    const at = new Date().toISOString();
    unwrap(writeDrill(log, { at, path, isKept, ...findWorst(figures), weir: VERSION }));
    printNote(`written to ${log}`);
    return isKept ? EXIT.done : EXIT.halted;
  } finally {
    await place.close();
  }
}

function toLength(records = '0'): number {
  const length = /^\d{1,8}$/.test(records) ? Number(records) : Infinity;
  if (length <= MOST_RECORDS) return length;
  throw usageError(`--records: expected at most ${String(MOST_RECORDS)}, found \`${records}\``);
}

/** The worst figure of each step, in the order of the first run. */
function toWorst(figures: readonly Figure[]): readonly Figure[] {
  const worst = new Map<string, Figure>();
  for (const one of figures) {
    const key = `${one.what} ${one.step}`;
    const known = worst.get(key);
    if (known === undefined || known.measured < one.measured) worst.set(key, one);
  }
  return [...worst.values()];
}

/**
 * The step with the largest share of its budget; a step with budget 0 is a count that must be 0.
 */
function findWorst(figures: readonly Figure[]) {
  let [worst, share] = ['', 0];
  for (const { what, step, budget, measured } of figures) {
    const own = measured === 0 ? 0 : measured / budget;
    if (worst !== '' && own <= share) continue;
    [worst, share] = [`${what}: ${step}`, own];
  }
  return { worst, share: Number.isFinite(share) ? Math.round(share * 1_000) / 1_000 : null };
}

function toRow({ budget, measured, step, unit = 'ms', what }: Figure): readonly string[] {
  const format = (value: number) =>
    `${value < 10 && unit !== '' ? value.toFixed(2) : value.toFixed(0)} ${unit}`;
  return [
    what,
    step,
    format(budget).trim(),
    measured === Infinity ? 'never' : format(measured).trim(),
  ];
}

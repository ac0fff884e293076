// Reports a failed torture world: the violated invariant, the fewest faults, the trace.
import { createHash } from 'node:crypto';
import { formatDuration, SECOND } from '../../domain/index.js';
import type { Plan } from '../../plan/index.js';
import type { WorldReport } from '../../torture/index.js';
import { clearProgress, printNote } from '../output.js';
import { hashBuild } from '../check-install.js';
import type { PlanOf, WorldRun } from './torture-work.js';

/** Options of the command that affect the report. */
export interface BreachArguments {
  readonly work?: string | undefined;
  readonly config?: string | undefined;
  readonly trace: boolean;
  readonly first: boolean;
}

/** Trace lines printed for a failure. */
const TRACE_LINES = 25;
const MAX_LINE = 160;
/** Digits of a hash. */
const SHORT = 12;

/** Facts on a failed world for scripts; times in seconds of the world. */
export function toBreachFacts({
  seed,
  breach,
  faults,
  span,
  hash,
}: Pick<WorldReport, 'seed' | 'breach' | 'faults' | 'span' | 'hash'>) {
  const { invariant, title, at, found } = breach ?? {};
  const seconds = { at: (at ?? 0) / SECOND, span: span / SECOND };
  return { seed, invariant, title, found, ...seconds, faults, trace: hash };
}

/** Shrinking is useless if the whole trace is printed, or if only the first failure is wanted. */
export function mayShrink({ first, trace, work }: BreachArguments): boolean {
  return !trace && (work === 'coverage' || !first);
}

export function printBreach(
  planOf: PlanOf,
  { report, small }: WorldRun,
  { work, config }: BreachArguments,
): void {
  const plan = planOf(report.seed);
  clearProgress();
  printReport('FAILED', report, plan);
  if (small === undefined) return;
  if (small.hash !== report.hash) printReport('shrunk', small, plan);
  for (const line of small.trace.slice(-TRACE_LINES)) printNote(`  ${line.slice(0, MAX_LINE)}`);
  const command = work === undefined ? 'weir torture' : `weir torture ${work}`;
  const file = config === undefined ? '' : ` --config ${config}`;
  const fewer = small.faults.length < report.faults.length;
  const faults = fewer ? ` --fault ${small.faults.join(',') || 'none'}` : '';
  printNote(`repeat: ${command} --seed ${String(report.seed)}${file}${faults} --trace`);
}

function printReport(word: string, { seed, breach, faults, span, hash }: WorldReport, plan: Plan) {
  if (breach === undefined) return;
  const { invariant, title, at, found } = breach;
  const when = (at / SECOND).toFixed(3);
  printNote(
    `${word}: seed ${String(seed)}: invariant ${String(invariant)} (${title}) at ${when} s`,
  );
  printNote(`  ${found}`);
  const length = formatDuration(Math.ceil(span / SECOND) * SECOND);
  printNote(`  faults ${faults.join(',') || 'none'} for ${length}`);
  printNote(`  ${formatHashes(plan, hash)}`);
}

/** Hashes of code, configuration, limits and trace: equal hashes mean equal runs. */
export function formatHashes({ limitsVersion, source }: Plan, trace: string): string {
  const config = createHash('sha256').update(source.text).digest('hex');
  const [code, file] = [hashBuild(), config].map((hash) => hash.slice(0, SHORT));
  return `build ${code ?? ''}, config ${file ?? ''}, limits ${limitsVersion}, trace ${trace}`;
}

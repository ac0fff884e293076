// What a person is told of a world that broke: which invariant, the fewest faults, the trace.
import { createHash } from 'node:crypto';
import { formatDuration, SECOND } from '../../domain/index.js';
import type { Plan } from '../../plan/index.js';
import type { WorldReport } from '../../torture/index.js';
import { clearProgress, printNote } from '../output.js';
import { hashBuild } from '../check-install.js';
import type { PlanOf, WorldRun } from './torture-work.js';

/** How the world was asked for. */
export interface BreachArguments {
  readonly work?: string | undefined;
  readonly config?: string | undefined;
  readonly trace: boolean;
  readonly first: boolean;
}

/** Lines of the trace that a failure prints. */
const TRACE_LINES = 25;
const MAX_LINE = 160;
/** Digits of a hash. */
const SHORT = 12;

/** What a script is told of a world that broke; times in seconds of the world. */
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

/** A smaller world is of no use to who sees all of it, or looks for the first that breaks. */
export function mayShrink({ first, trace, work }: BreachArguments): boolean {
  return !trace && (work === 'coverage' || !first);
}

export function tellBreach(
  planOf: PlanOf,
  { report, small }: WorldRun,
  { work, config }: BreachArguments,
): void {
  const plan = planOf(report.seed);
  clearProgress();
  tellReport('FAILED', report, plan);
  if (small === undefined) return;
  if (small.hash !== report.hash) tellReport('shrunk', small, plan);
  for (const line of small.trace.slice(-TRACE_LINES)) printNote(`  ${line.slice(0, MAX_LINE)}`);
  const command = work === undefined ? 'weir torture' : `weir torture ${work}`;
  const file = config === undefined ? '' : ` --config ${config}`;
  const fewer = small.faults.length < report.faults.length;
  const faults = fewer ? ` --fault ${small.faults.join(',') || 'none'}` : '';
  printNote(`repeat: ${command} --seed ${String(report.seed)}${file}${faults} --trace`);
}

function tellReport(word: string, { seed, breach, faults, span, hash }: WorldReport, plan: Plan) {
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

/** Of code, configuration, limits and trace: who has the same sees the same. */
export function formatHashes({ limitsVersion, source }: Plan, trace: string): string {
  const config = createHash('sha256').update(source.text).digest('hex');
  const [code, file] = [hashBuild(), config].map((hash) => hash.slice(0, SHORT));
  return `build ${code ?? ''}, config ${file ?? ''}, limits ${limitsVersion}, trace ${trace}`;
}

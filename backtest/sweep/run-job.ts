// Runs one job of a sweep: the session with some values changed, over a span of its recording.
import { limitRecording, type SpanFacts, type TimeSpan } from '../../src/recordings/index.js';
import { type Fault, ok, type Result, SECOND } from '../../src/domain/index.js';
import {
  formatSpan,
  formatTimes,
  type Results,
  summarise,
  type Summary,
} from '../../src/report/index.js';
import { type Change, type Plan, overridePlan } from '../../src/plan/index.js';
import { runBacktest } from '../run-backtest.js';
import { type Figures, toFigures } from './figures.js';

/** A run to be made; plain data. */
export interface Job {
  /** Unique within its sweep. */
  readonly id: string;
  readonly changes: readonly Change[];
  /** Span of the recording; the whole recording when absent. */
  readonly span?: TimeSpan & SpanFacts;
  /** Whether to return the P&L changes, too. */
  readonly wantsSeries?: boolean;
}

/** Result of a job; plain data. */
export interface Outcome {
  readonly id: string;
  readonly figures?: Figures;
  /** By rule; absent if no order was refused. */
  readonly refusals?: Refusals;
  /** The first halt, such as `RC44 after 12 min 3 s of 59 min 56 s`; absent without a halt. */
  readonly halt?: string;
  /** Strategies that were muted, with counts, such as `alpha 3 times`. */
  readonly muted?: string;
  /** Rules that would have refused or halted something on paper. */
  readonly observed?: readonly string[];
  /** Digest over all outputs of the run. */
  readonly digest?: string;
  readonly series?: Series;
  /** Why there is no result. */
  readonly fault?: Fault;
}

/** Number of orders that a rule refused, such as `{ "RC04": 12 }`. */
export type Refusals = Readonly<Record<string, number>>;

/** P&L changes per minute, and the minutes that all of them took. */
export interface Series {
  readonly changes: readonly number[];
  readonly minutes: number;
}

/** Never throws: a failed run is an outcome, so that it does not end the sweep. */
export function runJob(plan: Plan, job: Job): Outcome {
  const { id } = job;
  try {
    const ran = run(plan, job);
    return ran.ok ? { id, ...ran.value } : { id, fault: ran.fault };
  } catch (error) {
    return { id, fault: toCrash(error) };
  }
}

/** Fault code `sweep.crash`. */
export function toCrash(error: unknown): Fault {
  const found = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: 'sweep.crash', message: `the run crashed: ${found}` };
}

function run(base: Plan, { changes, span, wantsSeries = false }: Job): Result<Omit<Outcome, 'id'>> {
  const varied = overridePlan(base, changes);
  if (!varied.ok) return varied;
  const plan = toSpan(varied.value, span);
  const series = { changes: [] as number[], minutes: 0 };
  const seeChange = (change: number, minutes: number): void => {
    series.changes.push(change);
    series.minutes += minutes;
  };
  const ran = runBacktest(plan, {
    detail: 'sums',
    ...(wantsSeries ? { seeChange } : {}),
  });
  if (!ran.ok) return ran;
  const { collector, endAt, digest } = ran.value;
  const results = collector.finish(endAt, digest);
  const summary = summarise(results);
  const { observed, refused, refusals } = summary;
  return ok({
    figures: toFigures(summary),
    ...(refused > 0 ? { refusals } : {}),
    ...describeHalt(summary, plan),
    ...describeMutes(results),
    ...(observed.length > 0 ? { observed: observed.map(({ rule }) => rule) } : {}),
    digest,
    ...(wantsSeries ? { series } : {}),
  });
}

/** Describes the first halt: a halted run has not traded its whole recording. */
function describeHalt({ halts: [halt], startAt }: Summary, { recording }: Plan) {
  if (halt === undefined || recording === undefined) return {};
  const { firstAt, lastAt } = recording.facts;
  const after = formatSpan((Date.parse(halt.at) - Date.parse(startAt)) / 1_000);
  return { halt: `${halt.rule} after ${after} of ${formatSpan((lastAt - firstAt) / SECOND)}` };
}

function describeMutes({ mutes }: Results) {
  if (mutes.length === 0) return {};
  const each = mutes.map(({ count, first }) => `${first.strategy} ${formatTimes(count)}`);
  return { muted: each.join(', ') };
}

/** The plan with its recording limited to the span. */
function toSpan(plan: Plan, span: Job['span']): Plan {
  const { recording } = plan;
  if (recording === undefined || span === undefined) return plan;
  const { startAt, endAt, ...facts } = span;
  return { ...plan, recording: limitRecording(recording, { startAt, endAt }, facts) };
}

// Walk-forward: in each window the best combination of the in-sample span trades the span after it.
import { DAY, type Fault, type Micros, ok, type Result } from '../../src/domain/index.js';
import { findSpans, type SpanFacts, type TimeSpan } from '../../src/recordings/index.js';
import { type Banded, type Bands, bootstrap, measureSeries } from './bootstrap.js';
import type { Figures } from './figures.js';
import type { Sweep } from './load-sweep.js';
import { isFit, rank } from './rank.js';
import type { Job, Outcome, Series } from './run-job.js';
import type { Value } from './ranges.js';
import type { Window } from './windows.js';

export interface WindowResult extends Window {
  /** From 1, in order of time. */
  readonly window: number;
  /** Best of the in-sample runs; null if none satisfies the constraints. */
  readonly combination: number | null;
  readonly values: readonly Value[];
  readonly inFigures?: Figures | undefined;
  readonly outFigures?: Figures | undefined;
  readonly digest?: string | undefined;
  /** The first halt of its out-of-sample run. */
  readonly halt?: string | undefined;
  /** Why its out-of-sample run has no result. */
  readonly fault?: Fault | undefined;
}

export interface WalkForward {
  readonly windows: readonly WindowResult[];
  /** Windows left out because one of their spans has no rates. */
  readonly emptyCount: number;
  /** Figures of all out-of-sample runs one after another. */
  readonly stitched: Readonly<Record<Banded, number>>;
  readonly bands?: Bands | undefined;
  /** P&L per day of the spans, of the chosen runs in and out of sample. */
  readonly pnlPerDay: { readonly inSample: number; readonly outOfSample: number };
  /** Out-of-sample over in-sample P&L per day; null without a gain in sample. */
  readonly efficiency: number | null;
}

/** Runs jobs and returns their outcomes in order. */
export type RunJobs = (jobs: readonly Job[]) => Promise<Result<readonly Outcome[]>>;

/** A window with rates in both spans. */
export interface UsedWindow {
  readonly inSample: TimeSpan & SpanFacts;
  readonly outOfSample: TimeSpan & SpanFacts;
}

/** The windows with rates, which a sweep runs: a weekend has none. */
export function listUsed({ plan, windows }: Sweep): Result<readonly UsedWindow[]> {
  const recording = plan.recording?.open();
  if (recording === undefined || windows.length === 0) return ok([]);
  const spans = windows.flatMap(({ inSample, outOfSample }) => [inSample, outOfSample]);
  const facts = findSpans(recording, spans);
  recording.close();
  if (!facts.ok) return facts;
  const used = windows.flatMap(({ inSample, outOfSample }, at): readonly UsedWindow[] => {
    const [before, after] = [facts.value[2 * at], facts.value[2 * at + 1]];
    if (before === undefined || after === undefined) return [];
    return [{ inSample: { ...inSample, ...before }, outOfSample: { ...outOfSample, ...after } }];
  });
  return ok(used);
}

export async function walkForward(
  sweep: Sweep,
  windows: readonly UsedWindow[],
  runJobs: RunJobs,
): Promise<Result<WalkForward>> {
  const inside = await runJobs(windows.flatMap((window, at) => toInsideJobs(sweep, window, at)));
  if (!inside.ok) return inside;
  const count = sweep.combinations.length;
  const chosen = windows.map((_, at) => {
    const runs = inside.value
      .slice(at * count, (at + 1) * count)
      .map(({ figures }, index) => ({ combination: index + 1, figures }));
    const [best] = rank(runs, sweep.config);
    return best !== undefined && isFit(best, sweep.config) ? best : undefined;
  });
  const jobs = windows.flatMap((window, at) => toOutsideJobs(sweep, window, at, chosen[at]));
  const outside = await runJobs(jobs);
  if (!outside.ok) return outside;
  const byId = new Map(outside.value.map((outcome) => [outcome.id, outcome]));
  const results = windows.map((window, at): WindowResult => {
    const { combination = null, figures } = chosen[at] ?? {};
    const { figures: outFigures, halt, digest, fault } = byId.get(toOutsideId(at)) ?? {};
    const { values = [] } = sweep.combinations[(combination ?? 0) - 1] ?? {};
    const found = { combination, values, inFigures: figures, outFigures, halt, digest, fault };
    return { ...toSpans(window), window: at + 1, ...found };
  });
  const emptyCount = sweep.windows.length - windows.length;
  return ok({ windows: results, emptyCount, ...stitch(sweep, results, outside.value) });
}

function toInsideJobs(
  { combinations }: Sweep,
  { inSample }: UsedWindow,
  at: number,
): readonly Job[] {
  return combinations.map(({ changes }, index) => {
    return { id: `in/${String(at + 1)}/${String(index + 1)}`, changes, span: inSample };
  });
}

function toSpans({ inSample, outOfSample }: UsedWindow): Window {
  const toSpan = ({ startAt, endAt }: TimeSpan): TimeSpan => ({ startAt, endAt });
  return { inSample: toSpan(inSample), outOfSample: toSpan(outOfSample) };
}

function toOutsideId(at: number): string {
  return `out/${String(at + 1)}`;
}

function toOutsideJobs(
  { combinations }: Sweep,
  { outOfSample }: UsedWindow,
  at: number,
  chosen: { readonly combination: number } | undefined,
): readonly Job[] {
  const planned = combinations[(chosen?.combination ?? 0) - 1];
  if (planned === undefined) return [];
  const { changes } = planned;
  return [{ id: toOutsideId(at), changes, span: outOfSample, wantsSeries: true }];
}

/** Statistics of the out-of-sample trading, compared with the in-sample runs. */
function stitch(
  { config }: Sweep,
  windows: readonly WindowResult[],
  outcomes: readonly Outcome[],
): Pick<WalkForward, 'stitched' | 'bands' | 'pnlPerDay' | 'efficiency'> {
  const series: Series = {
    changes: outcomes.flatMap((one) => one.series?.changes ?? []),
    minutes: outcomes.reduce((sum, one) => sum + (one.series?.minutes ?? 0), 0),
  };
  const traded = windows.filter(({ outFigures }) => outFigures !== undefined);
  const sum = (of: (one: WindowResult) => number) =>
    traded.reduce((total, one) => total + of(one), 0);
  const pnl = sum(({ outFigures }) => outFigures?.['pnl'] ?? 0);
  const perDay = (total: number, span: Micros) => (span === 0 ? 0 : (total / span) * DAY);
  const inSample = perDay(
    sum(({ inFigures }) => inFigures?.['pnl'] ?? 0),
    sum((one) => one.inSample.endAt - one.inSample.startAt),
  );
  const outOfSample = perDay(
    pnl,
    sum((one) => one.outOfSample.endAt - one.outOfSample.startAt),
  );
  return {
    stitched: { ...measureSeries(series), pnl },
    bands: bootstrap(series, config.bootstrap),
    pnlPerDay: { inSample, outOfSample },
    efficiency: inSample > 0 ? outOfSample / inSample : null,
  };
}

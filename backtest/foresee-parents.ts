// The parents that a session's limits refuse whole, seen before it runs.
import { limitRecording } from '../src/recordings/index.js';
import { MINUTE, ok, type RefusedParent, type Result } from '../src/domain/index.js';
import type { Plan } from '../src/plan/index.js';
import { runBacktest } from './run-backtest.js';

/** A parent is asked for at its strategy's first rates, most of the time. */
const SPAN = 10 * MINUTE;

/**
 * Those of the first ten minutes of the recording, under the limits that hold on paper. Nothing
 * without a recording. Faults are those of `runBacktest`.
 */
export function foreseeParents(plan: Plan): Result<readonly RefusedParent[]> {
  const { limitsSource, recording, source } = plan;
  if (recording === undefined) return ok([]);
  const { facts } = recording;
  const span = { startAt: facts.firstAt, endAt: facts.firstAt + SPAN };
  const beginning = limitRecording(recording, span, facts);
  // A backtest that states no limits would only observe them.
  const stated = { ...plan, limitsSource: limitsSource ?? source, recording: beginning };
  const ran = runBacktest(stated, { detail: 'sums' });
  if (!ran.ok) return ran;
  const { collector, digest, endAt } = ran.value;
  return ok(collector.finish(endAt, digest).refusedParents);
}

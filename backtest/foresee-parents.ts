// Finds the parents that the limits of a session would refuse whole, before the session runs.
import { limitRecording } from '../src/recordings/index.js';
import type { RefusedParent } from '../src/domain/events/index.js';
import { MINUTE, ok, type Result } from '../src/domain/index.js';
import type { Plan } from '../src/plan/index.js';
import { runBacktest } from './run-backtest.js';

/** Most strategies request their parents at their first rates. */
const SPAN = 10 * MINUTE;

/**
 * Refused parents in the first ten minutes of the recording, under the limits of paper. Empty
 * without a recording. Faults are those of `runBacktest`.
 */
export function foreseeParents(plan: Plan): Result<readonly RefusedParent[]> {
  const { limitsSource, recording, source } = plan;
  if (recording === undefined) return ok([]);
  const { facts } = recording;
  const span = { startAt: facts.firstAt, endAt: facts.firstAt + SPAN };
  const beginning = limitRecording(recording, span, facts);
  // States limits, as a backtest without stated limits would only observe them.
  const stated = { ...plan, limitsSource: limitsSource ?? source, recording: beginning };
  const ran = runBacktest(stated, { detail: 'sums' });
  if (!ran.ok) return ran;
  const { collector, digest, endAt } = ran.value;
  return ok(collector.finish(endAt, digest).refusedParents);
}

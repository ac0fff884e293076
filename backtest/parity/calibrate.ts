// Models as a session's journal shows them: measured latency, and the time of fills that agrees
// best.
import { MILLISECOND, type Micros, ok, type Result } from '../../src/domain/index.js';
import { FILL_TIMINGS, type LatencyTable, type LatencyTerm } from '../../src/venue/index.js';
import type { Comparison } from './compare.js';
import type { Measurement } from './measure.js';
import type { Models } from './rerun.js';

interface Calibrated {
  readonly models: Models;
  readonly comparison: Comparison;
}

/** Tries each time of fills with the measured latency; the stated one wins where none is better. */
export async function calibrate(
  stated: Models,
  measurement: Measurement,
  contrast: (models: Models) => Promise<Result<Comparison>>,
): Promise<Result<Calibrated>> {
  const latency = toLatency(stated, measurement);
  let best: Calibrated | undefined;
  const others = FILL_TIMINGS.filter((one) => one !== stated.fillTiming);
  for (const fillTiming of [stated.fillTiming, ...others]) {
    const models = { ...stated, latency, fillTiming };
    const tried = await contrast(models);
    if (!tried.ok) return tried;
    const comparison = tried.value;
    const isBetter = best === undefined || comparison.fills.agree > best.comparison.fills.agree;
    if (isBetter) best = { models, comparison };
  }
  if (best === undefined) throw new RangeError('there is at least one time of fills');
  return ok(best);
}

/** What was not measured stays as it is stated. */
function toLatency({ latency }: Models, measurement: Measurement): Models['latency'] {
  const { rates, orders, replies } = measurement;
  return {
    rates: toTerm(rates.table) ?? latency.rates,
    orders: toTerm(orders.table) ?? latency.orders,
    replies: toTerm(replies.table) ?? latency.replies,
  };
}

function toTerm(table: LatencyTable | undefined): LatencyTerm | undefined {
  if (table === undefined) return undefined;
  const { min, p50, p90, p99, max } = table;
  const rounded = {
    min: round(min),
    p50: round(p50),
    p90: round(p90),
    p99: round(p99),
    max: round(max),
  };
  return rounded.min === rounded.max ? rounded.min : rounded;
}

/** Whole milliseconds; tenths of them below ten. */
function round(span: Micros): Micros {
  const unit = span < 10 * MILLISECOND ? MILLISECOND / 10 : MILLISECOND;
  return Math.round(span / unit) * unit;
}

// Models calibrated by a session's journal: measured latency, and the fill timing that agrees best.
import { MILLISECOND, type Micros, ok, type Result } from '../../src/domain/index.js';
import { FILL_TIMINGS, type LatencyTable, type LatencyTerm } from '../../src/venue/index.js';
import type { Comparison } from './compare.js';
import type { Measurement } from './measure.js';
import type { Models } from './rerun.js';

export interface Calibrated {
  readonly models: Models;
  readonly comparison: Comparison;
  /** Text on why the fill timing was chosen. */
  readonly timingNote: string;
}

/** Fewer fills prove no fill timing. */
const LEAST_FILLS = 20;

/**
 * Tries each fill timing with the measured latency. Another than the stated one is proposed only if
 * it agrees with more fills by at least twice the root of their number, which chance hardly
 * explains.
 */
export async function calibrate(
  stated: Models,
  measurement: Measurement,
  contrast: (models: Models) => Promise<Result<Comparison>>,
): Promise<Result<Calibrated>> {
  const models = { ...stated, latency: toLatency(stated, measurement) };
  const asStated = await contrast(models);
  if (!asStated.ok) return asStated;
  const { agree, session: count } = asStated.value.fills;
  const margin = Math.max(1, Math.ceil(2 * Math.sqrt(count)));
  const kept = { models, comparison: asStated.value };
  let timingNote = `as stated: no other setting agrees with more of ${String(count)} fills`;
  for (const fillTiming of FILL_TIMINGS) {
    if (fillTiming === stated.fillTiming) continue;
    const tried = await contrast({ ...models, fillTiming });
    if (!tried.ok) return tried;
    const more = tried.value.fills.agree - agree;
    if (more <= 0) continue;
    const agreement = `${fillTiming} agrees with ${String(more)} more of ${String(count)} fills`;
    if (count >= LEAST_FILLS && more >= margin) {
      const other = { ...models, fillTiming };
      return ok({ models: other, comparison: tried.value, timingNote: agreement });
    }
    timingNote = `as stated: ${agreement}, too few to tell`;
  }
  if (count < LEAST_FILLS) timingNote = `as stated: too few fills to tell (${String(count)})`;
  return ok({ ...kept, timingNote });
}

/** Latencies that were not measured stay as stated. */
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

/** Rounds to whole milliseconds; to tenths below ten. */
function round(span: Micros): Micros {
  const unit = span < 10 * MILLISECOND ? MILLISECOND / 10 : MILLISECOND;
  return Math.round(span / unit) * unit;
}

// Bootstrap of a run's figures: confidence bands from many series drawn from its P&L changes.
import { MINUTE, type Micros } from '../../src/domain/index.js';
import { createRandom } from '../../src/determinism/index.js';
import type { Series } from './run-job.js';

/** Minutes of 260 trading days, as in reports. */
const YEAR = 260 * 24 * 60;
/** Minimum number of changes for a band, as for the ratios of reports. */
const LEAST_CHANGES = 30;
/** Minimum number of blocks in a series: with one or two, all drawn series are much the same. */
const LEAST_BLOCKS = 4;

export interface BootstrapOptions {
  readonly samples: number;
  /** Length of the blocks of which a drawn series consists. */
  readonly block: Micros;
  /** Share of the drawn figures within a band. */
  readonly confidence: number;
  readonly seed: number;
}

export interface Band {
  readonly low: number;
  readonly high: number;
}

/** Figures that have bands. */
export const BANDED = ['pnl', 'maxDrawdown', 'sharpe', 'sortino'] as const;
export type Banded = (typeof BANDED)[number];

export interface Bands extends Readonly<Record<Banded, Band>> {
  /** Share of the drawn series that end with a gain. */
  readonly gains: number;
}

/**
 * Circular block bootstrap of the changes per minute: draws blocks that start anywhere in the
 * series and wrap around at its end, up to its length. Undefined for less than 30 changes or 4
 * blocks.
 */
export function bootstrap(series: Series, options: BootstrapOptions): Bands | undefined {
  const changes = Float64Array.from(series.changes);
  const { length } = changes;
  if (length < LEAST_CHANGES) return undefined;
  const perYear = (YEAR * length) / series.minutes;
  const block = Math.round((options.block / MINUTE) * (length / series.minutes));
  const size = Math.max(1, block);
  if (length < LEAST_BLOCKS * size) return undefined;
  const random = createRandom(options.seed, 'bootstrap');
  const starts = new Int32Array(Math.ceil(length / size));
  const drawn = Array.from({ length: options.samples }, () => {
    for (let i = 0; i < starts.length; i++) starts[i] = Math.floor(random() * length);
    return measure(changes, starts, size, perYear);
  });
  const band = (name: Banded): Band =>
    toBand(
      drawn.map((one) => one[name]),
      options.confidence,
    );
  return {
    pnl: band('pnl'),
    maxDrawdown: band('maxDrawdown'),
    sharpe: band('sharpe'),
    sortino: band('sortino'),
    gains: drawn.filter(({ pnl }) => pnl > 0).length / drawn.length,
  };
}

/** The figures of the original series, by the same definitions. */
export function measureSeries({ changes, minutes }: Series): Readonly<Record<Banded, number>> {
  const { length } = changes;
  return measure(Float64Array.from(changes), Int32Array.of(0), length, (YEAR * length) / minutes);
}

function measure(
  changes: Float64Array,
  starts: Int32Array,
  size: number,
  perYear: number,
): Readonly<Record<Banded, number>> {
  const { length } = changes;
  let [total, squares, losses, peak, deepest, count] = [0, 0, 0, 0, 0, 0];
  for (const start of starts) {
    for (let i = 0; i < size && count < length; i++, count++) {
      const at = start + i;
      const change = changes[at < length ? at : at - length] ?? 0;
      total += change;
      squares += change * change;
      if (change < 0) losses += change * change;
      if (total > peak) peak = total;
      else if (peak - total > deepest) deepest = peak - total;
    }
  }
  const mean = total / length;
  const variance = length < 2 ? 0 : Math.max(0, squares - total * mean) / (length - 1);
  const toRatio = (risk: number): number => (risk === 0 ? 0 : (mean / risk) * Math.sqrt(perYear));
  return {
    pnl: total,
    maxDrawdown: deepest,
    sharpe: toRatio(Math.sqrt(variance)),
    sortino: toRatio(Math.sqrt(losses / Math.max(1, length))),
  };
}

/** Bounds of the middle share of the values. */
function toBand(values: readonly number[], confidence: number): Band {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const outside = (1 - confidence) / 2;
  return { low: at(outside), high: at(1 - outside) };
}

// The facts of a recording: one full scan that a person or a session can judge it by.
import {
  fail,
  type Instant,
  type Instrument,
  type Micros,
  ok,
  type Result,
} from '../domain/index.js';
import { createColumns, type RateColumns } from './columns.js';
import { openRecording } from './open-recording.js';
import type { RecordingOptions, Recording, SkippedRow } from './recording.js';

/** Gaps that a median is taken of: the first ones of a symbol. */
const MOST_GAPS = 10_000;
const BLOCK_RATES = 65_536;

export interface SymbolFacts {
  readonly instrument: Instrument;
  readonly count: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** Of the first 10,000 times between one rate and the next; 0 when there is one rate only. */
  readonly medianGap: Micros;
  readonly largestGap: Micros;
  /** Offer less bid, in ticks. */
  readonly minSpreadTicks: number;
  readonly maxSpreadTicks: number;
}

export interface RecordingFacts {
  readonly file: string;
  readonly count: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** Between rates of any symbol. */
  readonly medianGap: Micros;
  readonly largestGap: Micros;
  /** In order of instrument id; only symbols with a rate. */
  readonly symbols: readonly SymbolFacts[];
  readonly skipped: readonly SkippedRow[];
  readonly skippedCount: number;
}

/** Times of a series of rates. */
interface Series {
  count: number;
  firstAt: Instant;
  lastAt: Instant;
  largestGap: Micros;
  minSpreadTicks: number;
  maxSpreadTicks: number;
  readonly gaps: number[];
}

/**
 * Reads a recording to its end. Fault codes of `openRecording` and `Recording.read`; that no rate
 * lies between `startAt` and `endAt` is `data.no-rates`.
 */
export function inspectRecording(file: string, options: RecordingOptions): Result<RecordingFacts> {
  const opened = openRecording(file, options);
  if (!opened.ok) return opened;
  const recording = opened.value;
  try {
    return scan(recording);
  } finally {
    recording.close();
  }
}

function scan(recording: Recording): Result<RecordingFacts> {
  const columns = createColumns(BLOCK_RATES);
  const all = createSeries();
  const bySymbol: Series[] = [];
  for (;;) {
    const read = recording.read(columns);
    if (!read.ok) return read;
    if (read.value === 0) break;
    for (let row = 0; row < read.value; row++) {
      const series = (bySymbol[columns.instrument[row] ?? 0] ??= createSeries());
      addRate(all, columns, row);
      addRate(series, columns, row);
    }
  }
  const { file, skipped, skippedCount } = recording;
  if (all.count === 0) {
    return fail('data.no-rates', 'expected rates between startAt and endAt, found none', file);
  }
  const symbols: SymbolFacts[] = [];
  for (const instrument of recording.instruments) {
    const series = bySymbol[instrument.id];
    if (series === undefined) continue;
    const { minSpreadTicks, maxSpreadTicks } = series;
    symbols.push({ instrument, ...toTimes(series), minSpreadTicks, maxSpreadTicks });
  }
  return ok({ file, ...toTimes(all), symbols, skipped, skippedCount });
}

function createSeries(): Series {
  return {
    count: 0,
    firstAt: 0,
    lastAt: 0,
    largestGap: 0,
    minSpreadTicks: Infinity,
    maxSpreadTicks: 0,
    gaps: [],
  };
}

function addRate(series: Series, columns: RateColumns, row: number): void {
  const at = columns.at[row] ?? 0;
  if (series.count === 0) {
    series.firstAt = at;
  } else {
    const gap = at - series.lastAt;
    if (series.gaps.length < MOST_GAPS) series.gaps.push(gap);
    series.largestGap = Math.max(series.largestGap, gap);
  }
  const spread = (columns.offerTicks[row] ?? 0) - (columns.bidTicks[row] ?? 0);
  series.minSpreadTicks = Math.min(series.minSpreadTicks, spread);
  series.maxSpreadTicks = Math.max(series.maxSpreadTicks, spread);
  series.lastAt = at;
  series.count++;
}

function toTimes({ count, firstAt, lastAt, largestGap, gaps }: Series) {
  return { count, firstAt, lastAt, medianGap: toMedian(gaps), largestGap };
}

function toMedian(gaps: readonly number[]): number {
  const sorted = Float64Array.from(gaps).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

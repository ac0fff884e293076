// Facts by which an operator or a session assesses a recording.
import {
  fail,
  type Instant,
  type Instrument,
  type Micros,
  ok,
  type Result,
} from '../domain/index.js';
import type { RateColumns } from './columns/columns.js';
import { Extremes, findDoubts } from './plausibility.js';
import type { RowError } from './text/rate-row.js';
import type { Recording, SkippedRow } from './recording.js';

/** Number of gaps of a symbol over which the median is taken, from the start. */
const MOST_GAPS = 10_000;

export interface SymbolFacts {
  readonly instrument: Instrument;
  readonly count: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** Median of the first 10,000 gaps; 0 with a single rate. */
  readonly medianGap: Micros;
  readonly largestGap: Micros;
  /** Offer less bid, in ticks. */
  readonly minSpreadTicks: number;
  readonly maxSpreadTicks: number;
}

export interface RecordingFacts {
  readonly file: string;
  readonly format: string;
  readonly rowName: Recording['rowName'];
  readonly count: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** Between rates of any symbols. */
  readonly medianGap: Micros;
  readonly largestGap: Micros;
  /** In order of instrument id, dense from 0; only symbols with a rate. */
  readonly symbols: readonly SymbolFacts[];
  readonly skipped: readonly SkippedRow[];
  readonly skippedCount: number;
  readonly skippedByFlaw: Readonly<Record<RowError, number>>;
  /** Messages on implausible prices and sizes. */
  readonly doubts: readonly string[];
}

/** Facts on a span of a recording, for all its instruments. */
export type SpanFacts = Pick<
  RecordingFacts,
  'count' | 'firstAt' | 'lastAt' | 'medianGap' | 'largestGap' | 'symbols'
>;

/** Running facts of a series of rates. */
interface Series {
  count: number;
  firstAt: Instant;
  lastAt: Instant;
  largestGap: Micros;
  minSpreadTicks: number;
  maxSpreadTicks: number;
  readonly gaps: number[];
}

/** Facts, and the ids of their instruments by those of the recording. */
export interface FoundFacts {
  readonly facts: RecordingFacts;
  /** -1 for an instrument without a rate. */
  readonly ids: readonly number[];
}

/** Collects the facts of a recording while it is read. */
export class FactsScan {
  private readonly all = createSeries();
  private readonly bySymbol: Series[] = [];
  private readonly extremes: Extremes[] = [];

  /** Adds the rows from `from` to before `to`. */
  add(columns: RateColumns, from = 0, to = columns.count): void {
    const { all, bySymbol } = this;
    for (let row = from; row < to; row++) {
      const series = (bySymbol[columns.instrument[row] ?? 0] ??= createSeries());
      addRate(all, columns, row);
      addRate(series, columns, row);
      this.addExtremes(columns, row);
    }
  }

  /**
   * Facts after the last rate; instruments without a rate are left out and the others renumbered.
   * Fault code `data.no-rates` if there is no rate between `startAt` and `endAt`.
   */
  finish(recording: Recording): Result<FoundFacts> {
    const { file, format, rowName, skipped, skippedByFlaw, skippedCount } = recording;
    if (this.all.count === 0) {
      return fail('data.no-rates', 'expected rates between startAt and endAt, found none', file);
    }
    const symbols: SymbolFacts[] = [];
    const ids = recording.instruments.map((instrument) => {
      const series = this.bySymbol[instrument.id];
      if (series === undefined) return -1;
      const id = symbols.length;
      symbols.push(toSymbol({ ...instrument, id }, series));
      return id;
    });
    const doubts = recording.instruments.flatMap((instrument) => {
      const found = this.extremes[instrument.id];
      return found === undefined ? [] : findDoubts(instrument, found);
    });
    const rows = { skipped: [...skipped], skippedCount, skippedByFlaw: { ...skippedByFlaw } };
    const facts = { file, format, rowName, ...toTimes(this.all), symbols, ...rows, doubts };
    return ok({ facts, ids });
  }

  private addExtremes(columns: RateColumns, row: number): void {
    const { bidTicks, bidUnits, instrument, offerTicks, offerUnits } = columns;
    const found = (this.extremes[instrument[row] ?? 0] ??= new Extremes());
    const prices = [bidTicks[row] ?? 0, offerTicks[row] ?? 0] as const;
    found.add(...prices, bidUnits[row] ?? 0, offerUnits[row] ?? 0);
  }

  /** Facts of a part of a recording; instruments without a rate have a count of 0. */
  finishSpan(instruments: readonly Instrument[]): SpanFacts {
    const symbols = instruments.map((instrument) =>
      toSymbol(instrument, this.bySymbol[instrument.id] ?? createSeries()),
    );
    return { ...toTimes(this.all), symbols };
  }
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

function toSymbol(instrument: Instrument, series: Series): SymbolFacts {
  const { minSpreadTicks, maxSpreadTicks } = series;
  return { instrument, ...toTimes(series), minSpreadTicks, maxSpreadTicks };
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

// Inspects the quality of a recording in one full scan: gaps, spreads, sizes, bad rows.
import {
  assert,
  type Fault,
  type Instant,
  type Instrument,
  type Micros,
  MILLISECOND,
  MINUTE,
  type Result,
  SECOND,
} from '../domain/index.js';
import { createColumns, type RateColumns, UNKNOWN_UNITS } from './columns/columns.js';
import { Extremes, findDoubts, isStated } from './plausibility.js';
import { LogHistogram } from './log-histogram.js';
import { openRecording } from './open-recording.js';
import type { RowError } from './text/rate-row.js';
import type { Recording, RecordingOptions, SkippedRow } from './recording.js';

const BLOCK_RATES = 65_536;
/** Number of longest gaps kept for each symbol. */
export const MOST_GAPS = 5;

/** Lower edges of the ranges in which intervals are counted. */
export const INTERVAL_EDGES: readonly Micros[] = [
  ...[0, 1, 2, 5, 10, 20, 50, 100, 200, 500].map((ms) => ms * MILLISECOND),
  ...[1, 2, 5, 10, 20, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 30, 60, 120, 360, 720].map((minutes) => minutes * MINUTE),
  ...[1, 2, 7, 30].map((days) => days * 1_440 * MINUTE),
];

/** A time span without rates. */
export interface Gap {
  readonly fromAt: Instant;
  readonly toAt: Instant;
}

export interface SymbolSurvey {
  readonly instrument: Instrument;
  readonly count: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** Rates equal to the one before in time, prices and sizes. */
  readonly duplicates: number;
  /** Later rates with the same prices as the one before. */
  readonly unchanged: number;
  /** Rates with equal bid and offer. */
  readonly locked: number;
  /** Rates with a stated size of 0 on a side. */
  readonly empty: number;
  /** Rates with an unknown size. */
  readonly unknownSizes: number;
  readonly minBidTicks: number;
  readonly maxOfferTicks: number;
  /** Stated sizes of both sides, minor units. */
  readonly sizes: LogHistogram;
  /** Messages on implausible prices and sizes. */
  readonly doubts: readonly string[];
  /** Offer less bid, ticks. */
  readonly spreads: LogHistogram;
  /** Microseconds between consecutive rates. */
  readonly intervals: LogHistogram;
  /** Exact counts of intervals by range; range n starts at `INTERVAL_EDGES[n]`. */
  readonly intervalCounts: readonly number[];
  /** Longest gaps, longest first. */
  readonly gaps: readonly Gap[];
}

export interface RecordingInspection {
  readonly file: string;
  readonly format: string;
  readonly rowName: Recording['rowName'];
  readonly count: number;
  /** Undefined without rates. */
  readonly firstAt: Instant | undefined;
  readonly lastAt: Instant | undefined;
  /** In order of instrument id; only symbols with a rate. */
  readonly symbols: readonly SymbolSurvey[];
  readonly skipped: readonly SkippedRow[];
  readonly skippedCount: number;
  readonly skippedByFlaw: Readonly<Record<RowError, number>>;
  /** Fault at which the reading stopped, such as a bad row or a missing size. */
  readonly fault: Fault | undefined;
}

/** Called with each block of rates of the scan, for example to draw it. */
export type SeeRates = (columns: RateColumns, instruments: readonly Instrument[]) => void;

/**
 * Reads a recording to its end or its first fault; the inspection covers all rates read before.
 * Fault codes of `openRecording`.
 */
export async function inspectRecording(
  file: string,
  options: RecordingOptions,
  see: SeeRates = () => undefined,
): Promise<Result<RecordingInspection>> {
  const opened = await openRecording(file, options);
  if (!opened.ok) return opened;
  const recording = opened.value;
  try {
    return { ok: true, value: survey(recording, see) };
  } finally {
    recording.close();
  }
}

function survey(recording: Recording, see: SeeRates): RecordingInspection {
  const columns = createColumns(BLOCK_RATES);
  const bySymbol: SymbolScan[] = [];
  let count = 0;
  let firstAt: Instant | undefined;
  let lastAt: Instant | undefined;
  let fault: Fault | undefined;
  for (;;) {
    const read = recording.read(columns);
    if (!read.ok) fault = read.fault;
    if (!read.ok || read.value === 0) break;
    count += read.value;
    firstAt ??= columns.at[0];
    lastAt = columns.at[read.value - 1];
    for (let row = 0; row < read.value; row++) {
      const id = columns.instrument[row] ?? 0;
      (bySymbol[id] ??= new SymbolScan()).add(columns, row);
    }
    see(columns, recording.instruments);
  }
  const symbols = bySymbol.map((scan, id) => scan.toSurvey(recording.instruments[id]));
  const { file, format, rowName, skipped, skippedByFlaw, skippedCount } = recording;
  const rows = { skipped, skippedByFlaw: { ...skippedByFlaw }, skippedCount };
  return { file, format, rowName, count, firstAt, lastAt, symbols: symbols.flat(), ...rows, fault };
}

class SymbolScan {
  private readonly spreads = new LogHistogram();
  private readonly sizes = new LogHistogram();
  private readonly extremes = new Extremes();
  private readonly intervals = new LogHistogram();
  private readonly intervalCounts = INTERVAL_EDGES.map(() => 0);
  private readonly gaps: { fromAt: Instant; toAt: Instant; span: Micros }[] = [];
  private count = 0;
  private firstAt: Instant = 0;
  private duplicates = 0;
  private unchanged = 0;
  private locked = 0;
  private empty = 0;
  private unknownSizes = 0;
  private readonly last = createColumns(1);

  add(columns: RateColumns, row: number): void {
    const at = columns.at[row] ?? 0;
    const bid = columns.bidTicks[row] ?? 0;
    const offer = columns.offerTicks[row] ?? 0;
    const bidUnits = columns.bidUnits[row] ?? 0;
    const offerUnits = columns.offerUnits[row] ?? 0;
    if (this.count === 0) this.firstAt = at;
    else this.compare(at, bid, offer, bidUnits, offerUnits);
    this.count += 1;
    this.spreads.add(offer - bid);
    this.extremes.add(bid, offer, bidUnits, offerUnits);
    for (const units of [bidUnits, offerUnits]) if (isStated(units)) this.sizes.add(units);
    if (bid === offer) this.locked += 1;
    if (bidUnits === 0 || offerUnits === 0) this.empty += 1;
    if (bidUnits === UNKNOWN_UNITS || offerUnits === UNKNOWN_UNITS) this.unknownSizes += 1;
    const { last } = this;
    last.at[0] = at;
    last.bidTicks[0] = bid;
    last.offerTicks[0] = offer;
    last.bidUnits[0] = bidUnits;
    last.offerUnits[0] = offerUnits;
  }

  toSurvey(instrument: Instrument | undefined): SymbolSurvey {
    assert(instrument !== undefined, 'a rate is of an instrument of its recording');
    const { count, duplicates, empty, firstAt, intervals, last, locked, spreads, unchanged } = this;
    const { extremes, sizes, unknownSizes } = this;
    const { maxOfferTicks, minBidTicks } = extremes;
    const doubts = findDoubts(instrument, extremes);
    const gaps = this.gaps.map(({ fromAt, toAt }) => ({ fromAt, toAt }));
    const counts = { count, duplicates, unchanged, locked, empty, unknownSizes };
    const looks = { minBidTicks, maxOfferTicks, sizes, doubts };
    const found = { ...looks, spreads, intervals, intervalCounts: this.intervalCounts, gaps };
    return { instrument, ...counts, firstAt, lastAt: last.at[0] ?? 0, ...found };
  }

  private compare(at: Instant, bid: number, offer: number, bidUnits: number, offerUnits: number) {
    const { last } = this;
    const before = last.at[0] ?? 0;
    const span = at - before;
    this.intervals.add(span);
    let range = 0;
    while (span >= (INTERVAL_EDGES[range + 1] ?? Infinity)) range++;
    this.intervalCounts[range] = (this.intervalCounts[range] ?? 0) + 1;
    this.noteGap(before, at, span);
    if (bid !== last.bidTicks[0] || offer !== last.offerTicks[0]) return;
    const isSame = bidUnits === last.bidUnits[0] && offerUnits === last.offerUnits[0];
    if (span === 0 && isSame) this.duplicates += 1;
    if (span > 0) this.unchanged += 1;
  }

  private noteGap(fromAt: Instant, toAt: Instant, span: Micros): void {
    const { gaps } = this;
    if (gaps.length === MOST_GAPS && span <= (gaps.at(-1)?.span ?? 0)) return;
    gaps.push({ fromAt, toAt, span });
    gaps.sort((a, b) => b.span - a.span);
    if (gaps.length > MOST_GAPS) gaps.pop();
  }
}

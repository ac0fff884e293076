// Limits a recording to a time range, and finds the facts of time ranges.
import { type Instant, ok, type Result } from '../domain/index.js';
import { createColumns, findRow, type RateColumns } from './columns/columns.js';
import type { PreparedRecording } from './prepared-recording.js';
import { FactsScan, type SpanFacts } from './recording-facts.js';
import type { Recording } from './recording.js';

const BLOCK_RATES = 65_536;
const NAMES = ['at', 'instrument', 'bidTicks', 'offerTicks', 'bidUnits', 'offerUnits'] as const;

/** Rates from `startAt` to before `endAt`. */
export interface TimeSpan {
  readonly startAt: Instant;
  readonly endAt: Instant;
}

/** Facts of each time range; undefined for one without rates. Faults are those of the reader. */
export function findSpans(
  recording: Recording,
  spans: readonly TimeSpan[],
): Result<readonly (SpanFacts | undefined)[]> {
  const found: (SpanFacts | undefined)[] = spans.map(() => undefined);
  const scans = new Map<number, FactsScan>();
  const finish = (index: number): void => {
    found[index] = scans.get(index)?.finishSpan(recording.instruments);
    scans.delete(index);
  };
  const columns = createColumns(BLOCK_RATES);
  for (;;) {
    const read = recording.read(columns);
    if (!read.ok) return read;
    if (read.value === 0) break;
    for (const [index, { startAt, endAt }] of spans.entries()) {
      const from = findRow(columns.at, 0, read.value, startAt);
      const to = findRow(columns.at, from, read.value, endAt);
      if (from < to) {
        const scan = scans.get(index) ?? new FactsScan();
        scans.set(index, scan);
        scan.add(columns, from, to);
      }
      if (to < read.value && scans.has(index)) finish(index);
    }
  }
  for (const index of scans.keys()) finish(index);
  return ok(found);
}

/** Limits a prepared recording to a time range with the given facts. */
export function limitRecording(
  prepared: PreparedRecording,
  span: TimeSpan,
  facts: SpanFacts,
): PreparedRecording {
  return {
    facts: { ...prepared.facts, ...facts },
    caches: prepared.caches,
    open: () => new SpanRecording(prepared.open(), span),
    share: () => prepared.share(),
    close: () => {
      prepared.close();
    },
  };
}

class SpanRecording implements Recording {
  readonly file: string;
  readonly format: string;
  readonly rowName: Recording['rowName'];
  readonly instruments: Recording['instruments'];
  readonly skipped: Recording['skipped'];
  readonly skippedCount: number;
  readonly skippedByFlaw: Recording['skippedByFlaw'];
  readonly #inner: Recording;
  readonly #span: TimeSpan;
  #isOver = false;

  constructor(inner: Recording, span: TimeSpan) {
    this.file = inner.file;
    this.format = inner.format;
    this.rowName = inner.rowName;
    this.instruments = inner.instruments;
    this.skipped = inner.skipped;
    this.skippedCount = inner.skippedCount;
    this.skippedByFlaw = inner.skippedByFlaw;
    this.#inner = inner;
    this.#span = span;
  }

  read(into: RateColumns): Result<number> {
    const { startAt, endAt } = this.#span;
    while (!this.#isOver) {
      const read = this.#inner.read(into);
      if (!read.ok) return read;
      const from = findRow(into.at, 0, read.value, startAt);
      const to = findRow(into.at, from, read.value, endAt);
      this.#isOver = to < read.value || read.value === 0;
      if (from === to) continue;
      if (from > 0) for (const name of NAMES) into[name].copyWithin(0, from, to);
      into.count = to - from;
      return ok(into.count);
    }
    into.count = 0;
    return ok(0);
  }

  rewind(): void {
    this.#inner.rewind();
    this.#isOver = false;
  }

  close(): void {
    this.#inner.close();
  }
}

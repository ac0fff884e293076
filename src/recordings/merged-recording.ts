// Several recordings read as one: by time, then by recording, then by row.
import { assert, type Instrument, ok, type Result } from '../domain/index.js';
import { createColumns, type RateColumns } from './columns/columns.js';
import type { RowError } from './text/rate-row.js';
import type { Recording, SkippedRow } from './recording.js';

/** Rates read from one recording at a time. */
const BLOCK_RATES = 4_096;

/** One of the recordings with its next rates. */
class Lane {
  readonly columns = createColumns(BLOCK_RATES);
  row = 0;
  /** Ids in the merged recording by the recording's own. */
  readonly ids: readonly number[];
  private readonly recording: Recording;

  constructor(recording: Recording, instruments: readonly Instrument[]) {
    this.recording = recording;
    this.ids = recording.instruments.map(({ symbol }) => {
      return instruments.findIndex((one) => one.symbol === symbol);
    });
  }

  /** Time of the next rate; Infinity at the end. */
  get nextAt(): number {
    return this.row < this.columns.count ? (this.columns.at[this.row] ?? 0) : Infinity;
  }

  /** Reads the next block when all rates of the current one are taken. */
  refill(): void {
    if (this.row < this.columns.count) return;
    const read = this.recording.read(this.columns);
    assert(read.ok, 'a recording that was read before has a fault');
    this.row = 0;
  }

  rewind(): void {
    this.recording.rewind();
    this.columns.count = 0;
    this.row = 0;
    this.refill();
  }

  close(): void {
    this.recording.close();
  }
}

/** Reads prepared recordings as one; its instruments are the union of theirs. */
export class MergedRecording implements Recording {
  readonly file: string;
  readonly format: string;
  readonly rowName: Recording['rowName'];
  readonly instruments: readonly Instrument[];
  /** Empty: only counts are merged, each recording lists its own rows. */
  readonly skipped: readonly SkippedRow[] = [];
  readonly skippedCount: number;
  readonly skippedByFlaw: Readonly<Record<RowError, number>>;
  private readonly lanes: readonly Lane[];

  constructor(recordings: readonly Recording[]) {
    const bySymbol = new Map<string, Instrument>();
    for (const one of recordings.flatMap(({ instruments }) => instruments)) {
      if (!bySymbol.has(one.symbol)) bySymbol.set(one.symbol, { ...one, id: bySymbol.size });
    }
    this.instruments = [...bySymbol.values()];
    this.file = recordings.map(({ file }) => file).join(', ');
    this.format = [...new Set(recordings.map(({ format }) => format))].join(', ');
    this.rowName = recordings.some(({ rowName }) => rowName === 'row') ? 'row' : 'line';
    const sum = (count: (one: Recording) => number) =>
      recordings.reduce((total, one) => total + count(one), 0);
    this.skippedCount = sum((one) => one.skippedCount);
    this.skippedByFlaw = {
      shape: sum((one) => one.skippedByFlaw.shape),
      order: sum((one) => one.skippedByFlaw.order),
      zero: sum((one) => one.skippedByFlaw.zero),
      crossed: sum((one) => one.skippedByFlaw.crossed),
    };
    this.lanes = recordings.map((one) => new Lane(one, this.instruments));
    for (const lane of this.lanes) lane.refill();
  }

  read(into: RateColumns): Result<number> {
    into.count = 0;
    const capacity = into.at.length;
    while (into.count < capacity) {
      const index = this.findNext();
      const lane = this.lanes[index];
      if (lane === undefined) break;
      take(lane, this.findLimit(index), into);
      lane.refill();
    }
    return ok(into.count);
  }

  rewind(): void {
    for (const lane of this.lanes) lane.rewind();
  }

  close(): void {
    for (const lane of this.lanes) lane.close();
  }

  /** Index of the first lane with the earliest rate; -1 at the end. */
  private findNext(): number {
    let found = -1;
    let earliest = Infinity;
    for (let i = 0; i < this.lanes.length; i++) {
      const at = this.lanes[i]?.nextAt ?? Infinity;
      if (at >= earliest) continue;
      earliest = at;
      found = i;
    }
    return found;
  }

  /** Rates of a lane before this time precede those of all other lanes. */
  private findLimit(index: number): number {
    let limit = Infinity;
    for (let i = 0; i < this.lanes.length; i++) {
      const at = this.lanes[i]?.nextAt ?? Infinity;
      // Times are integers; at equal times the lanes with a lower index come first.
      if (i !== index) limit = Math.min(limit, i < index ? at : at + 1);
    }
    return limit;
  }
}

/** Takes a lane's rates before a time, as far as the capacity allows. */
function take(lane: Lane, limit: number, into: RateColumns): void {
  const { columns, ids } = lane;
  const capacity = into.at.length;
  let { row } = lane;
  let { count } = into;
  for (; row < columns.count && count < capacity; row++, count++) {
    const at = columns.at[row] ?? 0;
    if (at >= limit) break;
    into.at[count] = at;
    into.instrument[count] = ids[columns.instrument[row] ?? 0] ?? 0;
    into.bidTicks[count] = columns.bidTicks[row] ?? 0;
    into.offerTicks[count] = columns.offerTicks[row] ?? 0;
    into.bidUnits[count] = columns.bidUnits[row] ?? 0;
    into.offerUnits[count] = columns.offerUnits[row] ?? 0;
  }
  lane.row = row;
  into.count = count;
}

// A recording over blocks of columns, in a file or in memory.
import { assert, type Instrument, ok, type Result } from '../../domain/index.js';
import { type BlockPlace, type BlockView, copyRows, viewBlock } from './column-blocks.js';
import type { RateColumns } from './columns.js';
import type { RecordingFacts } from '../recording-facts.js';
import { readInto } from '../files/read-bytes.js';
import type { Recording } from '../recording.js';

/** Blocks and their bytes: a file descriptor, or memory shared by threads. */
export interface ColumnBlocks {
  readonly blocks: readonly BlockPlace[];
  readonly bytes: number | SharedArrayBuffer;
  /** The recording's instrument ids by those of the blocks. */
  readonly ids: readonly number[];
}

export class ColumnsRecording implements Recording {
  readonly file: string;
  readonly format: string;
  readonly rowName: Recording['rowName'];
  readonly instruments: readonly Instrument[];
  readonly skipped: RecordingFacts['skipped'];
  readonly skippedCount: number;
  readonly skippedByFlaw: RecordingFacts['skippedByFlaw'];
  private readonly source: ColumnBlocks;
  /** Undefined if the ids are those of the blocks. */
  private readonly ids: readonly number[] | undefined;
  private readonly buffer: Uint8Array | undefined;
  private view: BlockView = [];
  private block = -1;
  private row = 0;
  private rows = 0;

  constructor(source: ColumnBlocks, facts: RecordingFacts) {
    this.file = facts.file;
    this.format = facts.format;
    this.rowName = facts.rowName;
    this.instruments = facts.symbols.map(({ instrument }) => instrument);
    this.skipped = facts.skipped;
    this.skippedCount = facts.skippedCount;
    this.skippedByFlaw = facts.skippedByFlaw;
    this.source = source;
    this.ids = source.ids.every((id, i) => id === i) ? undefined : source.ids;
    const largest = Math.max(0, ...source.blocks.map(({ length }) => length));
    this.buffer = typeof source.bytes === 'number' ? new Uint8Array(largest) : undefined;
  }

  /** Never returns a fault: the recording was checked before. */
  read(into: RateColumns): Result<number> {
    into.count = 0;
    const capacity = into.at.length;
    while (into.count < capacity) {
      if (this.row === this.rows && !this.loadNext()) break;
      const rows = Math.min(capacity - into.count, this.rows - this.row);
      copyRows(this.view, this.row, rows, into);
      this.row += rows;
    }
    if (this.ids !== undefined) translate(into, this.ids);
    return ok(into.count);
  }

  rewind(): void {
    this.block = -1;
    this.row = 0;
    this.rows = 0;
  }

  /** The prepared recording closes the blocks. */
  close(): void {
    this.rewind();
  }

  private loadNext(): boolean {
    const { blocks, bytes } = this.source;
    const place = blocks[this.block + 1];
    if (place === undefined) return false;
    this.block++;
    if (typeof bytes !== 'number') {
      this.view = viewBlock(bytes, place.from, place);
    } else if (this.buffer !== undefined) {
      const read = readInto(bytes, place.from, this.buffer.subarray(0, place.length));
      assert(read === place.length, 'a file of columns became shorter while it was read');
      this.view = viewBlock(this.buffer.buffer, 0, place);
    }
    this.row = 0;
    this.rows = place.rows;
    return true;
  }
}

function translate({ count, instrument }: RateColumns, ids: readonly number[]): void {
  for (let row = 0; row < count; row++) instrument[row] = ids[instrument[row] ?? 0] ?? 0;
}

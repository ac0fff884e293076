// A recording that was read and checked: its facts, and its rates as often as they are asked for.
import { closeSync } from 'node:fs';
import { type ColumnBlocks, ColumnsRecording } from './columns/columns-recording.js';
import { MergedRecording } from './merged-recording.js';
import { readInto } from './files/read-bytes.js';
import type { RecordingFacts } from './recording-facts.js';
import type { Recording } from './recording.js';

/** What became of a column cache. */
export type CacheUse =
  | { readonly kind: 'used' | 'made'; readonly file: string }
  | { readonly kind: 'failed'; readonly file: string; readonly reason: string };

export interface PreparedRecording {
  readonly facts: RecordingFacts;
  /** Of recordings that have one or should have. */
  readonly caches: readonly CacheUse[];
  /** Its rates from the first on; several may be read at once. */
  open(): Recording;
  /** The same with all rates in memory that worker threads share without copies. */
  share(): SharedRecording;
  /** Nothing that was opened may be read any more. */
  close(): void;
}

/** What is sent to a worker thread, where `openShared` makes a recording of it. */
export interface SharedRecording {
  readonly facts: RecordingFacts;
  /** Of each of several recordings, in their order. */
  readonly parts: readonly SharedPart[];
}

interface SharedPart {
  readonly facts: RecordingFacts;
  readonly columns: ColumnBlocks & { readonly bytes: SharedArrayBuffer };
}

export class PreparedColumns implements PreparedRecording {
  readonly facts: RecordingFacts;
  readonly caches: readonly CacheUse[];
  private readonly columns: ColumnBlocks;

  constructor(columns: ColumnBlocks, facts: RecordingFacts, cache: CacheUse | undefined) {
    this.columns = columns;
    this.facts = facts;
    this.caches = cache === undefined ? [] : [cache];
  }

  open(): Recording {
    return new ColumnsRecording(this.columns, this.facts);
  }

  share(): SharedRecording {
    const { facts } = this;
    const { blocks, bytes, ids } = this.columns;
    return { facts, parts: [{ facts, columns: { blocks, ids, bytes: load(bytes, blocks) } }] };
  }

  close(): void {
    const { bytes } = this.columns;
    if (typeof bytes === 'number') closeSync(bytes);
  }
}

/** A recording over shared columns, in the thread that has them or in another. */
export function openShared({ parts }: SharedRecording): Recording {
  return openParts(parts.map(({ columns, facts }) => new ColumnsRecording(columns, facts)));
}

/** Shared columns as the recording that they were made of. */
export function prepareShared(shared: SharedRecording): PreparedRecording {
  return {
    facts: shared.facts,
    caches: [],
    open: () => openShared(shared),
    share: () => shared,
    close: () => undefined,
  };
}

/** One recording of all. */
export function openParts(parts: readonly Recording[]): Recording {
  const [only, ...more] = parts;
  return only !== undefined && more.length === 0 ? only : new MergedRecording(parts);
}

function load(bytes: ColumnBlocks['bytes'], blocks: ColumnBlocks['blocks']): SharedArrayBuffer {
  if (typeof bytes !== 'number') return bytes;
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  const shared = new SharedArrayBuffer(length);
  const read = readInto(bytes, 0, new Uint8Array(shared));
  if (read < length) throw new RangeError('a file of columns became shorter');
  return shared;
}

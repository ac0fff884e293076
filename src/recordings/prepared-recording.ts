// A recording that was read and checked: its facts, and repeated access to its rates.
import { closeSync } from 'node:fs';
import { type ColumnBlocks, ColumnsRecording } from './columns/columns-recording.js';
import { MergedRecording } from './merged-recording.js';
import { readInto } from './files/read-bytes.js';
import type { RecordingFacts } from './recording-facts.js';
import type { Recording } from './recording.js';

/** What happened to a column cache. */
export type CacheUse =
  | { readonly kind: 'used' | 'made'; readonly file: string }
  | { readonly kind: 'failed'; readonly file: string; readonly reason: string };

export interface PreparedRecording {
  readonly facts: RecordingFacts;
  /** Caches used, made or failed; empty without a cache. */
  readonly caches: readonly CacheUse[];
  /** The rates from the first on; several readers may be open at once. */
  open(): Recording;
  /** Copies all rates to memory that worker threads share. */
  share(): SharedRecording;
  /** Releases the rates; recordings opened from it must not be read afterwards. */
  close(): void;
}

/** Data sent to a worker thread, where `openShared` makes a recording of it. */
export interface SharedRecording {
  readonly facts: RecordingFacts;
  /** Parts of a merged recording, in order. */
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

/** A recording over shared columns, in any thread. */
export function openShared({ parts }: SharedRecording): Recording {
  return openParts(parts.map(({ columns, facts }) => new ColumnsRecording(columns, facts)));
}

/** The prepared recording over shared columns. */
export function prepareShared(shared: SharedRecording): PreparedRecording {
  return {
    facts: shared.facts,
    caches: [],
    open: () => openShared(shared),
    share: () => shared,
    close: () => undefined,
  };
}

/** Merges several recordings; returns a single one unchanged. */
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

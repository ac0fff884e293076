// Destination of a recording's columns while it is read: memory for one block, a file for more.
import { closeSync, renameSync, rmSync } from 'node:fs';
import { fail, ok, type Result } from '../../domain/index.js';
import type { BlockPlace } from './column-blocks.js';
import { type CachePlace, type OpenSource, writeAll, writeHead } from './column-cache.js';
import { openPart } from '../files/partial-file.js';
import { type CacheUse, PreparedColumns, type PreparedRecording } from '../prepared-recording.js';
import type { FoundFacts } from '../recording-facts.js';
import { openScratchFile } from '../files/temporary-file.js';

interface Block {
  readonly place: BlockPlace;
  readonly bytes: Uint8Array;
}

export class ColumnTarget {
  /** Total bytes of the blocks so far. */
  length = 0;
  private readonly recording: string;
  private readonly place: CachePlace | undefined;
  private readonly blocks: BlockPlace[] = [];
  /** The first block, until a second is added. */
  private first: Uint8Array | undefined;
  private descriptor: number | undefined;
  /** Path of the cache until it is complete; undefined for a temporary file, which has no name. */
  private part: string | undefined;
  private problem: string | undefined;

  constructor(recording: string, place: CachePlace | undefined) {
    this.recording = recording;
    this.place = place;
  }

  /** Fault code `data.no-room`. */
  add({ bytes, place }: Block): Result<null> {
    try {
      if (this.blocks.length === 0) {
        this.first = bytes;
      } else {
        this.descriptor ??= this.open();
        if (this.first !== undefined) writeAll(this.descriptor, this.first, 0);
        this.first = undefined;
        writeAll(this.descriptor, bytes, this.length);
      }
    } catch (error) {
      const where = this.part ?? 'the folder for temporary files';
      const message = `cannot write the columns of this recording to ${where}: ${String(error)}`;
      return fail('data.no-room', message, this.recording);
    }
    this.blocks.push(place);
    this.length += bytes.length;
    return ok(null);
  }

  /** Called after the last block; gives a cache its final name. */
  finish(found: FoundFacts, source: OpenSource): PreparedRecording {
    const { blocks, descriptor } = this;
    const { facts, ids } = found;
    if (descriptor === undefined) {
      const bytes = new SharedArrayBuffer(this.length);
      if (this.first !== undefined) new Uint8Array(bytes).set(this.first);
      return new PreparedColumns({ blocks, bytes, ids }, facts, undefined);
    }
    const cache = this.keep(descriptor, found, source);
    return new PreparedColumns({ blocks, bytes: descriptor, ids }, facts, cache);
  }

  /** Deletes the files written. */
  discard(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    if (this.part !== undefined) rmSync(this.part, { force: true });
  }

  private open(): number {
    if (this.place !== undefined) {
      try {
        const { descriptor, part } = openPart(this.place.file, 0o600, [this.recording]);
        this.part = part;
        return descriptor;
      } catch (error) {
        this.problem = String(error);
      }
    }
    return openScratchFile();
  }

  private keep(descriptor: number, found: FoundFacts, source: OpenSource): CacheUse | undefined {
    const { part, place, problem } = this;
    if (place === undefined) return undefined;
    if (part === undefined) return { kind: 'failed', file: place.file, reason: problem ?? '' };
    try {
      writeHead(descriptor, place, { ...found, blocks: this.blocks }, source);
      renameSync(part, place.file);
      return { kind: 'made', file: place.file };
    } catch (error) {
      rmSync(part, { force: true });
      return { kind: 'failed', file: place.file, reason: String(error) };
    }
  }
}

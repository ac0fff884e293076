// The column cache: a recording's rates as blocks of columns in a file beside it. It is safe to
// delete; a damaged cache, or one of another recording or other settings, is ignored.
import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  writeSync,
} from 'node:fs';
import * as path from 'node:path';
import { crc32 } from 'node:zlib';
import type { BlockPlace } from './column-blocks.js';
import { hashFile } from '../files/hash-file.js';
import { readBytes, readInto } from '../files/read-bytes.js';
import type { FoundFacts } from '../recording-facts.js';
import type { RecordingOptions } from '../recording.js';

/**
 * Incremented when the reading, checks or layout of rates change: older caches are then recreated.
 */
const VERSION = 3;
/** End of the file: blocks, head as JSON, its length and checksum, and this text. */
const MAGIC = Buffer.from('weir columns 1.\n');
const TAIL_BYTES = 8 + MAGIC.length;
/** Age below which a recording may have changed again under the same timestamp. */
const SETTLED_NS = 2_000_000_000n;

/** Identity of the recording from which a cache was made. */
interface SourceMark {
  readonly size: string;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
  readonly ino: string;
  readonly sha256: string;
}

export interface CachedColumns extends FoundFacts {
  readonly blocks: readonly BlockPlace[];
}

interface CacheHead extends CachedColumns {
  readonly key: string;
  readonly source: SourceMark;
}

/** An open recording with its file status before it was read. */
export interface OpenSource {
  readonly descriptor: number;
  readonly stat: BigIntStats;
}

/** Path of a recording's cache, and the key of name, settings and version that must match. */
export interface CachePlace {
  readonly file: string;
  readonly key: string;
}

/** `folder` is by default that of the recording. */
export function findCachePlace(
  recording: string,
  options: RecordingOptions,
  folder?: string,
): CachePlace {
  const { badRows, bar, endAt, instruments, layout, size, spread, startAt, symbol } = options;
  const { oneSided, side, sizeUnit, symbols } = options;
  const name = path.basename(recording);
  const own = [badRows, bar, endAt, instruments, layout, size, spread, startAt, symbol];
  const settings = [...own, oneSided, side, sizeUnit, symbols];
  const owner = folder === undefined ? '' : path.resolve(recording);
  const said = JSON.stringify([VERSION, name, owner, ...settings, options.terms]);
  const key = createHash('sha256').update(said).digest('hex');
  const directory = folder ?? path.dirname(recording);
  return { key, file: path.join(directory, `${name}.${key.slice(0, 12)}.columns`) };
}

/** Writes the head after the blocks; throws errors of the file system. */
export function writeHead(
  descriptor: number,
  { key }: CachePlace,
  columns: CachedColumns,
  source: OpenSource,
): void {
  const mark = toMark(source.stat, hashFile(source.descriptor));
  const now = toMark(fstatSync(source.descriptor, { bigint: true }), mark.sha256);
  if (!isSame(mark, now)) throw new Error('the recording changed while it was read');
  putHead(descriptor, { key, source: mark, ...columns });
}

function putHead(descriptor: number, head: CacheHead): void {
  const from = head.blocks.reduce((sum, { length }) => sum + length, 0);
  const text = Buffer.from(JSON.stringify(head));
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(text.length, 0);
  tail.writeUInt32LE(crc32(text), 4);
  ftruncateSync(descriptor, from);
  writeAll(descriptor, Buffer.concat([text, tail, MAGIC]), from);
}

/** Writes all bytes at the offset `from`. */
export function writeAll(descriptor: number, bytes: Uint8Array, from: number): void {
  for (let at = 0; at < bytes.length;) {
    at += writeSync(descriptor, bytes, at, bytes.length - at, from + at);
  }
}

/** Opens a complete cache of this recording; undefined if there is none. */
export function openCache(
  place: CachePlace,
  source: OpenSource,
): (CachedColumns & { readonly descriptor: number }) | undefined {
  const descriptor = tryOpen(place.file);
  if (descriptor === undefined) return undefined;
  const head = readWhole(descriptor, place.key);
  if (head !== undefined && isOf(descriptor, head, source)) return { ...head, descriptor };
  closeSync(descriptor);
  return undefined;
}

function tryOpen(file: string): number | undefined {
  for (const flags of ['r+', 'r']) {
    try {
      return openSync(file, flags);
    } catch {
      // The cache does not exist, or is read-only.
    }
  }
  return undefined;
}

/** Head of a cache whose checksums all match. */
function readWhole(descriptor: number, key: string): CacheHead | undefined {
  const stat = fstatSync(descriptor);
  if (!stat.isFile() || stat.size < TAIL_BYTES) return undefined;
  const { size } = stat;
  const tail = readBytes(descriptor, size - TAIL_BYTES, TAIL_BYTES);
  const from = size - TAIL_BYTES - tail.readUInt32LE(0);
  if (!tail.subarray(8).equals(MAGIC) || from < 0) return undefined;
  const text = readBytes(descriptor, from, tail.readUInt32LE(0));
  if (crc32(text) !== tail.readUInt32LE(4)) return undefined;
  const head = JSON.parse(text.toString()) as CacheHead;
  if (head.key !== key) return undefined;
  const buffer = new Uint8Array(Math.max(0, ...head.blocks.map(({ length }) => length)));
  let end = 0;
  for (const { crc, length } of head.blocks) {
    const bytes = buffer.subarray(0, length);
    if (readInto(descriptor, end, bytes) < length || crc32(bytes) !== crc) return undefined;
    end += length;
  }
  return end === from ? head : undefined;
}

/**
 * Whether the cache was made from this recording: by file status, else by hash. A matching hash
 * renews the stored file status.
 */
function isOf(descriptor: number, head: CacheHead, source: OpenSource): boolean {
  const { stat } = source;
  const known = toMark(stat, head.source.sha256);
  const { mtimeNs: writtenAt } = fstatSync(descriptor, { bigint: true });
  const isSettled = writtenAt - stat.ctimeNs > SETTLED_NS;
  if (isSettled && isSame(known, head.source)) return true;
  if (stat.size !== BigInt(head.source.size)) return false;
  if (hashFile(source.descriptor) !== head.source.sha256) return false;
  try {
    putHead(descriptor, { ...head, source: known });
  } catch {
    // A read-only cache is compared by hash each time.
  }
  return true;
}

function toMark({ ctimeNs, ino, mtimeNs, size }: BigIntStats, sha256: string): SourceMark {
  return {
    size: String(size),
    mtimeNs: String(mtimeNs),
    ctimeNs: String(ctimeNs),
    ino: String(ino),
    sha256,
  };
}

function isSame(one: SourceMark, other: SourceMark): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

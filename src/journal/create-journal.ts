// Appends records to a journal: written at once or as one with others, durable on sync, failed for
// ever after an error.
import { join } from 'node:path';
import { assert, type Fault, fail, ok, type Result } from '../domain/index.js';
import { isSystemError, type JournalDisk, type JournalFile, localDisk } from './disk.js';
import {
  encodeRecord,
  FIRST_PREV,
  type JournalRecord,
  MAX_LINE_BYTES,
  type Stamp,
} from './record.js';
import { formatSegment, isSegment, toSegmentNumber } from './segments.js';

export interface JournalOptions {
  /** A segment that would grow beyond this is closed and the next begun; default 64 MiB. */
  readonly maxSegmentBytes?: number;
  readonly disk?: JournalDisk;
  /** Told the name of each segment once it is there, e.g. to link it elsewhere. */
  readonly onSegment?: (name: string) => void;
}

/** The end of what a journal holds so far. */
export interface JournalTail {
  /** Number of the last segment; 0 without one. */
  readonly segment: number;
  readonly seq: number;
  readonly head: string;
}

export interface Journal {
  /** Writes the record (one write(2)) unless records are held; it is durable only after `sync`. */
  append(stamp: Stamp, type: string, data: unknown): Result<JournalRecord>;
  /** Appended records wait from here on for `release`, `sync` or `close`: written as one then. */
  hold(): void;
  /** Writes what was held (one write(2)). */
  release(): Result<void>;
  /** Makes all appended records durable (fdatasync); does nothing when they are. */
  sync(): Result<void>;
  /** Whether the segment that is written to is still what its name leads to, and whole. */
  check(): Result<void>;
  /** Makes all durable and closes; later appends are a bug. */
  close(): Result<void>;
  /** Number of the segment that is written to. */
  readonly segment: number;
  /** Sequence number of the last record; 0 before the first. */
  readonly seq: number;
  /** Number of the last record that is durable. */
  readonly synced: number;
  /** Hash of the last record. */
  readonly head: string;
}

const MAX_SEGMENT_BYTES = 64 * 1024 * 1024;
/** A sync that also has to make a new size of the file durable takes twice as long. */
const RESERVE_BYTES = 256 * 1024;
/** Of a unit of UTF-16 in UTF-8. */
const MAX_BYTES_A_CHARACTER = 3;

const START: JournalTail = { segment: 0, seq: 0, head: FIRST_PREV };

/**
 * Starts a journal in a directory that holds none. Fault codes `journal.not-empty` and
 * `journal.open-failed`; the journal's own is `journal.write-failed`: the first error of a write or
 * sync answers every later call too, because what the disk then holds is unknown.
 */
export function createJournal(dir: string, options: JournalOptions = {}): Result<Journal> {
  return begin(dir, options, START, (disk) => {
    disk.createDirectory(dir);
    return disk.list(dir).find(isSegment);
  });
}

/** Goes on in a new segment after the tail that `recoverJournal` found. Faults as above. */
export function continueJournal(
  dir: string,
  tail: JournalTail,
  options: JournalOptions = {},
): Result<Journal> {
  return begin(dir, options, tail, (disk) =>
    disk.list(dir).find((name) => isSegment(name) && toSegmentNumber(name) > tail.segment),
  );
}

/** `findSegment` gives the name of one that must not be there. */
function begin(
  dir: string,
  options: JournalOptions,
  tail: JournalTail,
  findSegment: (disk: JournalDisk) => string | undefined,
): Result<Journal> {
  const disk = options.disk ?? localDisk;
  try {
    const found = findSegment(disk);
    if (found !== undefined) {
      const message = 'expected a directory without a journal, found a segment';
      return fail('journal.not-empty', message, join(dir, found));
    }
    return ok(new SegmentedJournal(dir, disk, tail, options));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return fail('journal.open-failed', `expected to create a journal, found ${error.message}`, dir);
  }
}

class SegmentedJournal implements Journal {
  readonly #dir: string;
  readonly #disk: JournalDisk;
  readonly #maxBytes: number;
  /** Undefined only once it is closed. */
  #file: JournalFile | undefined;
  #segment: number;
  #bytes = 0;
  /** Bytes of the segment up to which room was asked for. */
  #reserved = 0;
  #seq: number;
  #head: string;
  /** Number of the last record that is durable. */
  #synced: number;
  #isClosed = false;
  #isHolding = false;
  /** Lines that have not been written, and the number of the last one that has. */
  #held = '';
  #written: number;
  #fault: Fault | undefined;

  readonly #onSegment: (name: string) => void;

  constructor(dir: string, disk: JournalDisk, tail: JournalTail, options: JournalOptions) {
    this.#dir = dir;
    this.#disk = disk;
    this.#maxBytes = options.maxSegmentBytes ?? MAX_SEGMENT_BYTES;
    this.#onSegment = options.onSegment ?? (() => undefined);
    this.#seq = tail.seq;
    this.#written = tail.seq;
    this.#synced = tail.seq;
    this.#head = tail.head;
    this.#segment = tail.segment + 1;
    this.#file = this.#openSegment(this.#segment);
  }

  get segment(): number {
    return this.#segment;
  }

  get seq(): number {
    return this.#seq;
  }

  get synced(): number {
    return this.#synced;
  }

  get head(): string {
    return this.#head;
  }

  append(stamp: Stamp, type: string, data: unknown): Result<JournalRecord> {
    assert(!this.#isClosed, 'journal: append after close');
    if (this.#fault !== undefined) return failed(this.#fault);
    const [seq, prev, synced] = [this.#seq + 1, this.#head, this.#synced];
    const { line, hash } = encodeRecord({ seq, prev, stamp, synced, type, data });
    if (line.length * MAX_BYTES_A_CHARACTER >= MAX_LINE_BYTES) assertShort(line, type);
    if (this.#isHolding) {
      this.#held += `${line}\n`;
    } else {
      const written = this.#write(`${line}\n`, seq);
      if (!written.ok) return written;
    }
    this.#seq = seq;
    this.#head = hash;
    return ok({ seq, prev, stamp, synced, type, data, hash });
  }

  hold(): void {
    assert(!this.#isClosed, 'journal: hold after close');
    this.#isHolding = true;
  }

  release(): Result<void> {
    assert(!this.#isClosed, 'journal: release after close');
    if (this.#fault !== undefined) return failed(this.#fault);
    this.#isHolding = false;
    const held = this.#held;
    if (held === '') return ok(undefined);
    this.#held = '';
    return this.#write(held, this.#seq);
  }

  sync(): Result<void> {
    assert(!this.#isClosed, 'journal: sync after close');
    const written = this.release();
    if (!written.ok) return written;
    if (this.#synced === this.#seq) return ok(undefined);
    return this.#attempt('sync', () => {
      this.#open.sync();
      this.#synced = this.#seq;
      return undefined;
    });
  }

  check(): Result<void> {
    if (this.#isClosed || this.#fault !== undefined) return this.close();
    return this.#attempt(`find ${formatSegment(this.#segment)} as it was written`, () =>
      this.#open.isInPlace() ? undefined : 'none, another file or a shorter one',
    );
  }

  close(): Result<void> {
    if (this.#isClosed) return this.#fault === undefined ? ok(undefined) : failed(this.#fault);
    const synced = this.sync();
    this.#isClosed = true;
    const closed = this.#attempt('close', () => this.#closeFile());
    return synced.ok ? closed : synced;
  }

  /** Whole lines up to that number, which stay in one segment. */
  #write(lines: string, last: number): Result<void> {
    const bytes = Buffer.from(lines);
    const written = this.#attempt(`write ${String(bytes.length)} bytes`, () => {
      if (this.#bytes > 0 && this.#bytes + bytes.length > this.#maxBytes) this.#rotate();
      if (this.#bytes + bytes.length > this.#reserved) this.#reserve(bytes.length);
      const count = this.#open.write(bytes);
      return count === bytes.length ? undefined : `${String(count)} bytes written`;
    });
    if (!written.ok) return written;
    this.#bytes += bytes.length;
    this.#written = last;
    return written;
  }

  /** Does I/O; an error, or the words for one that it returns, fails the journal for ever. */
  #attempt(aim: string, act: () => string | undefined): Result<void> {
    let found: string | undefined;
    try {
      found = act();
    } catch (error) {
      if (!isSystemError(error)) throw error;
      found = error.message;
    }
    if (found === undefined) return ok(undefined);
    this.#fault ??= {
      code: 'journal.write-failed',
      message: `after seq ${String(this.#written)}: expected to ${aim}, found ${found}`,
      where: join(this.#dir, formatSegment(this.#segment)),
    };
    return failed(this.#fault);
  }

  /** The closed segment is durable before the next exists, so only the last can be torn. */
  #rotate(): void {
    this.#open.sync();
    this.#closeFile();
    this.#segment += 1;
    this.#file = this.#openSegment(this.#segment);
    this.#bytes = 0;
    this.#reserved = 0;
  }

  /** Room for so many bytes and those that follow; where there is none the write will tell. */
  #reserve(bytes: number): void {
    const room = Math.min(RESERVE_BYTES, this.#maxBytes - this.#bytes);
    if (room <= bytes) return;
    this.#reserved = this.#bytes + room;
    try {
      this.#open.reserve(room);
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }

  get #open(): JournalFile {
    assert(this.#file !== undefined, 'journal: no segment is open');
    return this.#file;
  }

  /** Forgets the file first: one whose close failed must not be closed again. */
  #closeFile(): undefined {
    const file = this.#file;
    this.#file = undefined;
    file?.close();
  }

  #openSegment(number: number): JournalFile {
    const name = formatSegment(number);
    const file = this.#disk.create(this.#dir, name);
    this.#disk.syncDirectory(this.#dir);
    this.#onSegment(name);
    return file;
  }
}

function assertShort(line: string, type: string): void {
  const length = Buffer.byteLength(line);
  assert(length < MAX_LINE_BYTES, `journal: "${type}" has ${String(length)} bytes`);
}

function failed(fault: Fault): Result<never> {
  return { ok: false, fault };
}

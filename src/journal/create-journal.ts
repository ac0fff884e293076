// Writes a journal: each record at once or several in one write, durable after sync, unusable after
// the first error.
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
  /** Size at which the next segment begins; default 64 MiB. */
  readonly maxSegmentBytes?: number;
  readonly disk?: JournalDisk;
  /** Called with the name of each new segment, e.g. to link it elsewhere. */
  readonly onSegment?: (name: string) => void;
}

/** End of a journal. */
export interface JournalTail {
  /** Number of the last segment; 0 without one. */
  readonly segment: number;
  readonly seq: number;
  readonly head: string;
}

export interface Journal {
  /** Writes the record (one write(2)) unless `hold` delays it; it is durable only after `sync`. */
  append(stamp: Stamp, type: string, data: unknown): Result<JournalRecord>;
  /** Delays appended records until `release`, `sync` or `close`, for one write. */
  hold(): void;
  /** Writes the delayed records (one write(2)). */
  release(): Result<void>;
  /** Makes all appended records durable (fdatasync); does nothing when they are. */
  sync(): Result<void>;
  /** Checks that the current segment is still at its path and complete. */
  check(): Result<void>;
  /** Makes all records durable and closes; a later append is a bug. */
  close(): Result<void>;
  /** Number of the current segment. */
  readonly segment: number;
  /** Sequence number of the last record; 0 before the first. */
  readonly seq: number;
  /** Number of the last durable record. */
  readonly synced: number;
  /** Hash of the last record. */
  readonly head: string;
}

const MAX_SEGMENT_BYTES = 64 * 1024 * 1024;
/** Bytes reserved ahead: a sync that also has to store a new file size takes twice as long. */
const RESERVE_BYTES = 256 * 1024;
/** Most UTF-8 bytes of one UTF-16 unit. */
const MAX_BYTES_A_CHARACTER = 3;

const START: JournalTail = { segment: 0, seq: 0, head: FIRST_PREV };

/**
 * Creates a journal in a directory without one. Fault codes `journal.not-empty` and
 * `journal.open-failed`. A failed write or sync is `journal.write-failed`, and every later call
 * returns the same fault, because the content of the disk is then unknown.
 */
export function createJournal(dir: string, options: JournalOptions = {}): Result<Journal> {
  return begin(dir, options, START, (disk) => {
    disk.createDirectory(dir);
    return disk.list(dir).find(isSegment);
  });
}

/** Continues in a new segment after the tail that `recoverJournal` found. Faults as above. */
export function continueJournal(
  dir: string,
  tail: JournalTail,
  options: JournalOptions = {},
): Result<Journal> {
  return begin(dir, options, tail, (disk) =>
    disk.list(dir).find((name) => isSegment(name) && toSegmentNumber(name) > tail.segment),
  );
}

/** `findSegment` returns the name of a segment that must not exist. */
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
    return fail('journal.open-failed', `cannot create a journal: ${error.message}`, dir);
  }
}

class SegmentedJournal implements Journal {
  readonly #dir: string;
  readonly #disk: JournalDisk;
  readonly #maxBytes: number;
  /** Undefined once closed. */
  #file: JournalFile | undefined;
  #segment: number;
  #bytes = 0;
  /** Bytes of the segment up to which space was reserved. */
  #reserved = 0;
  #seq: number;
  #head: string;
  /** Number of the last durable record. */
  #synced: number;
  #isClosed = false;
  #isHolding = false;
  /** Delayed lines, and the number of the last written record. */
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
    return this.#attempt(`find ${formatSegment(this.#segment)} unchanged`, () =>
      this.#open.isInPlace() ? undefined : 'the file is missing, replaced or shorter',
    );
  }

  close(): Result<void> {
    if (this.#isClosed) return this.#fault === undefined ? ok(undefined) : failed(this.#fault);
    const synced = this.sync();
    this.#isClosed = true;
    const closed = this.#attempt('close', () => this.#closeFile());
    return synced.ok ? closed : synced;
  }

  /** Writes complete lines up to that number into one segment. */
  #write(lines: string, last: number): Result<void> {
    const bytes = Buffer.from(lines);
    const written = this.#attempt(`write ${String(bytes.length)} bytes`, () => {
      if (this.#bytes > 0 && this.#bytes + bytes.length > this.#maxBytes) this.#rotate();
      if (this.#bytes + bytes.length > this.#reserved) this.#reserve(bytes.length);
      const count = this.#open.write(bytes);
      return count === bytes.length ? undefined : `only ${String(count)} bytes were written`;
    });
    if (!written.ok) return written;
    this.#bytes += bytes.length;
    this.#written = last;
    return written;
  }

  /** Does I/O; an error, or a returned description of one, fails the journal for ever. */
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
      message: `after seq ${String(this.#written)}: cannot ${aim}: ${found}`,
      where: join(this.#dir, formatSegment(this.#segment)),
    };
    return failed(this.#fault);
  }

  /** The closed segment is durable before the next one exists, so only the last can be torn. */
  #rotate(): void {
    this.#open.sync();
    this.#closeFile();
    this.#segment += 1;
    this.#file = this.#openSegment(this.#segment);
    this.#bytes = 0;
    this.#reserved = 0;
  }

  /**
   * Reserves space for these bytes and those that follow; without space the write reports the
   * error.
   */
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

  /** Forgets the file first: a file whose close failed must not be closed again. */
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

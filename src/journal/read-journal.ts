// Reads a journal record by record and stops at the first fault.
import { join } from 'node:path';
import { fail, ok, type Result } from '../domain/index.js';
import { isSystemError, type JournalDisk, localDisk } from './disk.js';
import { decodeRecord, FIRST_PREV, type JournalRecord, MAX_LINE_BYTES } from './record.js';
import { formatSegment, isSegment, toSegmentNumber } from './segments.js';

const NEWLINE = 10;
/** Byte of unwritten disk space; no record contains it. */
const HOLE = 0;

/** Bytes up to a line end, or the rest of a segment without one. */
interface Line {
  /** Valid until the next line is requested. */
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/** A place in a journal: the next record has to follow this one. */
export interface JournalPlace {
  /** Number of the first segment to read. */
  readonly segment: number;
  readonly seq: number;
  readonly head: string;
}

/** Where a reader stopped. */
export interface ReadEnd extends JournalPlace {
  /** Bytes of the last segment that contain complete records. */
  readonly bytes: number;
}

export const JOURNAL_START: JournalPlace = { segment: 1, seq: 0, head: FIRST_PREV };

/** A segment under read, and whether a crash may have left its end. */
interface Source {
  readonly dir: string;
  readonly name: string;
  readonly disk: JournalDisk;
  readonly check: 'chain' | 'records';
  readonly isLast: boolean;
}

interface Progress extends ReadEnd {
  /** Complete lines read in the segment. */
  readonly lines: number;
}

/** Why the reader of a segment stopped. */
type Stop = 'end' | 'fault' | 'hole';

/**
 * Yields every record in order, verified: its form, its own hash, the hash of the record before,
 * and consecutive numbers. Ends at the first fault; returns where it stopped. Reads in chunks, so
 * memory is limited. Fault codes `journal.missing`, `journal.read-failed`, `journal.bad-line`,
 * `journal.bad-version`, `journal.bad-hash`, `journal.bad-seq`, `journal.bad-chain`, and
 * `journal.torn` for an end of the last segment that was never durable, as a crash leaves it:
 * truncated, or with holes of zeros. Only zeros after the last record are reserved space. With
 * `check: 'records'` records may be missing: each is verified by its own hash, and the caller
 * proves the chain by regenerating them.
 */
export function* readJournal(
  dir: string,
  disk: JournalDisk = localDisk,
  check: 'chain' | 'records' = 'chain',
  from: JournalPlace = JOURNAL_START,
): Generator<Result<JournalRecord>, ReadEnd, undefined> {
  let at: Progress = { ...from, bytes: 0, lines: 0 };
  const segments = listSegments(dir, disk, from.segment);
  if (!segments.ok) {
    yield segments;
    return at;
  }
  const last = segments.value.at(-1);
  for (const name of segments.value) {
    at = { ...at, segment: toSegmentNumber(name), bytes: 0, lines: 0 };
    const source = { dir, name, disk, check, isLast: name === last };
    let stop: Stop = 'hole';
    // Another process may have filled a hole and written after it meanwhile: the hole is read once
    // more.
    for (let doubted = -1; stop === 'hole'; doubted = at.bytes) {
      [at, stop] = yield* readSegment(source, at, doubted);
    }
    if (stop === 'fault') return at;
  }
  return at;
}

/** Reads from a place. A hole that is damage stops it, and is a fault if it is at `doubted`. */
function* readSegment(
  source: Source,
  from: Progress,
  doubted: number,
): Generator<Result<JournalRecord>, [Progress, Stop], undefined> {
  const { dir, name, disk, check, isLast } = source;
  let at = from;
  const lines = readLines(dir, name, disk, at.bytes);
  for (const line of lines) {
    const where = `${join(dir, name)}:${String(at.lines + 1)}`;
    const record = line.ok ? toRecord(line.value, where, at) : line;
    const isLinked = check === 'chain' && record.ok;
    const next = isLinked ? toNext(record.value, where, at.seq, at.head) : record;
    if (!next.ok && line.ok && isLast) {
      if (isRoom(line.value)) return [at, 'end'];
      const hasHole = line.value.bytes.includes(HOLE);
      if (isNeverSynced(line.value, lines, at.seq)) {
        yield failTorn(line.value, where, at);
        return [at, 'fault'];
      }
      if (hasHole && doubted !== at.bytes) return [at, 'hole'];
    }
    yield next;
    if (!next.ok || !line.ok) return [at, 'fault'];
    const { seq, hash } = next.value;
    const bytes = at.bytes + line.value.bytes.length + 1;
    at = { segment: at.segment, seq, head: hash, bytes, lines: at.lines + 1 };
  }
  return [at, 'end'];
}

/** Zeros to the end of the segment. */
function isRoom({ bytes, isWhole }: Line): boolean {
  return !isWhole && bytes.every((byte) => byte === HOLE);
}

function toRecord(line: Line, where: string, { seq, bytes }: ReadEnd): Result<JournalRecord> {
  if (line.isWhole) return decodeRecord(line.bytes, where);
  const found = `found ${String(line.bytes.length)} bytes without a line end`;
  const expected = `expected a whole record at byte ${String(bytes)}`;
  return fail('journal.bad-line', `after seq ${String(seq)}: ${expected}, ${found}`, where);
}

function failTorn({ bytes }: Line, where: string, { seq, bytes: offset }: ReadEnd): Result<never> {
  const found = `found ${String(bytes.length)} bytes without a line end or with holes`;
  const expected = `expected a whole record at byte ${String(offset)}`;
  return fail('journal.torn', `after seq ${String(seq)}: ${expected}, ${found}`, where);
}

/**
 * Whether a bad line and the rest can be what a crash left of unsynced writes: the line has no end
 * or a hole, and no complete record after it proves a sync of it.
 */
function isNeverSynced(bad: Line, rest: Iterable<Result<Line>>, seq: number): boolean {
  if (bad.isWhole && !bad.bytes.includes(HOLE)) return false;
  if (sawSync(bad.bytes, seq)) return false;
  for (const line of rest) {
    if (!line.ok || sawSync(line.value.bytes, seq)) return false;
  }
  return true;
}

/** Whether a complete record, perhaps among holes, proves that `seq + 1` was durable. */
function sawSync(bytes: Uint8Array, seq: number): boolean {
  // The record's line end may lie in a hole, so each part between two holes is tried, the last
  // first.
  for (let end = bytes.length; end > 0;) {
    const from = bytes.lastIndexOf(HOLE, end - 1) + 1;
    const record = from < end ? decodeRecord(bytes.subarray(from, end), '') : undefined;
    if (record?.ok === true && record.value.synced > seq) return true;
    end = from - 1;
  }
  return false;
}

/** The record, if it follows the one with this number and hash. */
function toNext(
  record: JournalRecord,
  where: string,
  seq: number,
  head: string,
): Result<JournalRecord> {
  if (record.seq !== seq + 1) {
    const message = `expected seq ${String(seq + 1)}, found ${String(record.seq)}`;
    return fail('journal.bad-seq', message, where);
  }
  if (record.prev !== head) {
    const message = `seq ${String(record.seq)}: expected prev ${head}, found ${record.prev}`;
    return fail('journal.bad-chain', message, where);
  }
  return ok(record);
}

function listSegments(dir: string, disk: JournalDisk, first: number): Result<readonly string[]> {
  try {
    const found = disk.list(dir).filter(isSegment).sort();
    const names = found.filter((name) => toSegmentNumber(name) >= first);
    if (names.length === 0) {
      const message = `expected a journal, found no segment ${formatSegment(first)}`;
      return fail('journal.missing', message, dir);
    }
    for (const [index, name] of names.entries()) {
      const expected = formatSegment(index + first);
      if (name !== expected) {
        return fail('journal.missing', `expected segment ${expected}, found ${name}`, dir);
      }
    }
    return ok(names);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const code = error.code === 'ENOENT' ? 'journal.missing' : 'journal.read-failed';
    return fail(code, `cannot open the journal directory: ${error.message}`, dir);
  }
}

function* readLines(
  dir: string,
  name: string,
  disk: JournalDisk,
  from: number,
): Generator<Result<Line>> {
  let rest: Uint8Array = new Uint8Array(0);
  try {
    for (const chunk of disk.read(dir, name, from)) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        const part = chunk.subarray(start, end);
        const bytes = rest.length === 0 ? part : Buffer.concat([rest, part]);
        rest = new Uint8Array(0);
        start = end + 1;
        yield ok({ bytes, isWhole: true });
      }
      rest = Buffer.concat([rest, chunk.subarray(start)]);
      if (rest.length > MAX_LINE_BYTES) {
        const message = `expected at most ${String(MAX_LINE_BYTES)} bytes a line, found more`;
        yield fail('journal.bad-line', message, join(dir, name));
        return;
      }
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    yield fail('journal.read-failed', `cannot read the journal: ${error.message}`, join(dir, name));
    return;
  }
  if (rest.length > 0) yield ok({ bytes: rest, isWhole: false });
}

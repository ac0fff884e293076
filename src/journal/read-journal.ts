// Reads a journal back, record by record, and stops at the first thing that is wrong.
import { join } from 'node:path';
import { fail, ok, type Result } from '../domain/index.js';
import { isSystemError, type JournalDisk, localDisk } from './disk.js';
import { decodeRecord, FIRST_PREV, type JournalRecord, MAX_LINE_BYTES } from './record.js';
import { formatSegment, isSegment } from './segments.js';

const NEWLINE = 10;

/** The bytes up to a line end, or those at the end of a segment that no line end follows. */
interface Line {
  /** Valid until the next line is asked for. */
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/**
 * Every record in order, verified: its shape, its own hash, that it names the record before and
 * that no number is left out. The first fault ends it. Reads in chunks, so memory stays bounded.
 * Fault codes `journal.missing`, `journal.read-failed`, `journal.bad-line`, `journal.bad-version`,
 * `journal.bad-hash`, `journal.bad-seq`, `journal.bad-chain`, and `journal.torn` for a last line of
 * the last segment that was cut short, as a crash leaves it. With `check: 'records'` records may be
 * missing: each is verified by its own hash, and the caller proves the chain by regenerating them.
 */
export function* readJournal(
  dir: string,
  disk: JournalDisk = localDisk,
  check: 'chain' | 'records' = 'chain',
): Generator<Result<JournalRecord>, void, undefined> {
  const segments = listSegments(dir, disk);
  if (!segments.ok) {
    yield segments;
    return;
  }
  let seq = 0;
  let head = FIRST_PREV;
  for (const [index, name] of segments.value.entries()) {
    const path = join(dir, name);
    const isLast = index === segments.value.length - 1;
    let lineNumber = 0;
    let offset = 0;
    for (const line of readLines(dir, name, disk)) {
      lineNumber += 1;
      const where = `${path}:${String(lineNumber)}`;
      const record = line.ok ? toRecord(line.value, where, isLast, seq, offset) : line;
      const isLinked = check === 'chain' && record.ok;
      const next = isLinked ? toNext(record.value, where, seq, head) : record;
      yield next;
      if (!next.ok || !line.ok) return;
      seq = next.value.seq;
      head = next.value.hash;
      offset += line.value.bytes.length + 1;
    }
  }
}

function toRecord(
  line: Line,
  where: string,
  isLastSegment: boolean,
  seq: number,
  offset: number,
): Result<JournalRecord> {
  if (line.isWhole) return decodeRecord(line.bytes, where);
  const count = String(line.bytes.length);
  return fail(
    isLastSegment ? 'journal.torn' : 'journal.bad-line',
    `after seq ${String(seq)}: expected a whole record at byte ${String(offset)}, ` +
      `found ${count} bytes without a line end`,
    where,
  );
}

/** The record, when it follows the one with this number and hash. */
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

function listSegments(dir: string, disk: JournalDisk): Result<readonly string[]> {
  try {
    const names = disk.list(dir).filter(isSegment).sort();
    if (names.length === 0) {
      return fail('journal.missing', 'expected a journal, found no segment 000001.jsonl', dir);
    }
    for (const [index, name] of names.entries()) {
      const expected = formatSegment(index + 1);
      if (name !== expected) {
        return fail('journal.missing', `expected segment ${expected}, found ${name}`, dir);
      }
    }
    return ok(names);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const code = error.code === 'ENOENT' ? 'journal.missing' : 'journal.read-failed';
    return fail(code, `expected a journal directory, found ${error.message}`, dir);
  }
}

function* readLines(dir: string, name: string, disk: JournalDisk): Generator<Result<Line>> {
  let rest: Uint8Array = new Uint8Array(0);
  try {
    for (const chunk of disk.read(dir, name)) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        const part = chunk.subarray(from, end);
        const bytes = rest.length === 0 ? part : Buffer.concat([rest, part]);
        rest = new Uint8Array(0);
        from = end + 1;
        yield ok({ bytes, isWhole: true });
      }
      rest = Buffer.concat([rest, chunk.subarray(from)]);
      if (rest.length > MAX_LINE_BYTES) {
        const message = `expected at most ${String(MAX_LINE_BYTES)} bytes a line, found more`;
        yield fail('journal.bad-line', message, join(dir, name));
        return;
      }
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    yield fail('journal.read-failed', `expected to read, found ${error.message}`, join(dir, name));
    return;
  }
  if (rest.length > 0) yield ok({ bytes: rest, isWhole: false });
}

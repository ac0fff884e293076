// Recovers a journal after its process ended: verifies every record and cuts off a torn tail.
import { fail, ok, type Result } from '../domain/index.js';
import type { JournalTail } from './create-journal.js';
import { isSystemError, type JournalDisk, localDisk } from './disk.js';
import { JOURNAL_START, type JournalPlace, readJournal } from './read-journal.js';
import type { JournalRecord } from './record.js';
import { formatSegment, isSegment } from './segments.js';

export interface RecoverOptions {
  readonly disk?: JournalDisk;
  /** Start of the read; earlier segments have to exist but are not read. */
  readonly from?: JournalPlace;
  /** Keeps a torn tail, since another process may be writing it. */
  readonly onlyReads?: boolean;
  /** Called with each record, in order. */
  readonly visit: (record: JournalRecord) => void;
}

export interface RecoveredJournal {
  readonly tail: JournalTail;
  /** Description of what was cut off; empty when nothing was. */
  readonly cut: string;
}

/**
 * Reads a journal to its end. A torn tail is cut off, durably; any other damage is a fault and
 * nothing is changed. A directory without segments is an empty journal. Fault codes: those of
 * `readJournal`, and `journal.cut-failed`.
 */
export function recoverJournal(dir: string, options: RecoverOptions): Result<RecoveredJournal> {
  const { disk = localDisk, from = JOURNAL_START, visit } = options;
  const listed = listSegments(dir, disk);
  if (!listed.ok) return listed;
  if (listed.value.size === 0) return ok({ tail: { ...JOURNAL_START, segment: 0 }, cut: '' });
  for (let number = 1; number < from.segment; number += 1) {
    const name = formatSegment(number);
    if (!listed.value.has(name)) return failMissing(dir, name);
  }
  const records = readJournal(dir, disk, 'chain', from);
  let cut = '';
  let next = records.next();
  for (; next.done !== true; next = records.next()) {
    const { value } = next;
    if (value.ok) visit(value.value);
    else if (value.fault.code === 'journal.torn') cut = value.fault.message;
    else return value;
  }
  const { segment, seq, head, bytes } = next.value;
  if (options.onlyReads !== true) {
    // Also without a cut: the records read may be in memory only, and this makes them durable.
    const done = cutOff(dir, disk, segment, bytes);
    if (!done.ok) return done;
  }
  return ok({ tail: { segment, seq, head }, cut });
}

function failMissing(dir: string, name: string): Result<never> {
  const message = `expected segment ${name}, found no such file: restore it from a copy`;
  return fail('journal.missing', message, dir);
}

function listSegments(dir: string, disk: JournalDisk): Result<ReadonlySet<string>> {
  try {
    return ok(new Set(disk.list(dir).filter(isSegment)));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return fail('journal.read-failed', `cannot read the journal: ${error.message}`, dir);
  }
}

function cutOff(dir: string, disk: JournalDisk, segment: number, bytes: number): Result<void> {
  const name = formatSegment(segment);
  try {
    disk.truncate(dir, name, bytes);
    return ok(undefined);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const message = `cannot truncate ${name} to ${String(bytes)} bytes: ${error.message}`;
    return fail('journal.cut-failed', message, dir);
  }
}

// Reads a session folder from its journal: header, kernel setup and records.
import { join } from 'node:path';
import { fail, ok, type Result } from '../../domain/index.js';
import { type JournalRecord, readJournal } from '../../journal/index.js';
import type { KernelSetup } from '../../kernel/index.js';
import {
  parseHeader,
  type SessionHeader,
  toKernelSetup,
  loadHeaderStrategies,
  HEADER_TYPE,
} from '../../records/index.js';
import { readRestored } from './read-restored.js';
import { type EpochData, EPOCH_TYPE } from '../../recovery/index.js';
import { explainHeader, findChangedCopy } from '../folder/replay-faults.js';

export interface RecordedSession {
  readonly header: SessionHeader;
  readonly setup: KernelSetup;
  /** The record of the header. */
  readonly record: JournalRecord;
  /** The records after the header, each verified by its own hash. */
  readonly records: Generator<Result<JournalRecord>>;
}

/**
 * Opens a session folder (or the parent of a `journal/`). Fault codes `replay.header`,
 * `replay.copy`, `replay.restored` and those of `readJournal` and `loadStrategy`.
 */
export async function readSession(dir: string): Promise<Result<RecordedSession>> {
  const records = readJournal(join(dir, 'journal'), undefined, 'records');
  const first = readHeader(dir, records);
  if (!first.ok) return first;
  const { header, record } = first.value;
  const changed = findChangedCopy(dir, header);
  if (changed !== undefined) return { ok: false, fault: changed };
  const strategies = await loadHeaderStrategies(header);
  if (!strategies.ok) return strategies;
  const restored = readRestored(dir, first.value.epoch);
  if (!restored.ok) return restored;
  const setup = toKernelSetup(header, strategies.value, restored.value);
  return setup.ok ? ok({ header, setup: setup.value, record, records }) : setup;
}

/** Reads the header: the first record, or the second where the first begins an epoch. */
function readHeader(dir: string, records: Generator<Result<JournalRecord>>): Result<FirstRecords> {
  let first = records.next();
  const epoch = toEpoch(first);
  if (epoch !== undefined) first = records.next();
  if (first.done === true) return fail('replay.header', 'expected a journal, found none', dir);
  if (!first.value.ok) return explainHeader(dir, first.value.fault);
  const record = first.value.value;
  if (record.type !== HEADER_TYPE) {
    const message = `expected a first record of type ${HEADER_TYPE}, found ${record.type}`;
    return fail('replay.header', message, dir);
  }
  const header = parseHeader(record.data, dir);
  return header.ok ? ok({ header: header.value, record, epoch }) : header;
}

interface FirstRecords {
  readonly header: SessionHeader;
  readonly record: JournalRecord;
  readonly epoch: EpochData | undefined;
}

function toEpoch(first: IteratorResult<Result<JournalRecord>, unknown>): EpochData | undefined {
  if (first.done === true || !first.value.ok) return undefined;
  const { type, data } = first.value.value;
  return type === EPOCH_TYPE ? (data as EpochData) : undefined;
}

// Verifies a journal from its first record: its chain, and that each epoch began with the state
// that its records give.
import { join } from 'node:path';
import { fail, ok, type Result } from '../domain/index.js';
import {
  hashState,
  isSegment,
  isSystemError,
  JOURNAL_START,
  type JournalDisk,
  type JournalPlace,
  type JournalRecord,
  readJournal,
  readSnapshot,
} from '../journal/index.js';
import {
  EMPTY_MEMORY,
  EPOCH_TYPE,
  type EpochData,
  type RecoveredState,
  StateRecovery,
} from './recovered-state.js';

/** State of the previous runs, beside the journal of a session folder. */
export const RESTORED_COPY = 'restored.json';

export interface VerifiedJournal {
  readonly records: number;
  readonly epochs: number;
  /** Hash of the last record, and of the state after all records. */
  readonly head: string;
  readonly stateHash: string;
  readonly memory: RecoveredState;
}

/** Place of a journal: the folder itself, or inside a state directory or session folder. */
export interface FoundJournal {
  readonly dir: string;
  readonly from: JournalPlace;
  readonly memory: RecoveredState;
}

/** Finds the journal of a folder. Fault codes `journal.missing`, `journal.read-failed`. */
export function findJournal(disk: JournalDisk, folder: string): Result<FoundJournal> {
  try {
    return find(disk, folder);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return fail('journal.read-failed', `cannot read the journal: ${error.message}`, folder);
  }
}

function find(disk: JournalDisk, folder: string): Result<FoundJournal> {
  const inner = join(folder, 'journal');
  const dir = disk.describe(inner)?.kind === 'directory' ? inner : folder;
  if (disk.describe(dir)?.kind !== 'directory' || !disk.list(dir).some(isSegment)) {
    return fail('journal.missing', 'expected a journal, found none', folder);
  }
  if (disk.describe(join(folder, RESTORED_COPY)) === undefined) {
    return ok({ dir, from: JOURNAL_START, memory: EMPTY_MEMORY });
  }
  const restored = readSnapshot(folder, RESTORED_COPY, disk);
  if (restored === undefined) {
    const message = 'expected the state of the previous runs, found a changed file';
    return fail('journal.read-failed', message, join(folder, RESTORED_COPY));
  }
  const from = { ...restored.place, segment: JOURNAL_START.segment };
  return ok({ dir, from, memory: restored.state as RecoveredState });
}

/** Reads only. Fault codes: those of `readJournal`, `recovery.header` and `journal.bad-state`. */
export function verifyJournal(disk: JournalDisk, found: FoundJournal): Result<VerifiedJournal> {
  const { dir, from } = found;
  const fold = new StateRecovery(found.memory);
  let [records, epochs, head] = [0, 0, from.head];
  for (const next of readJournal(dir, disk, 'chain', from)) {
    if (!next.ok) return next;
    const record = next.value;
    if (record.type === EPOCH_TYPE) {
      const checked = checkEpoch(record, fold, dir);
      if (!checked.ok) return checked;
      epochs += 1;
    }
    fold.take(record);
    records += 1;
    head = record.hash;
  }
  const memory = fold.finish();
  if (!memory.ok) return memory;
  const stateHash = hashState(memory.value);
  return ok({ records, epochs, head, stateHash, memory: memory.value });
}

/**
 * An epoch names the hash of the state that it began with: the records before must give the same.
 */
function checkEpoch(record: JournalRecord, fold: StateRecovery, dir: string): Result<unknown> {
  const memory = fold.finish();
  if (!memory.ok) return memory;
  const { epoch, stateHash } = record.data as EpochData;
  const found = hashState(memory.value);
  if (found === stateHash) return ok(undefined);
  const message = `epoch ${String(epoch)} began with the state ${stateHash}, the records before it`;
  return fail('journal.bad-state', `seq ${String(record.seq)}: ${message} give ${found}`, dir);
}

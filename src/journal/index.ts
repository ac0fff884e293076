// The write-ahead log of a session: its inputs and outputs, each record chained to the one before.
export {
  continueJournal,
  createJournal,
  type Journal,
  type JournalOptions,
  type JournalTail,
} from './create-journal.js';
export {
  type DiskSpace,
  type FileFacts,
  isSystemError,
  type JournalDisk,
  type JournalFile,
  localDisk,
} from './disk.js';
export { sha256Hex } from './hash.js';
export { JOURNAL_START, type JournalPlace, readJournal } from './read-journal.js';
export { recoverJournal } from './recover-journal.js';
export { formatSegment, isSegment, toSegmentNumber } from './segments.js';
export {
  formatSnapshotName,
  continuesFrom,
  hashState,
  readSnapshots,
  readSnapshot,
  type Snapshot,
  writeSnapshot,
} from './snapshot.js';
export { readWhole, replaceFile } from './replace-file.js';
export { encodeRecord, FIRST_PREV, type JournalRecord, type Stamp } from './record.js';

// The write-ahead log: what a session took in and sent, each record chained to the one before.
export { createJournal, type Journal, type JournalOptions } from './create-journal.js';
export {
  type DiskSpace,
  type FileFacts,
  isSystemError,
  type JournalDisk,
  type JournalFile,
  localDisk,
} from './disk.js';
export { readJournal } from './read-journal.js';
export { readWhole, replaceFile } from './replace-file.js';
export {
  encodeRecord,
  FIRST_PREV,
  type JournalRecord,
  type RecordDraft,
  type Stamp,
} from './record.js';

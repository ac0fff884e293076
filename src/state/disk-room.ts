// Free disk space for the journal (RC59): thresholds below which the bot takes no new risk, and
// below which it halts.
import { type DiskSpace, isSystemError, type JournalDisk } from '../journal/index.js';

const GIBIBYTE = 1_073_741_824;
const MEBIBYTE = 1_048_576;

/** Free bytes below which trading halts. */
const LEAST_BYTES = { live: 200 * MEBIBYTE, elsewhere: 16 * MEBIBYTE };
/** Free bytes, and share of the disk, below which the bot takes no new risk. */
const LOW_BYTES = { live: GIBIBYTE, elsewhere: 64 * MEBIBYTE };
const LOW_SHARE = 0.05;

/** File that tests whether the disk accepts writes. */
const PROBE = 'probe';

/** Free bytes below which everything halts. */
export function findLeastBytes(isLive: boolean): number {
  return isLive ? LEAST_BYTES.live : LEAST_BYTES.elsewhere;
}

/** Too little space is free to take new risk. */
export function isLow({ freeBytes, totalBytes }: DiskSpace, isLive: boolean): boolean {
  if (!isLive) return freeBytes < LOW_BYTES.elsewhere;
  return freeBytes < LOW_BYTES.live || freeBytes < LOW_SHARE * totalBytes;
}

/** Tests whether a journal in the directory can be written; returns why not, or empty. */
export function findDiskFault(disk: JournalDisk, dir: string, isLive: boolean): string {
  try {
    disk.remove(dir, PROBE);
    const file = disk.create(dir, PROBE);
    try {
      const bytes = new TextEncoder().encode('probe\n');
      const taken = file.write(bytes);
      if (taken < bytes.length)
        return `the disk of the journal wrote only ${String(taken)} bytes of 6`;
      file.sync();
    } finally {
      file.close();
      disk.remove(dir, PROBE);
    }
    return findLack(disk, dir, isLive);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return `the journal cannot be written: ${error.message}`;
  }
}

/** Why too little space is free to take new risk, or empty. Throws the errors of the disk. */
export function findLack(disk: JournalDisk, dir: string, isLive: boolean): string {
  const space = disk.freeSpace(dir);
  if (!isLow(space, isLive)) return '';
  return `${String(space.freeBytes)} bytes are free: too little disk space to take new risk`;
}

// Replaces a small file as a whole: after a crash it has the old text or the new one, never a part.
import { type JournalDisk, isSystemError } from './disk.js';

/** Largest file that is read as one text. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/** Options for a file that several processes replace. */
export interface Replacing {
  /** Process id: makes the temporary file's name unique. */
  readonly writer: number;
  /** Called when all but the rename is durable: false drops the new file. */
  readonly isWanted?: () => boolean;
}

/**
 * Writes a temporary file, makes it durable, renames it, and makes the rename durable. False when
 * it was dropped. Throws the errors of the disk; the old file is then unchanged, or the new one
 * complete.
 */
export function replaceFile(
  disk: JournalDisk,
  dir: string,
  name: string,
  text: string,
  replacing?: Replacing,
): boolean {
  const writer = replacing === undefined ? '' : `.${String(replacing.writer)}`;
  const temporary = `${name}${writer}.new`;
  disk.remove(dir, temporary);
  const file = disk.create(dir, temporary);
  try {
    writeAll(file, Buffer.from(text));
    file.sync();
  } finally {
    file.close();
  }
  if (replacing?.isWanted?.() === false) {
    disk.remove(dir, temporary);
    return false;
  }
  disk.rename(dir, temporary, name);
  disk.syncDirectory(dir);
  return true;
}

function writeAll(file: { write(bytes: Uint8Array): number }, bytes: Uint8Array): void {
  const count = file.write(bytes);
  if (count === bytes.length) return;
  const message = `expected ${String(bytes.length)} bytes to be written, found ${String(count)}`;
  throw Object.assign(new Error(message), { code: 'ESHORT' });
}

/** Text of a file; undefined when missing. Throws the errors of the disk. */
export function readWhole(
  disk: Pick<JournalDisk, 'read'>,
  dir: string,
  name: string,
): string | undefined {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for (const chunk of disk.read(dir, name)) {
      size += chunk.length;
      if (size > MAX_TEXT_BYTES) {
        throw Object.assign(new Error(`${name} is larger than it may be`), { code: 'EFBIG' });
      }
      parts.push(Buffer.from(chunk));
    }
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return Buffer.concat(parts).toString('utf8');
}

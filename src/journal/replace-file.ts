// Replaces a small file as a whole: after a crash it holds the old text or the new, never a part.
import type { JournalDisk } from './disk.js';
import { isSystemError } from './disk.js';

/** Largest file that is read as one text. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/**
 * Writes a file beside, makes it durable, gives it the name, and makes the name durable. Throws the
 * error of the disk; the old file is then still there, or the new one whole.
 */
export function replaceFile(disk: JournalDisk, dir: string, name: string, text: string): void {
  const temporary = `${name}.new`;
  disk.remove(dir, temporary);
  const file = disk.create(dir, temporary);
  try {
    writeAll(file, Buffer.from(text));
    file.sync();
  } finally {
    file.close();
  }
  disk.rename(dir, temporary, name);
  disk.syncDirectory(dir);
}

function writeAll(file: { write(bytes: Uint8Array): number }, bytes: Uint8Array): void {
  const count = file.write(bytes);
  if (count === bytes.length) return;
  const message = `expected ${String(bytes.length)} bytes to be written, found ${String(count)}`;
  throw Object.assign(new Error(message), { code: 'ESHORT' });
}

/** The text of a file; undefined when it is missing. Throws the error of the disk. */
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

// Replaces a small file as a whole: after a crash it holds the old text or the new, never a part.
import { type JournalDisk, isSystemError } from './disk.js';

/** Largest file that is read as one text. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/** How to replace a file that other processes replace as well. */
export interface Replacing {
  /** Number of the process: what it writes beside has a name of its own. */
  readonly writer: number;
  /** Asked when all but the name is durable: false gives the new file up. */
  readonly isWanted?: () => boolean;
}

/**
 * Writes a file beside, makes it durable, gives it the name, and makes the name durable. False when
 * it was given up. Throws the error of the disk; the old file is then still there, or the new one
 * whole.
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

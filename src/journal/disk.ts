// The port to the disk under a journal, and the real one; errors are thrown, as node:fs does.
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** One open segment that is written at its end. */
export interface JournalFile {
  /** One write(2); the count of bytes taken, which may be short. */
  write(bytes: Uint8Array): number;
  /** Returns when all that was written is durable. */
  sync(): void;
  close(): void;
}

export interface JournalDisk {
  /** Creates the directory when it is missing, durably and for its owner only. */
  createDirectory(dir: string): void;
  /** Names in the directory, in any order. */
  list(dir: string): readonly string[];
  /** Creates an empty file for its owner only; an error when it exists. Its name is not durable. */
  create(dir: string, name: string): JournalFile;
  /** Makes the names in the directory durable. */
  syncDirectory(dir: string): void;
  /** The bytes of a file in chunks; a chunk may be reused after the next is asked for. */
  read(dir: string, name: string): Iterable<Uint8Array>;
}

const CHUNK_BYTES = 256 * 1024;

export const localDisk: JournalDisk = {
  createDirectory(dir) {
    if (mkdirSync(dir, { recursive: true, mode: 0o700 }) !== undefined) syncDirectory(dirname(dir));
  },
  list: (dir) => readdirSync(dir),
  create(dir, name) {
    const fd = openSync(join(dir, name), 'ax', 0o600);
    fsyncSync(fd);
    return {
      write: (bytes) => writeSync(fd, bytes),
      sync: () => {
        fdatasyncSync(fd);
      },
      close: () => {
        closeSync(fd);
      },
    };
  },
  syncDirectory,
  *read(dir, name) {
    const fd = openSync(join(dir, name), 'r');
    try {
      const chunk = new Uint8Array(CHUNK_BYTES);
      for (;;) {
        const count = readSync(fd, chunk);
        if (count === 0) return;
        yield chunk.subarray(0, count);
      }
    } finally {
      closeSync(fd);
    }
  },
};

function syncDirectory(dir: string): void {
  const fd = openSync(dir, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Whether a port threw an error of the operating system; anything else is a bug. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}

// The port to the disk under a journal, and the real one; errors are thrown, as node:fs does.
import {
  chmodSync,
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type BigIntStats,
  statfsSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** One open segment that is written from its begin on. */
export interface JournalFile {
  /** One write(2) behind what was written; the count of bytes taken, which may be short. */
  write(bytes: Uint8Array): number;
  /** Puts so many zeros behind what was written: writes over them do not change the file's size. */
  reserve(bytes: number): void;
  /** Returns when all that was written is durable. */
  sync(): void;
  /** Cuts off zeros that nothing was written over, durably. */
  close(): void;
  /** Whether its name still leads to it, and nothing of what was written is cut off. */
  isInPlace(): boolean;
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
  /** The bytes of a file from a place on; a chunk may be reused after the next is asked for. */
  read(dir: string, name: string, from?: number): Iterable<Uint8Array>;
  /** Gives a file another name in the same directory, over what has it. Not durable. */
  rename(dir: string, from: string, to: string): void;
  /**
   * Gives a file one more name, on the same file system. Not durable. An error when that cannot
   * be.
   */
  link(dir: string, name: string, toDir: string, toName: string): void;
  /** Takes a name away; nothing when it is missing. Not durable. */
  remove(dir: string, name: string): void;
  /** Cuts a file to so many bytes, durably. */
  truncate(dir: string, name: string, bytes: number): void;
  /** What a path is, itself: a link is not followed. Undefined when it is missing. */
  describe(path: string): FileFacts | undefined;
  /** Makes a file its owner's alone. */
  protect(path: string): void;
  /** The path without links. */
  resolve(path: string): string;
  /** Space of the file system that holds the directory, bytes. */
  freeSpace(dir: string): DiskSpace;
}

export interface FileFacts {
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  /** Permission bits, the sticky bit included. */
  readonly mode: number;
  /** User id of the owner. */
  readonly owner: number;
  /** Of a file: another after each write, and after each file that took its name. */
  readonly mark: string;
  /** Wall clock of the last write, epoch milliseconds; absent on a disk without clock. */
  readonly changedAt?: number;
}

export interface DiskSpace {
  /** What a user without special rights may still write. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const CHUNK_BYTES = 256 * 1024;
const PERMISSIONS = 0o7777;
/** A new file, never one that is there or that a link leads to. */
const CREATE_FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

export const localDisk: JournalDisk = {
  createDirectory(dir) {
    const first = mkdirSync(dir, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    // The names of all that are new, from the deepest up.
    const top = dirname(resolve(first));
    for (let at = dirname(resolve(dir)); at !== top; at = dirname(at)) syncDirectory(at);
    syncDirectory(top);
  },
  list: (dir) => readdirSync(dir),
  create(dir, name) {
    const fd = openSync(join(dir, name), CREATE_FLAGS, 0o600);
    fsyncSync(fd);
    return openFile(fd, join(dir, name));
  },
  syncDirectory,
  *read(dir, name, from = 0) {
    const fd = openRegular(join(dir, name), constants.O_RDONLY);
    try {
      const chunk = new Uint8Array(CHUNK_BYTES);
      for (let at = from; ;) {
        const count = readSync(fd, chunk, 0, CHUNK_BYTES, at);
        if (count === 0) return;
        yield chunk.subarray(0, count);
        at += count;
      }
    } finally {
      closeSync(fd);
    }
  },
  rename: (dir, from, to) => {
    renameSync(join(dir, from), join(dir, to));
  },
  link: (dir, name, toDir, toName) => {
    linkSync(join(dir, name), join(toDir, toName));
  },
  remove: (dir, name) => {
    rmSync(join(dir, name), { force: true });
  },
  truncate(dir, name, bytes) {
    const fd = openRegular(join(dir, name), constants.O_RDWR);
    try {
      cut(fd, bytes);
    } finally {
      closeSync(fd);
    }
  },
  describe(path) {
    const facts = lstatSync(path, { throwIfNoEntry: false, bigint: true });
    if (facts === undefined) return undefined;
    const { ino, mtimeMs, mtimeNs, uid } = facts;
    const mode = Number(facts.mode) & PERMISSIONS;
    const mark = `${String(ino)}-${String(mtimeNs)}`;
    return { kind: toKind(facts), mode, owner: Number(uid), mark, changedAt: Number(mtimeMs) };
  },
  protect: (path) => {
    chmodSync(path, 0o600);
  },
  resolve: (path) => realpathSync(path),
  freeSpace(dir) {
    const { bavail, blocks, bsize } = statfsSync(dir);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  },
};

/** Without O_NONBLOCK the open of a pipe waits for its other end, for ever. */
function openRegular(path: string, flags: number): number {
  let fd: number;
  try {
    fd = openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENXIO') throw notRegular(path, 'a socket');
    throw error;
  }
  const facts = fstatSync(fd);
  if (facts.isFile()) return fd;
  closeSync(fd);
  throw notRegular(path, facts.isDirectory() ? 'a directory' : 'a pipe or a device');
}

function notRegular(path: string, found: string): Error {
  const message = `expected a file, found ${found}: look who made it, and move it away: ${path}`;
  return Object.assign(new Error(message), { code: 'ENOTFILE' });
}

function openFile(fd: number, path: string): JournalFile {
  let [end, size] = [0, 0];
  return {
    write: (bytes) => {
      const count = writeSync(fd, bytes, 0, bytes.length, end);
      end += count;
      size = Math.max(size, end);
      return count;
    },
    reserve: (bytes) => {
      size = Math.max(size, end + writeSync(fd, new Uint8Array(bytes), 0, bytes, end));
    },
    sync: () => {
      fdatasyncSync(fd);
    },
    close: () => {
      try {
        if (size > end) cut(fd, end);
      } finally {
        closeSync(fd);
      }
    },
    isInPlace: () => {
      const [ours, named] = [fstatSync(fd), lstatSync(path, { throwIfNoEntry: false })];
      return ours.ino === named?.ino && ours.dev === named.dev && ours.size >= end;
    },
  };
}

function cut(fd: number, bytes: number): void {
  ftruncateSync(fd, bytes);
  fsyncSync(fd);
}

function toKind(facts: BigIntStats): FileFacts['kind'] {
  if (facts.isFile()) return 'file';
  if (facts.isDirectory()) return 'directory';
  return facts.isSymbolicLink() ? 'link' : 'other';
}

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

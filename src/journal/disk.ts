// Port to the disk of a journal, and the real disk; throws errors as node:fs does.
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

/** An open segment, written from its start. */
export interface JournalFile {
  /** One write(2) at the end; returns the bytes written, which may be fewer. */
  write(bytes: Uint8Array): number;
  /** Writes zeros at the end: later writes over them do not change the file's size. */
  reserve(bytes: number): void;
  /** Returns when everything written is durable. */
  sync(): void;
  /** Cuts off the zeros that were not overwritten, durably. */
  close(): void;
  /** Whether its path still leads to it and nothing was cut off. */
  isInPlace(): boolean;
}

export interface JournalDisk {
  /** Creates the directory when it is missing, durably and for its owner only. */
  createDirectory(dir: string): void;
  /** Names in the directory, in any order. */
  list(dir: string): readonly string[];
  /**
   * Creates an empty file for its owner only; throws when it exists. The name is not durable yet.
   */
  create(dir: string, name: string): JournalFile;
  /** Makes the names in the directory durable. */
  syncDirectory(dir: string): void;
  /** Bytes of a file from an offset; a chunk may be reused after the next is requested. */
  read(dir: string, name: string, from?: number): Iterable<Uint8Array>;
  /** Renames a file within its directory and replaces an existing one. Not durable. */
  rename(dir: string, from: string, to: string): void;
  /** Adds a hard link on the same file system; throws when impossible. Not durable. */
  link(dir: string, name: string, toDir: string, toName: string): void;
  /** Removes a name; does nothing when it is missing. Not durable. */
  remove(dir: string, name: string): void;
  /** Truncates a file, durably. */
  truncate(dir: string, name: string, bytes: number): void;
  /** Describes a path itself, without following a link. Undefined when missing. */
  describe(path: string): FileFacts | undefined;
  /** Restricts a file to its owner. */
  protect(path: string): void;
  /** The path without links. */
  resolve(path: string): string;
  /** Space of the directory's file system, bytes. */
  freeSpace(dir: string): DiskSpace;
}

export interface FileFacts {
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  /** Permission bits, with the sticky bit. */
  readonly mode: number;
  /** User id of the owner. */
  readonly owner: number;
  /** Changes with each write and with each file that replaces this one. */
  readonly mark: string;
  /** Wall clock of the last write, epoch milliseconds; absent on a disk without a clock. */
  readonly changedAt?: number;
}

export interface DiskSpace {
  /** Bytes that a user without privileges may still write. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const CHUNK_BYTES = 256 * 1024;
const PERMISSIONS = 0o7777;
/** Creates a file; fails if the path exists or is a symbolic link. */
const CREATE_FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

export const localDisk: JournalDisk = {
  createDirectory(dir) {
    const first = mkdirSync(dir, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    // Syncs the names of all new directories, deepest first.
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

/** Without O_NONBLOCK, opening a pipe blocks until its other end opens. */
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
  const message = `expected a file, found ${found}: see who made it, and move it away: ${path}`;
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

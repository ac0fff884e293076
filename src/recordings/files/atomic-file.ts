// Writes a file that gets its name only when it is complete.
import { closeSync, fsyncSync, renameSync, rmSync } from 'node:fs';
import { writeAll } from '../columns/column-cache.js';
import { openPart } from './partial-file.js';

/** All methods throw errors of the file system. */
export class AtomicFile {
  /** Path until the file is complete. */
  readonly part: string;
  readonly descriptor: number;
  private readonly file: string;
  private length = 0;
  private isOpen = true;

  /** `inputs`: files being read at the same time, which must not be deleted. */
  constructor(file: string, inputs: readonly string[]) {
    const { descriptor, part } = openPart(file, 0o666, inputs);
    this.file = file;
    this.part = part;
    this.descriptor = descriptor;
  }

  write(bytes: Uint8Array): void {
    writeAll(this.descriptor, bytes, this.length);
    this.length += bytes.length;
  }

  /** Flushes the data to disk. */
  sync(): void {
    fsyncSync(this.descriptor);
  }

  /** Renames the file to its final name; replaces an existing one. */
  finish(): void {
    this.sync();
    renameSync(this.part, this.file);
    this.isOpen = false;
    closeSync(this.descriptor);
  }

  /** Deletes the file unless it is finished. */
  discard(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    closeSync(this.descriptor);
    rmSync(this.part, { force: true });
  }
}

// Writes a file that has its name only when it is whole.
import { closeSync, fsyncSync, renameSync, rmSync } from 'node:fs';
import { writeAll } from '../columns/column-cache.js';
import { openPart } from './partial-file.js';

/** All of its calls throw what the file system says. */
export class AtomicFile {
  /** Where it lies until it is whole. */
  readonly part: string;
  readonly descriptor: number;
  private readonly file: string;
  private length = 0;
  private isOpen = true;

  /** `inputs` are the files that are read meanwhile. */
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

  /** Has all of it on the disk. */
  sync(): void {
    fsyncSync(this.descriptor);
  }

  /** Gives it its name; what had it is gone. */
  finish(): void {
    this.sync();
    renameSync(this.part, this.file);
    this.isOpen = false;
    closeSync(this.descriptor);
  }

  /** Removes it unless it is finished. */
  discard(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    closeSync(this.descriptor);
    rmSync(this.part, { force: true });
  }
}

// Writes a file that has its name only when it is whole.
import { closeSync, fsyncSync, renameSync, rmSync } from 'node:fs';
import { writeAll } from './column-cache.js';
import { openPart } from './part-file.js';

/** All of its calls throw what the file system says. */
export class WholeFile {
  /** Where it lies until it is whole. */
  readonly part: string;
  readonly descriptor: number;
  private readonly file: string;
  private length = 0;
  private isOpen = true;

  constructor(file: string) {
    const { descriptor, part } = openPart(file, 0o666);
    this.file = file;
    this.part = part;
    this.descriptor = descriptor;
  }

  write(bytes: Uint8Array): void {
    writeAll(this.descriptor, bytes, this.length);
    this.length += bytes.length;
  }

  /** Gives it its name; what had it is gone. */
  finish(): void {
    fsyncSync(this.descriptor);
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

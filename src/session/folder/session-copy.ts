// The journal copy in a session folder: the segments of the session's epoch, linked or copied from
// the state directory.
import { join } from 'node:path';
import { fail, ok, type Result } from '../../domain/index.js';
import {
  formatSegment,
  formatSnapshotName,
  isSystemError,
  type JournalDisk,
} from '../../journal/index.js';
import { RESTORED_COPY } from '../../recovery/index.js';

export class SessionCopy {
  readonly #disk: JournalDisk;
  readonly #from: string;
  readonly #folder: string;
  /** Segment names; the index is their number in the session folder less 1. */
  readonly #segments: string[] = [];
  /** Indexes of segments that could not be linked. */
  readonly #unlinked = new Set<number>();
  #hasBegun = false;

  /** `from` is the journal of the state directory. */
  constructor(disk: JournalDisk, from: string, folder: string) {
    this.#disk = disk;
    this.#from = from;
    this.#folder = folder;
  }

  /** Adds a segment of this epoch. */
  add(name: string): void {
    this.#segments.push(name);
    if (this.#hasBegun) this.#link(this.#segments.length - 1);
  }

  /** Creates the journal in the folder. Fault code `session.out`. */
  begin(firstSegment: number): Result<void> {
    return this.#guard(() => {
      this.#disk.createDirectory(this.#target);
      const snapshot = formatSnapshotName(firstSegment);
      if (this.#disk.describe(join(this.#from, snapshot)) !== undefined) {
        this.#copy(snapshot, this.#folder, RESTORED_COPY);
      }
      this.#hasBegun = true;
      for (const index of this.#segments.keys()) this.#link(index);
    });
  }

  /**
   * Copies the segments that could not be linked; after the last record. Fault code `session.out`.
   */
  finish(): Result<void> {
    return this.#guard(() => {
      for (const index of this.#unlinked) {
        this.#copy(this.#segments[index] ?? '', this.#target, formatSegment(index + 1));
      }
    });
  }

  get #target(): string {
    return join(this.#folder, 'journal');
  }

  #link(index: number): void {
    try {
      const name = this.#segments[index] ?? '';
      this.#disk.link(this.#from, name, this.#target, formatSegment(index + 1));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      // Another file system, or one without links: the segment is copied once it is complete.
      this.#unlinked.add(index);
    }
  }

  #copy(name: string, dir: string, toName: string): void {
    const file = this.#disk.create(dir, toName);
    try {
      for (const bytes of this.#disk.read(this.#from, name)) file.write(bytes);
    } finally {
      file.close();
    }
  }

  #guard(write: () => void): Result<void> {
    try {
      write();
      return ok(undefined);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      const message = `cannot write the session folder: ${error.message}`;
      return fail('session.out', message, this.#folder);
    }
  }
}

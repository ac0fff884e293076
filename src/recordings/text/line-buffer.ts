// Reads a text file of any size in chunks of 1 MiB and buffers its complete lines.
import { closeSync, readSync } from 'node:fs';
import { fail, ok, type Result } from '../../domain/index.js';

export const NEW_LINE = 10;
export const CARRIAGE_RETURN = 13;

/** Byte order marks of UTF-8; the second is the first one encoded again as UTF-8 text. */
const BYTE_ORDER_MARKS = [
  Buffer.from([0xef, 0xbb, 0xbf]),
  Buffer.from([0xc3, 0xaf, 0xc2, 0xbb, 0xc2, 0xbf]),
];

/** Maximum length of a row in bytes. */
export const LONGEST_LINE = 4_096;

const READ_BYTES = 1 << 20;
/** Bytes after the last line that fixed-length loops may read. */
const SLACK_BYTES = 64;

/** Complete lines of a file, chunk by chunk: bytes `at` to `end - 1`, each line with its `\n`. */
export class LineBuffer {
  readonly bytes = Buffer.alloc(LONGEST_LINE + 1 + READ_BYTES + SLACK_BYTES);
  at = 0;
  /** End of the complete lines in the buffer. */
  end = 0;
  line = 1;
  private readonly file: string;
  private readonly descriptor: number;
  private offset = 0;
  private filled = 0;

  constructor(file: string, descriptor: number) {
    this.file = file;
    this.descriptor = descriptor;
  }

  /**
   * Loads the next complete lines after all previous ones were used (`at` = `end`); false at the
   * end of the file. A line longer than LONGEST_LINE may lose its middle, but stays too long for a
   * row. Fault code `data.unreadable`.
   */
  fill(): Result<boolean> {
    const isStart = this.offset === 0;
    this.bytes.copyWithin(0, this.end, this.filled);
    this.filled -= this.end;
    this.at = 0;
    this.end = 0;
    while (this.end === 0) {
      this.filled = Math.min(this.filled, LONGEST_LINE + 1);
      const read = this.read();
      if (!read.ok) return read;
      if (read.value === 0 && this.filled === 0) break;
      if (read.value === 0) this.bytes[this.filled++] = NEW_LINE;
      this.filled += read.value;
      this.end = this.bytes.lastIndexOf(NEW_LINE, this.filled - 1) + 1;
    }
    if (isStart) this.skipMark();
    return ok(this.at < this.end);
  }

  /** Skips a byte order mark, which is no part of the first line. */
  private skipMark(): void {
    const mark = BYTE_ORDER_MARKS.find((one) => one.equals(this.bytes.subarray(0, one.length)));
    this.at = mark?.length ?? 0;
    if (this.at > 0 && this.end === this.at + 1 && this.offset === this.at) this.at = this.end;
  }

  /** Text of the next line, without its line end. */
  peek(): string {
    const newLine = this.bytes.indexOf(NEW_LINE, this.at);
    const text = this.bytes.toString('utf8', this.at, newLine);
    return text.endsWith('\r') ? text.slice(0, -1) : text;
  }

  advance(): void {
    this.at = this.bytes.indexOf(NEW_LINE, this.at) + 1;
    this.line++;
  }

  /** Whether the rest of the buffer consists of line ends. */
  isBlank(): boolean {
    const rest = this.bytes.subarray(this.at, this.end);
    return rest.every((byte) => byte === NEW_LINE || byte === CARRIAGE_RETURN);
  }

  rewind(): void {
    this.at = 0;
    this.end = 0;
    this.filled = 0;
    this.offset = 0;
    this.line = 1;
  }

  close(): void {
    closeSync(this.descriptor);
  }

  private read(): Result<number> {
    try {
      const read = readSync(this.descriptor, this.bytes, this.filled, READ_BYTES, this.offset);
      this.offset += read;
      return ok(read);
    } catch (error) {
      return fail('data.unreadable', `reading failed: ${String(error)}`, this.file);
    }
  }
}

// Reads a text recording in blocks of columns, in constant memory.
import { assert, type Instant, type Instrument, ok, type Result } from '../../domain/index.js';
import type { RateColumns } from '../columns/columns.js';
import { type LineBuffer, LONGEST_LINE } from './line-buffer.js';
import type { RowError } from './rate-row.js';
import type { Recording, SkippedRow } from '../recording.js';
import type { RowReader } from './row-format.js';
import { RowSink, type RowSinkOptions } from './row-sink.js';
import type { SymbolTable } from './symbol-table.js';

export class TextRecording implements Recording {
  readonly file: string;
  readonly format: string;
  readonly rowName = 'line';
  private readonly lines: LineBuffer;
  private readonly table: SymbolTable;
  private readonly reader: RowReader;
  private readonly taker: RowSink;
  /** First of the last blank lines, or 0; blank lines are valid only at the end of the file. */
  private blankLine = 0;
  private closed = false;
  /** True if rows do not depend on earlier ones, so that the fast path may be used. */
  private readonly isPlain: boolean;

  /** `lines` are at the start of the file, whose head was checked. */
  constructor(
    { file, format }: { readonly file: string; readonly format: string },
    lines: LineBuffer,
    table: SymbolTable,
    reader: RowReader,
    rules: RowSinkOptions,
  ) {
    this.file = file;
    this.format = format;
    this.lines = lines;
    this.table = table;
    this.reader = reader;
    const where = (line: number) => `${file}:${String(line)}`;
    const terms = {
      where,
      formatTime: (at: Instant) => reader.formatTime(at),
      // A blank line is reported after the next line was read, which is then the current one.
      show: (line: number) => (line === lines.line ? lines.peek() : ''),
    };
    this.taker = new RowSink(terms, table, rules);
    this.isPlain = rules.oneSided === 'bad';
  }

  get instruments(): readonly Instrument[] {
    return this.table.instruments;
  }

  get skipped(): readonly SkippedRow[] {
    return this.taker.skipped;
  }

  get skippedCount(): number {
    return this.taker.skippedCount;
  }

  get skippedByFlaw(): Readonly<Record<RowError, number>> {
    return this.taker.skippedByFlaw;
  }

  read(into: RateColumns): Result<number> {
    assert(!this.closed, 'a closed recording was read');
    into.count = 0;
    const filled = this.fillColumns(into);
    // Returns the rates before a fault first, so that the block size has no effect on the result.
    return filled.ok || into.count > 0 ? ok(into.count) : filled;
  }

  rewind(): void {
    this.lines.rewind();
    this.taker.rewind();
    this.blankLine = 0;
  }

  close(): void {
    if (!this.closed) this.lines.close();
    this.closed = true;
  }

  private fillColumns(into: RateColumns): Result<null> {
    const { lines, reader, table, taker } = this;
    const capacity = into.at.length;
    while (!taker.ended && into.count < capacity) {
      if (lines.at === lines.end) {
        const more = lines.fill();
        if (!more.ok) return more;
        if (!more.value) return taker.end();
      }
      if (lines.line <= reader.headLines) lines.advance();
      if (this.blankLine === 0 && this.isPlain && reader.decodePlain !== undefined) {
        taker.lastAt = reader.decodePlain(lines, table, taker.rules, taker.lastAt, into);
      }
      if (lines.at === lines.end || into.count === capacity) continue;
      const taken = this.takeLine(into);
      if (!taken.ok) return taken;
    }
    return ok(null);
  }

  /** Slow path for a line that is not plain. */
  private takeLine(into: RateColumns): Result<null> {
    const { lines } = this;
    const text = lines.peek();
    if (text === '') {
      if (this.blankLine === 0) this.blankLine = lines.line;
      lines.advance();
      return ok(null);
    }
    if (this.blankLine > 0) {
      const reason = 'expected a row, found a blank line before the end';
      const evaluated = this.taker.evaluate(this.blankLine, 'shape', reason);
      if (evaluated.ok) this.blankLine = 0;
      return evaluated;
    }
    const taken = this.takeText(text, into);
    if (taken.ok && !this.taker.ended) lines.advance();
    return taken;
  }

  private takeText(text: string, into: RateColumns): Result<null> {
    const { line } = this.lines;
    if (text.length > LONGEST_LINE) {
      const longest = String(LONGEST_LINE);
      const reason = `expected a line of at most ${longest} bytes, found a longer one`;
      return this.taker.evaluate(line, 'shape', reason);
    }
    const raw = this.reader.parse(text);
    return raw.ok ? this.taker.take(line, raw.value, into) : this.taker.checkFault(line, raw.fault);
  }
}

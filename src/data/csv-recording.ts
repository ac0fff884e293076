// Reads a Weir CSV recording block by block into columns; memory does not grow with the file.
import { assert, fail, type Instrument, MILLISECOND, ok, type Result } from '../domain/index.js';
import type { RateColumns } from './columns.js';
import { type CsvRow, type CsvRules, parseLine } from './csv-line.js';
import { decodePlainRows } from './csv-row.js';
import type { LineBuffer } from './line-buffer.js';
import type { Recording, SkippedRow } from './recording.js';
import type { SymbolTable } from './symbol-table.js';

/** Bad rows that are kept with their reason; all are counted. */
const MOST_SKIPPED = 100;

export class CsvRecording implements Recording {
  readonly file: string;
  readonly skipped: SkippedRow[] = [];
  skippedCount = 0;
  private readonly lines: LineBuffer;
  private readonly table: SymbolTable;
  private readonly rules: CsvRules;
  private readonly badRows: 'stop' | 'skip';
  /** Time of the last good row, -1 before the first. */
  private lastMs = -1;
  /** First of the blank lines just read, or 0: they are fine at the end of the file only. */
  private blankLine = 0;
  private ended = false;
  private closed = false;

  /** `lines` are at the start of the file, whose header has been checked. */
  constructor(
    file: string,
    lines: LineBuffer,
    table: SymbolTable,
    rules: CsvRules,
    badRows: 'stop' | 'skip',
  ) {
    this.file = file;
    this.lines = lines;
    this.table = table;
    this.rules = rules;
    this.badRows = badRows;
  }

  get instruments(): readonly Instrument[] {
    return this.table.instruments;
  }

  read(into: RateColumns): Result<number> {
    assert(!this.closed, 'a closed recording was read');
    into.count = 0;
    const filled = this.fillColumns(into);
    // rates before a fault are handed out first, so that the size of a block changes nothing
    return filled.ok || into.count > 0 ? ok(into.count) : filled;
  }

  rewind(): void {
    this.lines.rewind();
    this.skipped.length = 0;
    this.skippedCount = 0;
    this.lastMs = -1;
    this.blankLine = 0;
    this.ended = false;
  }

  close(): void {
    if (!this.closed) this.lines.close();
    this.closed = true;
  }

  private fillColumns(into: RateColumns): Result<null> {
    const { lines } = this;
    const capacity = into.at.length;
    while (!this.ended && into.count < capacity) {
      if (lines.at === lines.end) {
        const more = lines.fill();
        if (!more.ok) return more;
        if (!more.value) return this.end();
      }
      if (lines.line === 1) lines.advance();
      if (this.blankLine === 0) {
        this.lastMs = decodePlainRows(lines, this.table, this.rules, this.lastMs, into);
      }
      if (lines.at === lines.end || into.count === capacity) continue;
      const taken = this.takeLine(into);
      if (!taken.ok) return taken;
    }
    return ok(null);
  }

  /** Takes a line that is not plain. */
  private takeLine(into: RateColumns): Result<null> {
    const { lines } = this;
    const text = lines.peek();
    if (text === '') {
      if (this.blankLine === 0) this.blankLine = lines.line;
      lines.advance();
      return ok(null);
    }
    if (this.blankLine > 0) {
      const judged = this.judge(
        this.blankLine,
        'expected a row, found a blank line before the end',
      );
      if (judged.ok) this.blankLine = 0;
      return judged;
    }
    const row = parseLine(text, this.table, this.rules.columns, this.lastMs);
    if (row.ok) {
      this.takeRow(row.value, into);
      if (!this.ended) lines.advance();
      return ok(null);
    }
    const { code, message } = row.fault;
    if (code !== 'data.bad-row') return fail(code, message, this.where(lines.line));
    const judged = this.judge(lines.line, message);
    if (judged.ok) lines.advance();
    return judged;
  }

  private takeRow(row: CsvRow, into: RateColumns): void {
    if (row.ms >= this.rules.endMs) {
      this.ended = true;
      return;
    }
    this.table.add(row.listing);
    this.lastMs = row.ms;
    if (row.ms < this.rules.startMs) return;
    const { count } = into;
    into.at[count] = row.ms * MILLISECOND;
    into.instrument[count] = row.listing.instrument.id;
    into.bidTicks[count] = row.bidTicks;
    into.offerTicks[count] = row.offerTicks;
    into.bidUnits[count] = row.bidUnits;
    into.offerUnits[count] = row.offerUnits;
    into.count++;
  }

  /** What a bad row means: a fault, or one row less. */
  private judge(line: number, reason: string): Result<null> {
    if (this.badRows === 'stop') {
      const advice = 'set recording.badRows: skip to leave such rows out';
      return fail('data.bad-row', `${reason}; ${advice}`, this.where(line));
    }
    this.skippedCount++;
    if (this.skipped.length < MOST_SKIPPED) this.skipped.push({ line, reason });
    return ok(null);
  }

  private end(): Result<null> {
    const [first] = this.skipped;
    if (this.lastMs >= 0 || first === undefined) {
      this.ended = true;
      return ok(null);
    }
    const count = String(this.skippedCount);
    return fail(
      'data.no-rates',
      `expected rates, found ${count} bad rows only; the first: ${first.reason}`,
      this.where(first.line),
    );
  }

  private where(line: number): string {
    return `${this.file}:${String(line)}`;
  }
}

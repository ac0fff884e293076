// Reads a recording of text lines block by block into columns; memory does not grow with the file.
import {
  assert,
  fail,
  type Fault,
  type Instant,
  type Instrument,
  ok,
  type Result,
} from '../domain/index.js';
import type { RateColumns } from './columns.js';
import { type LineBuffer, LONGEST_LINE } from './line-buffer.js';
import {
  findPriceFlaw,
  type Flaw,
  FLAWS,
  type RateRow,
  readRow,
  type RowRules,
} from './rate-row.js';
import type { Recording, SkippedRow } from './recording.js';
import type { RowReader } from './row-format.js';
import type { SymbolTable } from './symbol-table.js';

/** Bad rows that are kept with their reason; all are counted. */
const MOST_SKIPPED = 100;
/** Before the first row. */
const NO_TIME: Instant = -1_000;

/** What of a recording's settings its rows are read with. */
export interface TextRules extends RowRules {
  readonly badRows: 'stop' | 'skip';
}

export class TextRecording implements Recording {
  readonly file: string;
  readonly format: string;
  readonly skipped: SkippedRow[] = [];
  skippedCount = 0;
  readonly skippedByFlaw: Record<Flaw, number> = { shape: 0, order: 0, zero: 0, crossed: 0 };
  private readonly lines: LineBuffer;
  private readonly table: SymbolTable;
  private readonly reader: RowReader;
  private readonly rules: TextRules;
  /** Time of the last good row. */
  private lastAt = NO_TIME;
  /** First of the blank lines just read, or 0: they are fine at the end of the file only. */
  private blankLine = 0;
  private ended = false;
  private closed = false;

  /** `lines` are at the start of the file, whose head has been checked. */
  constructor(
    { file, format }: { readonly file: string; readonly format: string },
    lines: LineBuffer,
    table: SymbolTable,
    reader: RowReader,
    rules: TextRules,
  ) {
    this.file = file;
    this.format = format;
    this.lines = lines;
    this.table = table;
    this.reader = reader;
    this.rules = rules;
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
    for (const flaw of FLAWS) this.skippedByFlaw[flaw] = 0;
    this.lastAt = NO_TIME;
    this.blankLine = 0;
    this.ended = false;
  }

  close(): void {
    if (!this.closed) this.lines.close();
    this.closed = true;
  }

  private fillColumns(into: RateColumns): Result<null> {
    const { lines, reader, rules, table } = this;
    const capacity = into.at.length;
    while (!this.ended && into.count < capacity) {
      if (lines.at === lines.end) {
        const more = lines.fill();
        if (!more.ok) return more;
        if (!more.value) return this.end();
      }
      if (lines.line <= reader.headLines) lines.advance();
      if (this.blankLine === 0 && reader.decodePlain !== undefined) {
        this.lastAt = reader.decodePlain(lines, table, rules, this.lastAt, into);
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
      const reason = 'expected a row, found a blank line before the end';
      const judged = this.judge(this.blankLine, 'shape', reason);
      if (judged.ok) this.blankLine = 0;
      return judged;
    }
    const taken = this.takeText(text, into);
    if (taken.ok && !this.ended) lines.advance();
    return taken;
  }

  private takeText(text: string, into: RateColumns): Result<null> {
    const { line } = this.lines;
    if (text.length > LONGEST_LINE) {
      const longest = String(LONGEST_LINE);
      const reason = `expected a line of at most ${longest} bytes, found a longer one`;
      return this.judge(line, 'shape', reason);
    }
    const raw = this.reader.parse(text);
    if (!raw.ok) return this.judgeFault(line, raw.fault);
    if (raw.value.at < this.lastAt) return this.judge(line, 'order', this.sayOrder(raw.value.at));
    const row = readRow(raw.value, this.table);
    if (!row.ok) return this.judgeFault(line, row.fault);
    const found = findPriceFlaw(raw.value, row.value);
    if (found !== undefined) return this.judge(line, found.flaw, found.reason);
    this.takeRow(row.value, into);
    return ok(null);
  }

  private sayOrder(at: Instant): string {
    const [last, found] = [this.lastAt, at].map((one) => this.reader.formatTime(one));
    return `expected a time not before the last row's ${last ?? ''}, found ${found ?? ''}`;
  }

  /** A row's own fault makes it a bad one; any other ends the reading. */
  private judgeFault(line: number, { code, message }: Fault): Result<null> {
    if (code === 'data.bad-row') return this.judge(line, 'shape', message);
    return fail(code, message, this.where(line));
  }

  private takeRow(row: RateRow, into: RateColumns): void {
    if (row.at >= this.rules.endAt) {
      this.ended = true;
      return;
    }
    this.table.add(row.listing);
    this.lastAt = row.at;
    if (row.at < this.rules.startAt) return;
    const { count } = into;
    into.at[count] = row.at;
    into.instrument[count] = row.listing.instrument.id;
    into.bidTicks[count] = row.bidTicks;
    into.offerTicks[count] = row.offerTicks;
    into.bidUnits[count] = row.bidUnits;
    into.offerUnits[count] = row.offerUnits;
    into.count++;
  }

  /** What a bad row means: a fault, or one row less. */
  private judge(line: number, flaw: Flaw, reason: string): Result<null> {
    if (this.rules.badRows === 'stop') {
      const advice = 'set recording.badRows: skip to leave such rows out';
      return fail('data.bad-row', `${reason}; ${advice}`, this.where(line));
    }
    this.skippedCount++;
    this.skippedByFlaw[flaw]++;
    if (this.skipped.length < MOST_SKIPPED) this.skipped.push({ line, reason });
    return ok(null);
  }

  private end(): Result<null> {
    const [first] = this.skipped;
    if (this.lastAt !== NO_TIME || first === undefined) {
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

// Writes lines of a CSV file (RFC 4180) as bytes. A long backtest writes two for each order:
// formatting their figures as texts would take longer than the order itself took.
import { DAY, formatDate, type Instant, type Instrument, MILLISECOND } from '../../domain/index.js';
import { toLine } from '../figures/texts.js';

/** Writes one cell of a row. */
export type Cell<T> = (row: T, csv: CsvWriter) => void;
/** Cells of a row, by the name of the column. */
export type Columns<T> = Readonly<Record<string, Cell<T>>>;

const FIRST_ROOM = 1 << 12;
/** Capacity in bytes that suffices for any figure. */
const FIGURE_ROOM = 32;
const [COMMA, CR, LF, ZERO, POINT, MINUS, COLON] = [44, 13, 10, 48, 46, 45, 58];
/** By character code: 1 for a character that a cell may contain unquoted. */
const IS_PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.:/-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

export class CsvWriter {
  private room = Buffer.allocUnsafe(FIRST_ROOM);
  private count = 0;
  /** Day of the last instant: days since 1970, and its text. */
  private day = Number.NaN;
  private dayText = '';

  get length(): number {
    return this.count;
  }

  /** Bytes written so far; valid until the next write. */
  get bytes(): Uint8Array {
    return this.room.subarray(0, this.count);
  }

  clear(): void {
    this.count = 0;
  }

  line<T>(row: T, cells: readonly Cell<T>[]): void {
    for (let i = 0; i < cells.length; i++) {
      if (i > 0) this.put(COMMA);
      cells[i]?.(row, this);
    }
    this.put(CR);
    this.put(LF);
  }

  /**
   * Writes a text as one cell; prefixes an apostrophe to what a spreadsheet would run as a formula.
   */
  text(text: string): void {
    this.makeRoom(text.length);
    const { room, count } = this;
    let isPlain = text.charCodeAt(0) !== MINUS;
    for (let i = 0; isPlain && i < text.length; i++) {
      const code = text.charCodeAt(i);
      room[count + i] = code;
      isPlain = IS_PLAIN[code] === 1;
    }
    if (isPlain) this.count += text.length;
    else this.quote(text);
  }

  private quote(text: string): void {
    const line = toLine(text);
    const safe = /^[=+\-@]/.test(line) ? `'${line}` : line;
    this.plain(/[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe);
  }

  /** Writes a figure or a text of Weir unquoted. */
  plain(text: string): void {
    this.makeRoom(3 * text.length);
    const { room, count } = this;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) {
        this.count += room.write(text, count);
        return;
      }
      room[count + i] = code;
    }
    this.count += text.length;
  }

  /** Writes ISO 8601 in UTC with milliseconds, as `formatInstant` does. */
  instant(at: Instant): void {
    const day = Math.floor(at / DAY);
    if (day !== this.day) {
      this.day = day;
      this.dayText = `${formatDate(at)}T`;
    }
    this.plain(this.dayText);
    const milliseconds = Math.floor((at - day * DAY) / MILLISECOND);
    const seconds = Math.floor(milliseconds / 1_000);
    const minutes = Math.floor(seconds / 60);
    this.digits(Math.floor(minutes / 60), 2, 0);
    this.put(COLON);
    this.digits(minutes % 60, 2, 0);
    this.put(COLON);
    this.digits(seconds % 60, 2, 0);
    this.put(POINT);
    this.digits(milliseconds % 1_000, 3, 0);
    this.plain('Z');
  }

  /** Writes the price of a number of ticks; empty for 0, which means no price. */
  price(ticks: number, { ratePrecision }: Instrument): void {
    if (ticks !== 0) this.scaled(ticks, ratePrecision);
  }

  /** Writes the mid, exactly, of twice its ticks; empty for 0. */
  mid(ticks2: number, { ratePrecision }: Instrument): void {
    if (ticks2 === 0) return;
    const isOdd = ticks2 % 2 !== 0;
    this.scaled(Math.floor(ticks2 / 2), ratePrecision);
    if (isOdd) this.plain(ratePrecision === 0 ? '.5' : '5');
  }

  /** Writes a scaled integer as the shortest text, as JSON does. */
  shortest(scaled: number, decimals: number): void {
    this.scaled(scaled, decimals);
    if (decimals === 0) return;
    while (this.room[this.count - 1] === ZERO) this.count -= 1;
    if (this.room[this.count - 1] === POINT) this.count -= 1;
  }

  /** Writes a scaled integer with exactly `decimals` decimals. */
  private scaled(scaled: number, decimals: number): void {
    if (scaled < 0) this.put(MINUS);
    const figure = Math.abs(scaled);
    let digits = 1;
    for (let power = 10; power <= figure; power *= 10) digits += 1;
    this.digits(figure, Math.max(digits, decimals + 1), decimals);
  }

  private digits(figure: number, digits: number, decimals: number): void {
    this.makeRoom(FIGURE_ROOM);
    const { room, count } = this;
    const end = count + digits + (decimals === 0 ? 0 : 1);
    const point = decimals === 0 ? -1 : end - decimals - 1;
    let rest = figure;
    for (let i = end - 1; i >= count; i--) {
      if (i === point) {
        room[i] = POINT;
        continue;
      }
      const next = Math.floor(rest / 10);
      room[i] = ZERO + (rest - next * 10);
      rest = next;
    }
    this.count = end;
  }

  private put(byte: number): void {
    this.makeRoom(1);
    this.room[this.count++] = byte;
  }

  private makeRoom(count: number): void {
    if (this.count + count <= this.room.length) return;
    const grown = Buffer.allocUnsafe(2 * (this.count + count));
    this.room.copy(grown, 0, 0, this.count);
    this.room = grown;
  }
}

/** A whole file with its header line. */
export function formatCsv<T>(rows: readonly T[], columns: Columns<T>): string {
  const csv = new CsvWriter();
  const cells = Object.values(columns);
  csv.plain(`${Object.keys(columns).join(',')}\r\n`);
  for (const row of rows) csv.line(row, cells);
  return Buffer.from(csv.bytes).toString();
}

// Rows of a CSV file: the first for the page, all others on the disk once they change no more.
import { readSync, writeSync } from 'node:fs';
import { openScratchFile } from '../data/index.js';
import type { Rows } from './bounded.js';
import type { OpenFill } from './busts.js';
import { formatFillLine, formatOrderLine } from './csv.js';
import type { OrderRow } from './results.js';

/** So many newest rows stay in memory; the others are written, a few at a time, as orders wait. */
export const MIN_RECENT = 5_000;
const BATCH = 50;
/** Rows that wait behind one that may still change, until that one is set aside. */
export const MAX_RECENT = 20_000;
const CHUNK = 1 << 16;

export interface FiledRows<T> extends Rows<T> {
  /** The lines of all rows after `rows`, in their order. */
  later(): Iterable<string | Uint8Array>;
}

/** Part of the file, in bytes. */
interface Span {
  readonly from: number;
  to: number;
}

export class RowFile<T extends object> implements FiledRows<T> {
  readonly rows: T[] = [];
  leftOut = 0;
  private readonly maximum: number;
  private readonly format: (row: T) => string;
  private readonly isFinal: (row: T) => boolean;
  private recent: T[] = [];
  /** What came between `rows` and `recent`: spans of the file, and rows that were set aside. */
  private readonly parts: (Span | { readonly row: T })[] = [];
  private file: number | undefined;
  private end = 0;
  /** The file cannot be written: rows stay in memory. */
  private isBroken = false;

  /** `rows` are the first `maximum`. A row that `isFinal` changes no more. */
  constructor(maximum: number, format: (row: T) => string, isFinal: (row: T) => boolean) {
    this.maximum = maximum;
    this.format = format;
    this.isFinal = isFinal;
  }

  add(row: T): void {
    if (this.rows.length < this.maximum) {
      this.rows.push(row);
      return;
    }
    this.leftOut += 1;
    this.recent.push(row);
    if (this.recent.length % BATCH === 0 && this.recent.length > MIN_RECENT) this.writeBatch();
  }

  /** Among the rows in memory. */
  filter(isMeant: (row: T) => boolean): readonly T[] {
    return [...this.rows.filter(isMeant), ...this.recent.filter(isMeant)];
  }

  /** Puts a row in front of one in memory. */
  insert(added: T, before: T): void {
    const [first, later] = [this.rows.indexOf(before), this.recent.indexOf(before)];
    if (first >= 0) this.rows.splice(first, 0, added);
    else if (later >= 0) {
      this.leftOut += 1;
      this.recent.splice(later, 0, added);
    }
  }

  *later(): Iterable<string | Uint8Array> {
    for (const part of this.parts) {
      if ('row' in part) yield this.format(part.row);
      else yield* this.read(part);
    }
    for (const row of this.recent) yield this.format(row);
  }

  private writeBatch(): void {
    const { recent } = this;
    const surplus = recent.slice(0, Math.min(2 * BATCH, recent.length - MIN_RECENT));
    const waiting = surplus.findIndex((row) => !this.isFinal(row));
    if (waiting !== 0) this.write(waiting < 0 ? surplus : surplus.slice(0, waiting));
    else if (recent.length >= MAX_RECENT) {
      const next = surplus.findIndex(this.isFinal);
      const aside = recent.splice(0, next < 0 ? surplus.length : next);
      this.parts.push(...aside.map((row) => ({ row })));
    }
  }

  private write(rows: readonly T[]): void {
    if (this.isBroken) return;
    const bytes = Buffer.from(rows.map(this.format).join(''));
    try {
      this.file ??= openScratchFile();
      for (let at = 0; at < bytes.length;) {
        at += writeSync(this.file, bytes, at, bytes.length - at, this.end + at);
      }
    } catch {
      this.isBroken = true;
      return;
    }
    const last = this.parts.at(-1);
    const to = this.end + bytes.length;
    if (last === undefined || 'row' in last) this.parts.push({ from: this.end, to });
    else last.to = to;
    this.end = to;
    this.recent = this.recent.slice(rows.length);
  }

  private *read({ from, to }: Span): Iterable<Uint8Array> {
    for (let at = from; at < to;) {
      const chunk = Buffer.alloc(Math.min(CHUNK, to - at));
      const count = readSync(this.file ?? -1, chunk, 0, chunk.length, at);
      if (count === 0) throw new Error('the file of rows is shorter than it was written');
      at += count;
      yield chunk.subarray(0, count);
    }
  }
}

export function createOrderRows(maximum: number): RowFile<OrderRow> {
  return new RowFile(maximum, formatOrderLine, ({ view }) => view.isTerminal);
}

/** Final with the last mid after it. */
export function createFillRows(maximum: number): RowFile<OpenFill> {
  return new RowFile(maximum, formatFillLine, ({ marks }) => marks.mids2.at(-1) !== 0);
}

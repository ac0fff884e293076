// Rows of a CSV file: keeps the first in memory for the page, and moves later final rows to disk.
import { readSync, writeSync } from 'node:fs';
import type { Fill } from '../../domain/events/index.js';
import { openScratchFile } from '../../recordings/index.js';
import type { FiledRows } from '../collect/bounded.js';
import type { OpenFill } from '../collect/busted-trades.js';
import { FILL_COLUMNS, ORDER_COLUMNS } from './csv.js';
import { type Cell, type Columns, CsvWriter } from './csv-writer.js';
import type { OpenOrder } from '../collect/open-orders.js';
import type { FillRow, OrderRow } from '../figures/results.js';

/**
 * Number of newest rows that stay in memory; others are written in small batches, as orders wait.
 */
export const MIN_RECENT = 5_000;
const BATCH = 50;
/** Maximum rows waiting behind a row that may still change; then that row is set aside. */
export const MAX_RECENT = 20_000;
/** Bytes written or read at once. */
const CHUNK = 1 << 16;

/** A range of all lines, in bytes. */
interface Span {
  readonly from: number;
  to: number;
}

export class RowFile<T extends object> implements FiledRows<T> {
  readonly rows: T[] = [];
  leftOut = 0;
  private readonly maximum: number;
  private readonly cells: readonly Cell<T>[];
  private readonly isFinal: (row: T) => boolean;
  private readonly recent: T[] = [];
  /** Content between `rows` and `recent`: ranges of lines, and rows that were set aside. */
  private readonly parts: (Span | { readonly row: T })[] = [];
  private file: number | undefined;
  /** Size of the file; further lines wait in memory. */
  private end = 0;
  private readonly waiting = new CsvWriter();
  /** The file cannot be written: lines stay in memory. */
  private isBroken = false;

  /** `rows` are the first `maximum` rows. `isFinal` says whether a row can no longer change. */
  constructor(maximum: number, columns: Columns<T>, isFinal: (row: T) => boolean) {
    this.maximum = maximum;
    this.cells = Object.values(columns);
    this.isFinal = isFinal;
  }

  add(row: T): void {
    if (this.rows.length < this.maximum) {
      this.rows.push(row);
      return;
    }
    this.leftOut += 1;
    this.recent.push(row);
    if (this.recent.length % BATCH === 0 && this.recent.length > MIN_RECENT) this.fileBatch();
  }

  /** Searches the rows in memory. */
  filter(isMeant: (row: T) => boolean): readonly T[] {
    return [...this.rows.filter(isMeant), ...this.recent.filter(isMeant)];
  }

  /** Inserts a row before one in memory. */
  insert(added: T, before: T): void {
    const [first, later] = [this.rows.indexOf(before), this.recent.indexOf(before)];
    if (first >= 0) this.rows.splice(first, 0, added);
    else if (later >= 0) {
      this.leftOut += 1;
      this.recent.splice(later, 0, added);
    }
  }

  *later(): Iterable<Uint8Array> {
    for (const part of this.parts) {
      if ('row' in part) yield* this.format([part.row]);
      else yield* this.read(part);
    }
    for (let at = 0; at < this.recent.length; at += BATCH) {
      yield* this.format(this.recent.slice(at, at + BATCH));
    }
  }

  private fileBatch(): void {
    const { recent } = this;
    const surplus = recent.slice(0, Math.min(2 * BATCH, recent.length - MIN_RECENT));
    const open = surplus.findIndex((row) => !this.isFinal(row));
    if (open !== 0) this.keep(recent.splice(0, open < 0 ? surplus.length : open));
    else if (recent.length >= MAX_RECENT) {
      const next = surplus.findIndex(this.isFinal);
      const aside = recent.splice(0, next < 0 ? surplus.length : next);
      this.parts.push(...aside.map((row) => ({ row })));
    }
  }

  private keep(rows: readonly T[]): void {
    const { waiting, end } = this;
    const from = end + waiting.length;
    for (const row of rows) waiting.line(row, this.cells);
    const to = end + waiting.length;
    const last = this.parts.at(-1);
    if (last === undefined || 'row' in last) this.parts.push({ from, to });
    else last.to = to;
    if (waiting.length >= CHUNK && !this.isBroken) this.write(waiting.bytes);
  }

  private write(bytes: Uint8Array): void {
    try {
      this.file ??= openScratchFile();
      for (let at = 0; at < bytes.length;) {
        at += writeSync(this.file, bytes, at, bytes.length - at, this.end + at);
      }
    } catch {
      this.isBroken = true;
      return;
    }
    this.end += bytes.length;
    this.waiting.clear();
  }

  private *read({ from, to }: Span): Iterable<Uint8Array> {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const end = Math.min(to, this.end);
    for (let at = from; at < end;) {
      const count = readSync(this.file ?? -1, chunk, 0, Math.min(CHUNK, end - at), at);
      if (count === 0) throw new Error('the file of rows is shorter than it was written');
      at += count;
      yield chunk.subarray(0, count);
    }
    if (to > this.end) {
      yield this.waiting.bytes.subarray(Math.max(0, from - this.end), to - this.end);
    }
  }

  private *format(rows: readonly T[]): Iterable<Uint8Array> {
    const csv = new CsvWriter();
    for (const row of rows) csv.line(row, this.cells);
    yield csv.bytes;
  }
}

/** Written out, like its fill: spreading an object costs a microsecond. */
export function createFillRow(
  fill: Fill,
  open: OpenOrder | undefined,
  midTicks2: number,
  marks: FillRow['marks'],
  fee: FillRow['fee'],
): FillRow {
  return {
    fill: copyFill(fill),
    parent: open?.parent ?? '',
    arrivalTicks2: open?.arrivalTicks2 ?? 0,
    midTicks2,
    decisionTicks2: open?.costs?.decisionTicks2 ?? 0,
    marks,
    fee,
    isBusted: false,
  };
}

/** Copies the fill because a strategy receives the same object. */
function copyFill(fill: Fill): Fill {
  const { at, strategy, intentId, coId, tradeId, instrument, side } = fill;
  const { units, priceTicks, executedAt, counterparty } = fill;
  return {
    at,
    strategy,
    intentId,
    coId,
    tradeId,
    instrument,
    side,
    units,
    priceTicks,
    executedAt,
    counterparty,
  };
}

export function createOrderRows(maximum: number): RowFile<OrderRow> {
  return new RowFile(maximum, ORDER_COLUMNS, ({ view }) => view.isTerminal);
}

/** A row is final once its last mark-out is known. */
export function createFillRows(maximum: number): RowFile<OpenFill> {
  return new RowFile<OpenFill>(maximum, FILL_COLUMNS, ({ marks }) => marks.mids2.at(-1) !== 0);
}

// Encodes blocks of rates as bytes: each column in the smallest number type that is exact.
import { crc32 } from 'node:zlib';
import type { RateColumns } from './columns.js';

/** Maximum number of rates in a block. */
export const BLOCK_RATES = 65_536;

const NAMES = ['at', 'bidTicks', 'offerTicks', 'bidUnits', 'offerUnits', 'instrument'] as const;

/**
 * Bytes per value: 0: one double for all rows, 2: unsigned 16 bits, 4: signed 32 bits, 8: a double.
 */
export type Form = 0 | 2 | 4 | 8;

/** Position of a block in a file or buffer. */
export interface BlockPlace {
  readonly from: number;
  readonly length: number;
  readonly rows: number;
  readonly crc: number;
  /** Number types of the columns, in order. */
  readonly forms: readonly Form[];
}

export type BlockView = readonly (number | Uint16Array | Int32Array | Float64Array)[];

/** Encodes rates as a block whose position starts at `from`. */
export function encodeBlock(
  columns: RateColumns,
  from: number,
): { readonly place: BlockPlace; readonly bytes: Uint8Array } {
  const rows = columns.count;
  const parts = NAMES.map((name) => columns[name].subarray(0, rows));
  const forms = parts.map(findForm);
  const sizes = forms.map((form) => toSize(form, rows));
  const length = sizes.reduce((sum, size) => sum + size, 0);
  const bytes = new Uint8Array(length);
  let at = 0;
  parts.forEach((part, i) => {
    const form = forms[i] ?? 8;
    if (form === 0) new Float64Array(bytes.buffer, at, 1)[0] = part[0] ?? 0;
    else toView(bytes.buffer, at, form, rows).set(part);
    at += sizes[i] ?? 0;
  });
  return { place: { from, length, rows, crc: crc32(bytes), forms }, bytes };
}

/** Columns of the block at `at`, which is a multiple of 8, without copying. */
export function viewBlock(buffer: ArrayBufferLike, at: number, place: BlockPlace): BlockView {
  let from = at;
  return place.forms.map((form) => {
    const start = from;
    from += toSize(form, place.rows);
    return form === 0
      ? (new Float64Array(buffer, start, 1)[0] ?? 0)
      : toView(buffer, start, form, place.rows);
  });
}

/** Appends rows of a block to `into`. */
export function copyRows(view: BlockView, from: number, rows: number, into: RateColumns): void {
  NAMES.forEach((name, i) => {
    const column = view[i] ?? 0;
    const target = into[name];
    if (typeof column === 'number') target.fill(column, into.count, into.count + rows);
    else target.set(column.subarray(from, from + rows), into.count);
  });
  into.count += rows;
}

/** Bytes of a column, a multiple of 8. */
function toSize(form: Form, rows: number): number {
  return form === 0 ? 8 : Math.ceil((form * rows) / 8) * 8;
}

function toView(buffer: ArrayBufferLike, from: number, form: 2 | 4 | 8, rows: number) {
  if (form === 2) return new Uint16Array(buffer, from, rows);
  return form === 4 ? new Int32Array(buffer, from, rows) : new Float64Array(buffer, from, rows);
}

function findForm(column: Float64Array | Uint16Array): Form {
  const [first] = column;
  if (column.every((value) => value === first)) return 0;
  if (column instanceof Uint16Array) return 2;
  return isShort(column) ? 4 : 8;
}

/** A plain loop, which is much faster than `every` for the numbers of a large recording. */
function isShort(column: Float64Array): boolean {
  for (let row = 0; row < column.length; row++) {
    const value = column[row] ?? 0;
    if ((value | 0) !== value) return false;
  }
  return true;
}

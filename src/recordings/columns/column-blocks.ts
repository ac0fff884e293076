// Blocks of rates as bytes: each column in the narrowest form that holds it exactly.
import { crc32 } from 'node:zlib';
import type { RateColumns } from './columns.js';

/** Rates of a block. */
export const BLOCK_RATES = 65_536;

const NAMES = ['at', 'bidTicks', 'offerTicks', 'bidUnits', 'offerUnits', 'instrument'] as const;

/** Bytes of a value: one double for all rows (0), 16 bits, 32 bits with a sign, or a double. */
export type Form = 0 | 2 | 4 | 8;

/** A block among the bytes of a file or of a buffer. */
export interface BlockPlace {
  readonly from: number;
  readonly length: number;
  readonly rows: number;
  readonly crc: number;
  /** Of the columns in their order. */
  readonly forms: readonly Form[];
}

/** The columns of a block. */
export type BlockView = readonly (number | Uint16Array | Int32Array | Float64Array)[];

/** A block's bytes, whose place begins at `from`. */
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

/** The columns of a block whose bytes begin at `at`, a multiple of 8. */
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

/** Copies rows of a block behind those that `into` has. */
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

/** Every number of a large recording passes here: a plain loop is much faster than `every`. */
function isShort(column: Float64Array): boolean {
  for (let row = 0; row < column.length; row++) {
    const value = column[row] ?? 0;
    if ((value | 0) !== value) return false;
  }
  return true;
}

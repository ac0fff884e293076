// Interface of a table file: typed columns, whose rows are read in batches.
import type { Result } from '../../domain/index.js';

/** A value: instants in epoch microseconds; exact integers and decimals as texts. */
export type Cell = number | string | undefined;

/**
 * Kind of a column's values: instants with or without zone, numbers, integers (texts if large),
 * texts (including decimals), or unusable types.
 */
export type ColumnKind = 'instant' | 'local-instant' | 'number' | 'integer' | 'text' | 'other';

export interface TableColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Type name in the file's format, for messages. */
  readonly type: string;
}

/** Values of the wanted columns by row. */
export interface TableBatch {
  readonly rows: number;
  readonly columns: readonly ArrayLike<Cell>[];
}

export interface Table {
  readonly format: 'parquet' | 'arrow';
  readonly columns: readonly TableColumn[];
  /** Texts by key in the file's metadata. */
  readonly metadata: ReadonlyMap<string, string>;
  /**
   * Next rows of the columns with these numbers; undefined at the end. Fault code
   * `data.unreadable`.
   */
  next(wanted: readonly number[]): Result<TableBatch | undefined>;
  rewind(): void;
  close(): void;
}

/** The double of the shortest decimal text of a 32-bit float. */
export function widenFloat(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** Converts to microseconds; nanoseconds are rounded down. */
export function toMicros(count: bigint, unit: 's' | 'ms' | 'us' | 'ns'): number {
  if (unit === 'ns') return Number(count >= 0n ? count / 1_000n : (count - 999n) / 1_000n);
  return Number(count) * { s: 1_000_000, ms: 1_000, us: 1 }[unit];
}

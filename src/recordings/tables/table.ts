// What a table file is to its reader: typed columns, of which rows are handed out in batches.
import type { Result } from '../../domain/index.js';

/** A value: instants in epoch microseconds, exact integers and decimals as texts. */
export type Cell = number | string | undefined;

/**
 * What the values of a column are: instants with or without a zone, numbers, integers (as texts
 * where they are large), texts (decimals too), or nothing that a rate is made of.
 */
export type ColumnKind = 'instant' | 'local-instant' | 'number' | 'integer' | 'text' | 'other';

export interface TableColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The type as the file's format calls it, for messages. */
  readonly type: string;
}

/** The rows of a batch: values of the wanted columns, by row. */
export interface TableBatch {
  readonly rows: number;
  readonly columns: readonly ArrayLike<Cell>[];
}

export interface Table {
  readonly format: 'parquet' | 'arrow';
  readonly columns: readonly TableColumn[];
  /** Texts by key that the file has beside its rows. */
  readonly metadata: ReadonlyMap<string, string>;
  /**
   * The next rows of the columns with these numbers; undefined at the end. Fault code
   * `data.unreadable`.
   */
  next(wanted: readonly number[]): Result<TableBatch | undefined>;
  rewind(): void;
  close(): void;
}

/** The double that is the shortest decimal of a 32-bit float. */
export function widenFloat(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** Nanoseconds are cut to the microsecond, in which Weir counts time. */
export function toMicros(count: bigint, unit: 's' | 'ms' | 'us' | 'ns'): number {
  if (unit === 'ns') return Number(count >= 0n ? count / 1_000n : (count - 999n) / 1_000n);
  return Number(count) * { s: 1_000_000, ms: 1_000, us: 1 }[unit];
}

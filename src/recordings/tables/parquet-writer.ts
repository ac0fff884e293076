// Writes tables as Parquet by row group, so that memory holds only one group.
import type { SchemaElement } from 'hyparquet';

/** Instants are UTC microseconds; numbers are doubles, integers have 32 bits, longs 64. */
export type ParquetType = 'instant' | 'text' | 'number' | 'integer' | 'long' | 'boolean';

export interface ParquetColumn {
  readonly name: string;
  readonly type: ParquetType;
  /** Whether rows may lack a value. */
  readonly isOptional?: boolean;
}

/** Values of a column by row; instants are epoch microseconds; undefined and null mean no value. */
export type ParquetCells = ArrayLike<number | string | boolean | null | undefined>;

export interface ParquetWriter {
  /** Writes a row group: the values of all columns for the same number of rows. */
  add(cells: readonly ParquetCells[]): void;
  /** Writes the footer, without which the file is unreadable. */
  finish(): void;
}

/** Receives the next bytes of a file; they are overwritten after it returns. */
export type TakeBytes = (bytes: Uint8Array) => void;

/**
 * Writes a Parquet file for pandas, polars and DuckDB; `metadata` is stored as keys and texts.
 * Errors of `take` are thrown.
 */
export async function createParquetWriter(
  columns: readonly ParquetColumn[],
  metadata: Readonly<Record<string, string>>,
  take: TakeBytes,
): Promise<ParquetWriter> {
  const { ByteWriter, ParquetWriter: FileWriter } = await import('hyparquet-writer');
  const bytes = new ByteWriter();
  const flush = (): void => {
    take(bytes.getBytes());
    bytes.index = 0;
  };
  const schema = [{ name: 'root', num_children: columns.length }, ...columns.map(toElement)];
  const kvMetadata = Object.entries(metadata).map(([key, value]) => ({ key, value }));
  const writer = new FileWriter({ writer: bytes, schema, kvMetadata, createdBy: 'weir' });
  return {
    add: (cells) => {
      const data = columns.map(({ name, type }, i) => ({ name, data: toData(type, cells[i]) }));
      const rowGroupSize = Math.max(1, cells[0]?.length ?? 0);
      // Without an own flush the library writes synchronously and returns no promise.
      void writer.write({ columnData: data, rowGroupSize });
      flush();
    },
    finish: () => {
      void writer.finish();
      flush();
    },
  };
}

/** Encodes a small table as the bytes of a file. */
export async function encodeParquet(
  columns: readonly ParquetColumn[],
  cells: readonly ParquetCells[],
): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  const writer = await createParquetWriter(columns, {}, (bytes) => parts.push(Buffer.from(bytes)));
  writer.add(cells);
  writer.finish();
  return new Uint8Array(Buffer.concat(parts));
}

const ELEMENTS: Readonly<Record<ParquetType, Partial<SchemaElement>>> = {
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT32' },
  long: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
};

function toElement({ isOptional = false, name, type }: ParquetColumn): SchemaElement {
  return { name, repetition_type: isOptional ? 'OPTIONAL' : 'REQUIRED', ...ELEMENTS[type] };
}

function toLong(cell: ParquetCells[number]): bigint | undefined {
  return cell === undefined || cell === null ? undefined : BigInt(cell);
}

function toData(type: ParquetType, cells: ParquetCells = []): unknown[] {
  const isLong = type === 'instant' || type === 'long';
  return Array.from(cells, (cell) => (isLong ? toLong(cell) : cell));
}

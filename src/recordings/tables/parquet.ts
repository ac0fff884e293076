// Reads Parquet files by row group, decoded by hyparquet.
import { closeSync, fstatSync } from 'node:fs';
import type { ColumnMetaData, FileMetaData, RowGroup, SchemaElement, SchemaTree } from 'hyparquet';
import { fail, ok, type Result } from '../../domain/index.js';
import { formatScaled } from '../../domain/numbers/index.js';
import { readBytes } from '../files/read-bytes.js';
import {
  type Cell,
  type ColumnKind,
  type Table,
  type TableBatch,
  type TableColumn,
  toMicros,
  widenFloat,
} from './table.js';

/** Magic bytes at the start and end of a file. */
const MAGIC_BYTES = 4;
/** Length of the metadata, and the magic bytes. */
const TAIL_BYTES = 8;

/** Converts instants of any unit to epoch microseconds. */
const PARSERS = {
  timestampFromMilliseconds: (count: bigint) => toMicros(count, 'ms'),
  timestampFromMicroseconds: (count: bigint) => toMicros(count, 'us'),
  timestampFromNanoseconds: (count: bigint) => toMicros(count, 'ns'),
};

/** Opens a Parquet file. Fault code `data.unreadable`. */
export async function openParquet(file: string, descriptor: number): Promise<Result<Table>> {
  const [{ parquetMetadata, parquetSchema }, { readColumn }, { DEFAULT_PARSERS }, packed] =
    await Promise.all([
      import('hyparquet'),
      import('hyparquet/src/column.js'),
      import('hyparquet/src/convert.js'),
      import('hyparquet-compressors'),
    ]);
  const parsers = { ...DEFAULT_PARSERS, ...PARSERS };
  const { compressors } = packed;
  try {
    const metadata = parquetMetadata(readTail(descriptor));
    const tree = parquetSchema(metadata);
    const decode = (chunk: ColumnMetaData, leaf: SchemaTree, rows: number) => {
      const data = Number(chunk.data_page_offset);
      // Some writers store 0 if there is no dictionary.
      const from = Math.min(Number(chunk.dictionary_page_offset ?? 0) || data, data);
      const bytes = readBytes(descriptor, from, Number(chunk.total_compressed_size));
      const element = withoutDecimal(leaf.element);
      const schemaPath = [tree, { ...leaf, element }];
      const settings = { pathInSchema: [leaf.element.name], element, schemaPath, parsers };
      return readColumn(
        { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0 },
        { groupStart: 0, selectStart: 0, selectEnd: rows, groupRows: rows },
        { ...chunk, ...settings, compressors, utf8: !isDecimal(leaf.element) },
      ).data;
    };
    return ok(new ParquetTable(file, descriptor, metadata, tree, decode));
  } catch (error) {
    return fail('data.unreadable', `expected a Parquet file: ${String(error)}`, file);
  }
}

function readTail(descriptor: number): Uint8Array {
  const { size } = fstatSync(descriptor);
  if (size < MAGIC_BYTES + TAIL_BYTES) throw new Error('the file is too short');
  const tail = readBytes(descriptor, size - TAIL_BYTES, TAIL_BYTES);
  const length = tail.readUInt32LE(0) + TAIL_BYTES;
  if (tail.toString('latin1', 4) !== 'PAR1' || length > size) {
    throw new Error('its end is missing');
  }
  return readBytes(descriptor, size - length, length);
}

type Decode = (chunk: ColumnMetaData, leaf: SchemaTree, rows: number) => readonly Values[];
type Values = ArrayLike<unknown>;

class ParquetTable implements Table {
  readonly format = 'parquet';
  readonly columns: readonly TableColumn[];
  readonly metadata: ReadonlyMap<string, string>;
  private readonly file: string;
  private readonly descriptor: number;
  private readonly groups: readonly RowGroup[];
  private readonly leaves: readonly SchemaTree[];
  private readonly decode: Decode;
  private group = 0;

  constructor(
    file: string,
    descriptor: number,
    metadata: FileMetaData,
    tree: SchemaTree,
    decode: Decode,
  ) {
    this.file = file;
    this.descriptor = descriptor;
    this.groups = metadata.row_groups;
    this.leaves = tree.children;
    this.decode = decode;
    this.metadata = new Map(
      metadata.key_value_metadata?.map(({ key, value }) => [key, value ?? '']),
    );
    this.columns = tree.children.map(({ children, element }) => ({
      name: element.name,
      kind: children.length > 0 ? 'other' : toKind(element),
      type: nameType(element),
    }));
  }

  next(wanted: readonly number[]): Result<TableBatch | undefined> {
    const group = this.groups[this.group];
    if (group === undefined) return ok(undefined);
    const rows = Number(group.num_rows);
    try {
      const columns = wanted.map((number) => this.readColumn(group, number, rows));
      this.group++;
      return ok({ rows, columns });
    } catch (error) {
      const which = `row group ${String(this.group + 1)}`;
      const message = `expected a Parquet file: ${which}: ${String(error)}`;
      return fail('data.unreadable', message, this.file);
    }
  }

  rewind(): void {
    this.group = 0;
  }

  close(): void {
    closeSync(this.descriptor);
  }

  private readColumn(group: RowGroup, number: number, rows: number): readonly Cell[] {
    const leaf = this.leaves[number];
    const chunk = group.columns.find(({ meta_data }) => {
      const path = meta_data?.path_in_schema;
      return path?.length === 1 && path[0] === leaf?.element.name;
    })?.meta_data;
    if (leaf === undefined || chunk === undefined) throw new Error('a column is missing');
    const toCell = createConversion(leaf.element);
    const cells: Cell[] = [];
    for (const values of this.decode(chunk, leaf, rows)) {
      for (let i = 0; i < values.length; i++) cells.push(toCell(values[i]));
    }
    if (cells.length === rows) return cells;
    const found = `found ${String(cells.length)}`;
    throw new Error(`column ${leaf.element.name}: expected ${String(rows)} rows, ${found}`);
  }
}

function isDecimal({ converted_type, logical_type }: SchemaElement): boolean {
  return converted_type === 'DECIMAL' || logical_type?.type === 'DECIMAL';
}

/** Reads decimals as integers, because doubles would not be exact. */
function withoutDecimal(element: SchemaElement): SchemaElement {
  if (!isDecimal(element)) return element;
  const rest = { ...element };
  delete rest.converted_type;
  delete rest.logical_type;
  return rest;
}

function toKind(element: SchemaElement): ColumnKind {
  const { converted_type: converted, logical_type: logical, type } = element;
  if (isDecimal(element)) return 'text';
  if (logical?.type === 'TIMESTAMP') return logical.isAdjustedToUTC ? 'instant' : 'local-instant';
  if (converted === 'TIMESTAMP_MILLIS' || converted === 'TIMESTAMP_MICROS') return 'instant';
  if (type === 'INT96') return 'local-instant';
  if (type === 'FLOAT' || type === 'DOUBLE') return 'number';
  if (type === 'BYTE_ARRAY') {
    const isText = logical === undefined ? converted === undefined : logical.type === 'STRING';
    return converted === 'UTF8' || converted === 'ENUM' || isText ? 'text' : 'other';
  }
  const isInteger = converted === undefined || /^U?INT_/.test(converted);
  const isPlain = logical === undefined || logical.type === 'INTEGER';
  return (type === 'INT32' || type === 'INT64') && isInteger && isPlain ? 'integer' : 'other';
}

function nameType({ converted_type, logical_type, type }: SchemaElement): string {
  return logical_type?.type ?? converted_type ?? type ?? 'a group';
}

/** Converts the values of hyparquet. */
function createConversion(element: SchemaElement): (value: unknown) => Cell {
  if (isDecimal(element)) {
    const scale = element.scale ?? 0;
    return (value) => {
      const isAbsent = value === undefined || value === null;
      return isAbsent ? undefined : formatScaled(toBigInt(value), scale);
    };
  }
  if (element.type === 'FLOAT') {
    return (value) => (typeof value === 'number' ? widenFloat(value) : undefined);
  }
  return (value) => {
    if (typeof value === 'bigint') return String(value);
    return typeof value === 'number' || typeof value === 'string' ? value : undefined;
  };
}

/** Integer of a decimal from a number, or from its bytes, highest first. */
function toBigInt(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (!(value instanceof Uint8Array)) return BigInt(Number(value));
  const hex = Buffer.from(value).toString('hex');
  return hex === '' ? 0n : BigInt.asIntN(value.length * 8, BigInt(`0x${hex}`));
}

// Reads Arrow IPC files and streams by record batch, decoded by apache-arrow.
import { closeSync, fstatSync } from 'node:fs';
import type { DataType, Field, RecordBatch, RecordBatchReader } from 'apache-arrow';
import type { FileBlock } from 'apache-arrow/ipc/metadata/file';
import { fail, ok, type Result } from '../../domain/index.js';
import { formatScaled } from '../../domain/numbers/index.js';
import { readBytes } from '../files/read-bytes.js';
import { decodeLz4Frame } from './lz4-frame.js';
import {
  type Cell,
  type ColumnKind,
  type Table,
  type TableBatch,
  type TableColumn,
  toMicros,
  widenFloat,
} from './table.js';

/** Start and end of a file; between them are messages and the footer that lists them. */
const MAGIC = 'ARROW1';
/** Length of the footer, and the magic bytes. */
const TAIL_BYTES = 4 + MAGIC.length;
/** A stream ends with an empty message; without one it may be truncated. */
const END_OF_STREAM = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
const READ_BYTES = 1 << 20;

type Arrow = typeof import('apache-arrow');

/** Opens an Arrow file or stream. Fault code `data.unreadable`. */
export async function openArrow(file: string, descriptor: number): Promise<Result<Table>> {
  const [arrow, { Footer }, { decompress }] = await Promise.all([
    import('apache-arrow'),
    import('apache-arrow/ipc/metadata/file'),
    import('fzstd'),
  ]);
  const { CompressionType, compressionRegistry } = arrow;
  compressionRegistry.set(CompressionType.ZSTD, { decode: (bytes) => decompress(bytes).slice() });
  compressionRegistry.set(CompressionType.LZ4_FRAME, { decode: decodeLz4Frame });
  try {
    const footer = findFooter(descriptor);
    const messages =
      footer === undefined
        ? () => readChunks(descriptor)
        : () => readBlocks(descriptor, arrow, Footer.decode(footer));
    return ok(new ArrowTable(file, descriptor, arrow, messages));
  } catch (error) {
    return failArrow(file, error);
  }
}

function failArrow(file: string, error: unknown): Result<never> {
  return fail('data.unreadable', `expected Arrow IPC: ${String(error)}`, file);
}

/** Footer of a file; undefined for a stream. Throws if the file or stream is truncated. */
function findFooter(descriptor: number): Buffer | undefined {
  const { size } = fstatSync(descriptor);
  const head = readBytes(descriptor, 0, Math.min(size, MAGIC.length));
  const length = Math.min(size, TAIL_BYTES);
  const tail = readBytes(descriptor, size - length, length);
  if (head.toString('latin1') !== MAGIC) {
    if (tail.subarray(-END_OF_STREAM.length).equals(END_OF_STREAM)) return undefined;
    throw new Error('its end is missing');
  }
  const isWhole = size >= MAGIC.length + TAIL_BYTES && tail.toString('latin1', 4) === MAGIC;
  if (!isWhole || tail.readUInt32LE(0) > size - TAIL_BYTES) throw new Error('its end is missing');
  return readBytes(descriptor, size - TAIL_BYTES - tail.readUInt32LE(0), tail.readUInt32LE(0));
}

class ArrowTable implements Table {
  readonly format = 'arrow';
  readonly columns: readonly TableColumn[];
  readonly metadata: ReadonlyMap<string, string>;
  private readonly file: string;
  private readonly descriptor: number;
  private readonly arrow: Arrow;
  private readonly messages: () => Iterable<Uint8Array>;
  private reader: RecordBatchReader;
  private batch = 0;
  /** Fault that ended the reading, kept because the library would continue after it. */
  private fault: Result<never> | undefined;

  constructor(
    file: string,
    descriptor: number,
    arrow: Arrow,
    messages: () => Iterable<Uint8Array>,
  ) {
    this.file = file;
    this.descriptor = descriptor;
    this.arrow = arrow;
    this.messages = messages;
    this.reader = this.start();
    this.metadata = this.reader.schema.metadata;
    this.columns = this.reader.schema.fields.map((field: Field) => ({
      name: field.name,
      kind: toKind(arrow, field.type as DataType),
      type: String(field.type),
    }));
  }

  next(wanted: readonly number[]): Result<TableBatch | undefined> {
    if (this.fault !== undefined) return this.fault;
    try {
      const next = this.reader.next() as IteratorResult<RecordBatch, undefined>;
      if (next.done === true) return ok(undefined);
      const { numRows, schema } = next.value;
      const columns = wanted.map((number) => {
        const field = schema.fields[number];
        if (field === undefined) throw new Error('a column is missing');
        return readColumn(this.arrow, next.value, number, field.type as DataType);
      });
      this.batch++;
      return ok({ rows: numRows, columns });
    } catch (error) {
      const which = `record batch ${String(this.batch + 1)}`;
      this.fault = failArrow(this.file, `${which}: ${String(error)}`);
      return this.fault;
    }
  }

  rewind(): void {
    this.reader = this.start();
    this.batch = 0;
    this.fault = undefined;
  }

  close(): void {
    closeSync(this.descriptor);
  }

  private start(): RecordBatchReader {
    return this.arrow.RecordBatchReader.from(this.messages()).open();
  }
}

function* readChunks(descriptor: number): Generator<Uint8Array> {
  const { size } = fstatSync(descriptor);
  for (let at = 0; at < size; at += READ_BYTES) {
    yield readBytes(descriptor, at, Math.min(READ_BYTES, size - at));
  }
}

/** Converts a file to a stream: schema, then the messages of the footer, dictionaries first. */
function* readBlocks(
  descriptor: number,
  { Message }: Arrow,
  footer: ReturnType<(typeof import('apache-arrow/ipc/metadata/file'))['Footer']['decode']>,
): Generator<Uint8Array> {
  const schema = Message.encode(Message.from(footer.schema));
  const length = Math.ceil(schema.length / 8) * 8;
  const message = Buffer.alloc(8 + length);
  message.writeInt32LE(-1, 0);
  message.writeInt32LE(length, 4);
  message.set(schema, 8);
  yield message;
  const blocks: FileBlock[] = [...footer.dictionaryBatches(), ...footer.recordBatches()];
  for (const { bodyLength, metaDataLength, offset } of blocks) {
    yield readBytes(descriptor, offset, metaDataLength + bodyLength);
  }
  yield END_OF_STREAM;
}

function toKind({ DataType: is }: Arrow, type: DataType): ColumnKind {
  if (is.isTimestamp(type)) return type.timezone ? 'instant' : 'local-instant';
  if (is.isFloat(type)) return 'number';
  if (is.isInt(type)) return 'integer';
  if (is.isUtf8(type) || is.isLargeUtf8(type) || is.isUtf8View(type)) return 'text';
  if (is.isDecimal(type)) return 'text';
  return is.isDictionary(type)
    ? toKind({ DataType: is } as Arrow, type.dictionary as DataType)
    : 'other';
}

function readColumn(
  arrow: Arrow,
  batch: RecordBatch,
  number: number,
  type: DataType,
): ArrayLike<Cell> {
  const vector = batch.getChildAt(number);
  if (vector === null) throw new Error('a column is missing');
  const { DataType: is, Precision } = arrow;
  if (is.isFloat(type) && type.precision === Precision.DOUBLE && vector.nullCount === 0) {
    return vector.toArray() as Float64Array;
  }
  if (is.isTimestamp(type)) {
    const unit = (['s', 'ms', 'us', 'ns'] as const)[type.unit];
    const raw = vector.data[0]?.values as BigInt64Array;
    return collect(batch.numRows, (row) => {
      return vector.isValid(row) ? toMicros(raw[row] ?? 0n, unit) : undefined;
    });
  }
  const convert = createConversion(arrow, type);
  return collect(batch.numRows, (row) => {
    const value: unknown = vector.get(row);
    return value === null ? undefined : convert(value);
  });
}

function collect(rows: number, read: (row: number) => Cell): readonly Cell[] {
  const cells: Cell[] = [];
  for (let row = 0; row < rows; row++) cells.push(read(row));
  return cells;
}

/** Converts the values of apache-arrow. */
function createConversion(arrow: Arrow, type: DataType): (value: unknown) => Cell {
  const { DataType: is, Precision } = arrow;
  if (is.isDictionary(type)) return createConversion(arrow, type.dictionary as DataType);
  if (is.isDecimal(type))
    return (value) => formatScaled(toBigInt(value as Uint32Array), type.scale);
  const isShort = is.isFloat(type) && type.precision === Precision.SINGLE;
  return (value) => {
    if (typeof value === 'bigint') return String(value);
    if (typeof value === 'number') return isShort ? widenFloat(value) : value;
    return typeof value === 'string' ? value : undefined;
  };
}

/** Integer of a decimal from its 32-bit words, lowest first. */
function toBigInt(words: Uint32Array): bigint {
  let value = 0n;
  for (const word of [...words].reverse()) value = (value << 32n) | BigInt(word >>> 0);
  return BigInt.asIntN(words.length * 32, value);
}

// Writes an uncompressed Arrow IPC file (Feather version 2), one record batch per block.
import type { Instrument } from '../../domain/index.js';
import type { RateColumns } from '../columns/columns.js';
import type { TakeBytes } from '../tables/index.js';
import { toCells, toPrices, toSizes } from './cells.js';
import type { WriteFormat } from './rate-writer.js';

type Arrow = typeof import('apache-arrow');

export const arrowWriter: WriteFormat = {
  id: 'arrow',
  extensions: ['.arrow', '.feather'],
  open: async ({ instruments, metadata, take }) => {
    const arrow = await import('apache-arrow');
    const schema = createSchema(arrow, metadata);
    const writer = createFileWriter(arrow, take);
    return {
      add: (columns) => {
        writer.write(toBatch(arrow, schema, columns, instruments));
      },
      finish: () => {
        writer.finish();
      },
    };
  },
};

/** Passes bytes on at once; the library's own writer keeps all bytes in memory. */
function createFileWriter({ RecordBatchFileWriter }: Arrow, take: TakeBytes) {
  class FileWriter extends RecordBatchFileWriter {
    protected override _write(chunk: ArrayBufferView | ArrayBufferLike): this {
      if (!this._started) return this;
      const bytes = ArrayBuffer.isView(chunk)
        ? new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
        : new Uint8Array(chunk);
      take(bytes);
      this._position += bytes.length;
      return this;
    }
  }
  return new FileWriter();
}

function createSchema(arrow: Arrow, metadata: Readonly<Record<string, string>>) {
  const { Field, Float64, Schema, TimeUnit, Timestamp, Utf8 } = arrow;
  const fields = [
    new Field('time', new Timestamp(TimeUnit.MICROSECOND, 'UTC'), false),
    new Field('symbol', new Utf8(), false),
    new Field('bid', new Float64(), false),
    new Field('offer', new Float64(), false),
    new Field('bidSize', new Float64(), true),
    new Field('offerSize', new Float64(), true),
  ];
  return new Schema(fields, new Map(Object.entries(metadata)));
}

function toBatch(
  arrow: Arrow,
  schema: ReturnType<typeof createSchema>,
  columns: RateColumns,
  instruments: readonly Instrument[],
) {
  const { Float64, makeData, RecordBatch, Struct, TimeUnit, Timestamp } = arrow;
  const { at, count } = columns;
  const times = BigInt64Array.from({ length: count }, (_, row) => BigInt(at[row] ?? 0));
  const toNumbers = (cells: readonly number[]) => {
    return makeData({ type: new Float64(), data: Float64Array.from(cells) });
  };
  const children = [
    makeData({ type: new Timestamp(TimeUnit.MICROSECOND, 'UTC'), data: times }),
    toTexts(arrow, columns, instruments),
    toNumbers(toPrices(columns, 'bid', instruments)),
    toNumbers(toPrices(columns, 'offer', instruments)),
    toOptional(arrow, toSizes(columns, 'bid', instruments)),
    toOptional(arrow, toSizes(columns, 'offer', instruments)),
  ];
  const struct = makeData({ type: new Struct(schema.fields), length: count, children });
  return new RecordBatch(schema, struct);
}

/** Symbols as concatenated texts with offsets. */
function toTexts(
  { makeData, Utf8 }: Arrow,
  columns: RateColumns,
  instruments: readonly Instrument[],
) {
  const names = toCells(columns, instruments, (_, { symbol }) => symbol);
  const valueOffsets = new Int32Array(columns.count + 1);
  names.forEach((name, row) => {
    valueOffsets[row + 1] = (valueOffsets[row] ?? 0) + name.length; // symbols are ASCII
  });
  const data = new TextEncoder().encode(names.join(''));
  return makeData({ type: new Utf8(), valueOffsets, data });
}

/** Optional numbers with a validity bitmap. */
function toOptional({ Float64, makeData }: Arrow, cells: readonly (number | undefined)[]) {
  const type = new Float64();
  const data = Float64Array.from(cells, (cell) => cell ?? 0);
  const nullCount = cells.filter((cell) => cell === undefined).length;
  if (nullCount === 0) return makeData({ type, data });
  const nullBitmap = new Uint8Array(Math.ceil(cells.length / 8));
  cells.forEach((cell, row) => {
    const byte = row >> 3;
    if (cell !== undefined) nullBitmap[byte] = (nullBitmap[byte] ?? 0) | (1 << (row & 7));
  });
  return makeData({ type, data, nullCount, nullBitmap });
}

// Parquet files that Weir writes are read as they were given, row group by row group.
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { describe, expect, it } from 'vitest';
import {
  createParquetWriter,
  encodeParquet,
  openRecording,
  type ParquetColumn,
} from '../../../src/recordings/index.js';
import { unwrap } from '../../../src/domain/index.js';
import { readRows, writeText } from '../recordings.js';

const AT = 1_783_944_000_093_001;
const COLUMNS: readonly ParquetColumn[] = [
  { name: 'time', type: 'instant' },
  { name: 'symbol', type: 'text' },
  { name: 'bid', type: 'number' },
  { name: 'offer', type: 'number' },
  { name: 'bidSize', type: 'number', isOptional: true },
  { name: 'sequence', type: 'long', isOptional: true },
  { name: 'count', type: 'integer' },
  { name: 'firm', type: 'boolean' },
];

function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

async function write(groups: number, take: (bytes: Uint8Array) => void): Promise<void> {
  const writer = await createParquetWriter(COLUMNS, { 'weir.note': 'Größe' }, take);
  for (let group = 0; group < groups; group++) {
    const at = AT + group * 2;
    const prices = [[1.14273, 0.1 + 0.2], Float64Array.of(1.14277, 2 ** 53)] as const;
    const sizes = [[5, undefined], new Array<null>(2).fill(null)] as const;
    writer.add([[at, at + 1], ['EUR/USD', 'ÄÖ/X'], ...prices, ...sizes, [1, -1], [true, false]]);
  }
  writer.finish();
}

describe('written Parquet file', () => {
  it('has the types that other readers know, UTC microseconds, and its metadata', async () => {
    const parts: Buffer[] = [];
    await write(3, (bytes) => parts.push(Buffer.from(bytes)));
    const file = toArrayBuffer(Buffer.concat(parts));
    const { key_value_metadata, row_groups, schema } = parquetMetadata(file);
    expect(key_value_metadata).toEqual([{ key: 'weir.note', value: 'Größe' }]);
    expect(row_groups.map(({ num_rows }) => num_rows)).toEqual([2n, 2n, 2n]);
    const utc = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' };
    expect(schema.slice(1)).toMatchObject([
      { name: 'time', type: 'INT64', logical_type: utc, repetition_type: 'REQUIRED' },
      { name: 'symbol', type: 'BYTE_ARRAY', logical_type: { type: 'STRING' } },
      { name: 'bid', type: 'DOUBLE', repetition_type: 'REQUIRED' },
      { name: 'offer', type: 'DOUBLE' },
      { name: 'bidSize', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
      { name: 'sequence', type: 'INT64' },
      { name: 'count', type: 'INT32' },
      { name: 'firm', type: 'BOOLEAN' },
    ]);
    const rows = await parquetReadObjects({ file, compressors });
    expect(rows).toHaveLength(6);
    expect(rows[1]).toEqual({
      ...{ time: new Date(Math.floor(AT / 1_000)), symbol: 'ÄÖ/X', bid: 0.1 + 0.2 },
      ...{ offer: 2 ** 53, bidSize: null, sequence: null, count: -1, firm: false },
    });
  });

  it('is a recording to the microsecond', async () => {
    const columns = COLUMNS.slice(0, 4);
    const bytes = await encodeParquet(columns, [[AT], ['EUR/USD'], [1.14273], [1.14277]]);
    const recording = unwrap(await openRecording(writeText(Buffer.from(bytes)), { size: 1 }));
    const { rows } = readRows(recording);
    expect(rows).toMatchObject([{ at: AT, symbol: 'EUR/USD', bidTicks: 114_273 }]);
  });

  it('passes each row group on when it is complete', async () => {
    const lengths: number[] = [];
    await write(50, ({ length }) => lengths.push(length));
    expect(lengths).toHaveLength(51);
    const [first = 0, ...more] = lengths.slice(0, -1);
    for (const length of more) expect(Math.abs(length - first)).toBeLessThan(32);
  });

  it('passes on what its reader throws', async () => {
    const take = (): never => {
      throw new Error('no room');
    };
    await expect(write(1, take)).rejects.toThrow('no room');
  });
});

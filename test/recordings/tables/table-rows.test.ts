// Rows of tables are checked like lines of text: equal rates, equal rows left out.
import { tableFromArrays, tableToIPC } from 'apache-arrow';
import fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import { ByteWriter, parquetWriteBuffer } from 'hyparquet-writer';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { describe, expect, it } from 'vitest';
import { openRecording, type RecordingOptions } from '../../../src/recordings/index.js';
import { unwrap } from '../../../src/domain/index.js';
import { HEADER, readAll, readRows, toScratchPath, writeText } from '../recordings.js';
import { countRuns } from '../../runs.js';

const START = 1_783_944_000_000;
const NAMES = ['bid', 'offer', 'bidSize', 'offerSize'] as const;

interface Line {
  readonly ms: number;
  readonly symbol: string;
  readonly bid: number;
  readonly offer: number;
  readonly bidSize: number | null;
  readonly offerSize: number | null;
}

function toText(lines: readonly Line[]): string {
  const rows = lines.map(({ bid, bidSize, ms, offer, offerSize, symbol }) => {
    return [ms, symbol, bid, offer, bidSize ?? '', offerSize ?? ''].map(String).join(',');
  });
  return [HEADER, ...rows, ''].join('\n');
}

function toParquet(lines: readonly Line[]): Buffer {
  const numbers = NAMES.map((name) => {
    return { name, data: lines.map((line) => line[name]), type: 'DOUBLE', nullable: true } as const;
  });
  const time = {
    name: 'time',
    data: lines.map(({ ms }) => new Date(ms)),
    type: 'TIMESTAMP',
  } as const;
  const symbol = {
    name: 'symbol',
    data: lines.map((line) => line.symbol),
    type: 'STRING',
  } as const;
  return Buffer.from(
    parquetWriteBuffer({ columnData: [time, symbol, ...numbers], rowGroupSize: 7 }),
  );
}

function toArrow(lines: readonly Line[], kind: 'file' | 'stream'): Buffer {
  // a column without a value has no type: a row of numbers stands before all, and is cut again
  const table = tableFromArrays({
    time: [new Date(START), ...lines.map(({ ms }) => new Date(ms))],
    symbol: ['EUR/USD', ...lines.map(({ symbol }) => symbol)],
    ...Object.fromEntries(NAMES.map((name) => [name, [1.5, ...lines.map((line) => line[name])]])),
  });
  return Buffer.from(tableToIPC(table.slice(1), kind));
}

const price = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 114_000, max: 114_010 }).map((ticks) => ticks / 1e5) },
  fc.constantFrom(0, -1, 1.1234567, 0.000001, 1e20, NaN),
);
const size = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 1_000_000 }) },
  fc.constantFrom(null, -1, 0.25, 0.001),
);
const line = fc.record({
  ms: fc.integer({ min: START, max: START + 50 }),
  symbol: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom('EUR/USD', 'GBP/USD') },
    fc.constant('x'),
  ),
  ...{ bid: price, offer: price, bidSize: size, offerSize: size },
});

describe('table rows', () => {
  it('are checked like lines of text', async () => {
    const lists = fc
      .array(line, { minLength: 1, maxLength: 30 })
      .map((rows) => rows.map((one, i) => (i % 5 === 4 ? one : { ...one, ms: START + 10 * i })));
    const [text, table] = [toScratchPath(), toScratchPath()];
    const options: RecordingOptions = { size: 5_000, badRows: 'skip' };
    await fc.assert(
      fc.asyncProperty(lists, fc.integer({ min: 1, max: 9 }), async (rows, capacity) => {
        const expected = readAll(writeText(toText(rows), text), options);
        const tables = [toParquet(rows), toArrow(rows, 'file'), toArrow(rows, 'stream')];
        for (const bytes of tables) {
          const opened = unwrap(await openRecording(writeText(bytes, table), options));
          const found = readRows(opened, capacity);
          expect(found.rows).toEqual(expected.rows);
          expect(found.skippedCount).toBe(expected.skippedCount);
          expect(found.skipped.map((one) => one.line)).toEqual(
            expected.skipped.map((one) => one.line - 1), // a text has a header
          );
          expect(found.skipped.map(toWords)).toEqual(expected.skipped.map(toWords));
          expect(found.fault?.code).toBe(expected.fault?.code);
        }
      }),
      { numRuns: countRuns(60) },
    );
  });

  it('stop with the number of the first that is wrong', async () => {
    const good = { ms: START, symbol: 'EUR/USD', bid: 1.1, offer: 1.2, bidSize: 1, offerSize: 1 };
    const file = writeText(toParquet([good, good, { ...good, bid: 1.3 }]));
    const { fault, rows } = readRows(unwrap(await openRecording(file, {})));
    expect(rows).toHaveLength(2);
    expect(fault).toMatchObject({ code: 'data.bad-row', where: `${file} row 3` });
  });

  it.each([
    ['epoch-ns', 1_000_000n],
    ['epoch-us', 1_000n],
    ['epoch-ms', 1n],
  ])('with integer times take their unit from their size: %s', async (timeFormat, unit) => {
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: 'time', data: [BigInt(START) * unit], type: 'INT64' },
        { name: 'bid', data: [1.1], type: 'DOUBLE' },
        { name: 'ask', data: [1.2], type: 'DOUBLE' },
      ],
    });
    const file = writeText(Buffer.from(bytes));
    const options = { symbol: 'EUR/USD', size: 'unlimited' } as const;
    const layout = {
      delimiter: ',',
      header: true,
      utcOffset: 'Z',
      sizeUnit: 1,
      time: 'time',
      timeFormat,
      bid: 'bid',
      offer: 'ask',
    } as const;
    for (const one of [options, { ...options, layout }]) {
      const { rows } = readRows(unwrap(await openRecording(file, one)));
      expect(rows).toMatchObject([{ at: START * 1_000, bidTicks: 110_000, offerTicks: 120_000 }]);
    }
  });
});

describe('Parquet table', () => {
  const required = { repetition_type: 'REQUIRED' } as const;
  const decimal = { type: 'INT64', converted_type: 'DECIMAL', precision: 12, scale: 2 } as const;
  const sizes = ['bidSize', 'offerSize'];
  const bytes = parquetWriteBuffer({
    schema: [
      { name: 'root', num_children: 6 },
      { ...required, name: 'time', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
      { ...required, name: 'symbol', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
      ...['bid', 'offer'].map((name) => ({ ...required, name, type: 'DOUBLE' }) as const),
      ...sizes.map((name) => ({ ...decimal, name, repetition_type: 'OPTIONAL' }) as const),
    ],
    columnData: [
      { name: 'time', data: [0, 1, 2].map((ms) => new Date(START + ms)) },
      { name: 'symbol', data: ['EUR/USD', 'EUR/USD', 'EUR/USD'] },
      { name: 'bid', data: [1.1, 1.1, 1.1] },
      { name: 'offer', data: [1.2, 1.2, 1.2] },
      { name: 'bidSize', data: [1.25, null, 0] },
      { name: 'offerSize', data: [null, 3, 4] },
    ],
  });

  it('has unknown sizes where decimals are null', async () => {
    const file = writeText(Buffer.from(bytes));
    const { rows } = readRows(unwrap(await openRecording(file, { size: 50 })));
    expect(rows.map(({ bidUnits, offerUnits }) => [bidUnits, offerUnits])).toEqual([
      [125, 5_000],
      [5_000, 300],
      [0, 400],
    ]);
    const { fault } = readRows(unwrap(await openRecording(file, {})));
    expect(fault).toMatchObject({ code: 'data.size-missing', where: `${file} row 1` });
  });

  it('may have 0 as the offset of a missing dictionary', async () => {
    const metadata = parquetMetadata(bytes);
    const [group] = metadata.row_groups;
    for (const { meta_data } of group?.columns ?? []) {
      if (meta_data !== undefined) meta_data.dictionary_page_offset ??= 0n;
    }
    const writer = new ByteWriter();
    const tail = new DataView(bytes).getUint32(bytes.byteLength - 8, true) + 8;
    writer.appendBuffer(bytes.slice(0, bytes.byteLength - tail));
    writeMetadata(writer, metadata);
    writer.appendBytes(Buffer.from('PAR1'));
    const zeroes = writeText(Buffer.from(writer.getBytes()));
    const file = writeText(Buffer.from(bytes));
    const [found, expected] = await Promise.all(
      [zeroes, file].map(async (one) => readRows(unwrap(await openRecording(one, { size: 50 })))),
    );
    expect(found).toEqual(expected);
  });
});

/** Without the times, which text writes as numbers. */
function toWords({ reason }: { readonly reason: string }): string {
  return reason.replace(/row's .*/, '');
}

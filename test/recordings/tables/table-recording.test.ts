// Parquet and Arrow: tables as other libraries write them hold the rates of the text recording.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openRecording, type RecordingOptions } from '../../../src/recordings/index.js';
import { unwrap, type Fault } from '../../../src/domain/index.js';
import {
  readAll,
  type Reading,
  readRows,
  SAMPLE,
  toScratchPath,
  writeText,
} from '../recordings.js';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));
const ROWS = 200;
const SAMPLE_ROWS = readAll(SAMPLE).rows.slice(0, ROWS);

async function readTable(file: string, options: RecordingOptions = {}): Promise<Reading> {
  return readRows(unwrap(await openRecording(file, options)), 70);
}

async function faultOf(file: string, options: RecordingOptions = {}): Promise<Fault | undefined> {
  const opened = await openRecording(file, options);
  return opened.ok ? readRows(opened.value).fault : opened.fault;
}

describe('table of another library', () => {
  it.each([
    ['pandas.parquet', 'parquet'],
    ['pandas-ns-gzip.parquet', 'parquet'],
    ['polars-zstd.parquet', 'parquet'],
    ['decimal-brotli.parquet', 'parquet'],
    ['decimal-lz4.parquet', 'parquet'],
    ['pandas-lz4.arrow', 'arrow'],
    ['polars.arrow', 'arrow'],
    ['decimal-zstd-stream.arrow', 'arrow'],
  ])('has the same rates: %s', async (name, format) => {
    const file = writeText(readFileSync(join(FIXTURES, name)), toScratchPath()); // named .csv
    const recording = unwrap(await openRecording(file, {}));
    expect([recording.format, recording.rowName]).toEqual([format, 'row']);
    const { rows, fault } = readRows(recording, 70);
    expect(fault).toBeUndefined();
    expect(rows).toEqual(SAMPLE_ROWS);
  });

  it.each(['own-EURUSD.parquet', 'own-EURUSD.arrow'])('is read by a layout: %s', async (name) => {
    const layout = {
      ...{ delimiter: ',', header: true, timeFormat: 'epoch-ms', utcOffset: '+02:00' },
      ...({ time: 'Zeit', bid: 'Geld', offer: 3, bidSize: 'Menge', sizeUnit: 1 } as const),
    };
    const { rows, fault } = await readTable(join(FIXTURES, name), { layout, size: 5_000 });
    expect(fault).toBeUndefined();
    expect(rows).toEqual(
      SAMPLE_ROWS.map((row, i) => ({
        ...row,
        bidUnits: i % 2 === 0 ? row.bidUnits : 500_000,
        offerUnits: 500_000,
      })),
    );
    const fault2 = await faultOf(join(FIXTURES, name), { layout });
    expect(fault2).toMatchObject({
      code: 'data.size-missing',
      where: `${join(FIXTURES, name)} row 1`,
    });
  });

  it.each(['pandas.parquet', 'pandas-lz4.arrow', 'decimal-zstd-stream.arrow', 'polars.arrow'])(
    'is not taken for whole when it was truncated: %s',
    async (name) => {
      const bytes = readFileSync(join(FIXTURES, name));
      for (const length of [7, 9, 500, bytes.length - 9, bytes.length - 1]) {
        const file = writeText(bytes.subarray(0, length));
        expect(await faultOf(file)).toMatchObject({ code: 'data.unreadable', where: file });
      }
    },
  );

  it('ends at a record batch that is damaged, wherever that is', async () => {
    const whole = readFileSync(join(FIXTURES, 'decimal-zstd-stream.arrow'));
    const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
    const ends = new Set<number>();
    for (let at = -1; (at = whole.indexOf(frame, at + 1)) >= 0;) {
      const bytes = Buffer.from(whole);
      bytes[at] = 0;
      const file = writeText(bytes);
      const opened = unwrap(await openRecording(file, {}));
      const { fault, rows } = readRows(opened, 1_000);
      const code = 'data.unreadable';
      expect(fault).toMatchObject({ code, where: file });
      expect(rows).toEqual(SAMPLE_ROWS.slice(0, rows.length));
      ends.add(rows.length);
    }
    expect([...ends]).toEqual([0, 64, 128, 192]);
  });
});

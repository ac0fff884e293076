// Compressed recordings: gz and zst of any format, recognised by their bytes, refused if truncated.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createColumns, openRecording } from '../../../src/recordings/index.js';
import { unwrap } from '../../../src/domain/index.js';
import { GBP_USD, HEADER, readAll, readRows, SAMPLE, writeText } from '../recordings.js';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));
const fixture = (name: string) => readFileSync(join(FIXTURES, name));
const SAMPLE_ROWS = readAll(SAMPLE).rows;

async function open(bytes: Buffer, options = {}) {
  const file = writeText(bytes);
  const opened = await openRecording(file, options);
  return { file, opened };
}

describe('compressed recording', () => {
  it('is read like an uncompressed one, of one or several parts', async () => {
    const text = readFileSync(SAMPLE);
    const parts = Buffer.concat([
      gzipSync(text.subarray(0, 100_000)),
      gzipSync(text.subarray(100_000)),
    ]);
    for (const bytes of [gzipSync(text), parts]) {
      const recording = unwrap((await open(bytes)).opened);
      expect(recording.format).toBe('weir-csv');
      expect(readRows(recording).rows).toEqual(SAMPLE_ROWS);
    }
    const zst = unwrap((await open(fixture('sample.csv.zst'))).opened);
    expect(readRows(zst).rows).toEqual(SAMPLE_ROWS.slice(0, 200));
  });

  it('may be a table', async () => {
    const { opened } = await open(gzipSync(fixture('pandas.parquet')));
    expect(unwrap(opened).format).toBe('parquet');
    expect(readRows(unwrap(opened)).rows).toEqual(SAMPLE_ROWS.slice(0, 200));
  });

  it('can be read again from its start', async () => {
    const recording = unwrap((await open(fixture('sample.csv.zst'))).opened);
    const columns = createColumns(150);
    expect(unwrap(recording.read(columns))).toBe(150);
    recording.rewind();
    expect(readRows(recording).rows).toEqual(SAMPLE_ROWS.slice(0, 200));
  });

  it('names its bad rows by their lines in the text', async () => {
    const { file, opened } = await open(gzipSync(readFileSync(GBP_USD)), { size: 1 });
    expect(readRows(unwrap(opened)).fault).toMatchObject({
      code: 'data.bad-row',
      where: `${file}:107`,
    });
  });

  it.each([
    ['gz', gzipSync(readFileSync(SAMPLE))],
    ['zst', fixture('sample.csv.zst')],
  ])('is not taken for whole when it was truncated: %s', async (packing, bytes) => {
    for (const length of [10, 1_000, bytes.length >> 1, bytes.length - 1]) {
      const { file, opened } = await open(bytes.subarray(0, length));
      expect(opened).toMatchObject({
        ok: false,
        fault: {
          code: 'data.unreadable',
          message: expect.stringContaining(`a whole ${packing} file`) as string,
          where: file,
        },
      });
    }
  });

  it('is not compressed twice', async () => {
    const { opened } = await open(gzipSync(gzipSync(`${HEADER}\n`)));
    expect(opened).toMatchObject({ ok: false, fault: { code: 'data.file-kind' } });
  });
});

describe('file that is neither text nor a known table', () => {
  const utf16 = Buffer.from(`${HEADER}\n`, 'utf16le');

  it.each([
    ['a zip archive', Buffer.from('PK\x03\x04rest of it')],
    ['an xz file', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0])],
    ['a bzip2 file', Buffer.from('BZh91AY&SY')],
    ['an LZMA file', Buffer.from([0x5d, 0, 0, 0x80, 0])],
    ['UTF-16 text: save it as UTF-8', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
    ['UTF-16 text', utf16],
    ['UTF-16 text', Buffer.from(utf16).swap16()],
    ['an SQLite database', Buffer.from('SQLite format 3\0')],
  ])('is named as what it is: %s', async (name, bytes) => {
    const { file, opened } = await open(bytes);
    const message = `expected rates as text, Parquet or Arrow, found ${name}`;
    expect(opened).toMatchObject({
      ok: false,
      fault: {
        code: 'data.file-kind',
        where: file,
        message: expect.stringContaining(message) as string,
      },
    });
  });
});

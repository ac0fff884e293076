// Partial files of killed runs beside a written file: which are removed, and that no other is.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { transferRecordings, WRITE_FORMATS } from '../../../src/recordings/index.js';
import { unwrap } from '../../../src/domain/index.js';
import { HEADER, SAMPLE, writeText } from '../recordings.js';

const folder = mkdtempSync(join(tmpdir(), 'weir-parts-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
let made = 0;
const ID = '0f8b2c4e-1a2b-4c3d-8e9f-00112233aabb';
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

function makeFolder(): string {
  const path = join(folder, String(++made));
  mkdirSync(path);
  return path;
}

/** Writes a file that nobody has written to for years. */
function writeOld(file: string, text = 'mine'): string {
  writeText(text, file);
  utimesSync(file, LONG_AGO, LONG_AGO);
  return file;
}

function merge(files: readonly string[], out: string, badRows: 'stop' | 'aside' = 'stop') {
  const [format] = WRITE_FORMATS;
  if (format === undefined) throw new Error('no format');
  return transferRecordings({
    sources: files.map((file) => ({ file, options: { size: 'unknown' } })),
    ...{ file: out, format, force: false, badRows, see: () => undefined },
  });
}

const toText = (...lines: readonly string[]) => [HEADER, ...lines, ''].join('\n');
const RATE = toText('1783944000001,EUR/USD,1.1,1.2,1,1');

it('partial files beside a recording are removed by Weir’s names, and no others', async () => {
  const path = makeFolder();
  const out = join(path, 't.csv');
  const foreign = ['t.csv.part', 't.csv.old.part', `t.csv.x.${ID}.part`, `t.csv.${ID}.part.gz`];
  const others = [...foreign, `t.csv.${ID.slice(1)}.part`, `other.${ID}.part`];
  for (const name of [...others, `t.csv.${ID}.part`]) writeOld(join(path, name));
  const [aFolder, aLink] = [`t.csv.1${ID.slice(1)}.part`, `t.csv.2${ID.slice(1)}.part`];
  mkdirSync(join(path, aFolder));
  utimesSync(join(path, aFolder), LONG_AGO, LONG_AGO);
  symlinkSync(SAMPLE, join(path, aLink));
  unwrap(await merge([writeText(RATE)], out));
  expect(readdirSync(path).sort()).toEqual([...others, aFolder, aLink, 't.csv'].sort());
});

it('partial files are never what is read, whatever their names', async () => {
  const path = makeFolder();
  const out = join(path, 't.csv');
  const names = ['t.csv.1.part', 't.csv.2.part', `t.csv.${ID}.part`, `t.csv.bad.ndjson.${ID}.part`];
  const text = toText('1783944000001,EUR/USD,1.1,1.2,1,1', 'no rate');
  const inputs = names.map((name) => writeOld(join(path, name), text));
  const link = join(path, 'link');
  symlinkSync(inputs.pop() ?? '', link);
  const { count } = unwrap(await merge([...inputs, link], out, 'aside'));
  expect(count).toBe(4);
  for (const name of names) expect(readFileSync(join(path, name), 'utf8')).toBe(text);
});

// Written recordings: the same rates in every format, bad rows in a separate file, no partial file.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  openRecording,
  readOrigins,
  type RecordingOptions,
  type Transferred,
  transferRecordings,
  WRITE_FORMATS,
} from '../../src/recordings/index.js';
import { type Result, unwrap } from '../../src/domain/index.js';
import { formatScaled } from '../../src/domain/numbers/index.js';
import {
  BTC_TERMS,
  BTC_USD,
  GBP_USD,
  HEADER,
  readAll,
  readRows,
  SAMPLE,
  SHORT_HEADER,
  writeLines,
  writeText,
} from './recordings.js';
import { countRuns } from '../runs.js';

const folder = mkdtempSync(join(tmpdir(), 'weir-transfer-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
let made = 0;
const FORMATS = WRITE_FORMATS.map(({ id }) => id);
const TERMS = { ...BTC_TERMS, 'XAU/USD': { ratePrecision: 1, sizeIncrement: 1, baseDecimals: 2 } };
const UNKNOWN = { size: 'unknown', terms: TERMS } as const;

interface Wanted {
  readonly options?: RecordingOptions;
  readonly format?: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly badRows?: 'stop' | 'aside';
  readonly symbols?: readonly string[];
  readonly see?: (done: 'read' | 'written') => void;
}

/** A folder of its own, so that what is left in it can be looked at. */
function makeFolder(): string {
  const path = join(folder, String(++made));
  mkdirSync(path);
  return path;
}

async function transfer(
  files: string | readonly string[],
  { options = {}, ...wanted }: Wanted = {},
): Promise<{ readonly out: string; readonly result: Result<Transferred> }> {
  const { badRows = 'stop', force = false, out = join(makeFolder(), 'out'), symbols } = wanted;
  const format = WRITE_FORMATS.find(({ id }) => id === (wanted.format ?? 'weir-csv'));
  if (format === undefined) throw new Error('no such format');
  const sources = [files].flat().map((file) => ({ file, options: { ...UNKNOWN, ...options } }));
  const result = await transferRecordings({
    ...{ sources, file: out, format, force, badRows, symbols },
    see: wanted.see ?? (() => undefined),
  });
  return { out, result };
}

async function readWell(file: string) {
  const { fault, rows } = readRows(unwrap(await openRecording(file, UNKNOWN)));
  expect(fault).toBeUndefined();
  return rows;
}

const decimal = (digits: number, scale: number) =>
  fc.integer({ min: 1, max: 10 ** digits - 1 }).map((ticks) => String(ticks / 10 ** scale));
const size = fc.oneof(fc.constant(''), fc.constant('0'), decimal(9, 2), decimal(13, 2));
const rate = fc.record({
  step: fc.integer({ min: 0, max: 5_000_000 }),
  symbol: fc.constantFrom('EUR/USD', 'USD/JPY', 'XAU/USD'),
  price: fc.oneof(decimal(6, 1), decimal(11, 1)),
  ...{ bidSize: size, offerSize: size },
});

describe('written recording', () => {
  it('has the same rates in every format, there and back', async () => {
    const rates = fc.array(rate, { minLength: 1, maxLength: 40 });
    const pair = fc.tuple(fc.constantFrom(...FORMATS), fc.constantFrom(...FORMATS));
    const property = fc.asyncProperty(rates, pair, async (list, [first, second]) => {
      let micros = 1_783_944_000_000_000;
      const lines = list.map(({ bidSize, offerSize, price, step, symbol }) => {
        micros += step;
        const time = formatScaled(micros, 3);
        return [time, symbol, price, price, bidSize, offerSize].join(',');
      });
      const file = writeLines(HEADER, ...lines);
      const { fault, rows } = readAll(file, UNKNOWN, 7);
      expect([fault, rows.at(-1)?.at]).toEqual([undefined, micros]);
      const there = await transfer(file, { format: first });
      const back = await transfer(there.out, { format: second });
      const unknown = list.filter((one) => one.bidSize === '' || one.offerSize === '');
      for (const { out, result } of [there, back]) {
        expect(unwrap(result)).toMatchObject({
          ...{ count: list.length, unknownSizes: unknown.length },
        });
        expect(await readWell(out)).toEqual(rows);
      }
    });
    await fc.assert(property, { numRuns: countRuns(60) });
  });

  it.each(FORMATS)('contains the shipped recordings: %s', async (format) => {
    for (const file of [SAMPLE, BTC_USD]) {
      const { out } = await transfer(file, { format });
      expect(await readWell(out)).toEqual(readAll(file, UNKNOWN).rows);
    }
  });

  it('never takes an unknown size for a known one, not even for the stated one', async () => {
    const file = writeLines(SHORT_HEADER, '1783944000093,EUR/USD,1.1,1.2');
    const { out, result } = await transfer(file, { options: { size: 1_000 } });
    expect(unwrap(result).unknownSizes).toBe(1);
    expect(readFileSync(out, 'utf8')).toBe(`${HEADER}\n1783944000093,EUR/USD,1.1,1.2,,\n`);
    expect((await openRecording(out, {})).ok).toBe(true);
    const { fault } = readAll(out);
    expect(fault).toMatchObject({ code: 'data.size-missing', where: `${out}:2` });
  });

  it.each(['parquet', 'arrow'])('states its sources: %s', async (format) => {
    const { out, result } = await transfer(SAMPLE, { format });
    const { origins } = unwrap(result);
    expect(origins).toEqual([
      {
        file: 'EURUSD-2026-07-13T12.csv',
        sha256: '79f18336836540f0d8bf3dc6837c66836db159e786cee65499e1c85ae4ab1524',
      },
    ]);
    expect(await readOrigins(out)).toEqual(origins);
    expect(await readOrigins(SAMPLE)).toEqual([]);
  });
});

describe('several recordings', () => {
  const rows = (...lines: readonly string[]) =>
    writeLines(HEADER, ...lines.map((line) => `${line},1,1`));

  it('are merged by time, then in their order, then by row', async () => {
    const one = rows('1783944000001,EUR/USD,1.1,1.2', '1783944000002,EUR/USD,1.3,1.4');
    const two = rows(
      ...['1783944000001,USD/JPY,101,102', '1783944000001,EUR/USD,1.5,1.6'],
      '1783944000003,EUR/USD,1.7,1.8',
    );
    const read = async (...files: readonly string[]) => {
      const text = readFileSync((await transfer(files)).out, 'utf8');
      return text
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split(',')[2]);
    };
    expect(await read(one, two)).toEqual(['1.1', '101', '1.5', '1.3', '1.7']);
    expect(await read(two, one)).toEqual(['101', '1.5', '1.1', '1.3', '1.7']);
  });

  it('are cut by time and by symbols', async () => {
    const file = rows(
      ...['1783944000001,EUR/USD,1.1,1.2', '1783944000002,USD/JPY,101,102'],
      ...['1783944000002,EUR/USD,1.3,1.4', '1783944000003,EUR/USD,1.5,1.6'],
    );
    const options = { startAt: 1_783_944_000_002_000, endAt: 1_783_944_000_003_000 };
    const { out, result } = await transfer(file, { options, symbols: ['EUR/USD'] });
    expect(readFileSync(out, 'utf8')).toBe(`${HEADER}\n1783944000002,EUR/USD,1.3,1.4,1,1\n`);
    expect(unwrap(result)).toMatchObject({ count: 1, symbols: [{ count: 1 }] });
    const none = await transfer(file, { symbols: ['GBP/USD'] });
    expect(none.result).toMatchObject({ fault: { code: 'data.symbol', where: file } });
  });
});

describe('bad rows', () => {
  const lines = ['1783944000002,EUR/USD,1.1,1.2,1,1', '1783944000001,EUR/USD,1.1,1.2,1,1'];
  const file = writeLines(HEADER, ...lines, 'Grüße', '', '1783944000003,EUR/USD,1.3,1.2,1,1');

  it('stop the transfer, and no file is left', async () => {
    const { out, result } = await transfer(file);
    expect(result).toMatchObject({ fault: { code: 'data.bad-row', where: `${file}:3` } });
    expect(readdirSync(join(out, '..'))).toEqual([]);
  });

  it('are written unchanged, each with its line and fault', async () => {
    const { out, result } = await transfer(file, { badRows: 'aside' });
    const { badRows, count } = unwrap(result);
    expect([count, badRows]).toMatchObject([
      1,
      { total: 4, byFlaw: { shape: 2, order: 1, crossed: 1 }, file: `${out}.bad.ndjson` },
    ]);
    const text = readFileSync(`${out}.bad.ndjson`, 'utf8');
    const read = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(read).toMatchObject([
      { line: 3, flaw: 'order', row: lines[1] },
      { line: 4, flaw: 'shape', row: 'Grüße' },
      { line: 5, flaw: 'shape', row: '' },
      { line: 6, flaw: 'crossed', row: '1783944000003,EUR/USD,1.3,1.2,1,1' },
    ]);
    const again = await transfer(file, { out, badRows: 'aside' });
    expect(again.result).toMatchObject({ fault: { code: 'data.exists' } });
    const clean = writeLines(HEADER, lines[0] ?? '');
    unwrap((await transfer(clean, { out, badRows: 'aside', force: true })).result);
    expect(readdirSync(join(out, '..'))).toEqual(['out']);
  });

  it('of a table are written with its cells', async () => {
    const table = await transfer(GBP_USD, { format: 'parquet', badRows: 'aside' });
    expect(unwrap(table.result).badRows.total).toBe(5);
    const span = { endAt: 1_328_054_460_000_000 };
    const later = await transfer(SAMPLE, { format: 'parquet' });
    const { out } = await transfer([table.out, later.out], { options: span, badRows: 'aside' });
    expect(readdirSync(join(out, '..'))).toEqual([]); // the second has no rate in the span
  });
});

describe('previous bad rows file', () => {
  const good = '1783944000001,EUR/USD,1.1,1.2,1,1';
  const clean = writeLines(HEADER, good);
  const dirty = writeLines(HEADER, good, 'no rate');
  const replace = { force: true, badRows: 'aside' } as const;
  /** A recording whose first row was bad, with that row beside it. */
  async function writeFirst() {
    const { out } = await transfer(writeLines(HEADER, 'first', good), { badRows: 'aside' });
    const bad = `${out}.bad.ndjson`;
    return { out, bad, text: readFileSync(bad, 'utf8') };
  }

  it('is neither replaced nor removed where it is read', async () => {
    const { bad, out } = await writeFirst();
    const text = readFileSync(clean, 'utf8');
    renameSync(writeText(text), bad);
    for (const badRows of ['stop', 'aside'] as const) {
      const { result } = await transfer(bad, { out, force: true, badRows });
      expect(result).toMatchObject({ fault: { code: 'data.same-file', where: bad } });
    }
    expect(readFileSync(bad, 'utf8')).toBe(text);
  });

  it('is unchanged where nothing is written', async () => {
    const { bad, out, text } = await writeFirst();
    const before = readFileSync(out);
    const wrong = await transfer([clean, dirty], { out, ...replace, symbols: ['GBP/USD'] });
    const stopped = await transfer(dirty, { out, ...replace, badRows: 'stop' });
    const empty = await transfer(writeLines(HEADER), { out, ...replace });
    const codes = [wrong, stopped, empty].map(({ result }) => !result.ok && result.fault.code);
    expect(codes).toEqual(['data.symbol', 'data.bad-row', 'data.no-rates']);
    expect([readFileSync(bad, 'utf8'), readFileSync(out)]).toEqual([text, before]);
    expect(readdirSync(join(out, '..'))).toEqual(['out', 'out.bad.ndjson']);
  });

  it('is removed, or replaced, after the recording has its name', async () => {
    for (const [file, lines] of [
      [clean, undefined],
      [dirty, ['no rate']],
    ] as const) {
      const { bad, out, text } = await writeFirst();
      const seen: string[] = [];
      const see = (done: string) => {
        if (done === 'written') seen.push(readFileSync(bad, 'utf8'));
      };
      unwrap((await transfer(file, { out, ...replace, see })).result);
      expect(seen).toEqual([text]);
      const left = existsSync(bad) ? readFileSync(bad, 'utf8').trimEnd().split('\n') : undefined;
      expect(left?.map((line) => (JSON.parse(line) as { row: string }).row)).toEqual(lines);
    }
  });

  it('is renamed last: a run that ends before leaves the recording, as the next says', async () => {
    const out = join(makeFolder(), 'out');
    const bad = `${out}.bad.ndjson`;
    const see = (done: string) => {
      if (done === 'written') mkdirSync(bad); // so that it cannot get its name
    };
    const { result } = await transfer(dirty, { out, badRows: 'aside', see });
    expect(result).toMatchObject({ fault: { code: 'data.unwritable', where: bad } });
    expect(await readWell(out)).toHaveLength(1);
    rmSync(bad, { recursive: true });
    const again = await transfer(dirty, { out, badRows: 'aside' });
    expect(again.result).toMatchObject({ fault: { code: 'data.exists', where: out } });
    unwrap((await transfer(dirty, { out, ...replace })).result);
    expect(readdirSync(join(out, '..'))).toEqual(['out', 'out.bad.ndjson']);
  });
});

describe('target of a recording', () => {
  it('is never over an existing file, unless requested', async () => {
    const out = writeText('mine');
    const refused = await transfer(SAMPLE, { out });
    expect(refused.result).toMatchObject({ fault: { code: 'data.exists', where: out } });
    expect(readFileSync(out, 'utf8')).toBe('mine');
    unwrap((await transfer(SAMPLE, { out, force: true })).result);
    expect(await readWell(out)).toHaveLength(3_551);
  });

  it('is never over a source, by any of its names', async () => {
    const file = writeText(readFileSync(SAMPLE));
    const link = join(makeFolder(), 'link');
    symlinkSync(file, link);
    for (const [read, out] of [
      [file, file],
      [file, link],
      [link, file],
    ] as const) {
      const { result } = await transfer(read, { out, force: true });
      expect(result).toMatchObject({ fault: { code: 'data.same-file', where: out } });
    }
    expect(readFileSync(file)).toEqual(readFileSync(SAMPLE));
  });

  it('is the target of a link, which stays a link', async () => {
    const path = makeFolder();
    const [target, link] = [join(path, 'target'), join(path, 'link')];
    symlinkSync(target, link);
    const nowhere = await transfer(SAMPLE, { out: link, force: true });
    expect(nowhere.result).toMatchObject({ fault: { code: 'data.unwritable' } });
    writeText('mine', target);
    unwrap((await transfer(SAMPLE, { out: link, force: true })).result);
    expect(await readWell(target)).toHaveLength(3_551);
    expect(readdirSync(path, { withFileTypes: true }).map((one) => one.isSymbolicLink())).toEqual([
      ...[true, false],
    ]);
  });

  it.each([
    ['', 'cannot write a file here: a directory'],
    ['none/out', 'cannot write a file here: no such folder'],
  ])('may be a file: %s', async (name, found) => {
    const { result } = await transfer(SAMPLE, { out: join(makeFolder(), name), force: true });
    expect(result).toMatchObject({ fault: { code: 'data.unwritable' } });
    expect(result.ok ? '' : result.fault.message).toContain(found);
  });
});

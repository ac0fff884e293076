// Prepared recordings: equal rates from a cache and from the file, and no damaged cache is used.
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openShared, prepareRecording } from '../../src/recordings/index.js';
import { unwrap } from '../../src/domain/index.js';
import {
  findCache,
  listCaches,
  prepare,
  RATES,
  START,
  TEXT,
  toLine,
  writeLarge,
} from './large-recording.js';
import { GBP_USD, HEADER, readAll, readRows, SAMPLE, writeText } from './recordings.js';

describe('large recording', () => {
  it('has a cache for each way to read it', async () => {
    const file = writeLarge();
    const whole = await prepare(file);
    const part = await prepare(file, { startAt: (START + 40_000) * 1_000 });
    expect(part.caches[0]?.kind).toBe('made');
    expect(part.facts.count).toBe(whole.facts.count - 1_000);
    expect(listCaches(file)).toHaveLength(2);
  });

  it('is read again when it changed, even with equal size and times', async () => {
    const file = writeLarge();
    const { mtime, atime } = statSync(file);
    expect((await prepare(file)).caches[0]?.kind).toBe('made');
    const changed = TEXT.replace(toLine(60_000), toLine(60_000, 114_999));
    expect(changed).not.toBe(TEXT);
    writeFileSync(file, changed);
    utimesSync(file, atime, mtime);
    const after = await prepare(file);
    expect(after.caches[0]?.kind).toBe('made');
    expect(readRows(after.open()).rows[60_000]?.bidTicks).toBe(114_999);
    expect((await prepare(file)).caches[0]?.kind).toBe('used');
  });

  it('is not read again when it was only touched or copied with its cache', async () => {
    const file = writeLarge();
    await prepare(file);
    utimesSync(file, 1, 1);
    expect((await prepare(file)).caches[0]?.kind).toBe('used');
    const folder = `${dirname(file)}.copy`;
    cpSync(dirname(file), folder, { recursive: true });
    expect((await prepare(join(folder, 'rates.csv'))).caches[0]?.kind).toBe('used');
  });

  it('leaves no file behind when a row stops it', async () => {
    const file = writeLarge(`${TEXT}nonsense\n`);
    const stopped = await prepareRecording(file, {});
    expect(stopped).toMatchObject({ ok: false, fault: { code: 'data.bad-row' } });
    expect(listCaches(file)).toEqual([]);
    const { facts } = await prepare(file, { badRows: 'skip' });
    expect(facts).toMatchObject({ count: RATES, skippedCount: 1 });
    expect((await prepare(file, { badRows: 'skip' })).facts).toEqual(facts);
  });

  it('leaves no file behind when reading throws', async () => {
    const lines = Array.from({ length: 2 * RATES }, (_, i) => toLine(i));
    const odd = toLine(2 * RATES).replace(/EUR.USD|USD.JPY/, 'ABC/DEF');
    const file = writeLarge([HEADER, ...lines, odd, ''].join('\n'));
    const get = () => {
      throw new Error('no terms today');
    };
    const terms = Object.defineProperty({}, 'ABC/DEF', { get });
    await expect(prepareRecording(file, { terms })).rejects.toThrow('no terms today');
    expect(listCaches(file)).toEqual([]);
  });

  it('has a cache that is private to its owner, and removes unfinished ones', async () => {
    const file = writeLarge();
    const cache = findCache(await prepare(file));
    expect(statSync(cache).mode & 0o777).toBe(0o600);
    rmSync(cache);
    const id = () => `${randomUUID()}.part`;
    const [old, young, other] = [`${cache}.${id()}`, `${cache}.${id()}`, `${file}.x.${id()}`];
    const foreign = `${cache}.1.part`;
    for (const part of [old, young, other, foreign]) writeFileSync(part, '');
    for (const part of [old, other, foreign]) utimesSync(part, 1, 1);
    expect((await prepare(file)).caches[0]?.kind).toBe('made');
    const kept = [cache, young, other, foreign].map((one) => basename(one));
    expect(listCaches(file).toSorted()).toEqual(kept.toSorted());
  });

  it('has no cache where none can be written or none is wanted', async () => {
    const file = writeLarge();
    const folder = join(dirname(file), 'missing');
    const failed = unwrap(await prepareRecording(file, {}, { folder }));
    expect(failed.caches).toMatchObject([{ kind: 'failed' }]);
    expect(readRows(failed.open()).rows).toHaveLength(RATES);
    const off = unwrap(await prepareRecording(file, {}, 'off'));
    expect(off.caches).toEqual([]);
    expect(readRows(off.open()).rows).toEqual(readRows(failed.open()).rows);
    expect(listCaches(file)).toEqual([]);
    mkdirSync(folder);
    const kept = unwrap(await prepareRecording(file, {}, { folder }));
    expect(dirname(findCache(kept))).toBe(folder);
    expect(existsSync(findCache(kept))).toBe(true);
  });

  it('uses a cache that can only be read', async () => {
    const file = writeLarge();
    chmodSync(findCache(await prepare(file)), 0o444);
    expect((await prepare(file)).caches[0]?.kind).toBe('used');
  });
});

describe('small recording', () => {
  it('stays in memory', async () => {
    const prepared = await prepare(SAMPLE);
    expect(prepared.caches).toEqual([]);
    expect(readRows(prepared.open(), 1_000).rows).toEqual(readAll(SAMPLE).rows);
    expect(readRows(openShared(prepared.share()), 7).rows).toEqual(readAll(SAMPLE).rows);
  });

  it('has the unlimited sizes and the bad rows of its file', async () => {
    const options = { size: 'unlimited', badRows: 'skip' } as const;
    const found = readRows((await prepare(GBP_USD, options)).open());
    expect(found).toEqual(readAll(GBP_USD, options));
  });

  it('counts the symbols with a rate anew for each window', async () => {
    const file = writeText([HEADER, toLine(0), toLine(1), toLine(2), toLine(3), ''].join('\n'));
    const { facts, ...prepared } = await prepare(file, { startAt: (START + 40) * 1_000 });
    expect(prepared.caches).toEqual([]);
    const { rows } = readRows((await prepare(file, { startAt: (START + 40) * 1_000 })).open());
    expect(facts.symbols.map(({ instrument }) => [instrument.id, instrument.symbol])).toEqual([
      [0, 'USD/JPY'],
      [1, 'EUR/USD'],
    ]);
    expect(rows.map(({ symbol }) => symbol)).toEqual(['EUR/USD', 'EUR/USD', 'USD/JPY']);
    const part = await prepare(file, {
      startAt: (START + 40) * 1_000,
      endAt: (START + 120) * 1_000,
    });
    expect(part.facts.symbols.map(({ instrument }) => instrument)).toMatchObject([
      { id: 0, symbol: 'EUR/USD' },
    ]);
    expect(readRows(part.open()).rows.map(({ symbol }) => symbol)).toEqual(['EUR/USD', 'EUR/USD']);
  });
});

// Spans of a recording: they read as the recording does between the same instants.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createColumns,
  findSpans,
  limitRecording,
  openRecording,
  prepareRecording,
  prepareShared,
  type Recording,
} from '../../src/data/index.js';
import { unwrap } from '../../src/domain/index.js';

const START = 1_783_944_000_000;

function write(gaps: readonly number[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'weir-span-')), 'rates.csv');
  let at = START;
  const rows = gaps.map((gap, i) => {
    at += gap;
    const [bid, offer] = [1 + (i % 7) / 1_000, 1.01 + (i % 5) / 1_000];
    return `${at},EUR/USD,${bid.toFixed(5)},${offer.toFixed(5)},${1_000 + i},${2_000 + i}`;
  });
  writeFileSync(file, `time,symbol,bid,offer,bidSize,offerSize\n${rows.join('\n')}\n`);
  return file;
}

/** Every row as a list of its values. */
function readAll(recording: Recording, capacity: number): readonly (readonly number[])[] {
  const into = createColumns(capacity);
  const rows: number[][] = [];
  for (;;) {
    const count = unwrap(recording.read(into));
    if (count === 0) return rows;
    expect(into.count).toBe(count);
    for (let i = 0; i < count; i++) {
      const { at, instrument, bidTicks, offerTicks, bidUnits, offerUnits } = into;
      const columns = [at, instrument, bidTicks, offerTicks, bidUnits, offerUnits];
      rows.push(columns.map((column) => column[i] ?? NaN));
    }
  }
}

describe('a span', () => {
  it('reads as its recording does from and to the same instants, shared or not', async () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 20 });
    const bound = fc.integer({ min: -2, max: 60 });
    const property = fc.asyncProperty(
      ...([gaps, bound, bound, fc.integer({ min: 1, max: 5 })] as const),
      async (some, from, to, capacity) => {
        const file = write(some);
        const span = { startAt: (START + from) * 1_000, endAt: (START + to) * 1_000 };
        const prepared = unwrap(await prepareRecording(file, {}, 'off'));
        const all = readAll(prepared.open(), 100);
        const expected = all.filter(([at = 0]) => at >= span.startAt && at < span.endAt);
        const [facts] = unwrap(findSpans(unwrap(await openRecording(file, {})), [span]));
        expect(facts?.count ?? 0).toBe(expected.length);
        expect(facts?.firstAt).toBe(expected[0]?.[0]);
        expect(facts?.lastAt).toBe(expected.at(-1)?.[0]);
        const found = facts ?? { count: 0, firstAt: 0, lastAt: 0 };
        for (const one of [prepared, prepareShared(prepared.share())]) {
          const limited = limitRecording(one, span, found);
          expect(limited.facts).toMatchObject(found);
          const recording = limited.open();
          expect(readAll(recording, capacity)).toEqual(expected);
          recording.rewind();
          expect(readAll(recording, capacity)).toEqual(expected);
        }
        prepared.close();
      },
    );
    await fc.assert(property);
  });
});

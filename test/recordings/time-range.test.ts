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
} from '../../src/recordings/index.js';
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
  it('has the facts of a recording that is read from and to the same instants', async () => {
    const file = write([0, 1, 1, 1, 1, 1, 9, 9, 9, 9, 9, 9, 9, 9]);
    const prepared = unwrap(await prepareRecording(file, {}, 'off'));
    const spans = [0, 2, 12, 35].map((from) => {
      return { startAt: (START + from) * 1_000, endAt: (START + from + 30) * 1_000 };
    });
    const found = unwrap(findSpans(prepared.open(), spans));
    for (const [index, span] of spans.entries()) {
      const alone = unwrap(await prepareRecording(file, span, 'off'));
      const facts = found[index];
      if (facts === undefined) throw new RangeError('expected rates in every span');
      expect(limitRecording(prepared, span, facts).facts).toEqual(alone.facts);
    }
    const gaps = found.map((facts) => facts?.symbols[0]?.medianGap);
    expect(gaps).toEqual([1_000, 1_000, 9_000, 9_000]);
  });

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
        const found = facts ?? { ...prepared.facts, count: 0 };
        for (const one of [prepared, prepareShared(prepared.share())]) {
          const limited = limitRecording(one, span, found);
          expect(limited.facts).toEqual({ ...one.facts, ...found });
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

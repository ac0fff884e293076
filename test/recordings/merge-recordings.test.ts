// Several recordings as one, checked by a stable sort of all their rates by time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mergeRecordings,
  openShared,
  type PreparedRecording,
  prepareRecording,
} from '../../src/recordings/index.js';
import { unwrap } from '../../src/domain/index.js';
import {
  GBP_USD,
  HEADER,
  readAll,
  readRows,
  SAMPLE,
  toScratchPath,
  writeText,
} from './recordings.js';
import { countRuns } from '../runs.js';

const SYMBOLS = ['EUR/USD', 'USD/JPY', 'GBP/USD'];

async function prepareText(text: string, file: string): Promise<PreparedRecording> {
  return unwrap(await prepareRecording(writeText(text, file), {}));
}

describe('merged recordings', () => {
  it('are in order of time, then of the recordings, then of their rows', async () => {
    const row = fc.record({
      at: fc.nat(30).map((ms) => 1_783_944_000_000 + ms),
      symbol: fc.constantFrom(...SYMBOLS),
    });
    const lists = fc.array(fc.array(row, { minLength: 1, maxLength: 40 }), {
      minLength: 1,
      maxLength: 4,
    });
    const files = [1, 2, 3, 4].map(() => toScratchPath());
    await fc.assert(
      fc.asyncProperty(lists, fc.integer({ min: 1, max: 9 }), async (all, capacity) => {
        let price = 100_000;
        const rows = all.map((list) => {
          return list.toSorted((a, b) => a.at - b.at).map((one) => ({ ...one, ticks: ++price }));
        });
        const parts: PreparedRecording[] = [];
        for (const [i, list] of rows.entries()) {
          const lines = list.map(({ at, symbol, ticks }) => {
            return `${String(at)},${symbol},${(ticks / 1_000).toFixed(3)},999,1,1\n`;
          });
          parts.push(await prepareText(`${HEADER}\n${lines.join('')}`, files[i] ?? ''));
        }
        const merged = unwrap(mergeRecordings(parts));
        const expected = rows.flat().sort((a, b) => a.at - b.at);
        for (const one of [merged.open(), openShared(structuredClone(merged.share()))]) {
          const found = readRows(one, capacity).rows;
          expect(found.map(({ at, symbol }) => [at / 1_000, symbol])).toEqual(
            expected.map(({ at, symbol }) => [at, symbol]),
          );
          expect(
            found.map(({ bidTicks, symbol }) => (symbol === 'USD/JPY' ? bidTicks : bidTicks / 100)),
          ).toEqual(expected.map(({ ticks }) => ticks));
        }
        const { facts } = merged;
        expect(facts.count).toBe(expected.length);
        expect(facts.firstAt).toBe((expected[0]?.at ?? 0) * 1_000);
        expect(facts.lastAt).toBe((expected.at(-1)?.at ?? 0) * 1_000);
        expect(facts.symbols.map(({ instrument }) => instrument.id)).toEqual(
          facts.symbols.map((_, id) => id),
        );
        for (const { count, instrument } of facts.symbols) {
          expect(count).toBe(expected.filter(({ symbol }) => symbol === instrument.symbol).length);
        }
      }),
      { numRuns: countRuns(40) },
    );
  });

  it('count the bad rows of all, and can be read again', async () => {
    const options = { size: 'unlimited', badRows: 'skip' } as const;
    const parts = [
      unwrap(await prepareRecording(GBP_USD, options)),
      unwrap(await prepareRecording(SAMPLE, {})),
    ];
    const merged = unwrap(mergeRecordings(parts));
    expect(merged.facts).toMatchObject({
      ...{ file: `${GBP_USD}, ${SAMPLE}`, format: 'weir-csv', skippedCount: 5 },
      skippedByFlaw: { crossed: 5 },
    });
    const expected = [...readAll(GBP_USD, options).rows, ...readAll(SAMPLE).rows];
    const recording = merged.open();
    expect(readRows(recording).rows).toEqual(expected);
    recording.rewind();
    expect(readRows(recording).rows).toEqual(expected);
  });

  it('are the recording itself where there is one', async () => {
    const prepared = unwrap(await prepareRecording(SAMPLE, {}));
    expect(unwrap(mergeRecordings([prepared]))).toBe(prepared);
  });
});

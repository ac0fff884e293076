// The facts of recordings: figures counted by hand, or by a spreadsheet for the shipped ones.
import { describe, expect, it } from 'vitest';
import { prepareRecording, type RecordingOptions } from '../../src/recordings/index.js';
import { unwrap } from '../../src/domain/index.js';
import { GBP_USD, HEADER, SAMPLE, SHORT_HEADER, toInstruments, writeLines } from './recordings.js';

function toRow({ instrument, ...facts }: { instrument: { symbol: string } }) {
  return [instrument.symbol, ...Object.values(facts)];
}

async function factsOf(file: string, options: RecordingOptions = {}) {
  const { facts } = unwrap(await prepareRecording(file, options, 'off'));
  return facts;
}

describe('facts of a recording', () => {
  it('count rates, gaps and spreads, each symbol separately', async () => {
    const file = writeLines(
      SHORT_HEADER,
      '1783944001000,EUR/USD,1.1,1.10002',
      '1783944001000,USD/JPY,150,150.01',
      'bad',
      '1783944001010,EUR/USD,1.1,1.1',
      '1783944001040,EUR/USD,1.1,1.10005',
      '1783944001060,EUR/USD,1.1,1.10001',
    );
    const options = { size: 'unlimited', badRows: 'skip' } as const;
    const { symbols, ...facts } = await factsOf(file, options);
    expect(facts).toEqual({
      file,
      count: 5,
      firstAt: 1_783_944_001_000_000,
      lastAt: 1_783_944_001_060_000,
      medianGap: 15_000,
      largestGap: 30_000,
      skipped: [{ line: 4, reason: expect.stringContaining('found 1') as string }],
      skippedCount: 1,
      skippedByFlaw: { shape: 1, order: 0, zero: 0, crossed: 0 },
      format: 'weir-csv',
      rowName: 'line',
      doubts: [],
    });
    expect(symbols.map(toRow)).toEqual([
      ['EUR/USD', 4, 1_783_944_001_000_000, 1_783_944_001_060_000, 20_000, 30_000, 0, 5],
      ['USD/JPY', 1, 1_783_944_001_000_000, 1_783_944_001_000_000, 0, 0, 10, 10],
    ]);
  });

  it('agree with the sample', async () => {
    const { symbols } = await factsOf(SAMPLE, {});
    expect(symbols.map(toRow)).toEqual([
      ['EUR/USD', 3_551, 1_783_944_000_093_000, 1_783_947_597_150_000, 363_500, 14_370_000, 1, 9],
    ]);
  });

  it('use the median of the first 10,000 gaps only', async () => {
    // 10,000 gaps of 10 ms, then more of a second.
    const times = Array.from({ length: 25_001 }, (_, i) => 10 * i + 990 * Math.max(0, i - 10_000));
    const lines = times.map((time) => `${String(1_783_944_001_000 + time)},EUR/USD,1.1,1.1`);
    const { medianGap, largestGap } = await factsOf(writeLines(SHORT_HEADER, ...lines), {
      size: 'unlimited',
    });
    expect([medianGap, largestGap]).toEqual([10_000, 1_000_000]);
  });

  it('omit symbols of the session that the recording does not have', async () => {
    const instruments = toInstruments('USD/JPY', 'EUR/USD');
    const { symbols } = await factsOf(SAMPLE, { instruments });
    expect(symbols.map(({ instrument }) => instrument)).toEqual(toInstruments('EUR/USD'));
  });

  it('pass on the faults of opening and of reading', async () => {
    expect(await prepareRecording(writeLines(HEADER), {})).toMatchObject({
      ok: false,
      fault: { code: 'data.no-rates' },
    });
    expect(await prepareRecording(GBP_USD, { size: 1 })).toMatchObject({
      ok: false,
      fault: { code: 'data.bad-row', where: `${GBP_USD}:107` },
    });
  });

  it('require a rate in the window', async () => {
    expect(await prepareRecording(SAMPLE, { endAt: 1_783_944_000_093_000 })).toEqual({
      ok: false,
      fault: {
        code: 'data.no-rates',
        message: 'expected rates between startAt and endAt, found none',
        where: SAMPLE,
      },
    });
  });
});

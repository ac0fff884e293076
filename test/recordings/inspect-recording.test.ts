// Figures of an inspection, checked on rows whose flaws are known.
import { describe, expect, it } from 'vitest';
import { inspectRecording } from '../../src/recordings/index.js';
import { unwrap } from '../../src/domain/index.js';
import { BTC_TERMS, BTC_USD, GBP_USD, HEADER, SAMPLE, writeLines } from './recordings.js';

const AT = 1_783_944_000_000;
const row = (ms: number, text: string) => `${String(AT + ms)},${text}`;

describe('inspection', () => {
  it('counts anomalies, and bad rows by their fault', async () => {
    const file = writeLines(
      HEADER,
      row(0, 'EUR/USD,1.14270,1.14274,1000000,1000000'),
      row(0, 'EUR/USD,1.14270,1.14274,1000000,1000000'), // the same again
      row(100, 'EUR/USD,1.14270,1.14274,2000000,1000000'), // prices unchanged
      row(100, 'GBP/USD,1.30000,1.30000,1000000,0'), // locked, and nothing to buy
      row(5_100, 'EUR/USD,1.14271,1.14277,1000000,1000000'),
      row(5_000, 'EUR/USD,1.14271,1.14277,1,1'), // goes back
      row(5_200, 'EUR/USD,1.14278,1.14277,1,1'), // crossed
      row(5_200, 'EUR/USD,0,1.14277,1,1'),
      'nonsense',
      row(5_400, 'EUR/USD,1.14271,1.14275,1000000,1000000'),
    );
    const survey = unwrap(await inspectRecording(file, { badRows: 'skip' }));
    expect(survey).toMatchObject({
      ...{ format: 'weir-csv', count: 6, fault: undefined, skippedCount: 4 },
      ...{ firstAt: AT * 1_000, lastAt: (AT + 5_400) * 1_000 },
      skippedByFlaw: { shape: 1, order: 1, zero: 1, crossed: 1 },
    });
    expect(survey.skipped.map(({ line }) => line)).toEqual([7, 8, 9, 10]);
    const [euro, pound] = survey.symbols;
    expect(euro).toMatchObject({ count: 5, duplicates: 1, unchanged: 1, locked: 0, empty: 0 });
    expect(pound).toMatchObject({ count: 1, duplicates: 0, unchanged: 0, locked: 1, empty: 1 });
    expect(euro?.spreads.bars()).toEqual([
      { low: 4, high: 5, count: 4 },
      { low: 6, high: 7, count: 1 },
    ]);
    expect(euro?.intervals.count).toBe(4);
    expect(euro?.gaps.map(({ fromAt, toAt }) => toAt - fromAt)).toEqual([
      5_000_000, 300_000, 100_000, 0,
    ]);
  });

  it('reports what it read before a row that ends the reading', async () => {
    const file = writeLines(HEADER, row(0, 'EUR/USD,1.1,1.2,1,1'), 'nonsense');
    const survey = unwrap(await inspectRecording(file, {}));
    expect(survey).toMatchObject({ count: 1, fault: { code: 'data.bad-row', where: `${file}:3` } });
  });

  it('keeps the five longest gaps', async () => {
    const times = [0, 10, 30, 60, 100, 150, 155, 225];
    const rates = times.map((ms) => row(ms, 'EUR/USD,1.1,1.2,1,1'));
    const [euro] = unwrap(await inspectRecording(writeLines(HEADER, ...rates), {})).symbols;
    const spans = euro?.gaps.map(({ fromAt, toAt }) => (toAt - fromAt) / 1_000);
    expect(spans).toEqual([70, 50, 40, 30, 20]);
  });

  it('reads the shipped and recorded files', async () => {
    const sample = unwrap(await inspectRecording(SAMPLE, {}));
    expect(sample.symbols.map(({ instrument }) => instrument.symbol)).toEqual(['EUR/USD']);
    const bitcoin = unwrap(await inspectRecording(BTC_USD, { terms: BTC_TERMS }));
    expect([bitcoin.count, bitcoin.skippedCount]).toEqual([400, 0]);
    const pound = unwrap(await inspectRecording(GBP_USD, { size: 'unlimited', badRows: 'skip' }));
    expect(pound.skippedByFlaw).toEqual({ shape: 0, order: 0, zero: 0, crossed: 5 });
    expect(pound.count).toBe(295);
  });
});

// Whole recordings, and lines that the end of a read cuts anywhere.
import { describe, expect, it } from 'vitest';
import { createColumns, prepareRecording } from '../../../src/recordings/index.js';
import { unwrap } from '../../../src/domain/index.js';
import { referenceRecording } from '../../bench/fixtures.mjs';
import { HEADER, readAll, toScratchPath, writeText, openText } from '../recordings.js';

const READ_BYTES = 1 << 20;
const FIRST = '1783944000093,EUR/USD,1.14273,1.14277,2700000,1800000';
const FIRST_ROW = {
  at: 1_783_944_000_093_000,
  symbol: 'EUR/USD',
  bidTicks: 114_273,
  offerTicks: 114_277,
  bidUnits: 270_000_000,
  offerUnits: 180_000_000,
};

describe('reference recording', () => {
  it('adds up to the known bid points and instruments', () => {
    const recording = unwrap(openText(referenceRecording(500_000), {}));
    const columns = createColumns(12_345);
    let count = 0;
    let points = 0;
    for (let rows = -1; rows !== 0; count += rows) {
      rows = unwrap(recording.read(columns));
      for (let row = 0; row < rows; row++) points += columns.bidTicks[row] ?? NaN;
    }
    recording.close();
    expect([count, points]).toEqual([500_000, 54_086_449_126]);
    expect(recording.instruments.map(({ id, symbol }) => [id, symbol])).toEqual([
      [0, 'GBP/USD'],
      [1, 'USD/JPY'],
      [2, 'USD/CHF'],
      [3, 'EUR/USD'],
      [4, 'AUD/USD'],
    ]);
  });

  it('has the known gaps and spreads', async () => {
    const { facts } = unwrap(await prepareRecording(referenceRecording(500_000), {}, 'off'));
    expect([facts.medianGap, facts.largestGap]).toEqual([27_000, 745_000]);
    expect(
      facts.symbols.map(({ instrument, ...known }) => [instrument.symbol, ...Object.values(known)]),
    ).toEqual([
      ['GBP/USD', 99_393, 1_788_220_800_004_000, 1_788_240_799_805_000, 138_000, 2_234_000, 4, 17],
      ['USD/JPY', 100_711, 1_788_220_800_019_000, 1_788_240_799_861_000, 137_000, 3_008_000, 3, 13],
      ['USD/CHF', 100_094, 1_788_220_800_076_000, 1_788_240_799_788_000, 141_000, 2_098_000, 5, 15],
      ['EUR/USD', 100_229, 1_788_220_800_151_000, 1_788_240_799_791_000, 137_000, 2_551_000, 2, 11],
      ['AUD/USD', 99_573, 1_788_220_800_159_000, 1_788_240_799_724_000, 136_000, 2_407_000, 4, 13],
    ]);
  });
});

describe('lines across the end of a read', () => {
  const lines = Array.from({ length: 25_000 }, (_, i) => {
    const mark = String(i).padStart(5, '0');
    return `17839440${mark},EUR/USD,1.${mark},1.${mark},${String(i + 1)},${String(i)}`;
  });
  const points = (25_000 * 24_999) / 2 + 25_000 * 100_000;

  it.each(['\n', '\r\n'])('are whole wherever the cut is (line end %j)', (lineEnd) => {
    const body = lines.join(lineEnd);
    const path = toScratchPath();
    expect(body.length).toBeGreaterThan(READ_BYTES);
    for (let zeros = 0; zeros < 60; zeros++) {
      const first = `1783943999999,EUR/USD,1.${'0'.repeat(zeros)},1,0,0`;
      const { rows } = readAll(writeText([HEADER, first, body].join(lineEnd), path));
      expect(rows).toHaveLength(25_001);
      expect(rows.reduce((sum, row) => sum + row.bidTicks, 0)).toBe(points + 100_000);
      expect(rows.at(-1)?.offerUnits).toBe(2_499_900);
    }
  });

  it('are whole when the file ends just there, with and without its line end', () => {
    const late = FIRST.replace('1783944', '1783945');
    for (const length of [READ_BYTES - 1, READ_BYTES]) {
      const text = `${HEADER}\n${lines.join('\n')}`.slice(0, length - late.length);
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      const zeros = '0'.repeat(length - whole.length - late.length);
      const last = late.replace('1.14273', `1.14273${zeros}`);
      expect(whole.length + last.length).toBe(length);
      for (const end of ['', '\n']) {
        const { rows } = readAll(writeText(whole + last + end));
        expect(rows).toHaveLength(whole.split('\n').length - 1);
        expect(rows.at(-1)).toEqual({ ...FIRST_ROW, at: FIRST_ROW.at + 1_000_000_000 });
      }
    }
  });
});

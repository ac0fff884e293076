// Whole recordings, and lines that the end of a read cuts anywhere.
import { describe, expect, it } from 'vitest';
import { createColumns } from '../../src/data/index.js';
import { unwrap } from '../../src/domain/index.js';
import { referenceRecording } from '../bench/fixtures.mjs';
import { HEADER, readAll, toScratchPath, writeText, openText } from './recordings.js';

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

describe('the reference recording', () => {
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
});

describe('lines across the end of a read', () => {
  const lines = Array.from({ length: 25_000 }, (_, i) => {
    const mark = String(i).padStart(5, '0');
    return `17839440${mark},EUR/USD,1.${mark},1.${mark},${String(i + 1)},${String(i)}`;
  });
  const points = (25_000 * 24_999) / 2 + 25_000 * 100_000;

  it.each(['\n', '\r\n'])('are whole wherever it falls (line end %j)', (lineEnd) => {
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
